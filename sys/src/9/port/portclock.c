/*
 * Timers: a queue for each CPU, its interrupt timer set to go off once,
 * for the first of the queue.  With nothing queued there are no timer
 * interrupts.  While a CPU runs processes one of its timers is the tick
 * of 1/HZ, for quanta and statistics only: time is not counted by it.
 *
 * The queue is a leftist heap, linked both ways: adding a timer and
 * taking out any one costs O(log n) at worst, and needs no memory.
 * Reference: C. A. Crane, Linear lists and priority queues as balanced
 * binary trees, 1972; D. Knuth, TAOCP 3, 5.2.3.
 *
 * Locks: Timer, then Timers.  A timer's function runs with neither.
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
	uvlong	tick;		/* when the CPU is to tick, 0: it does not */
	uvlong	period;		/* of ticks */
};

static Timers timers[MAXMACH];
static uvlong near;		/* Near in fastticks */

enum
{
	Near	= 5000,		/* ns */
};

static int
rank(Timer *t)
{
	return t == nil? 0: t->trank;
}

/* put the children of t in order; tell whether its rank changed */
static int
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
 * log2(n+1) long, then up again setting ranks.
 */
static Timer*
merge(Timer *a, Timer *b)
{
	Timer *root, *p, *x;

	if(a == nil)
		return b;
	if(b == nil)
		return a;
	root = nil;
	p = nil;
	while(a != nil && b != nil){
		if(b->twhen < a->twhen){
			x = a;
			a = b;
			b = x;
		}
		a->tup = p;
		if(p == nil)
			root = a;
		else
			p->tright = a;
		p = a;
		a = a->tright;
	}
	p->tright = a != nil? a: b;
	p->tright->tup = p;
	for(; p != nil; p = p->tup)
		settle(p);
	return root;
}

static void
insert(Timers *tt, Timer *t)
{
	t->tleft = t->tright = t->tup = nil;
	t->trank = 1;
	t->tt = tt;
	tt->head = merge(tt->head, t);
	tt->head->tup = nil;
}

static void
extract(Timers *tt, Timer *t)
{
	Timer *sub, *p;

	p = t->tup;
	if(t->tleft != nil)
		t->tleft->tup = nil;
	if(t->tright != nil)
		t->tright->tup = nil;
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

/* set this CPU's timer for what comes first; tt is held */
static void
program(Timers *tt)
{
	uvlong when;

	when = tt->tick;
	if(tt->head != nil && (when == 0 || tt->head->twhen < when))
		when = tt->head->twhen;
	if(when == tt->set)
		return;
	tt->set = when;
	timerset(when);
}

/* when a timer that was just given its period is due */
static uvlong
due(Timer *t)
{
	if(t->tns <= 0)
		t->tns = 1;
	return fastticks(nil) + ns2fastticks(t->tns) + 1;
}

/*
 * Have t->tf(ureg, t) called: Trelative, t->tns ns from now; Tperiodic,
 * every t->tns (100,000 at least); Tabsolute, when fastticks is
 * t->twhen.  On this CPU, at interrupt level, with no locks held; tf may
 * add t again.  If t is queued it is taken out first.  Any level, but
 * not with t's or a timer queue's lock held.
 */
void
timeradd(Timer *t)
{
	Timers *tt;

	if(t->tmode == Tperiodic && t->tns < 100000)
		panic("timeradd: period %lld ns, pc %#p", t->tns,
			getcallerpc(&t));
	ilock(t);
	tt = t->tt;
	if(tt != nil){
		ilock(tt);
		if(t->tt == tt)
			extract(tt, t);
		iunlock(tt);
	}
	if(t->tmode != Tabsolute)
		t->twhen = due(t);
	tt = &timers[m->machno];
	ilock(tt);
	insert(tt, t);
	if(tt->head == t)
		program(tt);
	iunlock(tt);
	iunlock(t);
}

/*
 * Have t->tf called when monotonic reaches ns, or a little before: the
 * rates of the two clocks change, so tf looks and calls this again.
 */
void
timerat(Timer *t, uvlong ns)
{
	t->tmode = Trelative;
	t->tns = ns - monotonic();
	timeradd(t);
}

/*
 * Take t off its queue; if its function runs on another CPU, wait until
 * that is done.  Any level, but with no lock that t->tf takes.
 */
void
timerdel(Timer *t)
{
	Timers *tt;

	while(t->tt != nil || t->tactive != nil){
		ilock(t);
		t->tmode = Trelative;	/* a periodic one is not to come back */
		tt = t->tt;
		if(tt != nil){
			ilock(tt);
			if(t->tt == tt)
				extract(tt, t);
			iunlock(tt);
		}
		iunlock(t);
		if(t->tactive == &timers[m->machno])
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
		if(t->twhen < fastticks(nil))
			t->twhen = due(t);
		timeradd(t);
		t->tmode = Tperiodic;
	}
}

/*
 * Has fastticks reached when?  The hardware's timer is not as exact as
 * that, so what is only Near is waited for: that costs less than to be
 * interrupted once more.
 */
static int
reached(uvlong when)
{
	uvlong now;

	now = fastticks(nil);
	if(now + near < when)
		return 0;
	while(now < when)
		now = fastticks(nil);
	return 1;
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
	int ticked;

	USED(unused);
	tt = &timers[m->machno];
	m->inclockintr = 1;
	ilock(tt);
	tt->set = 0;
	while((t = tt->head) != nil && reached(t->twhen)){
		t->tactive = tt;
		barrier();
		extract(tt, t);
		iunlock(tt);
		fire(ureg, t);
		ilock(tt);
		t->tactive = nil;
	}
	ticked = tt->tick != 0 && reached(tt->tick);
	if(ticked || tt->tick == 0 && anyready())
		tt->tick = up == nil && !anyready()? 0:
			fastticks(nil) + tt->period;
	program(tt);
	iunlock(tt);
	if(ticked && up != nil && up->state == Running)
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
	if(tt->tick != 0 || tt->period == 0)
		return;
	tt->tick = fastticks(nil) + tt->period;
	if(tt->set == 0 || tt->tick < tt->set){
		tt->set = tt->tick;
		timerset(tt->set);
	}
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
	timers[m->machno].period = ns2fastticks(1000000000/HZ);
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
