/*
 * Sleep and wakeup on a Rendez.  At most one process sleeps on one; its
 * condition is looked at with the Rendez locked, so a wakeup between the
 * look and the sleep is not lost.  Lock order: Rendez, then Proc.rlock.
 * All at splhi, since interrupt handlers wake.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

/* a condition that never holds, for sleeping out a time */
int
return0(void *a)
{
	USED(a);
	return 0;
}

/*
 * Sleep on r until f(arg) is true or somebody wakes it up: 1, or 0 if a
 * note is pending.
 */
static int
doze(Rendez *r, int (*f)(void*), void *arg)
{
	ulong s;

	if(up->nlocks > 0)
		panic("sleep: pid %lud: %d locks held", up->pid, up->nlocks);
	s = intsoff();
	hilock(r);
	hilock(&up->rlock);
	if(r->p != nil && r->p != up)
		panic("sleep: double sleep: pids %lud and %lud",
			r->p->pid, up->pid);
	if(up->notepending || (*f)(arg)){
		hiunlock(&up->rlock);
		hiunlock(r);
	}else{
		r->p = up;
		up->r = r;
		up->state = Wakeme;
		hiunlock(&up->rlock);
		hiunlock(r);
		sched();
	}
	intsback(s);
	if(up->notepending){
		up->notepending = 0;
		return 0;
	}
	return 1;
}

/*
 * Sleep on r until f(arg) is true or somebody wakes it up; raises
 * error(Eintr) if a note is pending.  Process context, no spin lock held.
 */
void
sleep(Rendez *r, int (*f)(void*), void *arg)
{
	if(!doze(r, f, arg))
		eintr();
}

/*
 * Wake who sleeps on r, and give it; nil: nobody.  Any level; the
 * caller has made the condition true.
 */
Proc*
wakeup(Rendez *r)
{
	Proc *p;
	ulong s;

	s = intsoff();
	hilock(r);
	p = r->p;
	if(p != nil){
		hilock(&p->rlock);
		r->p = nil;
		p->r = nil;
		ready(p);
		hiunlock(&p->rlock);
	}
	hiunlock(r);
	intsback(s);
	return p;
}

/*
 * A note is there for p (notepending is set): wake it if it sleeps.
 * Gives 1 if it did.  Any level.
 */
int
procinterrupt(Proc *p)
{
	Rendez *r;
	ulong s;
	int woken;

	if(p->state == Rendezvous && rendbreak(p))
		return 1;
	woken = 0;
	s = intsoff();
	for(;;){
		hilock(&p->rlock);
		r = p->r;
		if(r == nil)
			break;
		if(canhilock(r)){
			if(r->p == p && p->state == Wakeme){
				r->p = nil;
				p->r = nil;
				ready(p);
				woken = 1;
			}
			hiunlock(r);
			break;
		}
		/* wakeup holds r and wants rlock */
		hiunlock(&p->rlock);
		pause();
	}
	hiunlock(&p->rlock);
	intsback(s);
	return woken;
}

static int
tdone(void *a)
{
	return up->trend == nil || (*up->tfn)(a);
}

/* tsleep's time is over; interrupt level */
static void
twakeup(Ureg *ureg, Timer *t)
{
	Proc *p;
	Rendez *r;

	USED(ureg);
	p = t->ta;
	r = p->trend;
	if(monotonic() < p->tdue)
		timerat(t, p->tdue);
	else if(r != nil){
		p->trend = nil;
		p->timed = 1;
		wakeup(r);
	}
}

/*
 * As sleep, for ms milliseconds at most, and not less.
 */
void
tsleep(Rendez *r, int (*f)(void*), void *arg, ulong ms)
{
	Timer *t;
	uvlong now;
	int ok;

	t = up;
	timerdel(t);
	up->trend = r;
	up->tfn = f;
	t->tf = twakeup;
	t->ta = up;
	up->tdue = monoticks(&now) + (uvlong)ms * 1000000;
	t->tmode = Tabsolute;
	t->twhen = now + ms2fastticks(ms) + 1;
	timeradd(t);
	ok = doze(r, tdone, arg);
	timerdel(t);
	up->trend = nil;
	if(!ok)
		eintr();
}
