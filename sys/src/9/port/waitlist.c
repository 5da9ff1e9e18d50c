/*
 * A Waitlist lets any number of processes wait for one condition, where a
 * Rendez has room for one.  Each waits on a Rendez on its own kernel
 * stack.  The list's lock is held while they are woken, so that none of
 * them returns, and takes its stack away, under the waker's hands.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

static void
leave(Waitlist *l, Waiter *w)
{
	Waiter **p;

	ilock(l);
	for(p = &l->head; *p != nil; p = &(*p)->next)
		if(*p == w){
			*p = w->next;
			break;
		}
	iunlock(l);
}

/*
 * Wait until f(a) is true or someone calls wakeall; the caller looks
 * again.  For processes without locks.  Raises Eintr if a note comes.
 */
void
waitfor(Waitlist *l, int (*f)(void*), void *a)
{
	Waiter w;

	memset(&w, 0, sizeof w);
	ilock(l);
	w.next = l->head;
	l->head = &w;
	iunlock(l);
	if(waserror()){
		leave(l, &w);
		nexterror();
	}
	sleep(&w, f, a);
	poperror();
	leave(l, &w);
}

/*
 * Wake all who wait.  At any level; the caller may hold the lock that its
 * condition is under only if f does not take it.
 */
void
wakeall(Waitlist *l)
{
	Waiter *w;

	ilock(l);
	for(w = l->head; w != nil; w = w->next)
		wakeup(w);
	iunlock(l);
}
