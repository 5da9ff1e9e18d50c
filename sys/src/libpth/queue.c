/*
 * Queues. Ready threads stand in one queue for each priority, with a word
 * that has a bit for each queue that is not empty. As in GNU Pth a thread
 * gains one priority with every switch that it has waited for, so that
 * none starves: within a queue the first has waited longest, so that only
 * the heads, eleven at most, are compared, and mostly there is one queue.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

/* it can run, after those of its priority */
void
_pthready(Thread *t)
{
	Queue *q;
	int p;

	p = t->prio - PTH_PRIO_MIN;
	q = &_pth.q[p];
	t->state = PTH_STATE_READY;
	t->when = _pth.clock;
	t->next = nil;
	t->prev = q->tail;
	if(q->tail == nil)
		q->head = t;
	else
		q->tail->next = t;
	q->tail = t;
	_pth.ready |= BIT(p);
	_pth.nready++;
}

/* out of the queue */
void
_pthunready(Thread *t)
{
	Queue *q;
	int p;

	p = t->prio - PTH_PRIO_MIN;
	q = &_pth.q[p];
	if(t->prev == nil)
		q->head = t->next;
	else
		t->prev->next = t->next;
	if(t->next == nil)
		q->tail = t->prev;
	else
		t->next->prev = t->prev;
	if(q->head == nil)
		_pth.ready &= ~BIT(p);
	_pth.nready--;
}

/* the head of the queues in bits with most priority and waiting */
static Thread*
most(u32int bits)
{
	Thread *t, *best;
	int age, bestage;

	best = nil;
	bestage = 0;
	for(; bits != 0; bits &= bits-1){
		t = _pth.q[__builtin_ctz(bits)].head;
		age = (int)(_pth.clock - t->when) + t->prio;
		if(best == nil || age >= bestage){
			best = t;
			bestage = age;
		}
	}
	return best;
}

/* take the thread that runs next; some are ready */
Thread*
_pthnext(void)
{
	Thread *t;
	u32int bits;

	bits = _pth.ready;
	if((bits & (bits-1)) == 0)
		t = _pth.q[__builtin_ctz(bits)].head;
	else
		t = most(bits);
	_pthunready(t);
	return t;
}

/* at the end of a list of waiting events */
void
_pthlink(Pthlist *l, Event *ev)
{
	ev->on = l;
	ev->wnext = nil;
	ev->wprev = l->tail;
	if(l->tail == nil)
		l->head = ev;
	else
		l->tail->wnext = ev;
	l->tail = ev;
}

/* out of it */
void
_pthunlink(Event *ev)
{
	Pthlist *l;

	l = ev->on;
	if(ev->wprev == nil)
		l->head = ev->wnext;
	else
		ev->wprev->wnext = ev->wnext;
	if(ev->wnext == nil)
		l->tail = ev->wprev;
	else
		ev->wnext->wprev = ev->wprev;
	ev->on = nil;
}
