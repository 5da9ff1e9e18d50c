/*
 * Timers: a heap of the TIME events that are waited for. While threads
 * are ready the clock is read once in Polls switches, as reading it is a
 * system call; when none is, the process sleeps until the first is due.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

/* does a come before b */
static int
before(Event *a, Event *b)
{
	return a->at < b->at || a->at == b->at && (long)(a->seq - b->seq) < 0;
}

/* put it at slot i */
static void
place(Event *ev, int i)
{
	_pth.heap[i] = ev;
	ev->slot = i;
}

/* up from slot i as far as it belongs, or down */
static void
up(Event *ev, int i)
{
	int p;

	for(; i > 0; i = p){
		p = (i-1)/2;
		if(!before(ev, _pth.heap[p]))
			break;
		place(_pth.heap[p], i);
	}
	place(ev, i);
}

static void
down(Event *ev, int i)
{
	int c;

	for(; (c = 2*i+1) < _pth.ntimer; i = c){
		if(c+1 < _pth.ntimer && before(_pth.heap[c+1], _pth.heap[c]))
			c++;
		if(!before(_pth.heap[c], ev))
			break;
		place(_pth.heap[c], i);
	}
	place(ev, i);
}

/* start one; 1: it is due already, -1: no memory */
int
_pthtimer(Event *ev)
{
	Event **p;
	int n;

	if(ev->at <= nsec())
		return 1;
	if(_pth.ntimer == _pth.maxtimer){
		n = _pth.maxtimer == 0 ? 32 : 2*_pth.maxtimer;
		p = realloc(_pth.heap, n * sizeof *p);
		if(p == nil)
			return -1;
		_pth.heap = p;
		_pth.maxtimer = n;
	}
	ev->seq = _pth.seq++;
	up(ev, _pth.ntimer++);
	return 0;
}

/* stop it */
void
_pthuntimer(Event *ev)
{
	Event *last;
	int i;

	i = ev->slot;
	last = _pth.heap[--_pth.ntimer];
	if(last == ev)
		return;
	if(i > 0 && before(last, _pth.heap[(i-1)/2]))
		up(last, i);
	else
		down(last, i);
}

/* those that are due, in order */
void
_pthtimers(void)
{
	vlong now;

	now = nsec();
	while(_pth.ntimer != 0 && _pth.heap[0]->at <= now)
		_pthoccur(_pth.heap[0]);
}

/* how long nothing is due, in ns */
vlong
_pthsleep(void)
{
	vlong ns;

	if(_pth.ntimer == 0)
		return Forever;
	ns = _pth.heap[0]->at - nsec();
	return ns < 0 ? 0 : ns;
}
