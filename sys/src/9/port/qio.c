/*
 * Queues of Blocks, with flow control.  One side adds data, by qwrite in
 * a process or qproduce at interrupt level; the other takes it by qread.
 * What the mode says:
 *
 *	0		a read gives bytes of one write at most; what it
 *			leaves of that write waits for the next
 *	Qmsg		the same, but what it leaves is dropped
 *	Qcoalesce	a stream: a read takes what there is
 *
 * A write that finds the queue at its limit puts its data in all the same
 * and then sleeps until there is room, so a note never tears a record.
 * When all queues together have an eighth of the memory, the limit of each
 * is small.
 *
 * The queue's ilock covers the list of Blocks; bytes are copied without
 * it.  A reader that will leave part of the first Block sets `busy' while
 * it copies, and other readers wait.  Who waits says so under the lock, so
 * the other side knows when there is nobody to wake.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Maxatomic	= 64*1024,	/* bytes in a Block of a write */
	Minatomic	= 4*1024,	/* if there is not much memory */
	Joinsize	= 256,		/* Blocks of qproduce */
	Maxeof		= 3,		/* reads of 0 after the end */
};

/* processes that wait at one side; the first has r, the others come to l */
typedef struct Side Side;
struct Side
{
	int	busy;		/* somebody has r */
	int	n;		/* processes in l */
	Rendez	r;
	Waitlist l;
};

/* bytes in all queues; beyond the limit, queues are short */
static struct
{
	long	len;
	long	limit;
} all;

struct Queue
{
	Lock;
	Block	*first;
	Block	*last;
	int	len;		/* bytes queued */
	int	limit;		/* bytes at which writers wait */
	int	state;		/* mode, Qclosed */
	int	busy;		/* a reader copies from first */
	int	eof;		/* reads of 0 so far */
	Side	rd;		/* want data */
	Side	wr;		/* want room */
	void	(*kick)(void*);
	void	*arg;
	char	*err;		/* of a closed queue */
};

/*
 * Gives a queue of limit bytes; mode as above; kick(arg), unless nil, is
 * called when a read takes data.  nil if there is no memory.
 */
Queue*
qopen(int limit, int mode, void (*kick)(void*), void *arg)
{
	Queue *q;

	if(all.limit == 0)
		all.limit = conf.npage*(BY2PG/8);
	q = malloc(sizeof(Queue));
	if(q == nil)
		return nil;
	q->limit = limit;
	q->state = mode;
	q->kick = kick;
	q->arg = arg;
	q->err = Ehungup;
	return q;
}

/* n bytes come to, or leave, q */
static void
count(Queue *q, long n)
{
	q->len += n;
	__sync_fetch_and_add(&all.len, n);
}

/* bytes at which writers to q wait */
static int
limit(Queue *q)
{
	if(all.len > all.limit && q->limit > Minatomic)
		return Minatomic;
	return q->limit;
}

/* Frees q (or nil) and what is in it; nobody may use it any more. */
void
qfree(Queue *q)
{
	if(q == nil)
		return;
	count(q, -q->len);
	freeblist(q->first);
	free(q);
}

/* add b to the list; q is locked */
static void
append(Queue *q, Block *b)
{
	b->next = nil;
	if(q->first == nil)
		q->first = b;
	else
		q->last->next = b;
	q->last = b;
	count(q, BLEN(b));
}

/* the first Block, off the list; q is locked */
static Block*
takefirst(Queue *q)
{
	Block *b;

	b = q->first;
	q->first = b->next;
	count(q, -BLEN(b));
	return b;
}

static int
readable(void *a)
{
	Queue *q;

	q = a;
	return (q->first != nil && !q->busy) || (q->state & Qclosed);
}

static int
writable(void *a)
{
	Queue *q;

	q = a;
	return q->len < limit(q) || (q->state & Qclosed);
}

/* sleep at side w until ready(q); q is locked, before and after */
static void
hold(Queue *q, Side *w, int (*ready)(void*))
{
	int first;

	first = !w->busy;
	if(first)
		w->busy = 1;
	else
		w->n++;
	iunlock(q);
	if(waserror()){
		ilock(q);
		if(first)
			w->busy = 0;
		else
			w->n--;
		iunlock(q);
		nexterror();
	}
	if(first)
		sleep(&w->r, ready, q);
	else
		waitfor(&w->l, ready, q);
	poperror();
	ilock(q);
	if(first)
		w->busy = 0;
	else
		w->n--;
}

/* unlock q and wake who waits at w, if r; others there are rare */
static void
wake(Queue *q, Side *w, int r)
{
	int l;

	r = r && w->busy;
	l = w->n > 0;
	iunlock(q);
	if(r)
		wakeup(&w->r);
	if(l)
		wakeall(&w->l);
}

/* data was taken: q, which is locked, may have room again; unlocks it */
static void
taken(Queue *q)
{
	if((q->rd.busy || q->rd.n > 0) && q->first != nil){
		wake(q, &q->rd, 1);
		ilock(q);
	}
	wake(q, &q->wr, q->len < limit(q));
	if(q->kick != nil)
		q->kick(q->arg);
}

/* a read of a closed, empty queue, which is locked: 0 some times, then err */
static long
atend(Queue *q)
{
	int n;

	n = ++q->eof;
	iunlock(q);
	if(n > Maxeof || q->err != Ehungup)
		error(q->err);
	return 0;
}

/* copy n bytes out of the first Block, which keeps the rest; q is locked */
static long
readpart(Queue *q, uchar *p, long n)
{
	Block *b;

	b = q->first;
	q->busy = 1;
	iunlock(q);
	if(waserror()){
		ilock(q);
		q->busy = 0;
		taken(q);
		nexterror();
	}
	memmove(p, b->rp, n);
	poperror();
	ilock(q);
	q->busy = 0;
	b->rp += n;
	count(q, -n);
	taken(q);
	return n;
}

/* copy the first Block, or what fits of it, and drop it; q is locked */
static long
readall(Queue *q, uchar *p, long n)
{
	Block *b;

	b = takefirst(q);
	taken(q);
	if(n > BLEN(b))
		n = BLEN(b);
	if(waserror()){
		freeb(b);
		nexterror();
	}
	memmove(p, b->rp, n);
	poperror();
	freeb(b);
	return n;
}

/* as qread, at most one Block; 0 at once if more and there is none */
static long
read1(Queue *q, uchar *p, long n, int more)
{
	ilock(q);
	while(q->first == nil || q->busy){
		if(more){
			iunlock(q);
			return 0;
		}
		if(q->first == nil && (q->state & Qclosed))
			return atend(q);
		hold(q, &q->rd, readable);
	}
	if(BLEN(q->first) <= n || (q->state & Qmsg))
		return readall(q, p, n);
	return readpart(q, p, n);
}

/*
 * Reads at most n bytes of q into vp, which may be the user's; sleeps
 * until there are some.  After the end gives 0, three times, then raises
 * what the queue was closed with.  Raises Eintr.  Process context.
 */
long
qread(Queue *q, void *vp, int n)
{
	uchar *p;
	long got, k;

	p = vp;
	got = read1(q, p, n, 0);
	if(q->state & Qcoalesce)
		while(got < n && (k = read1(q, p+got, n-got, 1)) > 0)
			got += k;
	return got;
}

/*
 * Gives a Block of at most n bytes, as qread would read them; empty at the
 * end.
 */
Block*
qbread(Queue *q, int n)
{
	Block *b;

	ilock(q);
	while(q->first == nil || q->busy){
		if(q->first == nil && (q->state & Qclosed)){
			atend(q);
			return allocb(0);
		}
		hold(q, &q->rd, readable);
	}
	if(BLEN(q->first) <= n){
		b = takefirst(q);
		taken(q);
		return b;
	}
	iunlock(q);
	b = allocb(n);
	if(waserror()){
		freeb(b);
		nexterror();
	}
	b->wp += qread(q, b->wp, n);
	poperror();
	return b;
}

/* queue b; raises what q was closed with */
static void
enqueue(Queue *q, Block *b)
{
	ilock(q);
	if(q->state & Qclosed){
		iunlock(q);
		freeb(b);
		error(q->err);
	}
	append(q, b);
	wake(q, &q->rd, 1);
}

/* wait until q is below its limit */
static void
flowcontrol(Queue *q)
{
	if(q->len < limit(q))
		return;
	ilock(q);
	while(!writable(q))
		hold(q, &q->wr, writable);
	iunlock(q);
}

/* Writes b, which is freed later, as one record; as qwrite. */
long
qbwrite(Queue *q, Block *b)
{
	long n;

	n = BLEN(b);
	enqueue(q, b);
	flowcontrol(q);
	return n;
}

/* a Block for n bytes or, if memory is short, for some of them */
static Block*
blockfor(int n)
{
	Block *b;

	if(n > Maxatomic)
		n = Maxatomic;
	if(n > Minatomic && all.len > all.limit)
		n = Minatomic;
	while((b = iallocb(n)) == nil && n > Minatomic)
		n /= 2;
	if(b == nil)
		error(Enomem);
	return b;
}

/*
 * Writes the n bytes at vp, which may be the user's, as one record or, if
 * they are more than 64 KiB, as several; sleeps while q is full.  Raises
 * what q was closed with, Eintr, Enomem.  Process context.
 */
long
qwrite(Queue *q, void *vp, int n)
{
	uchar *p;
	Block *b;
	int done, k;

	p = vp;
	done = 0;
	do{
		b = blockfor(n-done);
		k = n-done;
		if(k > BALLOC(b))
			k = BALLOC(b);
		if(waserror()){
			freeb(b);
			nexterror();
		}
		memmove(b->wp, p+done, k);
		poperror();
		b->wp += k;
		done += k;
		enqueue(q, b);
		flowcontrol(q);
	}while(done < n);
	return done;
}

/*
 * Adds the n bytes at vp, in the kernel, to q, joined to those before if
 * there is room.  Gives n; -1, and adds nothing, if q is full or closed
 * or there is no memory.  Any context.
 */
int
qproduce(Queue *q, void *vp, int n)
{
	Block *b;

	ilock(q);
	if(q->len >= q->limit || (q->state & Qclosed)){
		iunlock(q);
		return -1;
	}
	b = q->last;
	if(q->first != nil && (q->state & Qmsg) == 0 && b->lim - b->wp >= n){
		memmove(b->wp, vp, n);
		b->wp += n;
		count(q, n);
	}else{
		b = iallocb(n < Joinsize? Joinsize: n);
		if(b == nil){
			iunlock(q);
			return -1;
		}
		memmove(b->wp, vp, n);
		b->wp += n;
		append(q, b);
	}
	wake(q, &q->rd, 1);
	return n;
}

/* close q, which then reads to its end and gives err; keep what is in it? */
static void
finish(Queue *q, char *err, int keep)
{
	Block *b;

	b = nil;
	ilock(q);
	q->state |= Qclosed;
	q->err = err;
	if(!keep && q->first != nil){
		if(q->busy){
			b = q->first->next;
			q->first->next = nil;
			q->last = q->first;
			count(q, BLEN(q->first) - q->len);
		}else{
			b = q->first;
			q->first = nil;
			count(q, -q->len);
		}
	}
	wake(q, &q->rd, 1);
	ilock(q);
	wake(q, &q->wr, 1);
	freeblist(b);
}

/* Closes q and drops what is in it: reads give the end, writes Ehungup. */
void
qclose(Queue *q)
{
	finish(q, Ehungup, 0);
}

/*
 * Closes q for writing; what is in it can still be read, and then err (a
 * constant string; nil: Ehungup) is raised.
 */
void
qhangup(Queue *q, char *err)
{
	finish(q, err == nil? Ehungup: err, 1);
}

/* Makes q, closed, usable again. */
void
qreopen(Queue *q)
{
	ilock(q);
	q->state &= ~Qclosed;
	q->eof = 0;
	q->err = Ehungup;
	iunlock(q);
}

/* Gives the number of bytes in q. */
int
qlen(Queue *q)
{
	return q->len;
}
