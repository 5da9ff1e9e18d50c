/*
 * Semaphores: a long in user memory.  Who finds it at 0 queues on the
 * segment that holds it, by address; who raises it wakes as many.
 * Reference: S. Mullender, R. Cox, Semaphores in Plan 9, IWP9 2008.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

/* the semaphore at addr, and in *sp its segment */
static long*
semaddr(ulong addr, Segment **sp)
{
	validaddr(addr, sizeof(long), 1);
	if(addr & (sizeof(long)-1))
		error(Ebadarg);
	*sp = seg(up, addr, 0);
	if(*sp == nil)
		error(Ebadarg);
	return (long*)addr;
}

/* take one if there is one */
static int
canacquire(long *addr)
{
	long n;

	while((n = *(volatile long*)addr) > 0)
		if(cmpswap(addr, n, n-1))
			return 1;
	return 0;
}

static void
enqueue(Segment *s, long *addr, Sema *p)
{
	memset(p, 0, sizeof *p);
	p->addr = addr;
	lock(&s->semalock);
	if(s->sema.next == nil)
		s->sema.next = s->sema.prev = &s->sema;
	p->next = &s->sema;
	p->prev = s->sema.prev;
	p->next->prev = p;
	p->prev->next = p;
	unlock(&s->semalock);
}

static void
dequeue(Segment *s, Sema *p)
{
	lock(&s->semalock);
	p->next->prev = p->prev;
	p->prev->next = p->next;
	unlock(&s->semalock);
}

/* wake up to n who wait for addr */
static void
wakeup_n(Segment *s, long *addr, long n)
{
	Sema *p;

	lock(&s->semalock);
	if(s->sema.next != nil)
		for(p = s->sema.next; p != &s->sema && n > 0; p = p->next)
			if(p->addr == addr && p->waiting){
				p->waiting = 0;
				coherence();
				wakeup(p);
				n--;
			}
	unlock(&s->semalock);
}

static int
awoken(void *a)
{
	return !((Sema*)a)->waiting;
}

/* wait for addr, for ms at most if timed; gives 1 if it was had */
static int
acquire(Segment *s, long *addr, int timed, ulong ms)
{
	Sema p;
	uvlong end, now;
	volatile int got;

	if(canacquire(addr))
		return 1;
	got = 0;
	end = monotonic() + (uvlong)ms * 1000000;
	enqueue(s, addr, &p);
	if(waserror()){
		dequeue(s, &p);
		/* a wakeup meant for this process must not be lost */
		if(!p.waiting)
			wakeup_n(s, addr, 1);
		nexterror();
	}
	for(;;){
		p.waiting = 1;
		coherence();
		if(canacquire(addr)){
			got = 1;
			break;
		}
		if(!timed){
			sleep(&p, awoken, &p);
			continue;
		}
		now = monotonic();
		if(now >= end)
			break;
		tsleep(&p, awoken, &p, (end - now + 999999) / 1000000);
	}
	poperror();
	dequeue(s, &p);
	if(!p.waiting)
		wakeup_n(s, addr, 1);
	return got;
}

/* system call: address, block; 1 acquired, 0 would block */
long
syssemacquire(ulong *arg)
{
	Segment *s;
	long *addr;

	addr = semaddr(arg[0], &s);
	if(*addr < 0)
		error(Ebadarg);
	if((long)arg[1] == 0)
		return canacquire(addr);
	return acquire(s, addr, 0, 0);
}

/* system call: address, ms; 1 acquired, 0 time over */
long
systsemacquire(ulong *arg)
{
	Segment *s;
	long *addr;

	addr = semaddr(arg[0], &s);
	if(*addr < 0)
		error(Ebadarg);
	return acquire(s, addr, 1, arg[1]);
}

/* system call: address, count to add; gives the new value */
long
syssemrelease(ulong *arg)
{
	Segment *s;
	long *addr, n, delta;

	addr = semaddr(arg[0], &s);
	delta = arg[1];
	if(delta < 0 || *addr < 0)
		error(Ebadarg);
	n = xadd(addr, delta) + delta;
	wakeup_n(s, addr, delta);
	return n;
}
