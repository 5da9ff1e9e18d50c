/*
 * Spin locks.  lock is for process context: the holder is not switched
 * away (nlocks), but stays interruptible.  ilock also keeps interrupts
 * off and is for what interrupt handlers touch as well.  Whoever spins
 * executes PAUSE, for which emulators let another CPU run.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

/* add 1 to r, give what it is now; any level */
long
incref(Ref *r)
{
	return __sync_add_and_fetch(&r->ref, 1);
}

/* take 1 from r, give what is left; any level */
long
decref(Ref *r)
{
	long n;

	n = __sync_sub_and_fetch(&r->ref, 1);
	if(n < 0)
		panic("decref: ref %ld pc %#p", n, getcallerpc(&r));
	return n;
}

/* 1: it was free and is the caller's now */
static inline int
grab(Lock *l)
{
	return __sync_lock_test_and_set(&l->key, 1) == 0;
}

/* what was done with l held is seen by whoever gets it next */
static inline void
drop(Lock *l)
{
	l->m = nil;
	__sync_lock_release(&l->key);
}

static inline void
taken(Lock *l, ulong pc, int isilock)
{
	l->pc = pc;
	l->holder = up;
	l->m = MACHP(m->machno);
	l->isilock = isilock;
}

/*
 * Take l, spinning; gives 0 if nobody had it.  Not at interrupt level
 * for a lock that is ever held with interrupts on.  Before the first one
 * other CPUs may have their turn.
 */
int
lock(Lock *l)
{
	ulong pc;
	int waited;

	pc = getcallerpc(&l);
	if(up && up->nlocks++ == 0)
		letothers(up);
	waited = 0;
	while(!grab(l)){
		waited = 1;
		while(l->key != 0)
			pause();
	}
	taken(l, pc, 0);
	return waited;
}

/* take l if it is free: 1, else 0; any level */
int
canlock(Lock *l)
{
	if(up)
		up->nlocks++;
	if(!grab(l)){
		if(up)
			up->nlocks--;
		return 0;
	}
	taken(l, getcallerpc(&l), 0);
	return 1;
}

/*
 * Let go of l; with interrupts on and no other lock held, a switch that
 * became due meanwhile happens now, and other CPUs may have their turn.
 */
void
unlock(Lock *l)
{
	if(l->key == 0 || l->isilock)
		iprint("unlock: not locked, or ilocked: pc %#p\n", getcallerpc(&l));
	drop(l);
	if(up == nil || --up->nlocks > 0)
		return;
	if(!m->preempt)
		letothers(up);
	else if(up->state == Running && islo())
		sched();
}

/* somebody has l: wait, with interrupts as they were */
static __attribute__((noinline)) void
contend(Lock *l, ulong s)
{
	do{
		intsback(s);
		while(l->key != 0)
			pause();
		intsoff();
	}while(!grab(l));
}

/* the same for hilock: they stay off */
void
hicontend(Lock *l)
{
	do{
		while(l->key != 0)
			pause();
	}while(!grab(l));
}

/* take l with interrupts off until iunlock; any level */
void
ilock(Lock *l)
{
	ulong s;

	s = intsoff();
	if(!grab(l))
		contend(l, s);
	m->ilockdepth++;
	taken(l, getcallerpc(&l), 1);
	l->sr = s;
}

/* let go of l, interrupts as they were at ilock */
void
iunlock(Lock *l)
{
	ulong s;

	if(l->key == 0 || !l->isilock)
		iprint("iunlock: not ilocked: pc %#p\n", getcallerpc(&l));
	s = l->sr;
	drop(l);
	m->ilockdepth--;
	intsback(s);
}
