/*
 * Notes: each process has a queue of NNOTE, under an ilock so that
 * interrupt handlers may post, and one place more that only the kernel's
 * alarm takes: an alarm is never lost to a full queue.  Delivery is
 * trap.c's, on the way back to user mode.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

/*
 * The place of a new note at the end of p's queue, its text of len bytes
 * with the 0 to be put there; notelock is held.
 */
static Note*
append(Proc *p, int flag, int class, int isalarm, int len)
{
	Note *n;

	n = &p->note[p->nnote++];
	n->flag = flag;
	n->class = class;
	n->isalarm = isalarm;
	n->len = len;
	return n;
}

/* take entry i out of p's queue; notelock is held */
static void
drop(Proc *p, int i)
{
	p->nnote--;
	if(i < p->nnote)
		memmove(&p->note[i], &p->note[i+1],
			(p->nnote-i)*sizeof(Note));
}

/* entry of the kernel's alarm note, -1: none; notelock is held */
static inline int
findalarm(Proc *p)
{
	int i;

	for(i = 0; i < p->nnote; i++)
		if(p->note[i].isalarm)
			return i;
	return -1;
}

/* p has a note of this class: let it come and see, if it does not hold it */
static void
summon(Proc *p, int class)
{
	if(class & *(volatile ulong*)&p->notemask)
		return;
	p->notepending = 1;
	if(p == up)
		return;
	if(!procinterrupt(p))
		procboost(p);
}

/*
 * Post msg (cut at ERRMAX-1 bytes) to p: 1, or 0 if its queue is full.
 * A note of the system's (flag not NUser) to a process that cannot
 * handle it displaces what is queued.  Any level; dolock is what other
 * Plan 9 kernels want to know, here the queue has a lock of its own.
 */
int
postnote(Proc *p, int dolock, char *msg, int flag)
{
	Note *n;
	int ok, hasalarm, class;

	USED(dolock);
	class = noteclass(msg, flag);
	ilock(&p->notelock);
	if(flag != NUser && (p->notify == 0 || p->notified))
		p->nnote = 0;
	hasalarm = findalarm(p) >= 0;
	ok = p->nnote - hasalarm < NNOTE;
	if(ok){
		n = append(p, flag, class, 0, 0);
		n->len = utfecpy(n->msg, n->msg+ERRMAX, msg)+1 - n->msg;
	}
	iunlock(&p->notelock);
	if(ok)
		summon(p, class);
	return ok;
}

/*
 * Post the kernel's alarm note to p, unless one is queued: 1 if it
 * did.  Any level.
 */
int
postalarm(Proc *p)
{
	ulong s;
	Note *n;
	int ok;

	s = intsoff();
	hilock(&p->notelock);
	ok = findalarm(p) < 0;
	if(ok){
		n = append(p, NUser, Nhalarm, 1, sizeof "alarm");
		__builtin_memcpy(n->msg, "alarm", sizeof "alarm");
		p->timed = 1;
	}
	hiunlock(&p->notelock);
	intsback(s);
	if(ok)
		summon(p, Nhalarm);
	return ok;
}

/*
 * Take the kernel's alarm note out of p's queue: 1 if there was one.
 * A note "alarm" that somebody wrote stays.  Any level.
 */
int
dropalarm(Proc *p)
{
	ulong s;
	int i;

	s = intsoff();
	hilock(&p->notelock);
	i = findalarm(p);
	if(i >= 0){
		drop(p, i);
		if(p->nnote == 0)
			p->notepending = 0;
	}
	hiunlock(&p->notelock);
	intsback(s);
	return i >= 0;
}

/*
 * Take the oldest note of p that is not of the classes held to *n: 1, or
 * 0 if there is none.  Any level.
 */
int
popnote(Proc *p, Note *n, int held)
{
	Note *q;
	ulong s;
	int i, ok;

	s = intsoff();
	hilock(&p->notelock);
	p->notepending = 0;
	for(i = 0; i < p->nnote && (p->note[i].class & held) != 0; i++)
		;
	ok = i < p->nnote;
	if(ok){
		q = &p->note[i];
		n->flag = q->flag;
		n->class = q->class;
		n->isalarm = q->isalarm;
		n->len = q->len;
		notetext(n->msg, q);
		drop(p, i);
	}
	hiunlock(&p->notelock);
	intsback(s);
	return ok;
}

/*
 * Post msg to all processes of a note group but the caller's own and
 * kernel processes.  Process context.
 */
void
postnotepg(ulong noteid, char *msg, int flag)
{
	Proc *p;
	int i;

	for(i = 0; (p = proctab(i)) != nil; i++)
		if(p != up && p->noteid == noteid && !p->kp && p->state != Dead)
			postnote(p, 1, msg, flag);
}

/*
 * Forget p's notes, but for the kernel's alarm: it runs another program.
 * Any level.
 */
void
dropnotes(Proc *p)
{
	int i;

	ilock(&p->notelock);
	i = findalarm(p);
	if(i > 0)
		memmove(&p->note[0], &p->note[i], sizeof(Note));
	p->nnote = i >= 0;
	p->notepending = p->nnote;
	iunlock(&p->notelock);
}
