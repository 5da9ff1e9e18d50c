/*
 * Mutexes, which their owner may take again, and conditions. A mutex that
 * is released is handed to the first that waits to have it; events that
 * only wait for it to be free occur when nobody does.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

/* free, with nobody waiting */
int
pth_mutex_init(pth_mutex_t *m)
{
	if(m == nil)
		return FALSE;
	memset(m, 0, sizeof *m);
	return TRUE;
}

/* t owns it now */
static void
give(pth_mutex_t *m, Thread *t)
{
	m->owner = t;
	m->count = 1;
	m->prev = nil;
	m->next = t->held;
	if(m->next != nil)
		m->next->prev = m;
	t->held = m;
}

/* the owner loses it, however often it took it */
void
_pthdrop(pth_mutex_t *m)
{
	Event *ev;

	if(m->next != nil)
		m->next->prev = m->prev;
	if(m->prev != nil)
		m->prev->next = m->next;
	else
		m->owner->held = m->next;
	m->owner = nil;
	m->count = 0;
	while(m->owner == nil && (ev = m->wait.head) != nil){
		if(ev->take)
			give(m, ev->thread);
		_pthoccur(ev);
	}
}

/* acquire by waiting, with one of the two ways to wait */
static int
acquire(pth_mutex_t *m, Event *extra, int (*wait)(Event*, Event*))
{
	Event ev;

	_pthevent(&ev, PTH_EVENT_MUTEX);
	ev.mutex = m;
	ev.take = 1;
	(*wait)(&ev, extra);
	return m->owner == _pth.cur;
}

/*
 * take it, once more if it is the caller's; FALSE if another has it and try
 * is set, or if extra has occurred before
 */
int
pth_mutex_acquire(pth_mutex_t *m, int try, Event *extra)
{
	if(m == nil){
		werrstr("pth_mutex_acquire: no mutex");
		return FALSE;
	}
	if(m->owner == _pth.cur){
		m->count++;
		return TRUE;
	}
	if(m->owner == nil){
		give(m, _pth.cur);
		return TRUE;
	}
	if(try){
		werrstr("pth_mutex_acquire: mutex is taken");
		return FALSE;
	}
	if(!acquire(m, extra, _pthwait)){
		werrstr("pth_mutex_acquire: interrupted");
		return FALSE;
	}
	return TRUE;
}

/* one acquire less; FALSE if the caller has it not */
int
pth_mutex_release(pth_mutex_t *m)
{
	if(m == nil || m->owner != _pth.cur){
		werrstr("pth_mutex_release: not the owner");
		return FALSE;
	}
	if(--m->count == 0)
		_pthdrop(m);
	return TRUE;
}

/* nobody waits */
int
pth_cond_init(pth_cond_t *c)
{
	if(c == nil)
		return FALSE;
	memset(c, 0, sizeof *c);
	return TRUE;
}

/*
 * release the mutex, wait until notified, and take the mutex as often as
 * the caller had it; that is so for one that is cancelled here too
 */
int
pth_cond_await(pth_cond_t *c, pth_mutex_t *m, Event *extra)
{
	Event ev;
	ulong count;
	int n, old;

	if(c == nil || m == nil || m->owner != _pth.cur){
		werrstr("pth_cond_await: not the owner of the mutex");
		return FALSE;
	}
	pth_cancel_point();
	count = m->count;
	_pthevent(&ev, PTH_EVENT_COND);
	ev.cond = c;
	_pthdrop(m);
	n = _pthwaitraw(&ev, extra);
	pth_cancel_state(PTH_CANCEL_DISABLE, &old);
	if(m->owner == nil)
		give(m, _pth.cur);
	else
		acquire(m, nil, _pthwaitraw);
	m->count = count;
	pth_cancel_state(old, nil);
	if(n == 0)
		pth_cancel_point();
	return TRUE;
}

/* wake the first that waits, or all; who calls need not have the mutex */
int
pth_cond_notify(pth_cond_t *c, int all)
{
	if(c == nil)
		return FALSE;
	if(all)
		_pthwakelist(&c->wait);
	else if(c->wait.head != nil)
		_pthoccur(c->wait.head);
	return TRUE;
}
