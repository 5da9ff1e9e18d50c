/*
 * Locks that sleep: QLock, and RWlock for many readers or one writer.
 * Waiters queue in order and are handed the lock by who lets go, so a
 * process that is woken has it.  Process context only, no spin lock
 * held; a wait is not interrupted by notes.
 *
 * A QLock that nobody waits for is taken and let go by one atomic
 * instruction on its word.  Who does not get it so marks it as wanted,
 * under the spin lock, which makes the holder take that too.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

/* queue up in state and give up the CPU; drops use */
static void
enqueue(Lock *use, Proc **head, Proc **tail, int state)
{
	up->qnext = nil;
	if(*head == nil)
		*head = up;
	else
		(*tail)->qnext = up;
	*tail = up;
	up->state = state;
	unlock(use);
	sched();
}

static Proc*
dequeue(Proc **head)
{
	Proc *p;

	p = *head;
	if(p != nil)
		*head = p->qnext;
	return p;
}

static void
check(char *who, ulong pc)
{
	if(up != nil && up->nlocks > 0)
		iprint("%s: pc %#p: %d locks held\n", who, pc, up->nlocks);
	if(m->ilockdepth > 0)
		panic("%s: pc %#p: ilock held", who, pc);
}

/* take q, sleeping until it is free */
void
qlock(QLock *q)
{
	if(m->ilockdepth > 0 || up != nil && up->nlocks > 0)
		check("qlock", getcallerpc(&q));
	if(cmpswap(&q->locked, Qfree, Qheld)){
		q->qpc = getcallerpc(&q);
		return;
	}
	lock(&q->use);
	if(xchg((ulong*)&q->locked, Qwanted) == Qfree)
		unlock(&q->use);
	else{
		if(up == nil)
			panic("qlock: would sleep without a process");
		up->qlock = q;
		enqueue(&q->use, &q->head, &q->tail, Queueing);
		up->qlock = nil;
	}
	q->qpc = getcallerpc(&q);
}

/* take q if it is free: 1, else 0 */
int
canqlock(QLock *q)
{
	if(!cmpswap(&q->locked, Qfree, Qheld))
		return 0;
	q->qpc = getcallerpc(&q);
	return 1;
}

/* let go of q */
void
qunlock(QLock *q)
{
	Proc *p;

	if(cmpswap(&q->locked, Qheld, Qfree))
		return;
	lock(&q->use);
	if(q->locked == Qfree)
		iprint("qunlock: not locked: pc %#p\n", getcallerpc(&q));
	p = dequeue(&q->head);
	if(p == nil)
		q->locked = Qfree;
	unlock(&q->use);
	if(p != nil)
		ready(p);
}

/* take q for reading */
void
rlock(RWlock *q)
{
	check("rlock", getcallerpc(&q));
	lock(&q->use);
	if(!q->writer && q->head == nil){
		q->readers++;
		unlock(&q->use);
		return;
	}
	enqueue(&q->use, &q->head, &q->tail, QueueingR);
}

/* take q for reading if nobody writes or waits to: 1, else 0 */
int
canrlock(RWlock *q)
{
	int ok;

	lock(&q->use);
	ok = !q->writer && q->head == nil;
	if(ok)
		q->readers++;
	unlock(&q->use);
	return ok;
}

/* stop reading q */
void
runlock(RWlock *q)
{
	Proc *p;

	lock(&q->use);
	if(--q->readers > 0 || (p = dequeue(&q->head)) == nil){
		unlock(&q->use);
		return;
	}
	/* only a writer can be first while there are readers */
	q->writer = 1;
	q->wproc = p;
	unlock(&q->use);
	ready(p);
}

/* take q for writing */
void
wlock(RWlock *q)
{
	check("wlock", getcallerpc(&q));
	lock(&q->use);
	if(!q->writer && q->readers == 0){
		q->writer = 1;
		q->wproc = up;
		q->wpc = getcallerpc(&q);
		unlock(&q->use);
		return;
	}
	enqueue(&q->use, &q->head, &q->tail, QueueingW);
	q->wpc = getcallerpc(&q);
}

/* stop writing q; the next writer, or all readers before it, go on */
void
wunlock(RWlock *q)
{
	Proc *p, *woken;

	lock(&q->use);
	p = q->head;
	q->wproc = nil;
	q->writer = 0;
	if(p != nil && p->state == QueueingW){
		dequeue(&q->head);
		q->writer = 1;
		q->wproc = p;
		unlock(&q->use);
		ready(p);
		return;
	}
	woken = q->head;
	while(q->head != nil && q->head->state == QueueingR){
		p = dequeue(&q->head);
		q->readers++;
		if(q->head == nil || q->head->state != QueueingR)
			p->qnext = nil;
	}
	unlock(&q->use);
	for(p = woken; p != nil && p->state == QueueingR; p = woken){
		woken = p->qnext;
		ready(p);
	}
}
