/*
 * pthbench: context switches per second of N threads, half of which wait
 * for signals while the others yield. A cooperative scheduler must know at
 * each switch which signals to block, catch and raise, and there are three
 * ways. Calls asks functions, which check their arguments, about every
 * signal of every thread that waits, as GNU Pth 1.3.5 did; bits does the
 * same with macros; words leaves it to the library, which has it in words
 * that are kept when something changes. The switch itself is the library's
 * in all three.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>

typedef struct Rec Rec;
struct Rec				/* what is known of a waiting thread */
{
	u32int	mask;			/* that it blocks */
	u32int	set;			/* that it waits for */
	u32int	pend;			/* sent to it */
	int	occurred;
};

typedef struct Way Way;
struct Way
{
	char	*name;
	void	(*walk)(void);
};

enum
{
	Nsig	= 32,
	Maxthr	= 10000,
	Stack	= 16*1024,
	Slices	= 5,		/* at least */
	Slice	= 4*1000*1000,	/* ns */
};

#define	MEMBER(s, n)	((*(s) >> (n)) & 1)
#define	ADD(s, n)	(*(s) |= 1U<<(n))
#define	DEL(s, n)	(*(s) &= ~(1U<<(n)))

static Rec recs[Maxthr];
static int nrec;
static u32int procpend;			/* sent to the process */
static u32int block;			/* what to block until the next switch */
static u32int caught;			/* and to catch */
static void (*walk)(void);
static ulong nturn;
static int stop;
static long ms = 500;
static char *label;

/* the three functions; noipa: as if they came from a library */
static int __attribute__((noipa))
member(u32int *s, int n)
{
	if(s == nil || n <= 0 || n >= Nsig){
		werrstr("bad signal");
		return -1;
	}
	return (*s >> n) & 1;
}

static int __attribute__((noipa))
add(u32int *s, int n)
{
	if(s == nil || n <= 0 || n >= Nsig){
		werrstr("bad signal");
		return -1;
	}
	*s |= 1U<<n;
	return 0;
}

static int __attribute__((noipa))
del(u32int *s, int n)
{
	if(s == nil || n <= 0 || n >= Nsig){
		werrstr("bad signal");
		return -1;
	}
	*s &= ~(1U<<n);
	return 0;
}

static void
calls(void)
{
	Rec *r;
	int sig;

	block = ~0;
	caught = 0;
	for(r = recs; r < recs+nrec; r++)
		for(sig = 1; sig < Nsig; sig++){
			if(!member(&r->mask, sig))
				del(&block, sig);
			if(!member(&r->set, sig))
				continue;
			if(member(&r->pend, sig)){
				del(&r->pend, sig);
				r->occurred = sig;
			}else if(member(&procpend, sig)){
				del(&procpend, sig);
				r->occurred = sig;
			}else{
				del(&block, sig);
				add(&caught, sig);
			}
		}
}

static void
bits(void)
{
	Rec *r;
	int sig;

	block = ~0;
	caught = 0;
	for(r = recs; r < recs+nrec; r++)
		for(sig = 1; sig < Nsig; sig++){
			if(!MEMBER(&r->mask, sig))
				DEL(&block, sig);
			if(!MEMBER(&r->set, sig))
				continue;
			if(MEMBER(&r->pend, sig)){
				DEL(&r->pend, sig);
				r->occurred = sig;
			}else if(MEMBER(&procpend, sig)){
				DEL(&procpend, sig);
				r->occurred = sig;
			}else{
				DEL(&block, sig);
				ADD(&caught, sig);
			}
		}
}

static Way ways[] = {
	{ "calls", calls },
	{ "bits", bits },
	{ "words", nil },
};

/* the two signals that half of the threads wait for */
static void
twosigs(sigset_t *s)
{
	sigemptyset(s);
	sigaddset(s, SIGUSR1);
	sigaddset(s, SIGUSR2);
}

static void*
waiter(void *v)
{
	sigset_t s;
	int sig;

	USED(v);
	twosigs(&s);
	pth_sigwait(&s, &sig);
	return nil;
}

/* one yield, with what the way does at each switch */
static void
turn(void)
{
	nturn++;
	if(walk != nil)
		(*walk)();
	pth_yield(nil);
}

static void*
runner(void *v)
{
	USED(v);
	while(!stop)
		turn();
	return nil;
}

/* half of n threads wait, the others and the caller run */
static void
spawnall(int n)
{
	pth_attr_t a;
	int i;

	memset(recs, 0, sizeof recs);
	nrec = n/2;
	stop = 0;
	a = pth_attr_new();
	pth_attr_set(a, PTH_ATTR_STACK_SIZE, Stack);
	pth_attr_set(a, PTH_ATTR_JOINABLE, FALSE);
	for(i = 1; i < n; i++)
		if(pth_spawn(a, i <= nrec ? waiter : runner, nil) == nil)
			sysfatal("pthbench: thread %d of %d", i, n);
	for(i = 0; i < nrec; i++){
		recs[i].mask = 1U<<SIGUSR1 | 1U<<SIGUSR2;
		recs[i].set = recs[i].mask;
	}
	pth_attr_destroy(a);
}

/* so many turns of the caller; ns, and how many turns of all in *n */
static vlong
rounds(long many, ulong *n)
{
	vlong t;

	nturn = 0;
	t = nsec();
	while(many-- > 0)
		turn();
	t = nsec() - t;
	*n = nturn;
	return t;
}

/*
 * turns per second, of all threads: the best of some slices, short ones, as
 * others use the processor too. Between them it sleeps, so that QEMU, which
 * does that when the address space changes, fits its table of pages to those
 * that are in use.
 */
static double
measure(void)
{
	vlong t, total;
	double r, best;
	long many;
	ulong n;
	int i;

	many = 1;
	while(rounds(many, &n) < Slice)
		many *= 2;
	best = 0;
	total = 0;
	for(i = 0; i < Slices || total < ms*1000000LL; i++){
		sleep(1);
		t = rounds(many, &n);
		total += t;
		r = n*1e9 / t;
		if(r > best)
			best = r;
	}
	return best;
}

/* one line */
static void
bench(Way *w, int n)
{
	sigset_t s;
	double r;

	pth_init();
	twosigs(&s);
	pth_sigmask(SIG_BLOCK, &s, nil);
	walk = nil;
	spawnall(n);
	pth_yield(nil);
	walk = w->walk;
	r = measure();
	print("pth.%s.t%d.switches %lld\n", label != nil ? label : w->name,
		n, (vlong)r);
	stop = 1;
	pth_kill();
}

static void
usage(void)
{
	fprint(2, "usage: pthbench [-l label] [-n threads] [-t ms] [way]\n");
	exits("usage");
}

int
main(int argc, char **argv)
{
	static int sizes[] = { 7, 70, 700 };
	int i, j, n;

	n = 0;
	ARGBEGIN{
	case 'l':
		label = EARGF(usage());
		break;
	case 'n':
		n = atoi(EARGF(usage()));
		if(n < 2 || n > Maxthr)
			usage();
		break;
	case 't':
		ms = atoi(EARGF(usage()));
		break;
	default:
		usage();
	}ARGEND
	for(i = 0; i < nelem(ways); i++){
		if(argc > 0 && strcmp(argv[0], ways[i].name) != 0)
			continue;
		if(n != 0)
			bench(&ways[i], n);
		else
			for(j = 0; j < nelem(sizes); j++)
				bench(&ways[i], sizes[j]);
	}
	exits(nil);
}
