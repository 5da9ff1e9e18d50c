/*
 * cgafake.c: a PC that cga.c runs on: CRT controller, locks, interrupts, a
 * clock and timers, all under the test's hand; and the model beside it.
 */
extern	int	printf(const char*, ...);
extern	int	fflush(void*);
extern	void	_exit(int);
extern	void*	memset(void*, int, ulong);

typedef struct Fake Fake;
struct Fake
{
	/* the machine, set by the test */
	int	on;		/* interrupts are on */
	int	crtbase;	/* cursor, as the controller has it */
	char	*nocga;		/* what getconf gives */
	char	*way;
	void	(*at)(char*);	/* called where the driver calls out */
	uvlong	now;		/* ns, and cycles */
	int	tsc;		/* cycles a look at the counter takes */
	void	(*wrong)(void);	/* called when the driver did wrong */

	/* what the driver did */
	int	intick;		/* it is called by its timer */
	int	crtwrites;
	int	crtindex;
	int	order[64];	/* registers written */
	int	norder;
	int	narmed;		/* timeradds from a write */
	int	nfired;
	Timer	*timer;		/* running, nil: none */
	uvlong	due;
	Lock	*screen;	/* the Lock taken first */
	Lock	*got;		/* the last one tried for, nil: in vain */
	int	depth;		/* Locks held */
	uvlong	offat;		/* when interrupts went off */
	char	*error;		/* raised last */
	long	(*rd)(Chan*, void*, long, vlong);
	long	(*wr)(Chan*, void*, long, vlong);
	int	files;
};

enum
{
	Process	= 0,
	Intr	= 1,
};

extern	Fake	fake;
extern	Proc	proc0;
extern	int	panicking;

extern	void	fakeinit(char**);
extern	void	bad(char*, ...);
extern	void	fileread(char*, int);
extern	int	filewrite(char*);
extern	uvlong	counter(char*);
extern	void	pass(uvlong);
extern	int	fire(void);
