/*
 * setjmpbench: what saving the mask of held notes costs a setjmp, by four
 * ways: a call under one lock for all, as a kernel with one lock does it;
 * a call that takes no lock; the word in the Tos; and not at all. For so
 * many processes at once as the arguments say. Lines of a name and a
 * number, each the median of 5:
 *
 *	setjmp.WAY.nP.cycles	cycles a round
 *	setjmp.WAY.nP.userms	user time of all processes, ms
 *	setjmp.WAY.nP.sysms	system time
 *	setjmp.locked.nP.waited	of the cycles, those waiting for the lock
 */
#include <u.h>
#include <libc.h>

typedef struct Way Way;
struct Way
{
	char	*name;
	void	(*loop)(long);
	int	times;		/* so many rounds for each asked for */
};

enum
{
	Runs	= 5,
	Cheap	= 20,		/* rounds for one that makes a call */
};

/* a run: for each process and round; ms of all processes together */
enum
{
	Cycles,
	Waited,
	Userms,
	Sysms,
	Nfigure,
};

static void
locked(long n)
{
	jmp_buf b;

	for(; n > 0; n--){
		_notemaskl(NHBLOCK, 0);
		setjmp(b);
	}
}

static void
lockfree(long n)
{
	jmp_buf b;

	for(; n > 0; n--){
		notemask(NHBLOCK, 0);
		setjmp(b);
	}
}

static volatile ulong saved;

static void
word(long n)
{
	jmp_buf b;

	for(; n > 0; n--){
		saved = *(volatile ulong*)_noteword;
		setjmp(b);
	}
}

static void
none(long n)
{
	jmp_buf b;

	for(; n > 0; n--)
		setjmp(b);
}

static Way ways[] =
{
	{ "locked", locked, 1 },
	{ "free", lockfree, 1 },
	{ "word", word, Cheap },
	{ "none", none, Cheap },
};

static int
cmp(void *a, void *b)
{
	vlong x, y;

	x = *(vlong*)a;
	y = *(vlong*)b;
	return x < y? -1: x > y;
}

static vlong
median(vlong *v)
{
	qsort(v, Runs, sizeof v[0], cmp);
	return v[Runs/2];
}

/* cycles that processes have waited for the lock */
static vlong
waited(void)
{
	char buf[128], *p;
	int fd, n;

	fd = open("#P/notelock", OREAD);
	n = fd < 0? -1: read(fd, buf, sizeof buf - 1);
	if(n <= 0)
		sysfatal("#P/notelock: %r");
	close(fd);
	buf[n] = '\0';
	p = strstr(buf, "waited ");
	return p == nil? 0: strtoll(p + strlen("waited "), nil, 10);
}

/* np processes at once, n rounds each: run r of the figures */
static void
run(Way *w, int np, long n, vlong fig[Nfigure][Runs], int r)
{
	int start[2], i;
	uvlong t0, t1;
	vlong w0;
	Waitmsg *m;
	char c;

	w0 = waited();
	if(pipe(start) < 0)
		sysfatal("pipe: %r");
	for(i = 0; i < np; i++)
		switch(fork()){
		case -1:
			sysfatal("fork: %r");
		case 0:
			read(start[0], &c, 1);
			w->loop(n);
			exits(nil);
		}
	fig[Userms][r] = fig[Sysms][r] = 0;
	cycles(&t0);
	for(i = 0; i < np; i++)
		write(start[1], "x", 1);
	for(i = 0; i < np; i++){
		m = wait();
		if(m == nil || m->msg[0] != '\0')
			sysfatal("child: %s", m == nil? "none": m->msg);
		fig[Userms][r] += m->time[0];
		fig[Sysms][r] += m->time[1];
		free(m);
	}
	cycles(&t1);
	close(start[0]);
	close(start[1]);
	fig[Cycles][r] = (t1 - t0) / n;
	fig[Waited][r] = (waited() - w0) / n / np;
}

static void
report(Way *w, int np, vlong fig[Nfigure][Runs])
{
	print("setjmp.%s.n%d.cycles %lld\n", w->name, np, median(fig[Cycles]));
	if(w->loop == locked)
		print("setjmp.%s.n%d.waited %lld\n", w->name, np,
			median(fig[Waited]));
	print("setjmp.%s.n%d.userms %lld\n", w->name, np, median(fig[Userms]));
	print("setjmp.%s.n%d.sysms %lld\n", w->name, np, median(fig[Sysms]));
}

/* all ways by turns, so that what disturbs one disturbs the others too */
static void
measure(int np, long n)
{
	static vlong fig[nelem(ways)][Nfigure][Runs];
	int i, r;

	for(r = 0; r < Runs; r++)
		for(i = 0; i < nelem(ways); i++)
			run(&ways[i], np, ways[i].times*n, fig[i], r);
	for(i = 0; i < nelem(ways); i++)
		report(&ways[i], np, fig[i]);
}

static void
usage(void)
{
	fprint(2, "usage: setjmpbench [-n rounds] processes ...\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	int np;
	long n;

	n = 100000;
	ARGBEGIN{
	case 'n':
		n = atol(EARGF(usage()));
		break;
	default:
		usage();
	}ARGEND
	if(argc == 0 || n <= 0)
		usage();
	notehold();		/* so that the word is looked for */
	noterelease();
	for(; argc > 0; argc--){
		np = atoi(*argv++);
		if(np <= 0)
			usage();
		measure(np, n);
	}
	exits(nil);
}
