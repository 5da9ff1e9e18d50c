/*
 * Events and their rings: made, joined, walked, freed.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

/* ns, microseconds being any number */
static vlong
ns(pth_time_t t)
{
	return t.tv_sec*1000000000LL + t.tv_usec*1000LL;
}

/* b's ring goes in before a */
static void
join(Event *a, Event *b)
{
	Event *last;

	last = b->prev;
	a->prev->next = b;
	b->prev = a->prev;
	last->next = a;
	a->prev = last;
}

/* the arguments of one kind of event; whether there is such a kind */
static int
fill(Event *ev, va_list arg)
{
	switch(ev->spec & PTH_EVENT_TYPES){
	case PTH_EVENT_FD:
		ev->fd = va_arg(arg, int);
		return TRUE;
	case PTH_EVENT_SIGS:
		ev->set = *va_arg(arg, sigset_t*) & ~BIT(0);
		ev->sig = va_arg(arg, int*);
		ev->node = malloc(PTH_NSIG * sizeof *ev->node);
		return ev->node != nil;
	case PTH_EVENT_TIME:
		ev->at = ns(va_arg(arg, pth_time_t));
		return TRUE;
	case PTH_EVENT_MSG:
		ev->port = va_arg(arg, pth_msgport_t);
		return ev->port != nil;
	case PTH_EVENT_MUTEX:
		ev->mutex = va_arg(arg, pth_mutex_t*);
		return ev->mutex != nil;
	case PTH_EVENT_COND:
		ev->cond = va_arg(arg, pth_cond_t*);
		return ev->cond != nil;
	case PTH_EVENT_TID:
		ev->tid = va_arg(arg, pth_t);
		return TRUE;
	}
	return FALSE;
}

/*
 * a ring of one event, or one that joins the ring of its first argument;
 * nil: no such kind, no object, or no memory
 */
Event*
pth_event(ulong spec, ...)
{
	Event *ev, *ring;
	va_list arg;
	int good;

	ev = malloc(sizeof *ev);
	if(ev == nil)
		return nil;
	_pthevent(ev, spec);
	ring = nil;
	va_start(arg, spec);
	if(spec & PTH_MODE_CHAIN)
		ring = va_arg(arg, pth_event_t);
	good = fill(ev, arg);
	va_end(arg);
	if(!good){
		werrstr("pth_event: bad event, or no memory");
		free(ev);
		return nil;
	}
	if(ring != nil)
		join(ring, ev);
	return ev;
}

/* the bits it was made with, PTH_EVENT and PTH_UNTIL */
ulong
pth_event_typeof(Event *ev)
{
	return ev->spec & ~PTH_MODE_CHAIN;
}

/* one ring of several, the last argument being nil */
Event*
pth_event_concat(Event *first, ...)
{
	Event *ev;
	va_list arg;

	if(first == nil)
		return nil;
	va_start(arg, first);
	while((ev = va_arg(arg, pth_event_t)) != nil)
		join(first, ev);
	va_end(arg);
	return first;
}

/* take it out of its ring; what is left of that, or nil */
Event*
pth_event_isolate(Event *ev)
{
	Event *rest;

	rest = ev->next;
	if(rest == ev)
		return nil;
	ev->prev->next = ev->next;
	ev->next->prev = ev->prev;
	ev->next = ev->prev = ev;
	return rest;
}

/* the next or previous one */
Event*
pth_event_walk(Event *ev, uint direction)
{
	return direction & PTH_WALK_PREV ? ev->prev : ev->next;
}

/* how the last pth_wait for it left it */
pth_status_t
pth_event_status(Event *ev)
{
	return ev->status;
}

/* one, or all of the ring; nobody waits for them */
int
pth_event_free(Event *ev, int mode)
{
	Event *rest;

	do{
		rest = pth_event_isolate(ev);
		if(ev->spec & PTH_EVENT_SIGS)
			free(ev->node);
		free(ev);
		ev = rest;
	}while(mode == PTH_FREE_ALL && ev != nil);
	return TRUE;
}

/* a time, or one from now on */
pth_time_t
pth_time(long sec, long usec)
{
	pth_time_t t;

	t.tv_sec = sec;
	t.tv_usec = usec;
	return t;
}

pth_time_t
pth_timeout(long sec, long usec)
{
	vlong us;

	us = nsec()/1000 + sec*1000000LL + usec;
	return pth_time(us/1000000, us%1000000);
}
