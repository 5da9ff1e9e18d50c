/* what the headers of both kernels have alike; from the kernel pages */
typedef	struct Chan	Chan;
typedef	struct Dirtab	Dirtab;
typedef	struct Mach	Mach;
typedef	struct Proc	Proc;
typedef	struct QLock	QLock;
typedef	struct Rendez	Rendez;
typedef	struct Timer	Timer;
typedef	struct Timers	Timers;
typedef	struct Ureg	Ureg;

int	lock(Lock*);
int	canlock(Lock*);
void	unlock(Lock*);
void	ilock(Lock*);
void	iunlock(Lock*);
int	splhi(void);
int	spllo(void);
void	splx(int);
int	islo(void);
int	inb(int);
void	outb(int, int);
void	timeradd(Timer*);
void	timerdel(Timer*);
uvlong	fastticks(uvlong*);
char*	getconf(char*);
int	readstr(ulong, char*, ulong, char*);
int	readnum(ulong, char*, ulong, ulong, int);
void*	malloc(ulong);
void*	smalloc(ulong);
void	free(void*);
void	putstrn(char*, int);
int	iprint(char*, ...);
Dirtab*	addarchfile(char*, int, long(*)(Chan*, void*, long, vlong),
		long(*)(Chan*, void*, long, vlong));
extern	void	(*cycles)(uvlong*);
extern	void	(*coherence)(void);
extern	void	(*screenputs)(char*, int);
void	screeninit(void);
int	walk(Chan**, char**, int, int, int*);
void	ready(Proc*);

enum { Trelative, Tperiodic };

#define	KZERO		0xF0000000
#define	KADDR(a)	((void*)((ulong)(a)|KZERO))
#define	MACHP(n)	(machp[n])
#define	HZ		100
#define	BY2PG		4096
#define	m		((Mach*)MACHADDR)
#define	up		(m->externup)
