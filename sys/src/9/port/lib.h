/*
 * What the kernel uses of libc: 386/lib/libc.a is linked in, of which only
 * members without system calls, malloc and floating point may be used.
 */
extern	void*	memccpy(void*, void*, int, ulong);
extern	void*	memset(void*, int, ulong);
extern	int	memcmp(void*, void*, ulong);
extern	void*	memmove(void*, void*, ulong);
extern	void*	memchr(void*, int, ulong);
extern	char*	strcat(char*, char*);
extern	char*	strchr(char*, int);
extern	char*	strrchr(char*, int);
extern	int	strcmp(char*, char*);
extern	char*	strcpy(char*, char*);
extern	char*	strecpy(char*, char*, char*);
extern	char*	strncpy(char*, char*, long);
extern	int	strncmp(char*, char*, long);
extern	long	strlen(char*);
extern	char*	strstr(char*, char*);
extern	int	cistrcmp(char*, char*);
extern	int	cistrncmp(char*, char*, int);
extern	int	atoi(char*);
extern	ulong	strtoul(char*, char**, int);
extern	long	strtol(char*, char**, int);
extern	vlong	strtoll(char*, char**, int);
extern	uvlong	strtoull(char*, char**, int);
extern	int	getfields(char*, char**, int, int, char*);
extern	int	tokenize(char*, char**, int);
extern	char*	cleanname(char*);
extern	void	qsort(void*, long, long, int (*)(void*, void*));

enum
{
	UTFmax		= 4,
	Runesync	= 0x80,
	Runeself	= 0x80,
	Runeerror	= 0xFFFD,
	Runemax		= 0x10FFFF,
};

extern	int	runetochar(char*, Rune*);
extern	int	chartorune(Rune*, char*);
extern	int	runelen(long);
extern	int	fullrune(char*, int);
extern	int	utflen(char*);
extern	char*	utfrune(char*, long);
extern	char*	utfecpy(char*, char*, char*);

typedef struct Fmt	Fmt;
struct Fmt
{
	uchar	runes;
	void	*start;
	void	*to;
	void	*stop;
	int	(*flush)(Fmt*);
	void	*farg;
	int	nfmt;
	va_list	args;
	int	r;
	int	width;
	int	prec;
	ulong	flags;
};
extern	int	print(char*, ...);
extern	char*	seprint(char*, char*, char*, ...);
extern	char*	vseprint(char*, char*, char*, va_list);
extern	int	snprint(char*, int, char*, ...);
extern	int	sprint(char*, char*, ...);
extern	int	fmtinstall(int, int (*)(Fmt*));
extern	int	fmtprint(Fmt*, char*, ...);
extern	int	fmtstrcpy(Fmt*, char*);
extern	void	quotefmtinstall(void);

enum					/* open modes, bind flags */
{
	OREAD	= 0,
	OWRITE	= 1,
	ORDWR	= 2,
	OEXEC	= 3,
	OTRUNC	= 16,
	OCEXEC	= 32,
	ORCLOSE	= 64,
	OEXCL	= 0x1000,

	MREPL	= 0,
	MBEFORE	= 1,
	MAFTER	= 2,
	MORDER	= 3,
	MCREATE	= 4,
	MCACHE	= 16,
	MMASK	= 23,
};

enum					/* noted arguments */
{
	NCONT	= 0,
	NDFLT	= 1,
	NSAVE	= 2,
	NRSTR	= 3,
};

enum					/* Qid.type, and Dir.mode's top byte */
{
	QTDIR		= 0x80,
	QTAPPEND	= 0x40,
	QTEXCL		= 0x20,
	QTMOUNT		= 0x10,
	QTAUTH		= 0x08,
	QTTMP		= 0x04,
	QTFILE		= 0x00,
};

#define	offsetof(t, m)	__builtin_offsetof(t, m)

#define	DMDIR		0x80000000UL
#define	DMAPPEND	0x40000000UL
#define	DMEXCL		0x20000000UL
#define	DMMOUNT		0x10000000UL

enum
{
	ERRMAX		= 128,
	KNAMELEN	= 28,		/* of a user, a process, a device */
	STATFIXLEN	= 49,
	STATMAX		= 65535,	/* of a stat message, less its size */
};

typedef struct Qid	Qid;
typedef struct Dir	Dir;
typedef struct OWaitmsg	OWaitmsg;
typedef struct Waitmsg	Waitmsg;

struct Qid
{
	uvlong	path;
	ulong	vers;
	uchar	type;
};

struct Dir
{
	ushort	type;		/* server */
	uint	dev;
	Qid	qid;		/* file */
	ulong	mode;
	ulong	atime;
	ulong	mtime;
	vlong	length;
	char	*name;
	char	*uid;
	char	*gid;
	char	*muid;
};

struct OWaitmsg			/* of system call 36 */
{
	char	pid[12];
	char	time[3*12];
	char	msg[64];
};

struct Waitmsg
{
	int	pid;
	ulong	time[3];	/* ms: user, system, real */
	char	msg[ERRMAX];
};

extern	uint	sizeD2M(Dir*);
extern	uint	convD2M(Dir*, uchar*, uint);
extern	uint	convM2D(uchar*, uint, Dir*, char*);
extern	int	statcheck(uchar*, uint);
