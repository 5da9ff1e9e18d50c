/*
 * Signals. The words: what each thread blocks, has pending and waits for;
 * of all threads, what somebody waits for, what somebody blocks (counted,
 * so that it is known when the last one ends) and what is caught. Each
 * signal has the list of those who wait for it, so that one that comes
 * finds its thread at once, and a switch need not look.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

/* a thread, or one that is no more, blocks new in place of old */
void
_pthmasked(sigset_t old, sigset_t new)
{
	sigset_t x;
	int sig;

	for(x = old & ~new; x != 0; x &= x-1){
		sig = __builtin_ctz(x);
		if(--_pth.nblock[sig] == 0)
			_pth.blocked &= ~BIT(sig);
	}
	for(x = new & ~old; x != 0; x &= x-1){
		sig = __builtin_ctz(x);
		if(_pth.nblock[sig]++ == 0)
			_pth.blocked |= BIT(sig);
	}
}

/* into the list of each signal of its set */
void
_pthsiglink(Event *ev)
{
	Siglist *l;
	Signode *p;
	sigset_t x;

	ev->nnode = 0;
	for(x = ev->set; x != 0; x &= x-1){
		p = &ev->node[ev->nnode++];
		p->ev = ev;
		p->sig = __builtin_ctz(x);
		l = &_pth.sig[p->sig];
		p->next = nil;
		p->prev = l->tail;
		if(l->tail == nil)
			l->head = p;
		else
			l->tail->next = p;
		l->tail = p;
	}
	_pthlink(&ev->thread->sigs, ev);
	ev->thread->waits |= ev->set;
	_pth.waits |= ev->set;
}

/* out of them */
void
_pthsigunlink(Event *ev)
{
	Siglist *l;
	Signode *p;
	Thread *t;

	while(ev->nnode > 0){
		p = &ev->node[--ev->nnode];
		l = &_pth.sig[p->sig];
		if(p->prev == nil)
			l->head = p->next;
		else
			p->prev->next = p->next;
		if(p->next == nil)
			l->tail = p->prev;
		else
			p->next->prev = p->prev;
		if(l->head == nil)
			_pth.waits &= ~BIT(p->sig);
	}
	_pthunlink(ev);
	t = ev->thread;
	t->waits = 0;
	for(ev = t->sigs.head; ev != nil; ev = ev->wnext)
		t->waits |= ev->set;
}

/* the event takes sig */
static void
take(Event *ev, int sig)
{
	if(ev->sig != nil)
		*ev->sig = sig;
	_pthoccur(ev);
}

/* a signal that is pending already for who is about to wait */
int
_pthsignow(Event *ev, Thread *t)
{
	sigset_t x;

	x = ev->set & t->pend;
	if(x == 0)
		x = ev->set & _pth.pend;
	if(x == 0)
		return 0;
	x &= -x;
	if(t->pend & x)
		t->pend &= ~x;
	else
		_pth.pend &= ~x;
	if(ev->sig != nil)
		*ev->sig = __builtin_ctz(x);
	return 1;
}

/* what notes brought, each to the first that waits for it */
void
_pthsigs(void)
{
	sigset_t x;
	int sig;

	for(x = __atomic_exchange_n(&_pth.noted, 0, __ATOMIC_SEQ_CST);
	x != 0; x &= x-1){
		sig = __builtin_ctz(x);
		if(_pth.waits & BIT(sig))
			take(_pth.sig[sig].head->ev, sig);
		else
			_pth.pend |= BIT(sig);
	}
}

/* t blocks new and nothing else */
static void
setmask(Thread *t, sigset_t new)
{
	_pthmasked(t->mask, new);
	t->mask = new;
}

/*
 * the running thread has signals that it does not block. One's function
 * runs with it blocked
 */
void
_pthdeliver(Thread *t)
{
	void (*f)(int);
	sigset_t x, mask;
	int sig;

	while((x = (t->pend|_pth.pend) & ~t->mask) != 0){
		sig = __builtin_ctz(x);
		x &= -x;
		if(t->pend & x)
			t->pend &= ~x;
		else
			_pth.pend &= ~x;
		f = _pth.handler[sig];
		if(f == SIG_DFL)
			_pthsuicide(sig);
		if(f == SIG_IGN)
			continue;
		mask = t->mask;
		setmask(t, mask|x);
		(*f)(sig);
		setmask(t, mask);
	}
}

/* change what the calling thread blocks; 0, or 1 for a bad how */
int
pth_sigmask(int how, const sigset_t *set, sigset_t *oset)
{
	Thread *t;
	sigset_t old, new;

	t = _pth.cur;
	old = new = t->mask;
	if(set != nil)
		switch(how){
		case SIG_BLOCK:
			new |= *set;
			break;
		case SIG_UNBLOCK:
			new &= ~*set;
			break;
		case SIG_SETMASK:
			new = *set;
			break;
		default:
			werrstr("pth_sigmask: bad how");
			return 1;
		}
	new &= ~(BIT(0)|BIT(SIGKILL));
	if(oset != nil)
		*oset = old;
	setmask(t, new);
	if(_pth.noted != 0)
		_pthsigs();
	_pthdeliver(t);
	return 0;
}

/* wait for a signal of the set; 0, or 1 if there can be none */
int
pth_sigwait(const sigset_t *set, int *sig)
{
	Signode node[PTH_NSIG];
	Event ev;

	_pthevent(&ev, PTH_EVENT_SIGS);
	ev.set = *set & ~BIT(0);
	ev.sig = sig;
	ev.node = node;
	if(ev.set == 0){
		werrstr("pth_sigwait: no signal");
		return 1;
	}
	_pthwait(&ev, nil);
	return 0;
}

/* the event of the waiting thread t that takes sig; there is one */
static Event*
waiter(Thread *t, int sig)
{
	Event *ev;

	for(ev = t->sigs.head; (ev->set & BIT(sig)) == 0; ev = ev->wnext)
		;
	return ev;
}

/* is t a thread */
static int
exists(Thread *t)
{
	Thread *p;

	for(p = _pth.all; p != nil; p = p->allnext)
		if(p == t)
			return p->state != PTH_STATE_DEAD;
	return FALSE;
}

/*
 * send sig to one thread, which runs next if it is or becomes ready; it
 * becomes that if it waits for sig, or has it not blocked
 */
int
pth_raise(Thread *t, int sig)
{
	if(sig == 0)
		return exists(t);
	if(t == nil || sig < 0 || sig >= PTH_NSIG
	|| t->state == PTH_STATE_DEAD){
		werrstr("pth_raise: bad thread or signal");
		return FALSE;
	}
	if(_pth.handler[sig] == SIG_IGN && !((t->mask|t->waits) & BIT(sig)))
		return TRUE;
	if(t->waits & BIT(sig))
		take(waiter(t, sig), sig);
	else{
		t->pend |= BIT(sig);
		if(t->state == PTH_STATE_WAITING && !(t->mask & BIT(sig)))
			_pthready(t);
	}
	if(t == _pth.cur)
		_pthdeliver(t);
	else if(t->state <= PTH_STATE_READY)
		pth_yield(t);
	return TRUE;
}

/* the function for a signal, SIG_DFL or SIG_IGN; the one there was */
void
(*pth_signal(int sig, void (*f)(int)))(int)
{
	void (*old)(int);

	if(sig <= 0 || sig >= PTH_NSIG || sig == SIGKILL)
		return SIG_DFL;
	old = _pth.handler[sig];
	_pth.handler[sig] = f;
	if(f == SIG_DFL)
		_pth.caught &= ~BIT(sig);
	else
		_pth.caught |= BIT(sig);
	return old;
}
