/*
 * latrfork: what a process costs, made by rfork(RFPROC|RFMEM): until the
 * parent goes on (rfork), and until it has taken note of the child's end
 * (fork). Ways of I/O port bitmaps, see #P/ioperm in arch(3), are
 *
 *	lazy	none for who has no ports
 *	eager	one filled for each new process, as if it had one
 *	none	the kernel has no such file
 *
 * For each way in the arguments lines of a name and a number:
 *
 *	rfork.WAY.best		cycles, the least, the median, and what
 *	rfork.WAY.p50		1 of 100 is above
 *	rfork.WAY.p99
 *	rfork.WAY.instr		with -i shift: the median, of instructions
 *				of 2^shift cycles
 *	fork.WAY.best ...
 *	rfork.persec		lazy only: processes a second, made and ended
 */
#include <u.h>
#include <libc.h>
#include <tos.h>

enum
{
	Warm	= 100,		/* before it counts */
};

#define	FILE	"#P/ioperm"

extern	Tos	*_tos;

static int shift = -1;

/* have the kernel do it this way */
static void
setway(char *way)
{
	char *cmd;
	int fd;

	fd = open(FILE, OWRITE);
	if(strcmp(way, "none") == 0){
		if(fd >= 0)
			sysfatal("there is a %s", FILE);
		return;
	}
	cmd = strcmp(way, "eager") == 0? "eager 1": "eager 0";
	if(fd < 0 || write(fd, cmd, strlen(cmd)) < 0)
		sysfatal("%s: %r", FILE);
	close(fd);
}

/* make a process, n times, and keep both times of each */
static void
make(long n, uvlong *made, uvlong *ended)
{
	char buf[ERRMAX];
	uvlong t0, t1, t2;
	long i;

	for(i = 0; i < n; i++){
		cycles(&t0);
		switch(rfork(RFPROC|RFMEM)){
		case -1:
			sysfatal("rfork: %r");
		case 0:
			_exits(nil);
		}
		cycles(&t1);
		await(buf, sizeof buf);
		cycles(&t2);
		made[i] = t1 - t0;
		ended[i] = t2 - t0;
	}
}

static int
cmp(void *a, void *b)
{
	uvlong x, y;

	x = *(uvlong*)a;
	y = *(uvlong*)b;
	return x < y? -1: x > y;
}

static void
report(char *what, char *way, uvlong *t, long n)
{
	qsort(t, n, sizeof t[0], cmp);
	print("%s.%s.best %llud\n", what, way, t[0]);
	print("%s.%s.p50 %llud\n", what, way, t[n/2]);
	print("%s.%s.p99 %llud\n", what, way, t[n*99/100]);
	if(shift >= 0)
		print("%s.%s.instr %llud\n", what, way, t[n/2] >> shift);
}

static void
measure(char *way, long n)
{
	uvlong *made, *ended, t0, t1;

	made = malloc(n*sizeof made[0]);
	ended = malloc(n*sizeof ended[0]);
	if(made == nil || ended == nil)
		sysfatal("malloc: %r");
	setway(way);
	make(n < Warm? n: Warm, made, ended);
	cycles(&t0);
	make(n, made, ended);
	cycles(&t1);
	report("rfork", way, made, n);
	report("fork", way, ended, n);
	if(strcmp(way, "lazy") == 0)
		print("rfork.persec %llud\n", n*_tos->cyclefreq / (t1-t0));
	free(made);
	free(ended);
}

static void
usage(void)
{
	fprint(2, "usage: latrfork [-i shift] [-n times] lazy|eager|none ...\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	long n;
	int i;

	n = 5000;
	ARGBEGIN{
	case 'i':
		shift = atoi(EARGF(usage()));
		break;
	case 'n':
		n = atol(EARGF(usage()));
		break;
	default:
		usage();
	}ARGEND
	if(argc == 0 || n <= 0)
		usage();
	for(i = 0; i < argc; i++)
		if(strcmp(argv[i], "lazy") != 0 && strcmp(argv[i], "eager") != 0
		&& strcmp(argv[i], "none") != 0)
			usage();
	for(i = 0; i < argc; i++)
		measure(argv[i], n);
	exits(nil);
}
