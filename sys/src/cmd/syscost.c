/*
 * syscost: what system calls cost, each measured many times in batches;
 * the figure is the average of the cheapest batch. For each it prints
 *
 *	sys.NAME.cycles N
 *
 * and, where the cycle counter counts 2^shift cycles an instruction, as
 * under QEMU's -icount, with -i shift also sys.NAME.instr N. The names are
 * in the table below; arguments choose some of them.
 */
#include <u.h>
#include <libc.h>

typedef struct Cost Cost;
struct Cost
{
	char	*name;
	void	(*start)(void);		/* before the batches, or nil */
	void	(*fn)(int n);		/* does it n times */
	void	(*stop)(void);
	int	n;			/* of a batch */
};

enum
{
	Batches	= 10,
	Cfork	= RFPROC|RFFDG|RFREND,
};

static int to[2];
static int from[2];
static int partner;
static volatile ulong *turns;	/* how often the partner of a switch ran */

/* the call that does nothing: number 0 */
static void
null(int n)
{
	while(n-- > 0)
		sysr1();
}

/* a child that ends at once, and its parent takes note */
static void
forks(int n, int flags)
{
	char buf[ERRMAX];

	while(n-- > 0){
		switch(rfork(flags)){
		case -1:
			sysfatal("rfork: %r");
		case 0:
			_exits(nil);
		}
		await(buf, sizeof buf);
	}
}

static void
forkcost(int n)
{
	forks(n, Cfork);
}

static void
rforkmem(int n)
{
	forks(n, Cfork|RFMEM);
}

/* a child that becomes echo, which writes an empty line to nowhere */
static void
execcost(int n)
{
	static char *argv[] = {"echo", nil};
	char buf[ERRMAX];

	while(n-- > 0){
		switch(rfork(Cfork)){
		case -1:
			sysfatal("rfork: %r");
		case 0:
			dup(open("/dev/null", OWRITE), 1);
			exec("/bin/echo", argv);
			_exits("exec");
		}
		await(buf, sizeof buf);
	}
}

/* a child that sends back what it gets */
static void
pipestart(void)
{
	char c;

	if(pipe(to) < 0 || pipe(from) < 0)
		sysfatal("pipe: %r");
	partner = fork();
	if(partner == 0){
		close(to[1]);
		close(from[0]);
		while(read(to[0], &c, 1) == 1)
			write(from[1], &c, 1);
		_exits(nil);
	}
	close(to[0]);
	close(from[1]);
}

/* a byte there and back */
static void
pipecost(int n)
{
	char c;

	c = 'x';
	while(n-- > 0)
		if(write(to[1], &c, 1) != 1 || read(from[0], &c, 1) != 1)
			sysfatal("pipe: %r");
}

static void
pipestop(void)
{
	close(to[1]);
	close(from[0]);
	waitpid();
}

/* a child that gives way all the time, on the same CPU, no less urgent */
static void
switchstart(void)
{
	int fd;
	char file[40];

	turns = segattach(0, "shared", nil, 4096);
	if(turns == (ulong*)-1)
		sysfatal("segattach: %r");
	snprint(file, sizeof file, "/proc/%d/ctl", getpid());
	fd = open(file, OWRITE);
	if(fd < 0 || write(fd, "wired 0", 7) != 7
	|| write(fd, "fixedpri 10", 11) != 11)
		fprint(2, "syscost: %s: %r\n", file);
	close(fd);
	partner = fork();
	if(partner == 0)
		for(;;){
			++*turns;
			sleep(0);
		}
}

/* give way until the child had n/2 turns: there and back is two switches */
static void
switchcost(int n)
{
	ulong end;

	for(end = *turns + n/2; (long)(end - *turns) > 0; )
		sleep(0);
}

static void
switchstop(void)
{
	postnote(PNPROC, partner, "kill");
	waitpid();
	segdetach((void*)turns);
}

static Cost costs[] = {
	{"null", nil, null, nil, 1000},
	{"fork", nil, forkcost, nil, 20},
	{"rforkmem", nil, rforkmem, nil, 20},
	{"exec", nil, execcost, nil, 10},
	{"pipe", pipestart, pipecost, pipestop, 100},
	{"switch", switchstart, switchcost, switchstop, 200},
};

/* measure one and print it */
static void
measure(Cost *c, int shift)
{
	uvlong c0, c1, least;
	int i;

	if(c->start != nil)
		(*c->start)();
	(*c->fn)(c->n);
	least = ~0ULL;
	for(i = 0; i < Batches; i++){
		cycles(&c0);
		(*c->fn)(c->n);
		cycles(&c1);
		if(c1 - c0 < least)
			least = c1 - c0;
	}
	if(c->stop != nil)
		(*c->stop)();
	least /= c->n;
	print("sys.%s.cycles %llud\n", c->name, least);
	if(shift >= 0)
		print("sys.%s.instr %llud\n", c->name, least >> shift);
}

static void
usage(void)
{
	fprint(2, "usage: syscost [-i shift] [name ...]\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	int i, j, shift;

	shift = -1;
	ARGBEGIN{
	case 'i':
		shift = atoi(EARGF(usage()));
		break;
	default:
		usage();
	}ARGEND
	for(i = 0; i < nelem(costs); i++){
		for(j = 0; j < argc; j++)
			if(strcmp(argv[j], costs[i].name) == 0)
				break;
		if(argc == 0 || j < argc)
			measure(&costs[i], shift);
	}
	exits(nil);
}
