/* Plan 9's libc.h, as far as programs that are shared need it */
#define	nelem(x)	((int)(sizeof(x)/sizeof((x)[0])))
extern	void*	memmove(void*, void*, ulong);
extern	void*	memset(void*, int, ulong);
extern	int	memcmp(void*, void*, ulong);
extern	int	strcmp(char*, char*);
extern	int	strncmp(char*, char*, long);
extern	char*	strcpy(char*, char*);
extern	char*	strchr(char*, int);
extern	char*	strstr(char*, char*);
extern	long	strlen(char*);
extern	int	atoi(char*);
extern	long	atol(char*);
extern	ulong	strtoul(char*, char**, int);
extern	vlong	strtoll(char*, char**, int);
extern	int	tokenize(char*, char**, int);
extern	void*	malloc(ulong);
extern	void*	mallocz(ulong, int);
extern	void	free(void*);
extern	void	qsort(void*, long, long, int (*)(void*, void*));
extern	int	print(char*, ...);
extern	int	fprint(int, char*, ...);
extern	int	snprint(char*, int, char*, ...);
extern	char*	seprint(char*, char*, char*, ...);
extern	char*	argv0;
extern	void	sysfatal(char*, ...) __attribute__((noreturn));
extern	void	exits(char*);
extern	void	_exits(char*);
extern	int	atexit(void (*)(void));
extern	vlong	nsec(void);
extern	void	cycles(uvlong*);
extern	long	time(long*);
extern	int	nrand(int);
extern	void	srand(long);
extern	int	postnote(int, int, char*);
extern	int	atnotify(int (*)(void*, char*), int);

#define	OREAD	0
#define	OWRITE	1
#define	ORDWR	2
#define	OCEXEC	32
#define	NCONT	0
#define	NDFLT	1
#define	NSAVE	2
#define	NRSTR	3
#define	ERRMAX	128
enum
{
	RFNAMEG = 1<<0, RFENVG = 1<<1, RFFDG = 1<<2, RFNOTEG = 1<<3,
	RFPROC = 1<<4, RFMEM = 1<<5, RFNOWAIT = 1<<6,
	PNPROC = 1, PNGROUP = 2,
};
typedef struct Waitmsg Waitmsg;
struct Waitmsg
{
	int	pid;
	ulong	time[3];
	char	*msg;
};
extern	long	alarm(ulong);
extern	int	close(int);
extern	int	create(char*, int, ulong);
extern	int	dup(int, int);
extern	int	errstr(char*, uint);
extern	int	fork(void);
extern	int	getpid(void);
extern	int	noted(int);
extern	int	notify(void (*)(void*, char*));
extern	int	open(char*, int);
extern	int	pipe(int*);
extern	long	pread(int, void*, long, vlong);
extern	long	read(int, void*, long);
extern	long	readn(int, void*, long);
extern	int	rfork(int);
extern	void	rerrstr(char*, uint);
extern	vlong	seek(int, vlong, int);
extern	long	sleep(long);
extern	Waitmsg*	wait(void);
extern	int	waitpid(void);
extern	void	werrstr(char*, ...);
extern	long	write(int, void*, long);
extern	int	_tos;

#define	ARGBEGIN	for((void)(argv0||(argv0=*argv)),argv++,argc--;\
			argv[0] && argv[0][0]=='-' && argv[0][1];\
			argc--, argv++){\
				char *_args, *_argt;\
				Rune _argc;\
				_args = &argv[0][1];\
				if(_args[0]=='-' && _args[1]==0){\
					argc--; argv++; break;\
				}\
				_argc = 0;\
				while(*_args && (_argc = (Rune)*_args++))\
				switch(_argc)
#define	ARGEND		SET(_argt);USED(_argt);USED(_argc);USED(_args);}\
			USED(argv);USED(argc);
#define	ARGF()		(_argt=_args, _args="",\
			(*_argt? _argt: argv[1]? (argc--, *++argv): 0))
#define	EARGF(x)	(_argt=_args, _args="",\
			(*_argt? _argt: argv[1]? (argc--, *++argv):\
			((x), (char*)0)))
