/*
 * alarm2: many processes that live by their alarms. Each has a prime P of
 * its own, arms alarm(P), sleeps 3P and sees how much later than P it was
 * woken: more than 10 ms is told on the spot. In the end each arms once
 * more and exits, so that its slot goes on with an alarm armed.
 *
 * Nothing starts before all children exist, and what they measured comes
 * to the parent by a pipe when they are through; it prints the summary.
 * Only what the library of every Plan 9 has is used.
 */
#include <u.h>
#include <libc.h>

enum
{
	Loops	= 151,
	Inexact	= 10,		/* ms late that are worth a line */
	Maxproc	= 2000,
	Ms	= 1000000,	/* ns */
	Chunk	= 1000,		/* samples in a record */
};

/* what a child writes: a header, then the samples */
typedef struct Rec Rec;
struct Rec
{
	long	n;		/* samples; negative: it is through */
	long	early;
	long	missed;
	vlong	end;		/* when it was through */
	long	late[Chunk];	/* us */
};

static int primes[] = {
	101, 103, 107, 109, 113, 127, 131, 137, 139, 149,
	151, 157, 163, 167, 173, 179, 181, 191, 193, 197,
	199, 211, 223, 227, 229, 233, 239, 241, 251, 257,
	263, 269, 271, 277, 281, 283, 293, 307, 311, 313,
	317, 331, 337, 347, 349, 353, 359, 367, 373, 379,
	383, 389, 397, 401, 409, 419, 421, 431, 433, 439,
	443, 449, 457, 461, 463, 467, 479, 487, 491, 499,
	503, 509, 521, 523, 541, 547, 557, 563, 569, 571,
	577, 587, 593, 599, 601, 607, 613, 617, 619, 631,
	641, 643, 647, 653, 659, 661, 673, 677, 683, 691,
};

static int loops = Loops;
static int nproc = nelem(primes);
static int quiet, summary;

static int ready[2];		/* a byte from each child that is there */
static int go[2];		/* its end is the start */
static int results[2];

/* in a child: the note that came last, if it was the alarm */
static int notes;

static void
usage(void)
{
	fprint(2, "usage: alarm2 [-sq] [-n loops] [-c processes]\n");
	exits("usage");
}

/* the alarm's note goes no further than here */
static void
handler(void *ureg, char *note)
{
	USED(ureg);
	if(strcmp(note, "alarm") != 0)
		noted(NDFLT);
	notes++;
	noted(NCONT);
}

/* one alarm; by how many ns it was late. Sets *came if it came */
static vlong
once(int p, int *came)
{
	vlong t0, t1;
	int before, r;

	before = notes;
	t0 = nsec();
	alarm((ulong)p);
	r = sleep(3*p);
	t1 = nsec();
	*came = notes != before;
	if(*came && r >= 0)
		t1 -= 3*(vlong)p*Ms;	/* before the sleep, which was whole */
	return t1 - t0 - (vlong)p*Ms;
}

/* ns to us, downward: what is early stays negative */
static long
us(vlong ns)
{
	if(ns < 0)
		return -(long)((-ns + 999)/1000);
	return (long)(ns/1000);
}

/* send what was gathered */
static void
send(Rec *r, long n)
{
	r->n = n;
	if(write(results[1], r, sizeof *r) != sizeof *r)
		sysfatal("write of results: %r");
	r->early = r->missed = 0;
}

/* say that alarm n of p ms was off by d ns */
static void
tell(int n, int p, vlong d, int came)
{
	if(summary || quiet)
		return;
	if(!came)
		print("sleep %d not interrupted: %d\n", n, 2*p);
	else
		print("alarm %d inaccurate %lld want %d %lld\n",
			n, d/Ms + p, p, d/Ms);
}

/* what a child does */
static void
child(int p)
{
	static Rec rec;
	vlong d, max, sum;
	long n;
	int i, came, nmiss;
	char c;

	notify(handler);
	once(1, &came);		/* touch all that is touched later */
	rec.late[0] = rec.late[Chunk-1] = 0;
	close(go[1]);
	if(write(ready[1], "r", 1) != 1)
		sysfatal("start: %r");
	read(go[0], &c, 1);	/* ends, as an error for most */
	n = 0;
	nmiss = 0;
	max = sum = 0;
	for(i = 0; i < loops; i++){
		d = once(p, &came);
		if(!came)
			rec.missed++;
		else if(d < 0)
			rec.early++;
		rec.late[n++] = us(d);
		if(!came || d > (vlong)Inexact*Ms || d < -(vlong)Inexact*Ms){
			nmiss++;
			sum += d;
			if(d > max)
				max = d;
			tell(i, p, d, came);
		}
		if(n == Chunk){
			send(&rec, n);
			n = 0;
		}
	}
	rec.end = nsec();
	if(n > 0)
		send(&rec, n);
	send(&rec, -1);
	if(nmiss > 0 && !summary)
		fprint(2, "nmiss = %d; max = %lld; avg = %lld\n",
			nmiss, max/Ms, sum/nmiss/Ms);
	alarm((ulong)p);		/* the evil twist */
	exits(nil);
}

/* make the children; returns when all are there */
static void
start(void)
{
	int i, pid;
	char c;

	for(i = 0; i < nproc; i++){
		pid = fork();
		if(pid < 0){
			fprint(2, "alarm2: fork of child %d: %r\n", i);
			nproc = i;
			break;
		}
		if(pid == 0)
			child(primes[i%nelem(primes)]);
	}
	for(i = 0; i < nproc; i++)
		if(read(ready[0], &c, 1) != 1)
			sysfatal("start: %r");
}

static int
bysize(void *a, void *b)
{
	long x, y;

	x = *(long*)a;
	y = *(long*)b;
	if(x != y)
		return x < y ? -1 : 1;
	return 0;
}

/* the sample that per of 1000 are not above */
static long
percentile(long *late, long n, long per)
{
	long i;

	i = (long)((vlong)n*per/1000);
	if(i >= n)
		i = n-1;
	return n > 0 ? late[i] : 0;
}

/* read all results into late; *sum has the counts. Returns how many */
static long
collect(long *late, long max, Rec *sum)
{
	static Rec r;
	long n;
	int left;

	n = 0;
	for(left = nproc; left > 0; ){
		if(read(results[0], &r, sizeof r) != sizeof r)
			sysfatal("results: %r");
		sum->early += r.early;
		sum->missed += r.missed;
		if(r.n < 0){
			if(r.end > sum->end)
				sum->end = r.end;
			left--;
			continue;
		}
		if(n + r.n > max)
			sysfatal("results: too many");
		memmove(late+n, r.late, (ulong)r.n*sizeof(long));
		n += r.n;
	}
	return n;
}

/* wait for all; the number of those that failed */
static int
finish(void)
{
	Waitmsg *w;
	int bad;

	bad = 0;
	while((w = wait()) != nil){
		if(w->msg[0] != 0){
			fprint(2, "alarm2: child %d: %s\n", w->pid, w->msg);
			bad++;
		}
		free(w);
	}
	return bad;
}

static void
report(long *late, long n, Rec *sum)
{
	long over, i;

	over = 0;
	for(i = 0; i < n; i++)
		if(late[i] > Inexact*1000)
			over++;
	qsort(late, n, sizeof(long), bysize);
	print("samples %ld\n", n);
	print("early %ld\n", sum->early);
	print("missed %ld\n", sum->missed);
	print("over10ms %ld\n", over);
	print("minus %ld\n", percentile(late, n, 0));
	print("p50us %ld\n", percentile(late, n, 500));
	print("p99us %ld\n", percentile(late, n, 990));
	print("p999us %ld\n", percentile(late, n, 999));
	print("maxus %ld\n", percentile(late, n, 1000));
}

static void
options(int argc, char **argv)
{
	ARGBEGIN{
	case 'c':
		nproc = atoi(EARGF(usage()));
		break;
	case 'n':
		loops = atoi(EARGF(usage()));
		break;
	case 'q':
		quiet = 1;
		break;
	case 's':
		summary = 1;
		break;
	default:
		usage();
	}ARGEND
	USED(argv);
	if(argc > 0 || nproc < 1 || nproc > Maxproc || loops < 1)
		usage();
}

void
main(int argc, char **argv)
{
	static Rec sum;
	vlong t0, t1, t2;
	long *late, n;
	int bad;

	argv0 = "alarm2";
	options(argc, argv);
	if((vlong)nproc*loops > 100000000)
		usage();
	n = (long)nproc*loops;
	late = malloc((ulong)n*sizeof(long));
	if(late == nil)
		sysfatal("no memory for %ld samples", n);
	if(pipe(ready) < 0 || pipe(go) < 0 || pipe(results) < 0)
		sysfatal("pipe: %r");
	t0 = nsec();
	start();
	t1 = nsec();
	close(go[1]);		/* all children read the end of it at once */
	n = collect(late, n, &sum);
	bad = finish();
	t2 = nsec();
	report(late, n, &sum);
	print("startms %lld\n", (t1-t0)/Ms);
	print("exitms %lld\n", (t2-sum.end)/Ms);
	if(bad)
		exits("child failed");
	exits(sum.early || sum.missed ? "alarms early or missed" : nil);
}
