/*
 * Cooperative threads in one process, by GNU Pth's names. A thread runs
 * until it calls something that waits. Signals stand for notes: a small
 * number for each class of notes, and a set of them is a word, so that
 * what a thread blocks, has pending and waits for are words too. Calls
 * that return int give TRUE, or FALSE and leave the reason in the error
 * string, unless it says otherwise. pth(2) has the rest.
 */
#define	TRUE	1
#define	FALSE	0

/*
 * signals, 1 to 31; the note that each stands for
 */
enum
{
	SIGHUP		= 1,		/* hangup */
	SIGINT		= 2,		/* interrupt */
	SIGQUIT		= 3,		/* quit */
	SIGILL		= 4,
	SIGTRAP		= 5,
	SIGABRT		= 6,
	SIGFPE		= 8,
	SIGKILL		= 9,		/* cannot be had */
	SIGUSR1		= 10,		/* usr1 */
	SIGSEGV		= 11,
	SIGUSR2		= 12,		/* usr2 */
	SIGPIPE		= 13,		/* sys: write on closed pipe */
	SIGALRM		= 14,		/* alarm */
	SIGTERM		= 15,		/* any other */
	PTH_NSIG	= 32,
};

enum
{
	SIG_BLOCK,			/* pth_sigmask: these too */
	SIG_UNBLOCK,			/* not these */
	SIG_SETMASK,			/* these and no others */
};

typedef u32int Pthsigset;
#define	sigset_t		Pthsigset
#define	sigemptyset(s)		(*(s) = 0)
#define	sigfillset(s)		(*(s) = ~1)
#define	sigaddset(s, n)		(*(s) |= 1U<<(n))
#define	sigdelset(s, n)		(*(s) &= ~(1U<<(n)))
#define	sigismember(s, n)	((*(s)>>(n)) & 1)

typedef struct pth_time_st pth_time_t;
struct pth_time_st
{
	long	tv_sec;
	long	tv_usec;
};

typedef struct pth_st *pth_t;
typedef struct pth_attr_st *pth_attr_t;
typedef struct pth_event_st *pth_event_t;
typedef struct pth_msgport_st *pth_msgport_t;

/* the events that wait for an object, first come first */
typedef struct Pthlist Pthlist;
struct Pthlist
{
	pth_event_t head;
	pth_event_t tail;
};

typedef struct pth_mutex_st pth_mutex_t;
struct pth_mutex_st
{
	pth_t	owner;			/* nil: free */
	ulong	count;			/* how often the owner has it */
	Pthlist	wait;
	pth_mutex_t *next;		/* of the owner's */
	pth_mutex_t *prev;
};
#define	PTH_MUTEX_INIT	{ nil }

typedef struct pth_cond_st pth_cond_t;
struct pth_cond_st
{
	Pthlist	wait;
};
#define	PTH_COND_INIT	{ { nil } }

typedef struct pth_message_st pth_message_t;
struct pth_message_st
{
	pth_message_t *m_next;		/* the library's */
	pth_msgport_t m_replyport;
	uint	m_size;			/* these two are the user's */
	void	*m_data;
};

typedef enum
{
	PTH_STATE_NEW,			/* has not run yet */
	PTH_STATE_READY,
	PTH_STATE_RUNNING,
	PTH_STATE_WAITING,
	PTH_STATE_DEAD,
} pth_state_t;

enum
{
	PTH_PRIO_MIN	= -5,
	PTH_PRIO_STD	= 0,
	PTH_PRIO_MAX	= 5,
};

/*
 * the whole
 */
enum					/* pth_ctrl */
{
	PTH_CTRL_GETAVLOAD		= 1<<1,	/* float* */
	PTH_CTRL_GETPRIO		= 1<<2,	/* pth_t */
	PTH_CTRL_GETNAME		= 1<<3,	/* pth_t; char* as a long */
	PTH_CTRL_GETTHREADS_NEW		= 1<<4,
	PTH_CTRL_GETTHREADS_READY	= 1<<5,
	PTH_CTRL_GETTHREADS_RUNNING	= 1<<6,
	PTH_CTRL_GETTHREADS_WAITING	= 1<<7,
	PTH_CTRL_GETTHREADS_DEAD	= 1<<9,
	PTH_CTRL_GETTHREADS		= 0x2f0,
	PTH_CTRL_GETSWITCHES		= 1<<12,
};

extern	int	pth_init(void);		/* first of all */
extern	int	pth_kill(void);		/* by the main thread: ends all others */
extern	long	pth_ctrl(ulong query, ...);	/* -1: bad query */

/*
 * attributes, of a thread to be made or of one that is (pth_attr_of)
 */
enum
{
	PTH_ATTR_PRIO,			/* int */
	PTH_ATTR_NAME,			/* char*, 39 bytes kept */
	PTH_ATTR_JOINABLE,		/* int */
	PTH_ATTR_CANCEL_STATE,		/* uint */
	PTH_ATTR_STACK_SIZE,		/* uint, bytes */
	PTH_ATTR_DISPATCHES,		/* int, only to get; so the following */
	PTH_ATTR_STATE,			/* pth_state_t */
	PTH_ATTR_BOUND,			/* int: it is a thread's */
};
#define	PTH_ATTR_DEFAULT	((pth_attr_t)nil)

extern	pth_attr_t pth_attr_new(void);		/* nil: no memory */
extern	pth_attr_t pth_attr_of(pth_t);
extern	int	pth_attr_init(pth_attr_t);
extern	int	pth_attr_set(pth_attr_t, int field, ...);
extern	int	pth_attr_get(pth_attr_t, int field, ...);	/* to a pointer */
extern	int	pth_attr_destroy(pth_attr_t);

/*
 * threads
 */
enum
{
	PTH_CANCEL_ENABLE	= 1<<0,
	PTH_CANCEL_DISABLE	= 1<<1,
	PTH_CANCEL_ASYNCHRONOUS	= 1<<2,	/* as soon as it runs */
	PTH_CANCEL_DEFERRED	= 1<<3,	/* when it would wait */
	PTH_CANCEL_DEFAULT	= 1<<0|1<<3,
};
#define	PTH_CANCELED	((void*)-1)	/* the value of one cancelled */

extern	pth_t	pth_spawn(pth_attr_t, void *(*f)(void*), void *arg);
extern	pth_t	pth_self(void);
extern	int	pth_yield(pth_t next);	/* nil: whoever is first */
extern	int	pth_nap(pth_time_t);
extern	int	pth_join(pth_t, void **value);	/* nil: any that ends */
extern	_Noreturn void	pth_exit(void *value);
extern	int	pth_cancel(pth_t);
extern	int	pth_abort(pth_t);		/* and never joined */
extern	void	pth_cancel_point(void);
extern	void	pth_cancel_state(int new, int *old);
extern	int	pth_cleanup_push(void (*f)(void*), void *arg);
extern	int	pth_cleanup_pop(int run);

/*
 * signals. The two that return int give 0, or an error's number
 */
extern	int	pth_sigmask(int how, const sigset_t*, sigset_t *old);
extern	int	pth_sigwait(const sigset_t*, int *sig);
extern	int	pth_raise(pth_t, int sig);	/* 0: is there such a thread */
extern	void	(*pth_signal(int sig, void (*f)(int)))(int);
#define	SIG_DFL		((void(*)(int))0)
#define	SIG_IGN		((void(*)(int))1)

/*
 * events. The argument of pth_event after the ring it joins
 */
enum
{
	PTH_EVENT_FD	= 1<<1,		/* int */
	PTH_EVENT_SIGS	= 1<<3,		/* sigset_t*, int* */
	PTH_EVENT_TIME	= 1<<4,		/* pth_time_t, since 1970 */
	PTH_EVENT_MSG	= 1<<5,		/* pth_msgport_t */
	PTH_EVENT_MUTEX	= 1<<6,		/* pth_mutex_t* */
	PTH_EVENT_COND	= 1<<7,		/* pth_cond_t* */
	PTH_EVENT_TID	= 1<<8,		/* pth_t */
	PTH_EVENT_TYPES	= 0x1fa,

	PTH_UNTIL_OCCURRED	= 1<<11,
	PTH_UNTIL_FD_READABLE	= 1<<12,
	PTH_UNTIL_FD_WRITEABLE	= 1<<13,
	PTH_UNTIL_TID_DEAD	= 1<<18,

	PTH_MODE_CHAIN		= 1<<21,	/* a ring comes first */
};

enum					/* pth_event_walk */
{
	PTH_WALK_NEXT	= 1<<1,
	PTH_WALK_PREV	= 1<<2,
};

enum					/* pth_event_free */
{
	PTH_FREE_THIS,
	PTH_FREE_ALL,
};

typedef enum
{
	PTH_STATUS_PENDING,
	PTH_STATUS_OCCURRED,
	PTH_STATUS_FAILED,
} pth_status_t;

extern	pth_event_t pth_event(ulong spec, ...);
extern	ulong	pth_event_typeof(pth_event_t);
extern	pth_event_t pth_event_concat(pth_event_t, ...);	/* until nil */
extern	pth_event_t pth_event_isolate(pth_event_t);	/* the rest */
extern	pth_event_t pth_event_walk(pth_event_t, uint direction);
extern	pth_status_t pth_event_status(pth_event_t);
extern	int	pth_event_free(pth_event_t, int mode);
extern	int	pth_wait(pth_event_t ring);	/* how many occurred, -1 */
extern	pth_time_t pth_time(long sec, long usec);
extern	pth_time_t pth_timeout(long sec, long usec);	/* from now */

/*
 * mutexes, conditions, message ports. The event is one more thing that
 * ends the waiting, or nil
 */
extern	int	pth_mutex_init(pth_mutex_t*);
extern	int	pth_mutex_acquire(pth_mutex_t*, int try, pth_event_t);
extern	int	pth_mutex_release(pth_mutex_t*);
extern	int	pth_cond_init(pth_cond_t*);
extern	int	pth_cond_await(pth_cond_t*, pth_mutex_t*, pth_event_t);
extern	int	pth_cond_notify(pth_cond_t*, int all);
extern	pth_msgport_t pth_msgport_create(const char *name);
extern	void	pth_msgport_destroy(pth_msgport_t);
extern	pth_msgport_t pth_msgport_find(const char *name);
extern	int	pth_msgport_pending(pth_msgport_t);	/* how many */
extern	int	pth_msgport_put(pth_msgport_t, pth_message_t*);
extern	pth_message_t* pth_msgport_get(pth_msgport_t);	/* nil: none */
extern	int	pth_msgport_reply(pth_message_t*);

/*
 * files, without stopping the other threads; as read, write and close
 */
extern	long	pth_read(int fd, void*, long n);
extern	long	pth_write(int fd, void*, long n);
extern	int	pth_close(int fd);
