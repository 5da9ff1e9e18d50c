/*
 * What to do when programs have all the memory they may have: text that is
 * only kept and the broken processes go, and if there are none the process
 * that has most, be it the one that asks or another. Otherwise the one to
 * die would be whoever happens to need a page next, and that may be the
 * first process. It is sought in the note group that has most: a group of
 * very many small processes does not get a shell killed.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Pause	= 10,		/* ms until it is tried again */
	Nsum	= 64,		/* groups are summed up by a part of their number */
};

static struct
{
	QLock;
	ulong	sum[Nsum];	/* pages of note groups */
} nomem;

/* about how many pages p has, but for its text */
static ulong
pagesof(Proc *p)
{
	Segment *s;
	Pte *pte;
	ulong i, n;
	int j;

	n = 0;
	for(j = 0; j < NSEG; j++){
		s = p->seg[j];
		if(s == nil || j == TSEG || !canqlock(&s->lk))
			continue;
		for(i = 0; i < s->mapsize; i++){
			pte = s->map[i];
			if(pte != nil && pte->last >= pte->first)
				n += pte->last - pte->first + 1;
		}
		qunlock(&s->lk);
	}
	return n;
}

/* the same, 0 if it cannot be found out or p may not be killed */
static ulong
killable(Proc *p)
{
	ulong n;

	if(p->state == Dead || p->state == Moribund || p->state == New || p->kp
	|| p->pid <= 1 || !canqlock(&p->seglock))
		return 0;
	n = pagesof(p);
	qunlock(&p->seglock);
	return n;
}

/* the number in nomem.sum of the group that has most */
static int
biggroup(void)
{
	Proc *p;
	int i, big;

	memset(nomem.sum, 0, sizeof nomem.sum);
	for(i = 0; (p = proctab(i)) != nil; i++)
		nomem.sum[p->noteid%Nsum] += killable(p);
	big = 0;
	for(i = 1; i < Nsum; i++)
		if(nomem.sum[i] > nomem.sum[big])
			big = i;
	return big;
}

/* the process to end; nil if all are the kernel's or the first */
static Proc*
biggest(void)
{
	Proc *p, *big;
	ulong n, most;
	int i, group;

	group = biggroup();
	big = nil;
	most = 0;
	for(i = 0; (p = proctab(i)) != nil; i++){
		if(p->noteid%Nsum != group)
			continue;
		n = killable(p);
		if(n > most){
			most = n;
			big = p;
		}
	}
	return big;
}

/* p is to end; it does so on its way to user mode */
static void
killbig(Proc *p)
{
	if(p->procctl == Proc_exitbig || !canqlock(&p->debug))
		return;
	if(p->pid > 1){
		print("%lud: %s killed: memory is full\n", p->pid, p->text);
		p->procctl = Proc_exitbig;
		postnote(p, 0, "sys: killed", NExit);
		if(p->state == Stopped)
			ready(p);
	}
	qunlock(&p->debug);
}

/* make somebody give pages back: 0, or -1 if it is for the caller to end */
static int
takefrom(void)
{
	Proc *big;

	if(imagereclaim() != 0 || freebroken() != 0)
		return 0;
	big = biggest();
	if(big == nil || big == up)
		return -1;
	killbig(big);
	return 0;
}

/*
 * Called by a process for which there was no page: makes others give some
 * back and waits a little. 1: try again; 0: it is the one to end. No locks
 * held.
 */
int
nomemory(void)
{
	int r;

	if(up->procctl == Proc_exitbig || up->procctl == Proc_exitme)
		return 0;
	/* who finds another at it waits for what comes of that */
	if(canqlock(&nomem)){
		r = takefrom();
		qunlock(&nomem);
		if(r < 0)
			return 0;
	}
	if(waserror()){
		sched();	/* a note waits, so sleeping is over at once */
		return 1;
	}
	tsleep(&up->sleep, return0, nil, Pause);
	poperror();
	return 1;
}
