/*
 * The timer queue and the clock, port/portclock.c and port/tod.c as the
 * kernel has them, on a machine whose counter the test moves: fastticks
 * reads `now', timerset keeps what it is told.
 */
#include "u.h"
#include "../../sys/src/9/port/lib.h"
#include "../../sys/src/9/pc/mem.h"
#include "../../sys/src/9/pc/dat.h"
#include "../../sys/src/9/pc/fns.h"

extern	int	printf(const char*, ...);
extern	void	exit_(int);
extern	void	machmap(ulong, char**);

enum
{
	Ntimer	= 10000,
	Rounds	= 200000,
};

static Mach mach0;
Mach *machp[MAXMACH];
PCArch *arch;
static uvlong now, set, hz;
static uvlong refhz, refbase, refmask = ~0ULL;
static double refrate;			/* reference ticks a fasttick */
uvlong (*refclock)(uvlong*, uvlong*);
static int ntest, locked;

static void
ok(int good, char *name)
{
	printf("%sok %d - %s\n", good? "": "not ", ++ntest, name);
}

uvlong fastticks(uvlong *h) { if(h) *h = hz; return now++; }
void timerset(uvlong t) { set = t; }
void ilock(Lock *l) { USED(l); locked++; }
void iunlock(Lock *l) { USED(l); locked--; }
int canlock(Lock *l) { USED(l); return 1; }
void hicontend(Lock *l) { USED(l); }
int fasttsc;
void unlock(Lock *l) { USED(l); }
int splhi(void) { return 0; }
void splx(int s) { USED(s); }
void pause(void) {}
static void nofence(void) {}
void (*coherence)(void) = nofence;
void hzsched(void) {}
int anyready(void) { return 0; }
int anytimed(void) { return 0; }
char *getconf(char *s) { USED(s); return nil; }
long rtctime(void) { return 1000000000; }
void *mallocz(ulong n, int c) { USED(n); USED(c); return nil; }

void
panic(char *fmt, ...)
{
	printf("Bail out! panic: %s\n", fmt);
	__builtin_trap();
}

/* ---- the queue ---- */

/* the hardware goes off */
static void
interrupt(void)
{
	set = 0;
	timerintr(nil, 0);
}

static Timer timer[Ntimer];
static uvlong due[Ntimer];		/* the model: 0, not queued */
static int nfired, wrong;
static uvlong lastdue;

static void
fired(Ureg *u, Timer *t)
{
	int i;

	USED(u);
	i = t - timer;
	if(due[i] == 0 || due[i] > now || t->twhen < lastdue || locked)
		wrong++;
	lastdue = t->twhen;
	due[i] = 0;
	nfired++;
}

static ulong seed = 1;

static ulong
rnd(ulong n)
{
	seed = seed*1103515245 + 12345;
	return (seed >> 8) % n;
}

static uvlong
earliest(void)
{
	uvlong e;
	int i;

	e = 0;
	for(i = 0; i < Ntimer; i++)
		if(due[i] != 0 && (e == 0 || due[i] < e))
			e = due[i];
	return e;
}

static void
add(int i, uvlong when)
{
	timer[i].tmode = Tabsolute;
	timer[i].twhen = when;
	timer[i].tf = fired;
	timeradd(&timer[i]);
	due[i] = when;
}

static void
randomrun(void)
{
	int i, r;

	for(r = 0; r < Rounds; r++){
		i = rnd(Ntimer);
		switch(rnd(5)){
		case 0: case 1: case 2:
			add(i, now + 1 + rnd(1000000));
			break;
		case 3:
			timerdel(&timer[i]);
			due[i] = 0;
			break;
		case 4:
			now += rnd(100);
			lastdue = 0;
			interrupt();
			if(r % 1000 == 4 && set != earliest() && earliest() != 0)
				wrong++;
			break;
		}
		if(set != 0 && r % 5000 == 0 && earliest() != 0
		&& set > earliest())
			wrong++;
	}
	ok(wrong == 0, "random adds, cancels and expiries against a model");
	now += 2000000;
	lastdue = 0;
	interrupt();
	ok(wrong == 0 && earliest() == 0, "the rest fires, in order");
	ok(set == 0, "nothing queued: the hardware is off");
	ok(nfired > Rounds/10, "many fired");
}

/* deepest path that an insertion or a removal walks */
static int
spine(Timer *t)
{
	int n;

	for(n = 0; t != nil; t = t->tright)
		n++;
	return n;
}

static void
logarithmic(void)
{
	int i, worst, n;

	worst = 0;
	for(i = 0; i < Ntimer; i++){
		add(i, now + 1000 + (i*7919)%Ntimer);
		n = spine(&timer[i]);
		if(n > worst)
			worst = n;
	}
	for(i = 0; i < Ntimer; i++){
		n = spine(&timer[i]);
		if(n > worst)
			worst = n;
	}
	ok(worst <= 14, "no right spine over log2(10,000+1)");
	for(i = 0; i < Ntimer; i++){
		timerdel(&timer[i]);
		due[i] = 0;
	}
}

static int nperiodic;

static void
periodic(Ureg *u, Timer *t)
{
	USED(u);
	USED(t);
	nperiodic++;
}

static void
periods(void)
{
	Timer t;
	int i;

	memset(&t, 0, sizeof t);
	t.tmode = Tperiodic;
	t.tns = 1000000;
	t.tf = periodic;
	timeradd(&t);
	for(i = 0; i < 1000; i++){
		now += hz/1000;
		interrupt();
	}
	ok(nperiodic >= 999 && nperiodic <= 1000, "a period of 1 ms, 1000 times");
	timerdel(&t);
	now += hz;
	i = nperiodic;
	interrupt();
	ok(nperiodic == i, "and none after timerdel");
}

/* ---- the clock ---- */

static uvlong
reference(uvlong *h, uvlong *mask)
{
	if(h)
		*h = refhz;
	if(mask)
		*mask = refmask;
	return (refbase + (uvlong)(now * refrate)) & refmask;
}

/* let s seconds pass in steps of 10 ms, timers firing; 1: time ran back */
static int
pass(int s)
{
	uvlong t, last;
	int i, back;

	back = 0;
	last = monotonic();
	for(i = 0; i < s*100; i++){
		now += hz/100;
		interrupt();
		tickupdate(now);
		t = monotonic();
		if(t < last)
			back = 1;
		last = t;
	}
	return back;
}

/* a counter that is ppm wrong, a reference of rhz and bits */
static void
follows(char *name, int ppm, uvlong rhz, int bits)
{
	uvlong ref0, ns0;
	double want, err;
	int back;

	hz = 1000000000;
	refhz = rhz;
	refmask = bits == 64? ~0ULL: (1ULL<<bits) - 1;
	refbase = 0xfffff000;
	refrate = (double)rhz / hz * (1 + ppm*1e-6);
	refclock = reference;
	todinit();
	back = pass(20);
	ref0 = now * refrate;
	ns0 = monotonic();
	back |= pass(600);
	want = ((uvlong)(now * refrate) - ref0) * 1e9 / rhz;
	err = ((double)(monotonic() - ns0) - want) / want * 1e6;
	if(err > 5 || err < -5)
		printf("# off by %d ppm\n", (int)err);
	ok(err <= 5 && err >= -5 && !back, name);
}

static void
settime(void)
{
	vlong t;
	uvlong m0;

	m0 = monotonic();
	todset(5000000000LL, 0, 0);
	t = todget(nil);
	ok(t >= 5000000000LL && t < 5001000000LL, "time of day is set");
	ok(monotonic() - m0 < 1000000, "and monotonic does not notice");
	todset(-1, 1000000000LL, 10);
	pass(5);
	t = todget(nil) - 5000000000LL;
	ok(t > 5490000000LL && t < 5510000000LL, "half of a slew, half way");
	pass(10);
	t = todget(nil) - 5000000000LL;
	ok(t > 15990000000LL && t < 16010000000LL, "and all of it in the end");
}

static void
scales(void)
{
	static uvlong rates[] = {
		1193182, 14318180, 100000000, 999999999, 1000000000,
		1000000001, 2399999999ULL, 3999999999ULL, 4000000000ULL,
		4294967295ULL, 4294967296ULL, 5200000000ULL,
	};
	uvlong a, b, want;
	int i, bad;

	bad = 0;
	for(i = 0; i < nelem(rates); i++){
		todsetfreq(rates[i]);
		a = ns2fastticks(1000000000);
		want = rates[i];
		if(a > want + want/100000000 + 1 || a + want/100000000 + 2 < want)
			bad++;
		b = fastticks2ns(rates[i]);
		if(b > 1000000011 || b < 999999989)
			bad++;
	}
	ok(bad == 0, "a second is a second at any rate of the counter");
}

static void
ticks(void)
{
	ulong t;
	uvlong ns;

	hz = 1000000000;
	todsetfreq(hz);
	t = MACHP(0)->ticks;
	ns = monotonic();
	now += 5*hz;			/* interrupts held off for 5 s */
	tickupdate(now);
	ns = (monotonic() - ns) / 1000000;
	t = MACHP(0)->ticks - t;
	ok(t >= ns-1 && t <= ns+1, "5 s without an interrupt lose no ticks");
}

int
main(int argc, char **argv)
{
	USED(argc);
	machmap(MACHADDR, argv);
	machp[0] = &mach0;
	hz = 1000000000;
	now = 12345;
	timersinit();
	now += hz/10;
	randomrun();
	logarithmic();
	periods();
	follows("HPET, counter right", 0, 100000000, 64);
	follows("HPET, counter 2% fast", -20000, 100000000, 64);
	follows("HPET of 32 bits, counter 2% slow", 20000, 14318180, 32);
	follows("ACPI timer of 24 bits, counter 300 ppm off", 300, 3579545, 24);
	settime();
	scales();
	ticks();
	printf("1..%d\n", ntest);
	return 0;
}
