/*
 * Time.  fastticks counts at a rate that is known only about; here it is
 * turned into nanoseconds since boot that keep to a reference counter
 * (refclock: HPET or ACPI timer), which CPU 0 reads every Period.  The
 * result, monotonic, is what alarms and ticks go by.  Time of day is
 * monotonic and an offset, so that setting it moves no deadline.
 *
 * Readers take no lock: seq is odd while the line is being changed, and
 * who saw it change reads again.  The new line starts where the old one
 * ends, so time does not jump; an error is worked off by going at most
 * Slew faster or slower.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

#define	Second	1000000000LL
#define	Ms	1000000UL

enum
{
	First		= 60,		/* ms to the first look at the reference */
	Period		= 2,		/* s between looks */
	Span		= 64,		/* s that a rate is measured over */
	Catchup		= 4,		/* s to work off an error in */
	Slew		= 400000,	/* ns a second, at most */
	Tries		= 8,
	Few		= 16,		/* ticks that are added to a count */
	Sure		= 50000,	/* ns; a reading within that is good */
	Bad		= 2000000,	/* ns; a worse one is not used */
};

typedef struct Scale Scale;
typedef struct Point Point;

/* y = x * (whole + frac/2^32) */
struct Scale
{
	ulong	whole;
	ulong	frac;
};

/* a moment by both counters */
struct Point
{
	uvlong	ticks;			/* fastticks */
	uvlong	ref;			/* refclock, unwrapped */
};

static struct
{
	Lock;				/* of who changes it */
	ulong	seq;
	uvlong	ticks;			/* the line goes through here, */
	uvlong	ns;			/* and here, */
	Scale	ns4tick;		/* at this slope */
	Scale	tick4ns;
	Scale	tick4ms;
	vlong	offset;			/* time of day less ns */
	vlong	slewed;			/* more offset, to be had */
	uvlong	slewstart;		/* from this ns on */
	uvlong	slewtime;		/* over so many ns */

	/* discipline; CPU 0 only */
	uvlong	refhz;
	uvlong	refmask;
	uvlong	start;			/* ref at boot */
	uvlong	startns;
	Point	last;
	Point	old;			/* rates are measured from here, */
	Point	older;			/* or here, whichever is Span ago */
	Timer	timer;
} tod;

ulong	tickat;				/* fastticks/1024 of the next tick */

static struct
{
	Lock;
	uvlong	next;			/* fastticks of the next tick */
	ulong	period;			/* of ticks, 0: to be set anew */
	ulong	first;			/* ticks at boot */
} clocktick;

/* the same of a small x */
static inline uvlong
scale32(ulong x, Scale *s)
{
	return ((uvlong)x*s->frac >> 32) + (uvlong)x*s->whole;
}

/* x * s, rounded down */
static uvlong
scale(uvlong x, Scale *s)
{
	ulong hi;
	uvlong y;

	hi = x >> 32;
	y = scale32(x, s);
	if(hi != 0)
		y += (uvlong)hi*s->frac + ((uvlong)(hi*s->whole) << 32);
	return y;
}

/* the scale num/den; num/den < 2^32 */
static Scale
ratio(uvlong num, uvlong den)
{
	Scale s;

	while(num >= 1ULL<<32 || den >= 1ULL<<32){
		num >>= 1;
		den >>= 1;
	}
	s.whole = num / den;
	s.frac = (num % den << 32) / den;
	return s;
}

static void
setrate(uvlong ns, uvlong ticks)
{
	uvlong t;

	tod.ns4tick = ratio(ns, ticks);
	tod.tick4ns = ratio(ticks, ns);
	t = (uvlong)tod.tick4ns.frac * Ms;
	tod.tick4ms.frac = t;
	tod.tick4ms.whole = tod.tick4ns.whole*Ms + (t >> 32);
}

static void
begin(void)
{
	ilock(&tod);
	tod.seq++;
	barrier();
}

static void
end(void)
{
	barrier();
	tod.seq++;
	iunlock(&tod);
	clocktick.period = 0;
}

/* ns that t fastticks are; t < 0 is another CPU's small lag */
static __attribute__((noinline)) uvlong
far(uvlong t)
{
	return (vlong)t < 0? 0: scale(t, &tod.ns4tick);
}

/* ns at t by the line */
static inline uvlong
nsat(uvlong t)
{
	t -= tod.ticks;
	if((ulong)(t >> 32) != 0)
		return tod.ns + far(t);
	return tod.ns + scale32(t, &tod.ns4tick);
}

static inline uvlong
readline(uvlong *ticks)
{
	uvlong ns, t;
	ulong seq;

	for(;;){
		seq = *(volatile ulong*)&tod.seq;
		barrier();
		t = nowticks();
		ns = nsat(t);
		barrier();
		if((seq & 1) == 0 && seq == *(volatile ulong*)&tod.seq)
			break;
		pause();
	}
	*ticks = t;
	return ns;
}

/*
 * ns since boot, never less than before; any level.  *ticks is the
 * fastticks of it.
 */
uvlong
monoticks(uvlong *ticks)
{
	return readline(ticks);
}

/* the same, without fastticks */
uvlong
monotonic(void)
{
	uvlong t;

	return readline(&t);
}

/* part of a slewed change that has come into force at ns */
static vlong
slewpart(uvlong ns)
{
	if(ns - tod.slewstart >= tod.slewtime)
		return tod.slewed;
	return tod.slewed/1000 * (vlong)((ns - tod.slewstart)/1000)
		/ (vlong)(tod.slewtime/1000000);
}

static inline vlong
slewat(uvlong ns)
{
	return tod.slewed == 0? 0: slewpart(ns);
}

/* time of day, ns since 1970; *ticks (nil: none) the fastticks of it */
vlong
todget(vlong *ticks)
{
	uvlong t, ns;
	vlong now;
	ulong seq;

	for(;;){
		seq = *(volatile ulong*)&tod.seq;
		barrier();
		t = nowticks();
		ns = nsat(t);
		now = ns + tod.offset + slewat(ns);
		barrier();
		if((seq & 1) == 0 && seq == *(volatile ulong*)&tod.seq)
			break;
		pause();
	}
	if(ticks != nil)
		*ticks = t;
	return now;
}

/* time of day, s since 1970 */
long
seconds(void)
{
	return todget(nil) / Second;
}

/*
 * Set the time of day to t (t >= 0), or change it by delta ns spread
 * over n seconds (t < 0); at more than 0.5 s a second it is done at once.
 */
void
todset(vlong t, vlong delta, int n)
{
	uvlong ns;

	ns = monotonic();
	begin();
	tod.offset += slewat(ns);
	tod.slewed = 0;
	if(t >= 0)
		tod.offset = t - ns;
	else if(n <= 0 || delta > n*Second/2 || delta < -n*Second/2)
		tod.offset += delta;
	else{
		tod.slewed = delta;
		tod.slewstart = ns;
		tod.slewtime = n * Second;
	}
	end();
}

/* take hz to be the rate of fastticks, until the reference says better */
void
todsetfreq(vlong hz)
{
	uvlong t;

	if(hz <= 0)
		return;
	begin();
	t = fastticks(nil);
	tod.ns = nsat(t);
	tod.ticks = t;
	setrate(Second, hz);
	end();
}

/* a span of fastticks in ns, and back */
uvlong
fastticks2ns(uvlong t)
{
	return scale(t, &tod.ns4tick);
}

uvlong
fastticks2us(uvlong t)
{
	return scale(t, &tod.ns4tick) / 1000;
}

uvlong
ns2fastticks(uvlong ns)
{
	return scale(ns, &tod.tick4ns);
}

uvlong
ms2fastticks(ulong ms)
{
	return scale32(ms, &tod.tick4ms);
}

/* read both counters at once as well as can be: 1, or 0 if it can't be */
static int
look(Point *p)
{
	uvlong t, r, dt, best;
	vlong lag;
	int i;

	best = ~0ULL;
	r = 0;
	for(i = 0; i < Tries && best > ns2fastticks(Sure); i++){
		t = fastticks(nil);
		r = (*refclock)(nil, nil);
		dt = fastticks(nil) - t;
		if(dt < best){
			best = dt;
			p->ticks = t + dt/2;
			p->ref = r;
		}
	}
	/* unwrap: the counter may have gone round more than once */
	r = (p->ref - tod.last.ref) & tod.refmask;
	if(tod.refmask != ~0ULL){
		lag = fastticks2ns(p->ticks - tod.last.ticks)/1000
			* (tod.refhz/1000) / 1000 - r;
		if(lag > 0)
			r += (lag + tod.refmask/2) / (tod.refmask+1)
				* (tod.refmask+1);
	}
	p->ref = tod.last.ref + r;
	return fastticks2ns(best) < Bad;
}

/* ns from reference a to b */
static uvlong
refns(uvlong a, uvlong b)
{
	uvlong n;

	n = b - a;
	return n/tod.refhz*Second + n%tod.refhz*Second/tod.refhz;
}

/* bring the line back to the reference; CPU 0, interrupt level */
static void
discipline(Ureg *ureg, Timer *t)
{
	Point p;
	vlong err;
	uvlong ns, dns, dticks;

	USED(ureg);
	if(look(&p)){
		tod.last = p;
		if(refns(tod.old.ref, p.ref) > Span*Second){
			tod.older = tod.old;
			tod.old = p;
		}
		dns = refns(tod.older.ref, p.ref);
		dticks = p.ticks - tod.older.ticks;
		begin();
		ns = nsat(p.ticks);
		err = tod.startns + refns(tod.start, p.ref) - ns;
		err /= Catchup;
		if(err > Slew)
			err = Slew;
		if(err < -Slew)
			err = -Slew;
		/* err is now ns a second: dns is so much longer */
		dns += (vlong)(dns/1000) * err / (Second/1000);
		tod.ns = ns;
		tod.ticks = p.ticks;
		setrate(dns, dticks);
		end();
	}
	t->tns = Period * Second;
	timeradd(t);
}

/* start to follow the reference */
static void
follow(void)
{
	if(refclock == nil)
		return;
	tod.start = (*refclock)(&tod.refhz, &tod.refmask) & tod.refmask;
	tod.last.ref = tod.start;
	tod.last.ticks = fastticks(nil);
	look(&tod.last);
	tod.old = tod.older = tod.last;
	tod.start = tod.last.ref;
	tod.startns = nsat(tod.last.ticks);
	tod.timer.tmode = Trelative;
	tod.timer.tns = First * Second/1000;
	tod.timer.tf = discipline;
	timeradd(&tod.timer);
}

/*
 * Start the clock at the time of day that the battery clock has; once,
 * on CPU 0, when fastticks works.
 */
void
todinit(void)
{
	uvlong hz;
	char *s;

	tod.ticks = fastticks(&hz);
	setrate(Second, hz);
	s = getconf("*ticks");
	if(s != nil)
		clocktick.first = strtoul(s, nil, 0);
	MACHP(0)->ticks = clocktick.first;
	todset((vlong)rtctime() * Second, 0, 0);
	follow();
}

/* see how many ticks it is by the clock; clocktick is held */
static void
countticks(void)
{
	uvlong ns;

	ns = monotonic();
	MACHP(0)->ticks = clocktick.first + (ulong)(ns / (Second/HZ));
	clocktick.period = ns2fastticks(Second/HZ);
	clocktick.next = fastticks(nil)
		+ ns2fastticks(Second/HZ - ns % (Second/HZ));
}

/*
 * Bring MACHP(0)->ticks up to date, t being fastticks now.  Called at
 * every interrupt and kernel entry, on any CPU, when tickat has come.
 */
void
tickupdate(uvlong t)
{
	ulong n, period;
	int s;

	s = splhi();
	if(canhilock(&clocktick)){
		t -= clocktick.next;
		if((vlong)t >= 0){
			period = clocktick.period;
			n = Few;
			if((ulong)(t >> 32) == 0 && period != 0)
				n = (ulong)t / period;
			if(n < Few){
				n++;
				MACHP(0)->ticks += n;
				clocktick.next += (uvlong)n * period;
			}else
				countticks();
		}
		tickat = (ulong)(clocktick.next >> 10) + 1;
		hiunlock(&clocktick);
	}
	splx(s);
}
