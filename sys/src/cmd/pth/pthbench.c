/*
 * pthbench: context switches per second of N threads, half of which wait
 * for signals while the others yield. A cooperative scheduler must know at
 * each switch which signals to block, catch and raise, and there are three
 * ways. Calls asks functions, which check their arguments, about every
 * thread and every signal, as GNU Pth 1.3.5 did; bits does the same with
 * macros; words leaves it to the library, which has it in words that are
 * kept when something changes. The switch itself is the same in all.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>

typedef struct Rec Rec;
struct Rec				/* what the scheduler knows of a thread */
{
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
};

#define	MEMBER(s, n)	((*(s) >> (n)) & 1)
#define	ADD(s, n)	(*(s) |= 1U<<(n))
#define	DEL(s, n)	(*(s) &= ~(1U<<(n)))

static Rec recs[Maxthr];
static int nrec;
static u32int procpend;
static u32int block;
static u32int caught;
static void (*walk)(void);
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

	for(r = recs; r < recs+nrec; r++)
		for(sig = 1; sig < Nsig; sig++){
			if(member(&r->set, sig) != 1)
				continue;
			if(member(&r->pend, sig) == 1){
				del(&r->pend, sig);
				r->occurred = sig;
			}else if(member(&procpend, sig) == 1){
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

	for(r = recs; r < recs+nrec; r++)
		for(sig = 1; sig < Nsig; sig++){
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

/* half of n threads wait, the others and the caller run; how many run */
static int
spawnall(int n)
{
	pth_attr_t a;
	int i;

	memset(recs, 0, sizeof recs);
	nrec = n;
	stop = 0;
	a = pth_attr_new();
	pth_attr_set(a, PTH_ATTR_STACK_SIZE, Stack);
	pth_attr_set(a, PTH_ATTR_JOINABLE, FALSE);
	for(i = 1; i < n; i++){
		if(pth_spawn(a, i <= n/2 ? waiter : runner, nil) == nil)
			sysfatal("pthbench: thread %d of %d", i, n);
		if(i <= n/2)
			recs[i].set = 1U<<SIGUSR1 | 1U<<SIGUSR2;
	}
	pth_attr_destroy(a);
	return n - n/2;
}

/* switches per second */
static double
measure(int run)
{
	vlong t;
	long i, rounds;

	for(rounds = 1;; rounds *= 2){
		t = nsec();
		for(i = 0; i < rounds; i++)
			turn();
		t = nsec() - t;
		if(t >= ms*1000000LL)
			return (double)rounds*run*1e9 / t;
	}
}

/* one line */
static void
bench(Way *w, int n)
{
	sigset_t s;
	double r;
	int run;

	pth_init();
	twosigs(&s);
	pth_sigmask(SIG_BLOCK, &s, nil);
	walk = nil;
	run = spawnall(n);
	pth_yield(nil);
	walk = w->walk;
	r = measure(run);
	if(label != nil)
		print("%s.t%d.switches %lld\n", label, n, (vlong)r);
	else
		print("pth.%s.t%d.switches %lld\n", w->name, n, (vlong)r);
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
