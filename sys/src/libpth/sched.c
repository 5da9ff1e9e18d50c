/*
 * The switch. What a switch has to know of signals is in words that are
 * kept when something changes, so that it costs the same however many
 * threads and signals there are: is there anything from notes (noted), and
 * is there anything for the thread that goes on (pending and not blocked).
 *
 * Below every thread's stack are guard words, many, as what overflows may
 * step over some. The stack pointer of who leaves a stack is looked at each
 * time, the words by turns, as they are in a page that a switch need not
 * touch; all of them when the thread ends, and those of all threads when
 * the process is about to die of a fault. A broken one is its end.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

enum
{
	Spare	= 8*1024,
};

Pth _pth;

static uchar spare[Spare];		/* the stack to die on */
static Thread *over;

/* say whose stack it was, and end */
static void
die(void)
{
	char msg[ERRMAX];

	snprint(msg, sizeof msg, "pth: stack overflow in thread %s",
		over->name);
	fprint(2, "%s\n", msg);
	_pthfdend();
	_exits(msg);
}

/* the stack of t has overflowed: nothing near it can be trusted */
void
_pthoverflow(Thread *t)
{
	uchar *old;

	over = t;
	_pthswitch(&old, _pthframe(spare+sizeof spare, die));
	abort();
}

/* are the Npart words of a guard, from the i'th, not as they were */
static u32int
broken(Thread *t, uint i)
{
	u32int *g, *end, bad;

	g = t->guard + i;
	bad = 0;
	for(end = g+Npart; g < end; g++)
		bad |= *g ^ Guard;
	return bad;
}

/* has t, which is about to leave its stack, overflowed it */
static int
overflowed(Thread *t)
{
	uint n;

	if(t->guard == nil)
		return FALSE;
	n = t->ndispatch;
	return (u32int*)__builtin_frame_address(0) < t->guard+Nguard
		|| n % Seldom == 0 && broken(t, n/Seldom * Npart % Nguard);
}

/* the whole guard of t */
void
_pthguard(Thread *t)
{
	int i;

	for(i = 0; t->guard != nil && i < Nguard; i += Npart)
		if(broken(t, i))
			_pthoverflow(t);
}

/* a fault with this stack pointer: is an overflow to blame, and whose */
void
_pthfault(uintptr sp)
{
	Thread *t;

	t = _pth.cur;
	if(t->guard != nil && sp < (uintptr)(t->guard+Nguard))
		_pthoverflow(t);
	for(t = _pth.all; t != nil; t = t->allnext)
		_pthguard(t);
}

/* after every switch, by the thread that goes on */
void
_pthresumed(void)
{
	Thread *t;

	t = _pth.cur;
	if(_pth.dead != nil){
		_pthfree(_pth.dead);
		_pth.dead = nil;
	}
	if(((t->pend|_pth.pend) & ~t->mask) != 0)
		_pthdeliver(t);
	if(t->kill)
		pth_exit(PTH_CANCELED);
}

/*
 * leave the running thread, which is in the queue it belongs to; it may
 * be the one that goes on
 */
static void
switchto(Thread *to)
{
	Thread *t;

	t = _pth.cur;
	_pth.clock++;
	to->state = PTH_STATE_RUNNING;
	to->ndispatch++;
	if(to == t){
		_pthresumed();
		return;
	}
	if(overflowed(t))
		_pthoverflow(t);
	_pth.cur = to;
	_pthswitch(&t->sp, to->sp);
	_pthresumed();
}

/* now and then: what comes from outside */
void
_pthpoll(void)
{
	_pth.left = Polls;
	_pth.load += (_pth.nready - _pth.load) / 16;
	if(_pth.noted != 0)
		_pthsigs();
	if(_pth.ntimer != 0)
		_pthtimers();
	_pthfdpoll();
}

/* a signal to the process wakes a thread that does not block it, to take it */
static void
rouse(void)
{
	Thread *t;

	for(t = _pth.all; t != nil; t = t->allnext)
		if(t->state == PTH_STATE_WAITING && (_pth.pend & ~t->mask)){
			_pthready(t);
			return;
		}
}

/* wait until some thread is ready */
static void
idle(void)
{
	for(;;){
		_pthpoll();
		if(_pth.pend != 0)
			rouse();
		if(_pth.ready != 0)
			return;
		_pth.idle = 1;
		if(_pth.noted == 0)
			_pthidle(_pthsleep());
		_pth.idle = 0;
	}
}

/* let others run, to before all; FALSE if to, unless nil, is not ready */
int
pth_yield(Thread *to)
{
	Thread *t;

	t = _pth.cur;
	if(to != nil && to->state > PTH_STATE_READY){
		werrstr("thread is not ready");
		return FALSE;
	}
	if(_pth.left-- <= 0 || _pth.noted != 0)
		_pthpoll();
	if(_pth.ready == 0){
		_pthresumed();
		return TRUE;
	}
	_pthready(t);
	if(to != nil)
		_pthunready(to);
	else
		to = _pthnext();
	switchto(to);
	return TRUE;
}

/* wait; whoever wakes the thread calls _pthready */
void
_pthblock(void)
{
	_pth.cur->state = PTH_STATE_WAITING;
	if(_pth.left-- <= 0 || _pth.noted != 0)
		_pthpoll();
	if(_pth.ready == 0)
		idle();
	switchto(_pthnext());
}

/* never come back; _pth.dead says if the stack is free then */
void
_pthleave(void)
{
	if(_pth.ready == 0)
		idle();
	switchto(_pthnext());
	abort();
}
