/*
 * Cancelling a thread: it ends with PTH_CANCELED when it next waits, or
 * at once if it waits now; an asynchronous one as soon as it runs.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

/* is t cancelled and lets that happen */
int
_pthdoomed(Thread *t)
{
	return t->cancelled && (t->cancel & PTH_CANCEL_ENABLE);
}

/* ask t, not the caller, to end; FALSE if it has */
int
pth_cancel(Thread *t)
{
	if(t == nil || t == _pth.cur || t->state == PTH_STATE_DEAD){
		werrstr("pth_cancel: bad thread");
		return FALSE;
	}
	t->cancelled = 1;
	if(!_pthdoomed(t))
		return TRUE;
	if((t->cancel & PTH_CANCEL_ASYNCHRONOUS) && t->wait == nil)
		t->kill = 1;
	if(t->state == PTH_STATE_WAITING){
		_pthunwait(t);
		_pthready(t);
	}
	return TRUE;
}

/* cancel t, which nobody joins any more; FALSE for the caller */
int
pth_abort(Thread *t)
{
	if(t == nil || t == _pth.cur){
		werrstr("pth_abort: bad thread");
		return FALSE;
	}
	if(t->state == PTH_STATE_DEAD)
		return pth_join(t, nil);
	t->joinable = FALSE;
	return pth_cancel(t);
}

/* end here if the calling thread was cancelled */
void
pth_cancel_point(void)
{
	if(_pthdoomed(_pth.cur))
		pth_exit(PTH_CANCELED);
}

/* the caller's state, PTH_CANCEL bits; 0 leaves it, old may be nil */
void
pth_cancel_state(int new, int *old)
{
	Thread *t;

	t = _pth.cur;
	if(old != nil)
		*old = t->cancel;
	if(new != 0)
		t->cancel = new;
	if(t->cancel & PTH_CANCEL_ASYNCHRONOUS)
		pth_cancel_point();
}

/*
 * f(arg) is called when the caller ends, the last pushed first; FALSE: no
 * function or no memory
 */
int
pth_cleanup_push(void (*f)(void*), void *arg)
{
	Cleanup *c;

	c = f == nil ? nil : malloc(sizeof *c);
	if(c == nil)
		return FALSE;
	c->f = f;
	c->arg = arg;
	c->next = _pth.cur->cleanup;
	_pth.cur->cleanup = c;
	return TRUE;
}

/* take the last one away, and call it if run is set; FALSE: there is none */
int
pth_cleanup_pop(int run)
{
	Cleanup *c;

	c = _pth.cur->cleanup;
	if(c == nil)
		return FALSE;
	_pth.cur->cleanup = c->next;
	if(run)
		(*c->f)(c->arg);
	free(c);
	return TRUE;
}
