/*
 * setjmpbench: what saving the mask of held notes costs a setjmp, by four
 * ways: a call under one lock for all, as a kernel with one lock does it;
 * a call that takes no lock; the word in the Tos; and not at all. For 1,
 * 2 and 4 processes at once. Lines of a name and a number:
 *
 *	setjmp.WAY.nP.cycles	cycles a round, median of 5
 *	setjmp.WAY.nP.userms	user time of all processes, ms
 *	setjmp.WAY.nP.sysms	system time
 */
#include <u.h>
#include <libc.h>

typedef struct Way Way;
struct Way
{
	char	*name;
	void	(*loop)(long);
};

enum
{
	Runs	= 5,
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
	{ "locked", locked },
	{ "free", lockfree },
	{ "word", word },
	{ "none", none },
};

static int
cmp(void *a, void *b)
{
	vlong x, y;

	x = *(vlong*)a;
	y = *(vlong*)b;
	return x < y? -1: x > y;
}

/* np processes at once, n rounds each: cycles a round, and times in ms */
static vlong
run(Way *w, int np, long n, ulong *user, ulong *sys)
{
	int start[2], i;
	uvlong t0, t1;
	Waitmsg *m;
	char c;

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
	cycles(&t0);
	for(i = 0; i < np; i++)
		write(start[1], "x", 1);
	*user = *sys = 0;
	for(i = 0; i < np; i++){
		m = wait();
		if(m == nil || m->msg[0] != '\0')
			sysfatal("child: %s", m == nil? "none": m->msg);
		*user += m->time[0];
		*sys += m->time[1];
		free(m);
	}
	cycles(&t1);
	close(start[0]);
	close(start[1]);
	return (t1 - t0) / n;
}

static void
measure(Way *w, int np, long n)
{
	vlong c[Runs];
	ulong u[Runs], s[Runs], um, sm;
	int i;

	for(i = 0; i < Runs; i++)
		c[i] = run(w, np, n, &u[i], &s[i]);
	um = sm = ~0UL;
	for(i = 0; i < Runs; i++){
		if(u[i] < um)
			um = u[i];
		if(s[i] < sm)
			sm = s[i];
	}
	qsort(c, Runs, sizeof c[0], cmp);
	print("setjmp.%s.n%d.cycles %lld\n", w->name, np, c[Runs/2]);
	print("setjmp.%s.n%d.userms %lud\n", w->name, np, um);
	print("setjmp.%s.n%d.sysms %lud\n", w->name, np, sm);
}

static void
usage(void)
{
	fprint(2, "usage: setjmpbench [-n rounds]\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	int i, np;
	long n;

	n = 100000;
	ARGBEGIN{
	case 'n':
		n = atol(EARGF(usage()));
		break;
	default:
		usage();
	}ARGEND
	if(argc != 0 || n <= 0)
		usage();
	notehold();		/* so that the word is looked for */
	noterelease();
	for(np = 1; np <= 4; np *= 2)
		for(i = 0; i < nelem(ways); i++)
			measure(&ways[i], np, i >= 2? 20*n: n);
	exits(nil);
}
