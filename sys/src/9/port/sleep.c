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
 * Sleep on r until f(arg) is true or somebody wakes it up; raises
 * error(Eintr) if a note is pending.  Process context, no spin lock held.
 */
void
sleep(Rendez *r, int (*f)(void*), void *arg)
{
	int s;

	if(up->nlocks > 0)
		panic("sleep: pid %lud: %d locks held, pc %#p", up->pid,
			up->nlocks, getcallerpc(&r));
	s = splhi();
	lock(r);
	lock(&up->rlock);
	if(r->p != nil && r->p != up)
		panic("sleep: double sleep: pids %lud and %lud, pc %#p",
			r->p->pid, up->pid, getcallerpc(&r));
	if(up->notepending || (*f)(arg)){
		unlock(&up->rlock);
		unlock(r);
	}else{
		r->p = up;
		up->r = r;
		up->state = Wakeme;
		unlock(&up->rlock);
		unlock(r);
		sched();
	}
	splx(s);
	if(up->notepending){
		up->notepending = 0;
		error(Eintr);
	}
}

/*
 * Wake who sleeps on r, and give it; nil: nobody.  Any level; the
 * caller has made the condition true.
 */
Proc*
wakeup(Rendez *r)
{
	Proc *p;
	int s;

	s = splhi();
	lock(r);
	p = r->p;
	if(p != nil){
		lock(&p->rlock);
		r->p = nil;
		p->r = nil;
		ready(p);
		unlock(&p->rlock);
	}
	unlock(r);
	splx(s);
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
	int s, woken;

	if(rendbreak(p))
		return 1;
	woken = 0;
	s = splhi();
	for(;;){
		lock(&p->rlock);
		r = p->r;
		if(r == nil)
			break;
		if(canlock(r)){
			if(r->p == p && p->state == Wakeme){
				r->p = nil;
				p->r = nil;
				ready(p);
				woken = 1;
			}
			unlock(r);
			break;
		}
		/* wakeup holds r and wants rlock */
		unlock(&p->rlock);
		pause();
	}
	unlock(&p->rlock);
	splx(s);
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

	t = up;
	timerdel(t);
	up->trend = r;
	up->tfn = f;
	t->tmode = Trelative;
	t->tns = (uvlong)ms * 1000000;
	t->tf = twakeup;
	t->ta = up;
	up->tdue = monotonic() + t->tns;
	timeradd(t);
	if(waserror()){
		timerdel(t);
		up->trend = nil;
		nexterror();
	}
	sleep(r, tdone, arg);
	poperror();
	timerdel(t);
	up->trend = nil;
}
