/*
 * What the library's files share. A thread's structure lies at the top of
 * its stack, so that a switch touches few pages. There is no scheduler
 * thread: who gives up the processor picks the next one and switches to it.
 */
typedef struct pth_st Thread;
typedef struct pth_attr_st Attr;
typedef struct pth_event_st Event;
typedef struct pth_msgport_st Port;
typedef struct Signode Signode;
typedef struct Siglist Siglist;
typedef struct Cleanup Cleanup;
typedef struct Wait Wait;
typedef struct Queue Queue;
typedef struct Pth Pth;

enum
{
	Nprio		= PTH_PRIO_MAX-PTH_PRIO_MIN+1,
	Namelen		= 40,
	Stacksize	= 16*1024,	/* if nothing else is said */
	Minstack	= 4*1024,	/* a note's frame must fit */
	Nguard		= 256,		/* words below a stack that are checked */
	Npart		= 32,		/* of them so many at a time */
	Seldom		= 16,		/* once in so many dispatches */
	Page		= 4096,
	Ncolour		= 32,		/* places of a Thread in its page */
	Line		= 64,		/* of a cache */
	Guard		= 0x9b1e57ac,	/* what is in them */
	Polls		= 64,		/* switches until timers are looked at */
	Forever		= -1,
};

#define	BIT(n)	(1U<<(n))

struct pth_attr_st
{
	Thread	*bound;
	int	prio;
	int	joinable;
	int	cancel;
	ulong	stack;
	char	name[Namelen];
};

struct Cleanup
{
	Cleanup	*next;
	void	(*f)(void*);
	void	*arg;
};

/* what a thread waits for; a signal's function may wait within a wait */
struct Wait
{
	Wait	*up;
	Event	*ring[2];
};

struct pth_st
{
	uchar	*sp;			/* while it does not run */
	u32int	*guard;			/* below its stack; the first has none */
	Thread	*next;			/* in the ready queue or the dead's */
	Thread	*prev;
	uint	when;			/* the clock when it became ready */
	int	prio;
	int	state;
	uint	ndispatch;
	sigset_t mask;			/* blocked */
	sigset_t pend;			/* sent to it and not yet taken */
	sigset_t waits;			/* in the sets of sigs */
	int	kill;			/* cancelled and asynchronous: dies next */

	int	cancelled;
	int	cancel;			/* PTH_CANCEL bits */
	int	joinable;
	void	*(*fn)(void*);
	void	*arg;
	void	*value;
	Cleanup	*cleanup;
	pth_mutex_t *held;
	Wait	*wait;			/* the innermost */
	Pthlist	sigs;			/* SIGS events it waits for */
	Pthlist	joiners;
	int	njoin;			/* how many wait to join it */
	Thread	*allnext;
	Thread	*allprev;
	ulong	size;			/* of the stack */
	void	*block;			/* to be freed */
	char	name[Namelen];
};

/* one signal of a SIGS event, in the list of those who wait for it */
struct Signode
{
	Signode	*next;
	Signode	*prev;
	Event	*ev;
	int	sig;
};

struct Siglist
{
	Signode	*head;
	Signode	*tail;
};

struct pth_event_st
{
	Event	*next;			/* the ring */
	Event	*prev;
	ulong	spec;
	int	status;
	int	linked;			/* waited for, not yet occurred */
	Thread	*thread;		/* who waits */
	Event	*wnext;			/* in the list of the object */
	Event	*wprev;
	Pthlist	*on;
	union {
		struct {
			sigset_t set;
			int	*sig;
			int	nnode;
			Signode	*node;
		};
		struct {
			vlong	at;	/* ns */
			ulong	seq;	/* of two at a time the first */
			int	slot;	/* in the heap */
		};
		int	fd;
		pth_msgport_t port;
		struct {
			pth_mutex_t *mutex;
			int	take;	/* hand it over */
		};
		pth_cond_t *cond;
		Thread	*tid;
	};
};

struct pth_msgport_st
{
	Port	*next;			/* of all that have a name */
	char	*name;
	Thread	*owner;
	pth_message_t *head;
	pth_message_t *tail;
	int	n;
	Pthlist	wait;
};

struct Queue
{
	Thread	*head;
	Thread	*tail;
};

struct Pth
{
	Thread	*cur;
	Thread	*dead;			/* just left its stack, to be freed */
	int	left;			/* switches until the next poll */
	u32int	ready;			/* a bit for each queue with threads */
	uint	clock;			/* switches */
	int	nready;
	sigset_t pend;			/* sent to the process, not yet taken */
	volatile u32int	noted;		/* signals that notes brought */
	volatile int	idle;		/* about to sleep: wake it */
	sigset_t waits;			/* signals somebody waits for */
	sigset_t blocked;		/* signals somebody blocks */
	sigset_t caught;		/* signals with a function, or ignored */
	Queue	q[Nprio];

	Siglist	sig[PTH_NSIG];		/* who waits for it */
	int	nblock[PTH_NSIG];	/* how many block it */
	void	(*handler[PTH_NSIG])(int);
	Thread	*main;
	Thread	*all;
	int	nthread;
	Queue	ended;			/* dead and not joined */
	Pthlist	anyend;			/* wait for any to end */
	Port	*ports;
	Event	**heap;			/* timers, the earliest first */
	int	ntimer;
	int	maxtimer;
	ulong	seq;
	float	load;
};

extern	Pth	_pth;

/* queue.c: threads that are ready, events that wait */
extern	void	_pthready(Thread*);
extern	void	_pthunready(Thread*);
extern	Thread*	_pthnext(void);
extern	void	_pthlink(Pthlist*, Event*);
extern	void	_pthunlink(Event*);

/* sched.c */
extern	void	_pthblock(void);	/* until somebody makes it ready */
extern	void	_pthresumed(void);
extern	_Noreturn void	_pthleave(void);	/* for good */
extern	_Noreturn void	_pthoverflow(Thread*);
extern	void	_pthguard(Thread*);	/* overflow, if it is broken */
extern	void	_pthfault(uintptr sp);	/* the same for all, and this sp */
extern	void	_pthpoll(void);

/* thread.c */
extern	void	_pthfree(Thread*);
extern	void	_pthname(char *to, const char *from);

/* cancel.c */
extern	int	_pthdoomed(Thread*);	/* ends when it can be cancelled */

/* wait.c */
extern	void	_pthoccur(Event*);
extern	int	_pthwait(Event*, Event*);	/* can be cancelled */
extern	int	_pthwaitraw(Event*, Event*);	/* only ended by it */
extern	void	_pthunwait(Thread*);	/* no event comes any more */
extern	void	_pthevent(Event*, ulong spec);
extern	void	_pthwakelist(Pthlist*);

/* signal.c */
extern	void	_pthsigs(void);		/* what notes brought */
extern	void	_pthdeliver(Thread*);	/* to the running one */
extern	void	_pthsiglink(Event*);
extern	void	_pthsigunlink(Event*);
extern	int	_pthsignow(Event*, Thread*);
extern	void	_pthmasked(sigset_t old, sigset_t new);

/* msg.c */
extern	void	_pthportsend(void);

/* sync.c */
extern	void	_pthdrop(pth_mutex_t*);

/* timer.c */
extern	int	_pthtimer(Event*);
extern	void	_pthuntimer(Event*);
extern	void	_pthtimers(void);	/* those that are due occur */
extern	vlong	_pthsleep(void);	/* ns until the first, or Forever */

/* 386.S: save the registers, *old and new being stack pointers */
extern	void	_pthswitch(uchar **old, uchar *new);
extern	uchar*	_pthframe(uchar *top, void (*f)(void));

/* note9.c, stack9.c, fd9.c: the system below */
extern	int	_pthnotes(int on);
extern	_Noreturn void	_pthsuicide(int sig);
extern	void	_pthidle(vlong ns);
extern	void	_pthwake(void);
extern	void*	_pthstack(ulong size);
extern	void	_pthunstack(void*, ulong size);
extern	int	_pthfork(int flags, void *sp, void (*f)(void*), void *arg);
extern	int	_pthfdstart(Event*);	/* -1: no, 0: wait, 1: ready now */
extern	void	_pthfdstop(Event*);
extern	void	_pthfdpoll(void);
extern	void	_pthfdend(void);
