/*
 * The C library of user programs. The members that touch no system call,
 * no memory allocator and no floating point (mem*, str*, runes, the Fmt
 * family) are linked into the kernel too, which declares them in its lib.h.
 *
 * Unless it says otherwise a call that fails returns -1 or nil and leaves
 * the reason in the error string, which %r prints.
 */
#define	nelem(x)	(sizeof(x)/sizeof((x)[0]))
#define	offsetof(s, m)	((uintptr)&(((s*)0)->m))
#define	assert(x)	do{ if(!(x)) _assert(#x); }while(0)

/*
 * memory. Sizes are in bytes.
 */
extern	void*	memccpy(void *to, void *from, int c, ulong n);
extern	void*	memset(void *p, int c, ulong n);
extern	int	memcmp(void *a, void *b, ulong n);
extern	void*	memcpy(void *to, void *from, ulong n);	/* may overlap */
extern	void*	memmove(void *to, void *from, ulong n);
extern	void*	memchr(void *p, int c, ulong n);

/*
 * strings. The s* that return nil did not find it; strecpy and utfecpy
 * copy what fits below e, end it with a NUL and return where that is.
 */
extern	char*	strcat(char *to, char *from);
extern	char*	strchr(char *s, int c);
extern	int	strcmp(char *a, char *b);
extern	char*	strcpy(char *to, char *from);
extern	char*	strecpy(char *to, char *e, char *from);
extern	char*	strdup(char *s);			/* malloced */
extern	char*	strncat(char *to, char *from, long n);
extern	char*	strncpy(char *to, char *from, long n);
extern	int	strncmp(char *a, char *b, long n);
extern	char*	strpbrk(char *s, char *set);
extern	char*	strrchr(char *s, int c);
extern	char*	strtok(char *s, char *sep);
extern	long	strlen(char *s);
extern	long	strspn(char *s, char *set);
extern	long	strcspn(char *s, char *set);
extern	char*	strstr(char *s, char *sub);
extern	int	cistrncmp(char *a, char *b, int n);	/* ignores ASCII case */
extern	int	cistrcmp(char *a, char *b);
extern	char*	cistrstr(char *s, char *sub);
extern	int	tokenize(char *s, char **args, int max);

/*
 * runes: Unicode characters, 1 to UTFmax bytes in UTF-8. Every byte that
 * is no part of a well formed sequence reads as one Runeerror.
 */
enum
{
	UTFmax		= 4,		/* most bytes in a rune */
	Runesync	= 0x80,	/* below: cannot be part of a longer rune */
	Runeself	= 0x80,		/* below: rune and byte are the same */
	Runeerror	= 0xFFFD,	/* what a bad byte reads as */
	Runemax		= 0x10FFFF,	/* the last rune */
	Runemask	= 0x1FFFFF,	/* its bits */
};

extern	int	runetochar(char *to, Rune *r);		/* bytes written */
extern	int	chartorune(Rune *r, char *s);		/* bytes read, >= 1 */
extern	int	runelen(Rune r);
extern	int	runenlen(Rune *r, int n);		/* bytes n runes need */
extern	int	fullrune(char *s, int n);	/* can s[0:n] be decoded */
extern	int	utflen(char *s);			/* in runes */
extern	int	utfnlen(char *s, long n);	/* full ones in n bytes */
extern	char*	utfrune(char *s, Rune r);
extern	char*	utfrrune(char *s, Rune r);
extern	char*	utfutf(char *s, char *sub);
extern	char*	utfecpy(char *to, char *e, char *from);

extern	Rune*	runestrcat(Rune*, Rune*);
extern	Rune*	runestrchr(Rune*, Rune);
extern	int	runestrcmp(Rune*, Rune*);
extern	Rune*	runestrcpy(Rune*, Rune*);
extern	Rune*	runestrncpy(Rune*, Rune*, long);
extern	Rune*	runestrecpy(Rune*, Rune*, Rune*);
extern	Rune*	runestrdup(Rune*);
extern	int	runestrncmp(Rune*, Rune*, long);
extern	long	runestrlen(Rune*);

extern	Rune	tolowerrune(Rune);
extern	Rune	toupperrune(Rune);
extern	int	isalpharune(Rune);
extern	int	isspacerune(Rune);
extern	int	isupperrune(Rune);
extern	int	islowerrune(Rune);
extern	int	isdigitrune(Rune);

/*
 * malloc. realloc(p, 0) frees; msize is the size that can be used.
 */
extern	void*	malloc(ulong n);
extern	void*	mallocz(ulong n, int clear);
extern	void	free(void *p);
extern	ulong	msize(void *p);
extern	void*	calloc(ulong n, ulong size);
extern	void*	realloc(void *p, ulong n);

/*
 * print. The verbs: b c C d e E f g G i o p r s S x X %, and q Q once
 * quotefmtinstall was called; the flags: - + # 0 , space u h hh l ll and
 * width and precision, as numbers or *. Counts are of characters. The
 * kernel, which must not link them, has its own _efgfmt and errfmt.
 */
typedef struct Fmt Fmt;
struct Fmt
{
	uchar	runes;			/* the output is runes, not UTF-8 */
	void	*start;			/* of the buffer */
	void	*to;			/* where the next goes */
	void	*stop;	/* end of the buffer; overwritten if flush fails */
	int	(*flush)(Fmt*);		/* called when to == stop */
	void	*farg;			/* for flush */
	int	nfmt;			/* characters formatted so far */
	va_list	args;			/* for dofmt */
	int	r;			/* the verb */
	int	width;
	int	prec;
	ulong	flags;
};

enum
{
	FmtWidth	= 1,
	FmtLeft		= FmtWidth<<1,
	FmtPrec		= FmtLeft<<1,
	FmtSharp	= FmtPrec<<1,
	FmtSpace	= FmtSharp<<1,
	FmtSign		= FmtSpace<<1,
	FmtZero		= FmtSign<<1,
	FmtUnsigned	= FmtZero<<1,
	FmtShort	= FmtUnsigned<<1,
	FmtLong		= FmtShort<<1,
	FmtVLong	= FmtLong<<1,
	FmtComma	= FmtVLong<<1,
	FmtByte		= FmtComma<<1,

	FmtFlag		= FmtByte<<1,	/* the first free bit */
};

extern	int	print(char*, ...);
extern	char*	seprint(char *to, char *e, char*, ...);
extern	char*	vseprint(char *to, char *e, char*, va_list);
extern	int	snprint(char *to, int n, char*, ...);
extern	int	vsnprint(char *to, int n, char*, va_list);
extern	char*	smprint(char*, ...);			/* malloced */
extern	char*	vsmprint(char*, va_list);
extern	int	sprint(char *to, char*, ...);
extern	int	fprint(int fd, char*, ...);
extern	int	vfprint(int fd, char*, va_list);

extern	int	runesprint(Rune*, char*, ...);
extern	int	runesnprint(Rune*, int, char*, ...);
extern	int	runevsnprint(Rune*, int, char*, va_list);
extern	Rune*	runeseprint(Rune*, Rune*, char*, ...);
extern	Rune*	runevseprint(Rune*, Rune*, char*, va_list);
extern	Rune*	runesmprint(char*, ...);
extern	Rune*	runevsmprint(char*, va_list);

/* to make printers: each returns -1 when the output failed */
extern	int	fmtfdinit(Fmt*, int fd, char *buf, int n);
extern	int	fmtfdflush(Fmt*);
extern	int	fmtstrinit(Fmt*);
extern	char*	fmtstrflush(Fmt*);		/* malloced, nil if none */
extern	int	runefmtstrinit(Fmt*);
extern	Rune*	runefmtstrflush(Fmt*);
extern	int	fmtinstall(int verb, int (*fn)(Fmt*));	/* fn returns -1 or 0 */
extern	int	dofmt(Fmt*, char*);
extern	int	dorfmt(Fmt*, Rune*);
extern	int	fmtprint(Fmt*, char*, ...);
extern	int	fmtvprint(Fmt*, char*, va_list);
extern	int	fmtrune(Fmt*, int);
extern	int	fmtstrcpy(Fmt*, char*);
extern	int	fmtrunestrcpy(Fmt*, Rune*);
extern	int	errfmt(Fmt*);				/* %r */
extern	int	_efgfmt(Fmt*);				/* %e %f %g */
extern	void	_fmtlock(void);				/* around fmtinstall */
extern	void	_fmtunlock(void);

/* quoted strings: 'it''s' is it's */
extern	char*	quotestrdup(char*);
extern	char*	unquotestrdup(char*);
extern	int	quotestrfmt(Fmt*);
extern	int	quoterunestrfmt(Fmt*);
extern	void	quotefmtinstall(void);
extern	int	(*doquote)(int c);		/* c also needs quotes */
extern	int	needsrcquote(int c);

/*
 * random numbers: lrand 31 bits, rand 15, nrand 0 to n-1, frand 0 to 1
 */
extern	void	srand(long);
extern	int	rand(void);
extern	int	nrand(int n);
extern	long	lrand(void);
extern	long	lnrand(long n);
extern	double	frand(void);
extern	ulong	truerand(void);				/* /dev/random */
extern	ulong	ntruerand(ulong n);

/*
 * mathematics
 */
extern	ulong	getfcr(void);
extern	void	setfsr(ulong);
extern	ulong	getfsr(void);
extern	void	setfcr(ulong);
extern	double	NaN(void);
extern	double	Inf(int sign);
extern	int	isNaN(double);
extern	int	isInf(double, int sign);		/* sign 0: either */
extern	double	frexp(double, int*);
extern	double	ldexp(double, int);
extern	double	modf(double, double*);
extern	double	fabs(double);
extern	double	floor(double);
extern	double	ceil(double);
extern	double	sqrt(double);
extern	double	pow10(int);
extern	int	abs(int);
extern	long	labs(long);

/*
 * time. seconds are since 1970, UTC
 */
typedef struct Tm Tm;
struct Tm
{
	int	sec;
	int	min;
	int	hour;
	int	mday;			/* from 1 */
	int	mon;			/* from 0 */
	int	year;			/* from 1900 */
	int	wday;			/* from Sunday, 0 */
	int	yday;			/* from 0 */
	char	zone[4];
	int	tzoff;			/* seconds east of UTC */
};

extern	Tm*	gmtime(long);				/* static */
extern	Tm*	localtime(long);		/* by /env/timezone; static */
extern	char*	asctime(Tm*);				/* static */
extern	char*	ctime(long);				/* static */
extern	double	cputime(void);			/* seconds, with children */
/* ms: user sys children's two; returns real */
extern	long	times(long t[4]);
extern	long	tm2sec(Tm*);
extern	vlong	nsec(void);				/* since 1970 */
extern	void	cycles(uvlong*);		/* 0 if there is no counter */
extern	long	time(long*);

/*
 * one-of-a-kind
 */
enum
{
	PNPROC		= 1,
	PNGROUP		= 2,
};

extern	_Noreturn void	_assert(char*);
extern	double	atof(char*);
extern	int	atoi(char*);
extern	long	atol(char*);
extern	vlong	atoll(char*);
extern	double	charstod(int (*f)(void*), void*);
extern	char*	cleanname(char*);			/* in place */
extern	int	atexit(void (*f)(void));		/* 0: no room */
extern	void	atexitdont(void (*f)(void));
extern	int	atnotify(int (*f)(void*, char*), int in);	/* 0: no room */
extern	_Noreturn void	exits(char*);
extern	uintptr	getcallerpc(void*);
extern	char*	getenv(char*);			/* malloced, nil if none */
extern	int	getfields(char *s, char **args, int max, int multi, char *sep);
extern	int	gettokens(char *s, char **args, int max, char *sep);
extern	char*	getuser(void);				/* static */
extern	char*	sysname(void);				/* static */
extern	char*	getwd(char *buf, int n);
extern	int	iounit(int fd);				/* 0: not known */
extern	_Noreturn void	longjmp(jmp_buf, int);
extern	_Noreturn void	notejmp(void *ureg, jmp_buf, int);
extern	char*	mktemp(char*);
extern	void	perror(char*);
extern	int	postnote(int who, int pid, char *note);
extern	int	putenv(char *name, char *value);
extern	void	qsort(void*, long n, long size, int (*cmp)(void*, void*));
extern	int	setjmp(jmp_buf) __attribute__((returns_twice, regparm(1)));
typedef	int	sigjmp_buf[9];		/* jmp_buf, saved, mask, word */
extern	int	sigsetjmp(sigjmp_buf, int savemask) __attribute__((returns_twice));
extern	_Noreturn void	siglongjmp(sigjmp_buf, int);
extern	double	strtod(char*, char **end);
extern	long	strtol(char*, char **end, int base);
extern	ulong	strtoul(char*, char **end, int base);
extern	vlong	strtoll(char*, char **end, int base);
extern	uvlong	strtoull(char*, char **end, int base);
extern	_Noreturn void	sysfatal(char*, ...);
extern	long	readn(int fd, void*, long n);		/* until n or the end */
extern	int	tolower(int);
extern	int	toupper(int);

/*
 * profiling is not there; privates are words that processes which share
 * memory have each for themselves
 */
extern	void**	privalloc(void);
extern	void	privfree(void**);

/*
 * synchronization between processes that share memory. A Lock spins (and
 * sleeps), the others sleep in rendezvous.
 */
typedef struct Lock Lock;
struct Lock
{
	int	val;
};

extern	int	_tas(int*);				/* old value; sets it */
extern	void	lock(Lock*);
extern	void	unlock(Lock*);
extern	int	canlock(Lock*);

typedef struct QLp QLp;
struct QLp
{
	int	inuse;
	QLp	*next;
	char	state;
};

typedef struct QLock QLock;
struct QLock
{
	Lock	lock;
	int	locked;
	QLp	*head;
	QLp	*tail;
};

extern	void	qlock(QLock*);
extern	void	qunlock(QLock*);
extern	int	canqlock(QLock*);

typedef struct RWLock RWLock;
struct RWLock
{
	Lock	lock;
	int	readers;
	int	writer;
	QLp	*head;
	QLp	*tail;
};

extern	void	rlock(RWLock*);
extern	void	runlock(RWLock*);
extern	int	canrlock(RWLock*);
extern	void	wlock(RWLock*);
extern	void	wunlock(RWLock*);
extern	int	canwlock(RWLock*);

typedef struct Rendez Rendez;
struct Rendez
{
	QLock	*l;
	QLp	*head;
	QLp	*tail;
};

extern	void	rsleep(Rendez*);	/* r->l locked, before and after */
extern	int	rwakeup(Rendez*);		/* how many were woken */
extern	int	rwakeupall(Rendez*);

typedef struct Ref Ref;
struct Ref
{
	long	ref;
};

extern	long	incref(Ref*);				/* the new value */
extern	long	decref(Ref*);
extern	long	ainc(long*);				/* likewise */
extern	long	adec(long*);
extern	int	cas(long*, long old, long new);		/* 1: it was old */

/*
 * system calls
 */
#define	STATMAX		65535U				/* of a stat message */
#define	DIRMAX		(sizeof(Dir)+STATMAX)
#define	ERRMAX		128				/* with the NUL */

#define	MORDER		0x0003				/* bits of the order */
#define	MREPL		0x0000
#define	MBEFORE		0x0001
#define	MAFTER		0x0002
#define	MCREATE		0x0004
#define	MCACHE		0x0010
#define	MMASK		0x0017

#define	OREAD		0
#define	OWRITE		1
#define	ORDWR		2
#define	OEXEC		3
#define	OTRUNC		16
#define	OCEXEC		32				/* close on exec */
#define	ORCLOSE		64				/* remove on close */
#define	OEXCL		0x1000			/* create: must be new */

#define	AEXIST		0
#define	AEXEC		1
#define	AWRITE		2
#define	AREAD		4

#define	SG_RONLY	0040				/* segattach */
#define	SG_CEXEC	0100

#define	NCONT		0				/* noted: go on */
#define	NDFLT		1				/* die of it */
#define	NSAVE		2			/* go on, keep the Ureg */
#define	NRSTR		3			/* back to the one kept */

#define	QTDIR		0x80
#define	QTAPPEND	0x40
#define	QTEXCL		0x20
#define	QTMOUNT		0x10
#define	QTAUTH		0x08
#define	QTTMP		0x04
#define	QTFILE		0x00

#define	DMDIR		0x80000000
#define	DMAPPEND	0x40000000
#define	DMEXCL		0x20000000
#define	DMMOUNT		0x10000000
#define	DMAUTH		0x08000000
#define	DMTMP		0x04000000
#define	DMREAD		0x4
#define	DMWRITE		0x2
#define	DMEXEC		0x1

enum
{
	RFNAMEG		= 1<<0,
	RFENVG		= 1<<1,
	RFFDG		= 1<<2,
	RFNOTEG		= 1<<3,
	RFPROC		= 1<<4,
	RFMEM		= 1<<5,
	RFNOWAIT	= 1<<6,
	RFCNAMEG	= 1<<10,
	RFCENVG		= 1<<11,
	RFCFDG		= 1<<12,
	RFREND		= 1<<13,
	RFNOMNT		= 1<<14,
};

typedef struct Qid Qid;
struct Qid
{
	uvlong	path;
	ulong	vers;
	uchar	type;
};

typedef struct Dir Dir;
struct Dir
{
	ushort	type;			/* device letter */
	uint	dev;
	Qid	qid;
	ulong	mode;
	ulong	atime;			/* seconds */
	ulong	mtime;
	vlong	length;			/* bytes */
	char	*name;			/* last element */
	char	*uid;
	char	*gid;
	char	*muid;			/* who wrote last */
};

typedef struct Waitmsg Waitmsg;
struct Waitmsg
{
	int	pid;
	ulong	time[3];		/* ms: user, system, real */
	char	*msg;			/* "" or why it failed */
};

typedef struct IOchunk IOchunk;
struct IOchunk
{
	void	*addr;
	ulong	len;
};

extern	_Noreturn void	_exits(char*);
extern	ulong	alarm(ulong ms);		/* ms left of the last one */
extern	long	await(char*, int);
extern	int	access(char*, int mode);
extern	int	bind(char *new, char *old, int flag);
extern	int	brk(void*);
extern	int	brk_(void*);
extern	int	chdir(char*);
extern	int	close(int);
extern	int	create(char*, int mode, ulong perm);
extern	int	dup(int old, int new);			/* new -1: the lowest */
extern	int	errstr(char*, uint n);			/* swaps */
extern	int	exec(char*, char*[]);
extern	int	execl(char*, ...);
extern	int	fauth(int fd, char *aname);
extern	int	fd2path(int fd, char *buf, int n);
extern	int	fork(void);
extern	int	rfork(int flags);
extern	int	fstat(int, uchar*, int);
extern	int	fwstat(int, uchar*, int);
extern	int	fversion(int fd, int msize, char *version, int n);
extern	int	mount(int fd, int afd, char *old, int flag, char *spec);
extern	int	unmount(char *new, char *old);
extern	int	noted(int);

/* notes held off: notehold(2) */
enum
{
	NHALARM		= 1<<0,		/* classes */
	NHINTERRUPT	= 1<<1,
	NHHANGUP	= 1<<2,
	NHOTHER		= 1<<3,
	NHALL		= 15,

	NHBLOCK		= 0,		/* notemask: how */
	NHUNBLOCK	= 1,
	NHSET		= 2,
};
extern	long	notemask(int how, ulong classes);
extern	long	_notemaskl(int how, ulong classes);	/* to be measured only */
extern	ulong	*_noteword;	/* the word, or one that says: call these */
extern	void	_notehold(ulong*);
extern	void	_noterelease(ulong*);

static inline void
notehold(void)
{
	ulong *w;

	w = _noteword;
	if(_addword(w, 1))
		_notehold(w);
}

static inline void
noterelease(void)
{
	ulong *w;

	w = _noteword;
	if(_addword(w, -1))
		_noterelease(w);
}
extern	int	notify(void (*f)(void*, char*));
extern	int	open(char*, int mode);
extern	int	pipe(int fd[2]);
extern	long	pread(int fd, void*, long n, vlong off);
extern	long	pwrite(int fd, void*, long n, vlong off);
extern	long	read(int, void*, long);
extern	int	remove(char*);
extern	void*	sbrk(ulong);
extern	vlong	seek(int fd, vlong off, int whence);
extern	void*	segattach(int attr, char *class, void *va, ulong len);
extern	void*	segbrk(void*, void*);
extern	int	segdetach(void*);
extern	int	segflush(void*, ulong);
extern	int	segfree(void*, ulong);
extern	int	semacquire(long*, int block);
extern	long	semrelease(long*, long n);
extern	int	tsemacquire(long*, ulong ms);
extern	int	sleep(long ms);
extern	int	stat(char*, uchar*, int);
extern	int	sysr1(void);
extern	Waitmsg* wait(void);				/* malloced */
extern	int	waitpid(void);
extern	long	write(int, void*, long);
extern	int	wstat(char*, uchar*, int);
extern	void*	rendezvous(void *tag, void *val);

extern	Dir*	dirstat(char*);			/* malloced, as one piece */
extern	Dir*	dirfstat(int);
extern	int	dirwstat(char*, Dir*);
extern	int	dirfwstat(int, Dir*);
extern	long	dirread(int, Dir**);			/* how many; malloced */
extern	long	dirreadall(int, Dir**);
extern	void	nulldir(Dir*);				/* all "leave it" */
extern	uint	convM2D(uchar*, uint n, Dir*, char *strs);
extern	uint	convD2M(Dir*, uchar*, uint n);
extern	uint	sizeD2M(Dir*);
extern	int	statcheck(uchar*, uint n);		/* 0: well formed */
extern	int	dirmodefmt(Fmt*);		/* %M, like d-rwxr-xr-x */

extern	int	getpid(void);
extern	int	getppid(void);
extern	void	rerrstr(char*, uint);
extern	void	werrstr(char*, ...);

extern	char	*argv0;

/*
 * options: ARGBEGIN{ case 'x': ... }ARGEND steps over argv[0] and the
 * options; ARGF is an option's argument or nil, EARGF(x) does x if none
 */
#define	ARGBEGIN	for(argv0 = argv0 ? argv0 : *argv, argv++, argc--;\
			argv[0] && argv[0][0] == '-' && argv[0][1];\
			argc--, argv++){\
				char *_args, *_argt;\
				Rune _argc;\
				_args = &argv[0][1];\
				if(_args[0] == '-' && _args[1] == 0){\
					argc--;\
					argv++;\
					break;\
				}\
				_argc = 0;\
				while(*_args && (_args += chartorune(&_argc, _args)))\
				switch(_argc)
#define	ARGEND		SET(_argt);\
			USED(_argt, _argc, _args);\
			}\
			USED(argv, argc);
#define	ARGF()		(_argt = _args, _args = "",\
			(*_argt ? _argt : argv[1] ? (argc--, *++argv) : nil))
#define	EARGF(x)	(_argt = _args, _args = "",\
			(*_argt ? _argt : argv[1] ? (argc--, *++argv) :\
			((x), abort(), (char*)nil)))
#define	ARGC()		_argc

extern	_Noreturn void	abort(void);
