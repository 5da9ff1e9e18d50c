/*
 * Threads: coming and going, turns, priorities, attributes, stacks.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "test.h"

enum
{
	Many	= 10000,
};

static void*
same(void *v)
{
	pth_yield(nil);
	return v;
}

static void*
exits3(void *v)
{
	USED(v);
	pth_exit((void*)3);
}

void
joining(void)
{
	pth_t a, b;
	pth_attr_t at;
	void *v;

	a = thread("a", 0, same, (void*)1);
	b = thread("b", 0, exits3, nil);
	joins(b, (void*)3);
	joins(a, (void*)1);
	thread("c", 0, same, (void*)7);
	joins(nil, (void*)7);
	if(pth_join(nil, &v))
		fail("joined nobody", 0);
	if(pth_join(pth_self(), &v))
		fail("joined itself", 0);
	at = pth_attr_new();
	pth_attr_set(at, PTH_ATTR_JOINABLE, FALSE);
	a = pth_spawn(at, same, nil);
	if(pth_join(a, &v))
		fail("joined a detached one", 0);
	settle();
	if(pth_ctrl(PTH_CTRL_GETTHREADS) != 1)
		fail("left", pth_ctrl(PTH_CTRL_GETTHREADS));
}

static void*
joiner(void *v)
{
	return (void*)(long)pth_join(v, nil);
}

/* of two that join a thread one has it; none has one that is detached */
void
joiners(void)
{
	pth_t a, b, t;
	pth_attr_t at;
	void *x, *y;

	t = thread("t", 0, same, nil);
	a = thread("a", 0, joiner, t);
	b = thread("b", 0, joiner, t);
	if(!pth_join(a, &x) || !pth_join(b, &y))
		fail("join", 0);
	if((x == nil) == (y == nil))
		fail("how many had it", (long)x + (long)y);
	t = thread("t", 0, same, nil);
	a = thread("a", 0, joiner, t);
	pth_yield(nil);
	at = pth_attr_of(t);
	pth_attr_set(at, PTH_ATTR_JOINABLE, FALSE);
	pth_attr_destroy(at);
	joins(a, nil);
	t = thread("t", 0, same, nil);
	a = thread("a", 0, joiner, t);
	joins(nil, (void*)TRUE);
	if(pth_ctrl(PTH_CTRL_GETTHREADS) != 1)
		fail("left", pth_ctrl(PTH_CTRL_GETTHREADS));
}

static void*
thrice(void *v)
{
	int i;

	for(i = 0; i < 3; i++){
		note(*(char*)v);
		pth_yield(nil);
	}
	return nil;
}

void
turns(void)
{
	thread("a", 0, thrice, "a");
	thread("b", 0, thrice, "b");
	thread("c", 0, thrice, "c");
	settle();
	expect("abcabcabc");
}

void
favour(void)
{
	pth_t c;

	thread("a", 0, thrice, "a");
	thread("b", 0, thrice, "b");
	c = thread("c", 0, thrice, "c");
	pth_yield(c);
	if(nlog < 1 || history[0] != 'c')
		fail("yield to c went to", history[0]);
}

void
priorities(void)
{
	static int on = 1;
	pth_t t;
	int i;

	thread("a", -5, once, "a");
	thread("b", 0, once, "b");
	thread("c", 5, once, "c");
	thread("d", 0, once, "d");
	settle();
	expect("cbda");
	nlog = 0;
	thread("high", 5, forever, &on);
	t = thread("low", -5, once, "l");
	for(i = 0; i < 100 && nlog == 0; i++)
		pth_yield(nil);
	if(nlog == 0)
		fail("the lowest starves", i);
	on = 0;
	pth_join(t, nil);
}

/* a thread that is ready and gets another one */
void
newpriority(void)
{
	pth_attr_t at;
	pth_t t;

	thread("a", 0, once, "a");
	t = thread("b", 0, once, "b");
	at = pth_attr_of(t);
	pth_attr_set(at, PTH_ATTR_PRIO, 3);
	pth_attr_destroy(at);
	settle();
	expect("ba");
}

void
attributes(void)
{
	pth_attr_t a;
	pth_t t;
	char *name;
	uint size;
	int n;

	t = thread("somebody", 3, same, nil);
	a = pth_attr_of(t);
	pth_attr_get(a, PTH_ATTR_NAME, &name);
	if(strcmp(name, "somebody") != 0)
		fail("name", 0);
	pth_attr_get(a, PTH_ATTR_PRIO, &n);
	if(n != 3 || pth_ctrl(PTH_CTRL_GETPRIO, t) != 3)
		fail("priority", n);
	pth_attr_set(a, PTH_ATTR_PRIO, -2);
	pth_attr_get(a, PTH_ATTR_PRIO, &n);
	if(n != -2)
		fail("new priority", n);
	pth_attr_get(a, PTH_ATTR_STACK_SIZE, &size);
	if(size < 8192)
		fail("stack", size);
	pth_attr_get(a, PTH_ATTR_BOUND, &n);
	if(!n)
		fail("not bound", 0);
	if(pth_ctrl(PTH_CTRL_GETTHREADS_NEW) != 1
	|| pth_ctrl(PTH_CTRL_GETTHREADS_RUNNING) != 1)
		fail("counts", pth_ctrl(PTH_CTRL_GETTHREADS));
	pth_attr_destroy(a);
	joins(t, nil);
}

/* what pth_ctrl counts */
void
statistics(void)
{
	static int on = 1;
	pth_t w, r;
	float load;
	long n;

	masked(SIG_BLOCK, SIGUSR1, SIGUSR2);
	w = thread("waits", 0, sigs, "w");
	r = thread("runs", 0, forever, &on);
	thread("dies", 0, once, "d");
	if(pth_ctrl(PTH_CTRL_GETTHREADS_NEW) != 3)
		fail("new", pth_ctrl(PTH_CTRL_GETTHREADS_NEW));
	settle();
	n = pth_ctrl(PTH_CTRL_GETSWITCHES);
	pth_yield(nil);
	n = pth_ctrl(PTH_CTRL_GETSWITCHES) - n;
	if(n != 2)
		fail("switches to one thread and back", n);
	if(pth_ctrl(PTH_CTRL_GETTHREADS_WAITING) != 1
	|| pth_ctrl(PTH_CTRL_GETTHREADS_READY) != 1
	|| pth_ctrl(PTH_CTRL_GETTHREADS_RUNNING) != 1
	|| pth_ctrl(PTH_CTRL_GETTHREADS_DEAD) != 1
	|| pth_ctrl(PTH_CTRL_GETTHREADS_READY|PTH_CTRL_GETTHREADS_DEAD) != 2
	|| pth_ctrl(PTH_CTRL_GETTHREADS) != 4)
		fail("counts", pth_ctrl(PTH_CTRL_GETTHREADS));
	if(strcmp((char*)pth_ctrl(PTH_CTRL_GETNAME, w), "waits") != 0)
		fail("name", 0);
	for(n = 0; n < 10000; n++)
		pth_yield(nil);
	if(pth_ctrl(PTH_CTRL_GETAVLOAD, &load) != 0
	|| load < 0.5 || load > 1.5)
		fail("load, in hundredths", (long)(load*100));
	if(pth_ctrl(0) != -1)
		fail("no question", 0);
	on = 0;
	joins(r, nil);
	pth_raise(w, SIGUSR2);
	joins(w, (void*)SIGUSR2);
}

/* the library begins again after it has ended */
void
again(void)
{
	static int on = 1;

	if(pth_init())
		fail("twice", 0);
	thread("a", 0, forever, &on);
	settle();
	if(!pth_kill() || !pth_init())
		fail("kill and init", 0);
	if(pth_ctrl(PTH_CTRL_GETTHREADS) != 1)
		fail("left", pth_ctrl(PTH_CTRL_GETTHREADS));
	joins(thread("b", 0, same, &on), &on);
}

/* the stack of the calling thread */
static int
stacksize(void)
{
	pth_attr_t a;
	uint n;

	a = pth_attr_of(pth_self());
	pth_attr_get(a, PTH_ATTR_STACK_SIZE, &n);
	pth_attr_destroy(a);
	return n;
}

/* 256 bytes of stack or more for each level */
static int __attribute__((noinline))
recurse(int n)
{
	volatile char buf[256];

	buf[n%256] = n;
	if(n > 0)
		return recurse(n-1) + buf[n%256];
	pth_yield(nil);
	return buf[0];
}

/* a part of the stack in percent */
static void*
deep(void *v)
{
	recurse(stacksize()/100 * (long)v / 256);
	return nil;
}

void
overflows(void)
{
	pth_t t;

	t = thread("shallow", 0, deep, (void*)40);
	pth_join(t, nil);
	thread("below", 0, same, nil);
	thread("plunge", 0, deep, (void*)100);
	thread("above", 0, same, nil);
	settle();
	exits("nothing happened");
}

/*
 * deeper than the stack, and back without a switch, with frames of which
 * little is written
 */
static int __attribute__((noinline))
dive(int n)
{
	volatile char buf[600];

	buf[300] = n;
	return n == 0 ? 0 : dive(n-1) + buf[300];
}

static void*
diver(void *v)
{
	USED(v);
	dive(stacksize()/600);
	return nil;
}

void
stepsover(void)
{
	pth_t t;

	thread("below", 0, same, nil);
	t = thread("plunge", 0, diver, nil);
	thread("above", 0, same, nil);
	pth_join(t, nil);
	exits("nothing happened");
}

static void*
small(void *v)
{
	int i;

	for(i = 0; i < 3; i++)
		pth_yield(nil);
	nlog++;
	return v;
}

void
many(void)
{
	static pth_t t[Many];
	pth_attr_t a;
	int i;

	a = pth_attr_new();
	pth_attr_set(a, PTH_ATTR_STACK_SIZE, 4096);
	for(i = 0; i < Many; i++){
		t[i] = pth_spawn(a, small, (void*)(long)i);
		if(t[i] == nil)
			fail("spawn", i);
	}
	for(i = 0; i < Many; i++)
		joins(t[i], (void*)(long)i);
	if(nlog != Many)
		fail("ran", nlog);
}

