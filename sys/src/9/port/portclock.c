/*
 * Timers: a queue for each CPU, its interrupt timer set to go off once,
 * for the first of the queue.  With nothing queued there are no timer
 * interrupts.  While a CPU runs processes it also ticks, every 1/HZ or, if
 * others do so too, less often: for quanta only, time is not counted by it.
 *
 * The queue is a leftist heap, linked both ways: adding a timer and
 * taking out any one costs O(log n) at worst, and needs no memory.
 * Reference: C. A. Crane, Linear lists and priority queues as balanced
 * binary trees, 1972; D. Knuth, TAOCP 3, 5.2.3.
 *
 * A timer's function runs without the lock of the queue.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

struct Timers
{
	Lock;
	Timer	*head;		/* root of the heap, the first to fire */
	uvlong	set;		/* what the hardware is set to, 0: nothing */
	uvlong	began;		/* when the function that runs was called */
	uvlong	tick;		/* when the CPU is to tick, 0: it does not */
};

static Timers timers[MAXMACH];
static uvlong near;		/* Near in fastticks */
static ulong period;		/* 1/HZ in fastticks, 0: no timers yet */
int	nticking;		/* CPUs that tick, as they have something to do */

enum
{
	Near	= 5000,		/* ns */
	First	= 4,		/* ticks that the first is long */
	Rest	= 2,		/* see due */
	Putoff	= 250000,	/* ns; see putoff */
	Puts	= 4,
};

static inline int
rank(Timer *t)
{
	return t == nil? 0: t->trank;
}

/* put the children of t in order; tell whether its rank changed */
static inline int
settle(Timer *t)
{
	Timer *x;
	int r;

	if(rank(t->tleft) < rank(t->tright)){
		x = t->tleft;
		t->tleft = t->tright;
		t->tright = x;
	}
	r = rank(t->tright) + 1;
	if(r == t->trank)
		return 0;
	t->trank = r;
	return 1;
}

/*
 * Join heaps a and b.  Down the right spines, which are at most
 * log2(n+1) long, then up again setting ranks.  The root's tup is not
 * set.
 */
static Timer*
merge(Timer *a, Timer *b)
{
	Timer *root, *p, *x, **l;

	if(a == nil)
		return b;
	root = a;
	l = &root;
	p = nil;
	while(b != nil){
		if(b->twhen < a->twhen){
			x = a;
			a = b;
			b = x;
		}
		*l = a;
		a->tup = p;
		p = a;
		l = &a->tright;
		a = b;
		b = *l;
	}
	*l = a;
	a->tup = p;
	for(; p != nil; p = p->tup)
		settle(p);
	return root;
}

/*
 * Put t in: down the right spine to the first that comes later, which
 * becomes t's only child, then up again while ranks change.
 */
static void
insert(Timers *tt, Timer *t)
{
	Timer *a, *p, **l;

	p = nil;
	l = &tt->head;
	while((a = *l) != nil && a->twhen <= t->twhen){
		p = a;
		l = &a->tright;
	}
	*l = t;
	t->tup = p;
	t->tleft = a;
	t->tright = nil;
	t->trank = 1;
	t->tt = tt;
	if(a != nil)
		a->tup = t;
	while(p != nil && settle(p))
		p = p->tup;
}

static void
extract(Timers *tt, Timer *t)
{
	Timer *sub, *p;

	p = t->tup;
	sub = merge(t->tleft, t->tright);
	if(sub != nil)
		sub->tup = p;
	if(p == nil)
		tt->head = sub;
	else{
		if(p->tleft == t)
			p->tleft = sub;
		else
			p->tright = sub;
		while(p != nil && settle(p))
			p = p->tup;
	}
	t->tt = nil;
}

/*
 * Set this CPU's timer for what comes first, and let go of tt.  Only the CPU
 * itself adds to its queue, so the hardware needs no lock; that is as well,
 * as it may be an emulator's, which turns to other CPUs when it is set.
 */
static void
program(Timers *tt)
{
	uvlong when;

	when = tt->tick;
	if(tt->head != nil && (when == 0 || tt->head->twhen < when))
		when = tt->head->twhen;
	hiunlock(tt);
	if(when == tt->set)
		return;
	tt->set = when;
	timerset(when);
}

/*
 * When a timer that was just given its period is due.  If it is its own
 * function that adds it again, the CPU has Rest times as long for others as
 * the function took, however slow the machine is.
 */
static uvlong
due(Timer *t)
{
	uvlong now, wait, rest;

	if(t->tns <= 0)
		t->tns = 1;
	wait = ns2fastticks(t->tns) + 1;
	now = nowticks();
	if(t->tactive == &timers[m->machno]){
		rest = (now - t->tactive->began) * Rest;
		if(wait < rest)
			wait = rest;
	}
	return now + wait;
}

/* take t off the queue that it is on, if any; interrupts are off */
static void
dequeue(Timer *t)
{
	Timers *tt;

	tt = t->tt;
	if(tt == nil)
		return;
	hilock(tt);
	if(t->tt == tt)
		extract(tt, t);
	hiunlock(tt);
}

/*
 * Have t->tf(ureg, t) called: Trelative, t->tns ns from now, or up to 1 ms
 * later if a process whose time has come is about then; Tperiodic, every
 * t->tns (100,000 at least); Tabsolute, when fastticks is t->twhen.  On
 * this CPU, at interrupt level, with no locks held; tf may add t again.  If
 * t is queued it is taken out first.  Any level, but not with a timer
 * queue's lock held, nor by two at once: t's owner does timerdel before, if
 * tf might just run.
 */
void
timeradd(Timer *t)
{
	Timers *tt;
	int s;

	if(t->tmode == Tperiodic && t->tns < 100000)
		panic("timeradd: period %lld ns, pc %#p", t->tns,
			getcallerpc(&t));
	s = splhi();
	dequeue(t);
	t->tputoff = 0;
	if(t->tmode != Tabsolute)
		t->twhen = due(t);
	tt = &timers[m->machno];
	hilock(tt);
	insert(tt, t);
	if(tt->head == t)
		program(tt);
	else
		hiunlock(tt);
	splx(s);
}

/*
 * Have t->tf called when monotonic reaches ns, or a little before: the
 * rates of the two clocks change, so tf looks and calls this again.
 */
void
timerat(Timer *t, uvlong ns)
{
	uvlong now, ticks;

	now = monoticks(&ticks);
	t->tmode = Tabsolute;
	t->twhen = ticks + 1;
	if(ns > now)
		t->twhen += ns2fastticks(ns - now);
	timeradd(t);
}

/*
 * Take t off its queue; if its function runs on another CPU, wait until
 * that is done.  Any level, but with no lock that t->tf takes.
 */
void
timerdel(Timer *t)
{
	int s;

	if(t->tt == nil && t->tactive == nil)
		return;
	for(;;){
		s = splhi();
		t->tmode = Trelative;	/* a periodic one is not to come back */
		dequeue(t);
		splx(s);
		if(t->tactive == nil && t->tt == nil
		|| t->tactive == &timers[m->machno])
			break;
		pause();
	}
}

/* run t, which this CPU has just taken off its queue */
static void
fire(Ureg *ureg, Timer *t)
{
	(*t->tf)(ureg, t);
	if(t->tmode == Tperiodic && t->tt == nil){
		t->tmode = Tabsolute;
		t->twhen += ns2fastticks(t->tns);
		if(t->twhen < nowticks())
			t->twhen = due(t);
		timeradd(t);
		t->tmode = Tperiodic;
	}
}

/*
 * Has fastticks, which was *now, reached when?  The hardware's timer is
 * not as exact as that, so what is only Near is waited for: that costs
 * less than to be interrupted once more.
 */
static inline int
reached(uvlong when, uvlong *now)
{
	if(*now + near < when)
		return 0;
	while(*now < when)
		*now = nowticks();
	return 1;
}

/*
 * Let this CPU tick.  The more do, the longer their ticks are: the CPUs may
 * be an emulator's, which does all their work one after the other.  The
 * first tick is a long one: most processes that an idle CPU gets wait again
 * soon.
 */
static void
starttick(Timers *tt, uvlong now)
{
	ulong n;

	n = 1;
	if(tt->tick == 0){
		__sync_fetch_and_add(&nticking, 1);
		n = First;
	}
	tt->tick = now + (uvlong)period * (n*nticking);
}

static void
stoptick(Timers *tt)
{
	if(tt->tick == 0)
		return;
	__sync_fetch_and_sub(&nticking, 1);
	tt->tick = 0;
}

/*
 * t, a Trelative one, is due.  Who adds such a timer has work to do about
 * then: if that would be in the way of a process whose time has come it is
 * put off a little, a few times at most: 1 if so.
 */
static int
putoff(Timers *tt, Timer *t, uvlong now)
{
	if(t->tputoff >= Puts || !anytimed())
		return 0;
	t->tputoff++;
	extract(tt, t);
	t->twhen = now + ns2fastticks(Putoff);
	insert(tt, t);
	return 1;
}

/* go on ticking if this CPU is busy, or about to be: 1 if it was a tick */
static inline int
retick(Timers *tt, uvlong now)
{
	if(up == nil){
		if(anyready())
			starttick(tt, now);
		else
			stoptick(tt);
		return 0;
	}
	if(tt->tick == 0 || now + near < tt->tick)
		return 0;
	starttick(tt, now);
	return up->state == Running;
}

/*
 * This CPU's timer has gone off: run what is due and set it again.
 * Called by the hardware's handler, interrupts off.
 */
void
timerintr(Ureg *ureg, uvlong unused)
{
	Timers *tt;
	Timer *t;
	uvlong now;
	int tick;

	USED(unused);
	tt = &timers[m->machno];
	m->inclockintr = 1;
	hilock(tt);
	tt->set = 0;
	now = nowticks();
	while((t = tt->head) != nil && reached(t->twhen, &now)){
		if(t->tmode == Trelative && putoff(tt, t, now))
			continue;
		t->tactive = tt;
		tt->began = now;
		barrier();
		extract(tt, t);
		hiunlock(tt);
		fire(ureg, t);
		hilock(tt);
		t->tactive = nil;
		now = nowticks();
	}
	tick = retick(tt, now);
	program(tt);
	if(tick)
		hzsched();
	m->inclockintr = 0;
}

/*
 * This CPU is about to run a process: see that it ticks.  By the
 * scheduler, interrupts off.
 */
void
timertick(void)
{
	Timers *tt;

	tt = &timers[m->machno];
	if(tt->tick != 0 || period == 0)
		return;
	starttick(tt, nowticks());
	if(tt->set == 0 || tt->tick < tt->set){
		tt->set = tt->tick;
		timerset(tt->set);
	}
}

/*
 * This CPU is going idle: it ticks no more.  By the scheduler, interrupts
 * off.
 */
void
timeridle(void)
{
	Timers *tt;

	tt = &timers[m->machno];
	hilock(tt);
	stoptick(tt);
	program(tt);
}

/*
 * Make this CPU's queue ready; once on each, before it runs processes.
 */
void
timersinit(void)
{
	if(m->machno == 0)
		todinit();
	near = ns2fastticks(Near);
	period = ns2fastticks(1000000000/HZ);
}

/* what addclock0link's timers run */
static void
clock0(Ureg *ureg, Timer *t)
{
	USED(ureg);
	((void (*)(void))t->ta)();
}

/*
 * Call f every ms milliseconds (0: every tick) on this CPU at interrupt
 * level, until timerdel of what is returned; nil: no memory.  Process
 * context or boot, after timersinit.
 */
Timer*
addclock0link(void (*f)(void), int ms)
{
	Timer *t;

	t = mallocz(sizeof(Timer), 1);
	if(t == nil)
		return nil;
	t->tmode = Tperiodic;
	t->tns = ms == 0? 1000000000/HZ: (vlong)ms * 1000000;
	t->tf = clock0;
	t->ta = f;
	timeradd(t);
	return t;
}

/* ticks to milliseconds */
ulong
tk2ms(ulong ticks)
{
	return ticks * (1000/HZ);
}

/* milliseconds to ticks */
ulong
ms2tk(ulong ms)
{
	return ms / (1000/HZ);
}
