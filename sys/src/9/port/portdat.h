/*
 * Portable types of the kernel.  dat.h includes this after its own.
 *
 * Lock order, outermost first: QLocks (Pgrp.ns, Mhead.lock, Segment.lk,
 * Proc.seglock, Proc.debug), then spin Locks, then ilocks:
 * Timers, Proc.notelock, Rendez, Proc.rlock, the run queue, the screen.
 * With a spin lock held nobody sleeps; with an ilock held interrupts
 * are off.
 */
typedef struct Block	Block;
typedef struct Chan	Chan;
typedef struct Cmdbuf	Cmdbuf;
typedef struct Cmdtab	Cmdtab;
typedef struct Dev	Dev;
typedef struct Dirtab	Dirtab;
typedef struct Egrp	Egrp;
typedef struct Evalue	Evalue;
typedef struct Fgrp	Fgrp;
typedef struct Image	Image;
typedef struct Mhead	Mhead;
typedef struct Mnt	Mnt;
typedef struct Mntrpc	Mntrpc;
typedef struct Mount	Mount;
typedef struct Note	Note;
typedef struct Path	Path;
typedef struct Pgrp	Pgrp;
typedef struct Pte	Pte;
typedef struct QLock	QLock;
typedef struct Queue	Queue;
typedef struct Ref	Ref;
typedef struct Rendez	Rendez;
typedef struct Rgrp	Rgrp;
typedef struct RWlock	RWlock;
typedef struct Segment	Segment;
typedef struct Sema	Sema;
typedef struct Timer	Timer;
typedef struct Textring	Textring;
typedef struct Timers	Timers;
typedef struct Waiter	Waiter;
typedef struct Waitlist	Waitlist;
typedef struct Waitq	Waitq;
typedef struct Walkqid	Walkqid;
typedef int	Devgen(Chan*, char*, Dirtab*, int, int, Dir*);
typedef long	Syscall(ulong*);

/* changed by incref and decref only, which are atomic */
struct Ref
{
	long	ref;
};

struct Rendez
{
	Lock;
	Proc	*p;
};

/* any number of processes waiting for one condition; see waitlist.c */
struct Waiter
{
	Rendez;
	Waiter	*next;
};

struct Waitlist
{
	Lock;
	Waiter	*head;
};

enum				/* QLock.locked */
{
	Qfree,
	Qheld,
	Qwanted,		/* held, and there may be waiters */
};

struct QLock
{
	Lock	use;		/* of the queue */
	Proc	*head;		/* waiting, linked by qnext */
	Proc	*tail;
	long	locked;		/* atomic */
	ulong	qpc;		/* of the holder */
};

struct RWlock
{
	Lock	use;
	Proc	*head;
	Proc	*tail;
	ulong	wpc;
	Proc	*wproc;		/* writing */
	int	readers;
	int	writer;
};

enum				/* Timer.tmode */
{
	Trelative,		/* once, tns from now, or a little later */
	Tperiodic,		/* every tns */
	Tabsolute,		/* once, when fastticks reaches twhen */
};

enum
{
	Textsize	= 256*1024,	/* bytes of a Textring, a power of 2 */
};

/* text kept in memory, see textring.c */
struct Textring
{
	Lock;
	uvlong	n;			/* bytes ever put */
	char	buf[Textsize];		/* the last of them */
};

/*
 * A call at interrupt level at a given time.  Users fill in the public
 * part and call timeradd; see portclock.c.
 */
struct Timer
{
	/* public */
	int	tmode;
	vlong	tns;		/* ns */
	void	(*tf)(Ureg*, Timer*);
	void	*ta;
	/* portclock.c's */
	Timers	*tt;		/* queue this timer is on, nil: none */
	Timers	*tactive;	/* queue whose CPU runs tf now, nil: none */
	uvlong	twhen;		/* fastticks */
	Timer	*tup;		/* leftist heap */
	Timer	*tleft;
	Timer	*tright;
	int	trank;
	int	tputoff;	/* how often it was put off */
};

enum				/* Chan.flag */
{
	COPEN	= 0x0001,	/* for i/o */
	CMSG	= 0x0002,	/* the message channel of a mount */
	CCEXEC	= 0x0008,	/* close at exec */
	CFREE	= 0x0010,	/* not in use */
	CRCLOSE	= 0x0020,	/* remove at close */
	CCACHE	= 0x0080,
};

struct Chan
{
	Ref;
	Lock;
	Chan	*next;		/* allocation */
	Chan	*link;
	vlong	offset;		/* of the file descriptor */
	vlong	devoffset;	/* in the underlying directory, see sysread */
	ushort	type;		/* index in devtab */
	ulong	dev;		/* instance of the device */
	ushort	mode;		/* of open */
	ushort	flag;
	Qid	qid;
	int	fid;		/* devmnt's */
	ulong	iounit;		/* bytes that go at once, 0: no limit known */
	Mhead	*umh;		/* mount point this came from, for unions */
	Chan	*umc;		/* channel within the union being read */
	QLock	umqlock;	/* serialises union reads */
	int	uri;		/* union's entry being read */
	int	dri;		/* devdirread's index */
	uchar	*dirrock;	/* directory entries kept for the next read */
	int	nrock;
	int	mrock;
	QLock	rockqlock;
	int	ismtpt;
	Mnt	*mux;		/* mount this is the message channel of */
	union
	{
		void	*aux;
		Qid	pgrpid;	/* for #p/notepg */
		ulong	mid;	/* for #p/ns */
	};
	Chan	*mchan;		/* channel of the mounted server */
	Qid	mqid;		/* qid of its root */
	Path	*path;		/* name this was reached by */
};

/* name of a Chan, and for each element the channels crossed to get there */
struct Path
{
	Ref;
	char	*s;
	Chan	**mtpt;
	int	len;		/* of s */
	int	alen;		/* allocated for s */
	int	mlen;		/* of mtpt */
	int	malen;
};

enum
{
	DEVDOTDOT	= -1,	/* a gen function's "entry" for .. */
};

struct Dev
{
	int	dc;		/* its character */
	char	*name;

	void	(*reset)(void);
	void	(*init)(void);
	void	(*shutdown)(void);
	Chan*	(*attach)(char*);
	Walkqid*	(*walk)(Chan*, Chan*, char**, int);
	int	(*stat)(Chan*, uchar*, int);
	Chan*	(*open)(Chan*, int);
	void	(*create)(Chan*, char*, int, ulong);
	void	(*close)(Chan*);
	long	(*read)(Chan*, void*, long, vlong);
	Block*	(*bread)(Chan*, long, ulong);
	long	(*write)(Chan*, void*, long, vlong);
	long	(*bwrite)(Chan*, Block*, ulong);
	void	(*remove)(Chan*);
	int	(*wstat)(Chan*, uchar*, int);
};

struct Dirtab
{
	char	name[KNAMELEN];
	Qid	qid;
	vlong	length;
	long	perm;
};

struct Walkqid
{
	Chan	*clone;
	int	nqid;
	Qid	qid[1];
};

enum				/* walk, mount and access modes of namec */
{
	Aaccess,		/* as in stat, wstat */
	Abind,			/* for left-hand side of bind */
	Atodir,			/* as in chdir */
	Aopen,			/* for i/o */
	Amount,			/* to be mounted or mounted upon */
	Acreate,		/* to be created */
	Aremove,		/* to be removed */
};

struct Mount
{
	int	mountid;
	int	mflag;
	Mount	*next;
	Mount	*order;		/* for #p/ns */
	Mhead	*head;
	Chan	*to;		/* what is mounted */
	char	*spec;
};

struct Mhead
{
	Ref;
	RWlock	lock;
	Chan	*from;		/* mounted upon */
	Mount	*mount;		/* what is mounted on it */
	Mhead	*hash;
};

/* a connection to a file server, mntrpc.c; lives as long as c */
struct Mnt
{
	Lock;
	Chan	*c;		/* to the server; it has the Mnt in mux */
	Proc	*rip;		/* reads replies for all, nil: nobody */
	Mntrpc	*queue;		/* requests not answered yet */
	ulong	id;
	int	tag;		/* of the last request */
	int	msize;		/* bytes of a message, at most */
	char	*version;
	Block	*in;		/* read, but not yet a message */
	int	nin;		/* bytes of in */
	int	bad;		/* the server does not speak 9P */
	int	stuck;		/* it did not answer a clunk in time */
	int	depth;		/* connections below this one */
};

enum
{
	NUser,			/* Note.flag: posted by a user */
	NExit,			/* kills quietly */
	NDebug,			/* prints and leaves a broken process */
	NNOTE	= 5,		/* queued at once, besides the alarm */
};

enum				/* classes of notes that can be held, see notehold.c */
{
	Nhalarm		= 1<<0,
	Nhinterrupt	= 1<<1,
	Nhhangup	= 1<<2,
	Nhother		= 1<<3,
	Nhall		= 15,
};

struct Note
{
	char	msg[ERRMAX];
	int	flag;
	int	class;		/* Nhalarm and so on, 0: cannot be held */
	int	isalarm;	/* the kernel's own alarm note */
	int	len;		/* of msg, with its 0 */
};

struct Block
{
	Block	*next;
	Block	*list;
	uchar	*rp;		/* first unconsumed byte */
	uchar	*wp;		/* first empty byte */
	uchar	*lim;		/* one past the end of the buffer */
	uchar	*base;
};
#define	BLEN(b)		((b)->wp - (b)->rp)
#define	BALLOC(b)	((b)->lim - (b)->base)

/*
 * Segments: a range of a process's address space and its pages.
 */
enum				/* Segment.type and its flags */
{
	SG_TYPE		= 07,
	SG_TEXT		= 00,
	SG_DATA		= 01,
	SG_BSS		= 02,
	SG_STACK	= 03,
	SG_SHARED	= 04,
	SG_PHYSICAL	= 05,

	SG_RONLY	= 0040,
	SG_CEXEC	= 0100,	/* detach at exec */
};

/*
 * A page of memory. The fields after ref belong to span.c, which hands pages
 * out, and to who has got the page from it.
 */
struct Page
{
	Page	*next;		/* free list, or MMU.tables */
	Page	*prev;
	ulong	pa;
	long	ref;		/* atomic */
	ushort	npage;		/* of the span that starts here */
	uchar	kind;
	uchar	order;		/* log2 of the pages of a free block */
	uchar	clean;		/* free and all zero */
	uchar	bin;		/* alloc.c: size class of the objects in it, */
	ushort	nused;		/* how many are given out, */
	ushort	fresh;		/* how many ever were, */
	void	*objs;		/* and those given back */
	ushort	pdx;		/* mmu.c: entry of the directory that it is for, */
	ushort	lo;		/* and its own entries in use: from lo */
	ushort	hi;		/* up to hi */
};

struct Pte
{
	Page	*pages[PTEPERTAB];	/* or nil, but only */
	short	first;		/* from first */
	short	last;		/* to last have a value */
};

/* a program's file, shared by the text and data segments made from it */
struct Image
{
	Ref;
	Image	*hash;
	Chan	*c;		/* the file */
	Qid	qid;
	Qid	mqid;
	ulong	dev;
	ushort	type;
	Segment	*s;		/* its text segment, nil: none alive */
};

/* somebody in semacquire */
struct Sema
{
	Rendez;
	long	*addr;
	int	waiting;
	Sema	*next;
	Sema	*prev;
};

struct Segment
{
	Ref;
	QLock	lk;
	int	type;
	ulong	base;
	ulong	top;
	ulong	size;		/* pages */
	ulong	fstart;		/* offset in the image's file */
	ulong	flen;		/* bytes that come from it, the rest is 0 */
	Image	*image;
	Pte	**map;		/* the segment's pages, */
	ulong	mapoff;		/* without its first mapoff Ptes */
	ulong	mapsize;	/* Ptes in map */
	Pte	*ssegmap[SSEGMAPSIZE];	/* map while that is enough */
	int	profiled;
	Lock	semalock;
	Sema	sema;		/* head of the list */
};

/* name space */
enum
{
	MNTLOG	= 5,
	MNTHASH	= 1<<MNTLOG,
	NFD	= 100,		/* per process fds, growth step of the table */
	DELTAFD	= 20,
	MAXFD	= 5000,
};
#define	MOUNTH(p, q)	((p)->mnthash[(q).path&((1<<MNTLOG)-1)])

struct Pgrp
{
	Ref;
	int	noattach;	/* RFNOMNT */
	int	nmount;		/* Mounts in all */
	ulong	pgrpid;
	QLock	debug;		/* #p/ns reads against pgrp changes */
	RWlock	ns;		/* of mnthash */
	Mhead	*mnthash[MNTHASH];
};

struct Rgrp
{
	Ref;
	Lock;
	Proc	*rendhash[32];	/* waiting in rendezvous, by tag */
};

struct Evalue
{
	char	*name;
	char	*value;
	int	len;
	Evalue	*link;
	Qid	qid;
};

struct Egrp
{
	Ref;
	RWlock;
	Evalue	*entries;	/* in order of creation */
	int	nent;
	ulong	size;		/* bytes of names and values, and some */
	ulong	path;		/* of the next variable */
	ulong	vers;
};

struct Fgrp
{
	Ref;
	Lock;
	Chan	**fd;
	uchar	*flag;		/* CCEXEC, for each fd */
	int	nfd;		/* size of fd */
	int	maxfd;		/* highest in use */
};

enum				/* Proc.state, as in /proc/n/status */
{
	Dead,
	Moribund,
	New,
	Ready,
	Scheding,
	Running,
	Queueing,
	QueueingR,
	QueueingW,
	Wakeme,
	Broken,
	Stopped,
	Rendezvous,
	Waitrelease,
};

enum				/* Proc.procctl: what to do at the next return to user */
{
	Proc_none,
	Proc_stopme,
	Proc_exitme,
	Proc_traceme,
	Proc_exitbig,
	Proc_tracesyscall,
};

enum				/* Proc.time, ms */
{
	TUser,
	TSys,
	TReal,
	TCUser,
	TCSys,
	TCReal,
};

enum
{
	SSEG, TSEG, DSEG, BSEG, ESEG, LSEG, SEG1, SEG2, SEG3, SEG4, NSEG,

	NERR		= 32,	/* waserrors nested */
	NBROKEN		= 4,	/* broken processes kept */
	MAXSYSARG	= 5,

	Npriq		= 20,	/* run queues, by priority */
	PriNormal	= 10,	/* base of user processes */
	PriKproc	= 13,
	PriRoot		= 13,
	PriWake		= 2,	/* bonus of one who has slept, */
	PriTimed	= 5,	/* and of one whose time has come */
};

/* record of an exited child */
struct Waitq
{
	Waitmsg	w;
	Waitq	*next;
};

struct Proc
{
	Label	sched;		/* known to l.S: offset 0 */
	char	*kstack;	/* known to l.S */
	Mach	*mach;		/* CPU whose registers it is in, nil: saved */
	Mach	*mp;		/* CPU it last ran on */
	char	*text;
	char	*user;
	char	*args;		/* packed strings */
	int	nargs;		/* bytes of args */
	int	setargs;	/* args were written through #p */
	Proc	*rnext;		/* run queue */
	Proc	*qnext;		/* QLock's queue */
	QLock	*qlock;		/* waited for */
	int	state;
	char	*psstate;	/* shown by ps instead of state */
	Segment	*seg[NSEG];
	QLock	seglock;
	ulong	pid;
	ulong	noteid;		/* note group */
	Proc	*pidhash;
	int	index;		/* in the process table */
	Proc	*qfree;		/* free list */

	Lock	exl;		/* exiting against waiting */
	Proc	*parent;
	ulong	parentpid;
	Waitq	*waitq;		/* exited, unwaited children */
	int	nchild;		/* children alive */
	int	nwait;		/* wait records */
	QLock	qwaitr;
	Rendez	waitr;		/* await's */

	Pgrp	*pgrp;
	Egrp	*egrp;
	Fgrp	*fgrp;
	Rgrp	*rgrp;
	Chan	*slash;
	Chan	*dot;
	Chan	*closeq;	/* to be closed when cclose is done */
	int	closing;	/* in cclose */

	/* notes: note.c */
	Lock	notelock;
	Note	note[NNOTE+1];	/* the queue, oldest first */
	int	nnote;
	ulong	notemask;	/* classes held; changed atomically */
	int	notepending;	/* the next sleep is to fail; cleared then */
	int	notified;	/* in a handler */
	Note	lastnote;
	ulong	notify;		/* handler, 0: none */
	void	*ureg;		/* user's Ureg of the handler's frame */
	void	*dbgreg;	/* kernel's Ureg, valid while in the kernel */

	/* sleep and wakeup: proc.c */
	Lock	rlock;		/* of r, against wakeup and notes */
	Rendez	*r;		/* slept on */
	Rendez	sleep;		/* for syssleep and tsleep */
	Timer;			/* tsleep's */
	uvlong	tdue;		/* ns, as monotonic() gives them */
	Rendez	*trend;
	int	(*tfn)(void*);
	Timer	alarmtimer;	/* alarm.c */
	int	alarmed;	/* alarmtimer is armed, or its note is queued */
	uvlong	alarmdue;	/* ns, as monotonic() gives them */
	ulong	rendtag;
	ulong	rendval;
	Proc	*rendhash;

	/* scheduling */
	int	priority;	/* of the run queue */
	int	basepri;
	int	fixedpri;
	Mach	*wired;
	int	timed;		/* a timer or an alarm ends the wait */
	int	slice;		/* ticks left of the quantum */
	int	nlocks;		/* spin locks held: no switch while > 0 */
	ulong	readytime;
	int	kp;		/* a kernel process */
	int	hang;		/* stop at the next exec */
	int	procctl;
	ulong	procmode;	/* of its /proc files */
	int	privatemem;
	int	noswap;
	QLock	debug;		/* #p against exit, exec, stop */
	Proc	*pdbg;		/* the debugger */
	int	trace;
	char	*syscalltrace;

	/* times */
	ulong	time[6];	/* ms; TReal is the start until exit */
	uvlong	mark;		/* cycles when the current stretch began */
	uvlong	ucycles;	/* in user mode */
	uvlong	kcycles;	/* in the kernel */
	uvlong	woken;		/* both together when it was woken */
	int	lend;		/* children that its bonus is for, too */

	int	insyscall;
	ulong	scallnr;
	ulong	sargs[MAXSYSARG];
	int	nerrlab;
	Label	errlab[NERR];
	char	*syserrstr;	/* of the last failed call, in errbuf0 or 1 */
	char	*errstr;	/* of the error being raised, in the other */
	char	errbuf0[ERRMAX];
	char	errbuf1[ERRMAX];
	char	genbuf[128];	/* scratch of namec and devices' gen */

	int	fpstate;
	FPsave	fpsave;
	MMU;
	void	(*kpfun)(void*);
	void	*kparg;
};

/* name tables of control messages, for lookupcmd */
struct Cmdbuf
{
	char	*buf;
	char	**f;
	int	nf;
};

struct Cmdtab
{
	int	index;
	char	*cmd;		/* "*" matches anything */
	int	narg;		/* words with cmd, 0: any */
};

enum				/* qio.c */
{
	Qstarve		= 1<<0,	/* kick when starved */
	Qmsg		= 1<<1,	/* keep record boundaries */
	Qclosed		= 1<<2,
	Qflow		= 1<<3,	/* writer is blocked */
	Qcoalesce	= 1<<4,	/* small writes may be joined */
	Qkick		= 1<<5,
};

extern	Dev*	devtab[];
extern	char*	eve;
extern	char	hostdomain[];
extern	int	nsyscall;
extern	Syscall	*systab[];
extern	char	*sysctab[];
extern	char*	sysname;
extern	char*	statename[];
extern	ulong	kerndate;
extern	int	panicking;
extern	ulong	tickat;

enum
{
	NMEMBANK	= 16,
};

/* limits and sizes, set by confinit at boot */
struct
{
	struct {		/* free RAM at boot, whole pages below KWINDOW: */
		ulong	base;	/* physical; without kernel, boot information */
		ulong	npage;	/* and module. multiboot fills, xinit takes */
	} mem[NMEMBANK];
	int	nmach;		/* CPUs up */
	int	nproc;		/* process slots */
	ulong	npage;		/* pages in all */
	ulong	upages;		/* of which users may have */
	ulong	nimage;
} conf;

/* the page pool, page.c */
struct
{
	Lock;
	Page	*pages;		/* by physical page number */
	Page	*head;		/* free ones, kept aside singly */
	Page	*clean;		/* the same, all zero */
	ulong	npage;		/* length of pages */
	ulong	nfree;		/* pages that nobody has */
	ulong	user;		/* that processes may have at once */
	ulong	freecount;	/* of these, how many they do not have now */
} palloc;
