/*
 * Attributes: of a thread to be, or bound to one that is.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

/* as if nothing had been said */
int
pth_attr_init(Attr *a)
{
	if(a == nil || a->bound != nil){
		werrstr("pth_attr_init: it is a thread's");
		return FALSE;
	}
	memset(a, 0, sizeof *a);
	a->prio = PTH_PRIO_STD;
	a->joinable = TRUE;
	a->cancel = PTH_CANCEL_DEFAULT;
	a->stack = Stacksize;
	return TRUE;
}

/* to be set and given to pth_spawn */
Attr*
pth_attr_new(void)
{
	Attr *a;

	a = mallocz(sizeof *a, 1);
	if(a != nil)
		pth_attr_init(a);
	return a;
}

/* those of a thread */
Attr*
pth_attr_of(Thread *t)
{
	Attr *a;

	a = t == nil ? nil : mallocz(sizeof *a, 1);
	if(a != nil)
		a->bound = t;
	return a;
}

/* a new priority; a thread that is ready changes its queue */
static void
setprio(Attr *a, int prio)
{
	Thread *t;
	int state;

	if(prio < PTH_PRIO_MIN)
		prio = PTH_PRIO_MIN;
	if(prio > PTH_PRIO_MAX)
		prio = PTH_PRIO_MAX;
	t = a->bound;
	if(t == nil)
		a->prio = prio;
	else if(t->state > PTH_STATE_READY)
		t->prio = prio;
	else{
		state = t->state;
		_pthunready(t);
		t->prio = prio;
		_pthready(t);
		t->state = state;
	}
}

/*
 * one attribute; FALSE for the stack of a thread that is, whether one that
 * has ended is joinable, and what can only be got
 */
int
pth_attr_set(Attr *a, int field, ...)
{
	Thread *t;
	va_list arg;
	int good;

	if(a == nil)
		return FALSE;
	t = a->bound;
	good = TRUE;
	va_start(arg, field);
	switch(field){
	case PTH_ATTR_PRIO:
		setprio(a, va_arg(arg, int));
		break;
	case PTH_ATTR_NAME:
		_pthname(t ? t->name : a->name, va_arg(arg, char*));
		break;
	case PTH_ATTR_JOINABLE:
		if(t != nil && t->state == PTH_STATE_DEAD)
			good = FALSE;
		else
			*(t ? &t->joinable : &a->joinable) = va_arg(arg, int);
		break;
	case PTH_ATTR_CANCEL_STATE:
		*(t ? &t->cancel : &a->cancel) = va_arg(arg, uint);
		break;
	case PTH_ATTR_STACK_SIZE:
		if(t == nil)
			a->stack = va_arg(arg, uint);
		else
			good = FALSE;
		break;
	default:
		good = FALSE;
		break;
	}
	va_end(arg);
	if(!good)
		werrstr("pth_attr_set: cannot be set");
	return good;
}

/* one attribute, to where the last argument points */
int
pth_attr_get(Attr *a, int field, ...)
{
	Thread *t;
	va_list arg;
	void *p;

	if(a == nil)
		return FALSE;
	t = a->bound;
	va_start(arg, field);
	p = va_arg(arg, void*);
	va_end(arg);
	switch(field){
	case PTH_ATTR_PRIO:
		*(int*)p = t ? t->prio : a->prio;
		return TRUE;
	case PTH_ATTR_NAME:
		*(char**)p = t ? t->name : a->name;
		return TRUE;
	case PTH_ATTR_JOINABLE:
		*(int*)p = t ? t->joinable : a->joinable;
		return TRUE;
	case PTH_ATTR_CANCEL_STATE:
		*(uint*)p = t ? t->cancel : a->cancel;
		return TRUE;
	case PTH_ATTR_STACK_SIZE:
		*(uint*)p = t ? t->size : a->stack;
		return TRUE;
	case PTH_ATTR_DISPATCHES:
		*(int*)p = t ? t->ndispatch : 0;
		return TRUE;
	case PTH_ATTR_STATE:
		*(pth_state_t*)p = t ? t->state : PTH_STATE_NEW;
		return TRUE;
	case PTH_ATTR_BOUND:
		*(int*)p = t != nil;
		return TRUE;
	}
	werrstr("pth_attr_get: no such attribute");
	return FALSE;
}

/* the object, not the thread */
int
pth_attr_destroy(Attr *a)
{
	free(a);
	return TRUE;
}
