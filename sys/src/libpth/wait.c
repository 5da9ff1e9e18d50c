/*
 * Waiting for a ring of events. Each is put into a list of its object, or
 * of each of its signals, or into the heap of timers, and taken out when
 * it occurs, or when another of the ring has and the thread runs again.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

/* an event of the library's own, on somebody's stack */
void
_pthevent(Event *ev, ulong spec)
{
	memset(ev, 0, sizeof *ev);
	ev->spec = spec;
	ev->next = ev->prev = ev;
}

/* out of all lists */
static void
detach(Event *ev)
{
	if(!ev->linked)
		return;
	ev->linked = 0;
	switch(ev->spec & PTH_EVENT_TYPES){
	case PTH_EVENT_SIGS:
		_pthsigunlink(ev);
		break;
	case PTH_EVENT_TIME:
		_pthuntimer(ev);
		break;
	case PTH_EVENT_FD:
		_pthfdstop(ev);
		break;
	default:
		_pthunlink(ev);
		break;
	}
}

/* it has come: whoever waits for it can run */
void
_pthoccur(Event *ev)
{
	detach(ev);
	ev->status = PTH_STATUS_OCCURRED;
	if(ev->thread->state == PTH_STATE_WAITING)
		_pthready(ev->thread);
}

/* all that wait in the list */
void
_pthwakelist(Pthlist *l)
{
	while(l->head != nil)
		_pthoccur(l->head);
}

/* the list of an object, or nil if nothing has to be waited for */
static Pthlist*
object(Event *ev)
{
	switch(ev->spec & PTH_EVENT_TYPES){
	case PTH_EVENT_MSG:
		return ev->port->head != nil ? nil : &ev->port->wait;
	case PTH_EVENT_MUTEX:
		return ev->mutex->owner == nil ? nil : &ev->mutex->wait;
	case PTH_EVENT_COND:
		return &ev->cond->wait;
	}
	if(ev->tid == nil)
		return &_pth.anyend;
	return ev->tid->state == PTH_STATE_DEAD ? nil : &ev->tid->joiners;
}

/* wait for one event; whether it has occurred, or -1 */
static int
attach(Event *ev)
{
	Pthlist *l;
	int r;

	ev->thread = _pth.cur;
	r = 0;
	switch(ev->spec & PTH_EVENT_TYPES){
	case PTH_EVENT_SIGS:
		r = _pthsignow(ev, _pth.cur);
		if(r == 0)
			_pthsiglink(ev);
		break;
	case PTH_EVENT_TIME:
		r = _pthtimer(ev);
		break;
	case PTH_EVENT_FD:
		r = _pthfdstart(ev);
		break;
	default:
		l = object(ev);
		if(l == nil)
			r = 1;
		else
			_pthlink(l, ev);
		break;
	}
	ev->linked = r == 0;
	ev->status = r == 0 ? PTH_STATUS_PENDING :
		r > 0 ? PTH_STATUS_OCCURRED : PTH_STATUS_FAILED;
	return r;
}

/* a ring in and out; how many are not pending */
static int
attachring(Event *ring)
{
	Event *ev;
	int n;

	n = 0;
	ev = ring;
	if(ev != nil)
		do{
			if(attach(ev) != 0)
				n++;
			ev = ev->next;
		}while(ev != ring);
	return n;
}

static int
detachring(Event *ring, int *failed)
{
	Event *ev;
	int n;

	n = 0;
	ev = ring;
	if(ev != nil)
		do{
			detach(ev);
			if(ev->status == PTH_STATUS_OCCURRED)
				n++;
			if(ev->status == PTH_STATUS_FAILED)
				*failed = 1;
			ev = ev->next;
		}while(ev != ring);
	return n;
}

/* has an event of the ring come */
static int
occurred(Event *ring)
{
	Event *ev;

	ev = ring;
	if(ev != nil)
		do{
			if(ev->status == PTH_STATUS_OCCURRED)
				return TRUE;
			ev = ev->next;
		}while(ev != ring);
	return FALSE;
}

/*
 * wait until one of two rings' events occurs or pth_cancel wakes the
 * thread. How many occurred; -1 if none did and one cannot be waited for.
 * What wakes the thread otherwise is a signal's function that it has run.
 */
int
_pthwaitraw(Event *ring, Event *extra)
{
	Thread *t;
	Wait w;
	int n, failed;

	t = _pth.cur;
	if(_pth.noted != 0)
		_pthsigs();
	w.ring[0] = ring;
	w.ring[1] = extra;
	w.up = t->wait;
	t->wait = &w;
	if(attachring(ring) + attachring(extra) == 0)
		do
			_pthblock();
		while(!occurred(ring) && !occurred(extra) && !_pthdoomed(t));
	failed = 0;
	n = detachring(ring, &failed) + detachring(extra, &failed);
	t->wait = w.up;
	return n == 0 && failed ? -1 : n;
}

/*
 * the same, and a point where a cancelled thread ends; one that something
 * has come for takes that, so that it is not lost, and ends at the next
 */
int
_pthwait(Event *ring, Event *extra)
{
	int n;

	pth_cancel_point();
	n = _pthwaitraw(ring, extra);
	if(n == 0)
		pth_cancel_point();
	return n;
}

/* t is about to end: what it waits for goes to others */
void
_pthunwait(Thread *t)
{
	Wait *w;
	int failed;

	for(w = t->wait; w != nil; w = w->up){
		detachring(w->ring[0], &failed);
		detachring(w->ring[1], &failed);
	}
}

/* wait until at least one event of the ring has occurred; how many */
int
pth_wait(Event *ring)
{
	if(ring == nil){
		werrstr("pth_wait: no events");
		return -1;
	}
	return _pthwait(ring, nil);
}

/* wait for a time to pass, from now; TRUE when it has */
int
pth_nap(pth_time_t t)
{
	Event ev;

	if(t.tv_sec == 0 && t.tv_usec == 0)
		return pth_yield(nil);
	_pthevent(&ev, PTH_EVENT_TIME);
	ev.at = nsec() + t.tv_sec*1000000000LL + t.tv_usec*1000LL;
	return _pthwait(&ev, nil) > 0;
}
