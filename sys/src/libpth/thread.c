/*
 * Threads come and go. The first stack is the process's own and has no
 * guard; others are one piece of memory, from below: guard words, stack,
 * the Thread, and some bytes more. A joinable thread keeps its piece until it is joined.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

enum
{
	Thrsize	= (sizeof(Thread)+Line-1) & ~(Line-1),
};

/* a name, as much as there is room for; nil is none */
void
_pthname(char *to, const char *from)
{
	int i;

	for(i = 0; from != nil && i < Namelen-1 && from[i] != 0; i++)
		to[i] = from[i];
	to[i] = 0;
}

/* one more thread in the list of all */
static void
enlist(Thread *t)
{
	t->allnext = _pth.all;
	if(t->allnext != nil)
		t->allnext->allprev = t;
	_pth.all = t;
	_pth.nthread++;
}

/* the caller becomes the first thread; FALSE: there are threads */
int
pth_init(void)
{
	Thread *t;

	if(_pth.main != nil){
		werrstr("pth_init: threads are there");
		return FALSE;
	}
	memset(&_pth, 0, sizeof _pth);
	t = mallocz(sizeof *t, 1);
	if(t == nil)
		return FALSE;
	strcpy(t->name, "main");
	t->cancel = PTH_CANCEL_DEFAULT;
	t->joinable = TRUE;
	t->state = PTH_STATE_RUNNING;
	t->ndispatch = 1;
	_pth.cur = _pth.main = t;
	_pth.left = Polls;
	enlist(t);
	return _pthnotes(1);
}

/* where a new thread begins */
static void
begin(void)
{
	Thread *t;

	_pthresumed();
	t = _pth.cur;
	pth_exit((*t->fn)(t->arg));
}

/*
 * a piece of memory with a Thread near its end, nil if there is none. A
 * switch touches only the page of the Thread, with the stack below it. So
 * that many threads do not meet in the same cache lines, or in the same
 * places of a TLB, the Threads lie at different lines of their pages, and
 * the pages of a piece are an odd number.
 */
static Thread*
newthread(ulong size)
{
	static int colour;
	Thread *t;
	uchar *p;
	int i;

	if(size < Minstack)
		size = Minstack;
	size += Nguard*sizeof(u32int) + Thrsize + Ncolour*Line;
	size = ((size+Page-1)/Page | 1) * Page;
	p = _pthstack(size);
	if(p == nil)
		return nil;
	colour = (colour+1) % Ncolour;
	t = (Thread*)(p + size - Thrsize - colour*Line);
	memset(t, 0, sizeof *t);
	t->block = p;
	t->size = size;
	t->guard = (u32int*)p;
	for(i = 0; i < Nguard; i++)
		t->guard[i] = Guard;
	t->sp = _pthframe((uchar*)t, begin);
	return t;
}

/*
 * a new thread that runs f(arg) and ends with what it returns; without
 * attributes it is as its maker. nil: no function or no memory
 */
Thread*
pth_spawn(Attr *a, void *(*f)(void*), void *arg)
{
	static int serial;
	Attr def;
	Thread *t;

	if(f == nil){
		werrstr("pth_spawn: no function");
		return nil;
	}
	if(a == nil){
		a = &def;
		pth_attr_init(a);
		a->prio = _pth.cur->prio;
		a->joinable = _pth.cur->joinable;
		a->cancel = _pth.cur->cancel;
	}
	t = newthread(a->stack);
	if(t == nil)
		return nil;
	serial++;
	if(a->name[0] != 0)
		strcpy(t->name, a->name);
	else
		snprint(t->name, sizeof t->name, "thread %d", serial);
	t->prio = a->prio;
	t->joinable = a->joinable;
	t->cancel = a->cancel;
	t->fn = f;
	t->arg = arg;
	t->mask = _pth.cur->mask;
	_pthmasked(0, t->mask);
	enlist(t);
	_pthready(t);
	t->state = PTH_STATE_NEW;
	return t;
}

/* nothing points to it any more */
void
_pthfree(Thread *t)
{
	Cleanup *c;

	if(t->allnext != nil)
		t->allnext->allprev = t->allprev;
	if(t->allprev != nil)
		t->allprev->allnext = t->allnext;
	else
		_pth.all = t->allnext;
	while((c = t->cleanup) != nil){
		t->cleanup = c->next;
		free(c);
	}
	if(t->block == nil)
		free(t);
	else
		_pthunstack(t->block, t->size);
}

/* the calling thread */
Thread*
pth_self(void)
{
	return _pth.cur;
}

/* among those that have ended: put it in, take it out */
static void
ended(Thread *t, int in)
{
	Queue *q;

	q = &_pth.ended;
	if(in){
		t->next = nil;
		t->prev = q->tail;
		if(q->tail == nil)
			q->head = t;
		else
			q->tail->next = t;
		q->tail = t;
		return;
	}
	if(t->prev == nil)
		q->head = t->next;
	else
		t->prev->next = t->next;
	if(t->next == nil)
		q->tail = t->prev;
	else
		t->next->prev = t->prev;
}

/* the first thread waits for all others, then the process ends */
static void
endmain(void *value)
{
	Event ev;

	while(_pth.nthread > 1){
		_pthevent(&ev, PTH_EVENT_TID);
		_pthwait(&ev, nil);
	}
	exits(value == nil || value == PTH_CANCELED ? nil : "pth_exit");
}

/*
 * end the calling thread; value is for who joins it. The first one waits
 * for all others and then ends the process
 */
void
pth_exit(void *value)
{
	Thread *t;

	t = _pth.cur;
	t->cancel = PTH_CANCEL_DISABLE;
	t->kill = 0;
	_pthunwait(t);
	t->wait = nil;
	_pthguard(t);
	while(t->cleanup != nil)
		pth_cleanup_pop(TRUE);
	while(t->held != nil)
		_pthdrop(t->held);
	if(t == _pth.main)
		endmain(value);
	t->value = value;
	_pthmasked(t->mask, 0);
	_pth.nthread--;
	t->state = PTH_STATE_DEAD;
	_pthwakelist(&t->joiners);
	_pthwakelist(&_pth.anyend);
	if(t->joinable)
		ended(t, 1);
	else if(t->njoin == 0)
		_pth.dead = t;
	_pthleave();
}

/* one that has ended and that nobody waits for, or nil */
static Thread*
firstended(void)
{
	Thread *t;

	for(t = _pth.ended.head; t != nil && t->njoin > 0; t = t->next)
		;
	return t;
}

/* wait until any thread has ended; nil if there is no other */
static Thread*
anyended(void)
{
	Event ev;
	Thread *t;

	while((t = firstended()) == nil && _pth.nthread > 1){
		_pthevent(&ev, PTH_EVENT_TID);
		_pthwait(&ev, nil);
	}
	return t;
}

/*
 * wait until t, or if it is nil any one, has ended, and take its value.
 * Of several that wait for t one gets it, and the last one frees t; the
 * others have FALSE, as all have if t is detached meanwhile.
 */
int
pth_join(Thread *t, void **value)
{
	Event ev;
	int got;

	if(t == nil)
		t = anyended();
	if(t == nil || t == _pth.cur || !t->joinable){
		werrstr("pth_join: thread cannot be joined");
		return FALSE;
	}
	pth_cancel_point();
	t->njoin++;
	while(t->state != PTH_STATE_DEAD && !_pthdoomed(_pth.cur)){
		_pthevent(&ev, PTH_EVENT_TID);
		ev.tid = t;
		_pthwaitraw(&ev, nil);
	}
	t->njoin--;
	got = t->state == PTH_STATE_DEAD && t->joinable;
	if(got){
		if(value != nil)
			*value = t->value;
		ended(t, 0);
		t->joinable = FALSE;
	}
	if(t->state == PTH_STATE_DEAD && t->njoin == 0)
		_pthfree(t);
	if(!got){
		pth_cancel_point();
		werrstr("pth_join: thread was joined or detached");
	}
	return got;
}

/* end all other threads at once, and what belongs to the threads */
int
pth_kill(void)
{
	Thread *t, *next;

	if(_pth.cur == nil || _pth.cur != _pth.main){
		werrstr("pth_kill: not the main thread");
		return FALSE;
	}
	_pthnotes(0);
	_pthfdend();
	for(t = _pth.all; t != nil; t = next){
		next = t->allnext;
		_pthfree(t);
	}
	_pthportsend();
	free(_pth.heap);
	memset(&_pth, 0, sizeof _pth);
	return TRUE;
}
