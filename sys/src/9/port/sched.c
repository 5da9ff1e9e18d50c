/*
 * The scheduler: one set of run queues for all CPUs, one lock, a bit for
 * each queue that is not empty.
 *
 * A process that has slept is queued PriWake above its base priority, and
 * keeps that until it has used up a quantum, as do some of its children;
 * PriTimed if a timer or an alarm ended the sleep, for a tick or until it
 * waits for the next.  So whoever waits for an event gets the CPU from
 * whoever computes, at the interrupt that brings the event.  ready looks for
 * a CPU that is idle, or runs the least important process, and interrupts
 * it: a switch follows at the end of that interrupt, also within the kernel,
 * unless a spin lock is held.
 *
 * A process is on a run queue while its registers may still be in a CPU
 * (p->mach); other CPUs pass it over until that CPU has let go of it.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Quantum	= 10*HZ/1000,	/* ticks; of many busy CPUs they are longer */
	Fair	= 1000000000/HZ,	/* ns; who had less is not charged a tick */
	Lend	= 8,		/* children of one who has waited */
	Starved	= 200*HZ/1000,	/* ticks on a queue before a lift */
	Lifted	= PriRoot,	/* to the level of what computes longest */
	Low	= (1<<Lifted) - 1,	/* the queues below that */
};

typedef struct Schedq Schedq;
struct Schedq
{
	Proc	*head;
	Proc	*tail;
};

static struct
{
	Lock;
	ulong	vec;			/* bit n: q[n] is not empty */
	ulong	idle;			/* bit n: CPU n has nothing to do */
	int	nrdy;			/* processes on all of them */
	Schedq	q[Npriq];
} runq;

static void
putlast(Proc *p)
{
	Schedq *q;

	q = &runq.q[p->priority];
	p->rnext = nil;
	if(q->head == nil)
		q->head = p;
	else
		q->tail->rnext = p;
	q->tail = p;
	runq.vec |= 1 << p->priority;
	runq.nrdy++;
}

static void
putfirst(Proc *p)
{
	Schedq *q;

	q = &runq.q[p->priority];
	p->rnext = q->head;
	if(q->head == nil)
		q->tail = p;
	q->head = p;
	runq.vec |= 1 << p->priority;
	runq.nrdy++;
}

/* take the process after prev (nil: the first) from queue n */
static Proc*
takeafter(int n, Proc *prev)
{
	Schedq *q;
	Proc *p;

	q = &runq.q[n];
	p = prev == nil? q->head: prev->rnext;
	if(prev == nil)
		q->head = p->rnext;
	else
		prev->rnext = p->rnext;
	if(q->tail == p)
		q->tail = prev;
	if(q->head == nil)
		runq.vec &= ~(1UL << n);
	p->rnext = nil;
	runq.nrdy--;
	return p;
}

/*
 * Take the best process that this CPU may run, nil if there is none;
 * *soon says that another CPU is about to let go of one.
 */
static Proc*
takebest(int *soon)
{
	Proc *p, *prev;
	Mach *me;
	ulong vec;
	int n;

	*soon = 0;
	me = MACHP(m->machno);
	for(vec = runq.vec; vec != 0; vec &= ~(1UL << n)){
		n = topbit(vec);
		prev = nil;
		for(p = runq.q[n].head; p != nil; prev = p, p = p->rnext){
			if(p->wired != nil && p->wired != me)
				continue;
			if(p->mach == nil || p->mach == me)
				return takeafter(n, prev);
			*soon = 1;
		}
	}
	return nil;
}

/*
 * The CPU that should make room for p: this one if it is idle, or if p's
 * time has come and there can be a switch here, which takes less long than
 * to have another one do it; p's own if idle, any idle one, else the one
 * that runs the least important process.  nil: all are busy with better ones.
 *
 * Idle ones from the last on: the first has the devices' interrupts, and
 * where an emulator runs CPUs in turn the first ones are never behind one
 * that computes.
 */
static Mach*
victim(Proc *p)
{
	Mach *best, *mp;
	int i;

	if(p->wired != nil)
		return p->wired->pri < p->priority? p->wired: nil;
	best = MACHP(m->machno);
	if(best->pri < 0 || best->pri < p->priority && istimed(p)
	&& (up == nil || up->nlocks == 0))
		return best;
	if(p->mp != nil && p->mp->pri < 0)
		return p->mp;
	if(runq.idle != 0)
		return MACHP(topbit(runq.idle));
	for(i = 0; i < conf.nmach; i++){
		mp = MACHP(i);
		if(mp != nil && mp->online && mp->pri < best->pri)
			best = mp;
	}
	return best->pri < p->priority? best: nil;
}

/*
 * The CPU that is to look at the run queue for p's sake, nil: none.  It
 * counts as having p from now on, so that the next process goes to another
 * one.  The caller calls wake when it has let go of the run queue.
 */
static Mach*
kick(Proc *p)
{
	Mach *mp;

	mp = victim(p);
	if(mp != nil){
		mp->pri = p->priority;
		mp->preempt = 1;
		runq.idle &= ~(1UL << mp->machno);
	}
	return mp;
}

/* interrupt mp, unless that is this CPU; nil: nobody */
static inline void
wake(Mach *mp)
{
	if(mp != nil && mp->machno != m->machno)
		arch->wakecpu(mp->machno);
}

/* the next process for this CPU, as takebest; from here on it is as busy */
static Proc*
next(int *soon)
{
	Proc *p;

	hilock(&runq);
	m->pri = -1;
	runq.idle |= 1UL << m->machno;
	p = takebest(soon);
	if(p != nil){
		m->pri = p->priority;
		runq.idle &= ~(1UL << m->machno);
	}
	hiunlock(&runq);
	return p;
}

/* priority of a process that has waited */
static int
wakepri(Proc *p)
{
	int n;

	if(p->fixedpri)
		return p->basepri;
	n = p->basepri + (p->timed? PriTimed: PriWake);
	return n < Npriq? n: Npriq-1;
}

/*
 * Let p run: it has waited for something that has come.  Any level.
 */
void
ready(Proc *p)
{
	Mach *mp;
	ulong s;

	s = intsoff();
	hilock(&runq);
	p->state = Ready;
	p->priority = wakepri(p);
	p->timed = 0;
	p->woken = p->ucycles + p->kcycles;
	p->lend = Lend;
	p->slice = Quantum-1;	/* a whole one would tell requeue it is over */
	p->readytime = MACHP(0)->ticks;
	putlast(p);
	mp = kick(p);
	hiunlock(&runq);
	wake(mp);
	intsback(s);
}

/*
 * The priority of the new process p.  A child of who has waited for an event
 * is a part of the answer, but only so many are, its own included: who
 * multiplies without end does not get that for ever.
 */
static int
newpri(Proc *p)
{
	if(up == nil || up->lend == 0 || p->fixedpri || p->kp
	|| up->priority <= up->basepri)
		return p->basepri;
	p->lend = --up->lend / 2;
	up->lend -= p->lend;
	return wakepri(p);
}

/* let the new process p of the caller run; any level */
void
readynew(Proc *p)
{
	Mach *mp;

	ilock(&runq);
	p->state = Ready;
	p->priority = newpri(p);
	p->slice = Quantum;
	p->readytime = MACHP(0)->ticks;
	putlast(p);
	mp = kick(p);
	iunlock(&runq);
	wake(mp);
}

/*
 * Put back the process that this CPU had to take off; see schedinit.  If
 * that was for one whose time has come, it will soon be on again, so other
 * CPUs are not troubled.
 */
static void
requeue(Proc *p)
{
	Mach *mp;
	int n;

	hilock(&runq);
	n = runq.vec == 0? 0: topbit(runq.vec);
	p->state = Ready;
	p->readytime = MACHP(0)->ticks;
	if(p->slice == Quantum)
		putlast(p);
	else
		putfirst(p);
	mp = nil;
	if(runq.idle != 0 && (n <= p->priority || !istimed(runq.q[n].head)))
		mp = kick(p);
	hiunlock(&runq);
	wake(mp);
}

/*
 * p is wanted sooner: a note or an alarm came.  If it waits on a run queue
 * move it up; if it runs on another CPU interrupt that, so that it sees.
 * Any level.
 */
void
procboost(Proc *p)
{
	Proc *q, *prev;
	Mach *mp;
	int n;

	ilock(&runq);
	mp = p->state == Running? p->mach: nil;
	if(p->state == Ready && p->priority < wakepri(p)){
		n = p->priority;
		prev = nil;
		for(q = runq.q[n].head; q != nil && q != p; q = q->rnext)
			prev = q;
		if(q == p){
			takeafter(n, prev);
			p->priority = wakepri(p);
			p->timed = 0;
			putlast(p);
			mp = kick(p);
		}
	}
	iunlock(&runq);
	wake(mp);
}

/*
 * Call f(p, a) if p waits for something and is on no CPU, and keep it so
 * until f returns: 1; else 0.  f may not sleep.  Any level.
 */
int
procquiet(Proc *p, void (*f)(Proc*, void*), void *a)
{
	int ok;

	ilock(&runq);
	switch(p->state){
	case Queueing:
	case QueueingR:
	case QueueingW:
	case Wakeme:
	case Broken:
	case Stopped:
	case Rendezvous:
		ok = p->mach == nil;
		break;
	default:
		ok = 0;
	}
	if(ok)
		f(p, a);
	iunlock(&runq);
	return ok;
}

/* processes waiting for a CPU */
int
anyready(void)
{
	return runq.nrdy;
}

/* is one of them better than the caller? */
int
anyhigher(void)
{
	return up != nil && (runq.vec >> up->priority) > 1;
}

/* does somebody whose time has come have this CPU, or wait for one? */
int
anytimed(void)
{
	Proc *p;
	ulong vec;

	if(up != nil && istimed(up))
		return 1;
	vec = *(volatile ulong*)&runq.vec;	/* not locked: about right is enough */
	p = vec == 0? nil: runq.q[topbit(vec)].head;
	return p != nil && istimed(p);
}

/*
 * The caller arms its next alarm, or sleeps: what its time had come for
 * is done, and the next whose time comes goes first.
 */
void
timedone(void)
{
	if(!istimed(up) || up->fixedpri)
		return;
	up->priority = up->basepri + PriWake;
	m->pri = up->priority;
	if(anyhigher())
		m->preempt = 1;
}

/*
 * A tick came in the caller's time: count it, unless the caller was woken
 * so short a time ago that it is not to blame.
 */
static void
charge(void)
{
	uvlong had;

	had = up->ucycles + up->kcycles + rdcycles() - up->mark - up->woken;
	if(had < ns2fastticks(Fair))
		return;
	timedone();
	if(--up->slice > 0)
		return;
	up->slice = Quantum;
	if(!up->fixedpri)
		up->priority = up->basepri;
	m->pri = up->priority;
	if((runq.vec >> up->priority) != 0)
		m->preempt = 1;
}

/*
 * A clock tick in the caller's time: count its quantum, see whether who
 * waits can have a CPU, and lift who has waited long behind better ones.
 * Interrupt level.
 */
void
hzsched(void)
{
	Proc *p;
	Mach *mp;
	ulong vec;
	int i, spread;

	charge();
	if(anyhigher())
		m->preempt = 1;
	spread = runq.idle != 0 && !m->preempt && !istimed(up);
	if((runq.vec & Low) == 0 && !spread)
		return;
	mp = nil;
	ilock(&runq);
	if(runq.vec != 0 && spread)
		mp = kick(runq.q[topbit(runq.vec)].head);
	for(vec = runq.vec & Low; vec != 0; vec &= ~(1UL << i)){
		i = topbit(vec);
		p = runq.q[i].head;
		if(p->fixedpri)
			continue;
		if((long)(MACHP(0)->ticks - p->readytime) > Starved){
			takeafter(i, nil);
			p->priority = Lifted;
			p->readytime = MACHP(0)->ticks;
			putlast(p);
		}
	}
	iunlock(&runq);
	wake(mp);
}

/*
 * Give up the CPU: to a better process (state Running; does nothing but
 * note it if a spin lock is held), or because up->state says that it
 * waits or is finished.  Comes back with interrupts on.
 */
void
sched(void)
{
	if(up->state == Running && up->nlocks > 0){
		m->preempt = 1;
		return;
	}
	if(m->ilockdepth > 0)
		panic("sched: pid %lud: ilock held", up->pid);
	cli();
	accountkernel();
	procsave(up);
	if(setlabel(&up->sched) == 0)
		gotolabel(&m->sched);
	procrestore(up);
	accountresume();
	sti();
}

/*
 * Let others of the same base priority run first: go to the end of the
 * queue, without what having slept is good for, or who does nothing else
 * would keep that for ever.
 */
void
yield(void)
{
	if(anyready() == 0)
		return;
	up->slice = Quantum;
	if(!up->fixedpri)
		up->priority = up->basepri;
	sched();
}

/*
 * Wait for work, halted; the process p may still be in this CPU.  There
 * was nothing for it, but soon there may be.
 */
static Proc*
idle(Proc *p, int soon)
{
	Proc *q;
	uvlong t;

	if(p != nil){
		mmuswitch(nil);
		p->mach = nil;
	}
	if(!soon)
		timeridle();
	do{
		if(soon){
			sti();
			pause();
			cli();
		}else{
			t = nowticks();
			idlehands();
			cli();
			m->idlecycles += nowticks() - t;
		}
		m->preempt = 0;
		q = next(&soon);
	}while(q == nil);
	return q;
}

/*
 * The scheduler's own context, on each CPU for ever.  sched comes here
 * by gotolabel, interrupts off, with up being who gave up.
 */
void
schedinit(void)
{
	Proc *p, *prev;
	int soon;

	setlabel(&m->sched);
	prev = up;
	m->externup = nil;
	m->preempt = 0;
	m->cs++;
	if(prev != nil){
		if(prev->state == Running)
			requeue(prev);
		else if(prev->state == Moribund){
			mmuswitch(nil);
			procfree(prev);
			prev = nil;
		}
	}
	p = next(&soon);
	if(p == nil){
		p = idle(prev, soon);
		prev = nil;
	}
	/* in this order: who changes p's segments interrupts p->mach */
	p->mp = MACHP(m->machno);
	p->mach = p->mp;
	__sync_synchronize();
	if(prev != p)
		mmuswitch(p);
	p->state = Running;
	m->externup = p;
	if(prev != nil && prev != p){
		barrier();
		prev->mach = nil;
	}
	timertick();
	gotolabel(&p->sched);
}

/* keep p on CPU n; n < 0: on any */
void
procwired(Proc *p, int n)
{
	p->wired = n < 0 || n >= conf.nmach? nil: MACHP(n);
}

/* set p's base priority; fixed: it neither rises nor falls */
void
procpriority(Proc *p, int pri, int fixed)
{
	if(pri < 0)
		pri = 0;
	if(pri >= Npriq)
		pri = Npriq-1;
	ilock(&runq);
	p->basepri = pri;
	p->fixedpri = fixed;
	if(p->state != Ready)
		p->priority = pri;
	iunlock(&runq);
}

/* print the run queues; any level */
void
scheddump(void)
{
	Proc *p;
	int n;

	for(n = Npriq-1; n >= 0; n--){
		if(runq.q[n].head == nil)
			continue;
		iprint("rq%d:", n);
		for(p = runq.q[n].head; p != nil; p = p->rnext)
			iprint(" %lud(%lud)", p->pid, MACHP(0)->ticks - p->readytime);
		iprint("\n");
	}
	iprint("nrdy %d\n", runq.nrdy);
}
