/*
 * Locks that let the waiting sleep, in rendezvous, in the order in which
 * they came: QLock, RWLock (many readers or one writer), and Rendez, where
 * one waits under a QLock for something to happen. What is waited with
 * must be in shared memory, so it comes from a pool, not from a stack.
 */
#include <u.h>
#include <libc.h>

enum
{
	Npool	= 1024,
};

enum
{
	Queueing,
	QueueingR,
	QueueingW,
};

static struct {
	Lock;
	QLp	*next;
	QLp	lp[Npool];
} pool;

/* an entry to wait with */
static QLp*
getqlp(int state)
{
	QLp *p;
	int i;

	for(;;){
		lock(&pool);
		for(i = 0; i < Npool; i++){
			p = pool.next;
			if(p == nil || p == pool.lp + Npool)
				p = pool.lp;
			pool.next = p+1;
			if(!p->inuse){
				p->inuse = 1;
				p->next = nil;
				p->state = state;
				unlock(&pool);
				return p;
			}
		}
		unlock(&pool);
		sleep(10);
	}
}

/* sleep until wake(p); notes do not count */
static void
wait4(QLp *p)
{
	while(rendezvous(p, (void*)1) == (void*)~0)
		;
	p->inuse = 0;
}

static void
wake(QLp *p)
{
	while(rendezvous(p, (void*)1) == (void*)~0)
		;
}

/* append p to a queue */
static void
append(QLp **head, QLp **tail, QLp *p)
{
	if(*head == nil)
		*head = p;
	else
		(*tail)->next = p;
	*tail = p;
}

/* the first of a queue, taken off, or nil */
static QLp*
first(QLp **head, QLp **tail)
{
	QLp *p;

	p = *head;
	if(p != nil){
		*head = p->next;
		if(*head == nil)
			*tail = nil;
	}
	return p;
}

void
qlock(QLock *q)
{
	QLp *p;

	lock(&q->lock);
	if(!q->locked){
		q->locked = 1;
		unlock(&q->lock);
		return;
	}
	p = getqlp(Queueing);
	append(&q->head, &q->tail, p);
	unlock(&q->lock);
	wait4(p);
}

/* hand it to the first who waits */
void
qunlock(QLock *q)
{
	QLp *p;

	lock(&q->lock);
	p = first(&q->head, &q->tail);
	if(p == nil)
		q->locked = 0;
	unlock(&q->lock);
	if(p != nil)
		wake(p);
}

int
canqlock(QLock *q)
{
	int r;

	if(!canlock(&q->lock))
		return 0;
	r = !q->locked;
	q->locked = 1;
	unlock(&q->lock);
	return r;
}

/* readers queue behind a writer that waits */
void
rlock(RWLock *q)
{
	QLp *p;

	lock(&q->lock);
	if(!q->writer && q->head == nil){
		q->readers++;
		unlock(&q->lock);
		return;
	}
	p = getqlp(QueueingR);
	append(&q->head, &q->tail, p);
	unlock(&q->lock);
	wait4(p);
}

int
canrlock(RWLock *q)
{
	int r;

	lock(&q->lock);
	r = !q->writer && q->head == nil;
	q->readers += r;
	unlock(&q->lock);
	return r;
}

/* the last reader lets a writer in */
void
runlock(RWLock *q)
{
	QLp *p;

	lock(&q->lock);
	if(q->readers <= 0)
		abort();
	p = nil;
	if(--q->readers == 0){
		p = first(&q->head, &q->tail);
		if(p != nil)
			q->writer = 1;
	}
	unlock(&q->lock);
	if(p != nil)
		wake(p);
}

void
wlock(RWLock *q)
{
	QLp *p;

	lock(&q->lock);
	if(q->readers == 0 && !q->writer){
		q->writer = 1;
		unlock(&q->lock);
		return;
	}
	p = getqlp(QueueingW);
	append(&q->head, &q->tail, p);
	unlock(&q->lock);
	wait4(p);
}

int
canwlock(RWLock *q)
{
	int r;

	lock(&q->lock);
	r = q->readers == 0 && !q->writer;
	if(r)
		q->writer = 1;
	unlock(&q->lock);
	return r;
}

/* let in the next writer, or all readers before one */
void
wunlock(RWLock *q)
{
	QLp *p;

	lock(&q->lock);
	if(!q->writer)
		abort();
	p = q->head;
	if(p != nil && p->state == QueueingW){
		first(&q->head, &q->tail);
		unlock(&q->lock);
		wake(p);
		return;
	}
	q->writer = 0;
	while(q->head != nil && q->head->state == QueueingR){
		p = first(&q->head, &q->tail);
		q->readers++;
		wake(p);
	}
	unlock(&q->lock);
}

/* let go of r->l, sleep until rwakeup, take it again */
void
rsleep(Rendez *r)
{
	QLp *p;

	if(r->l == nil)
		abort();
	p = getqlp(Queueing);
	append(&r->head, &r->tail, p);
	qunlock(r->l);
	wait4(p);
}

/* wake the first sleeper, which gets r->l when it is its turn; how many */
int
rwakeup(Rendez *r)
{
	QLp *p;
	QLock *l;

	l = r->l;
	if(l == nil)
		abort();
	p = first(&r->head, &r->tail);
	if(p == nil)
		return 0;
	p->next = nil;
	lock(&l->lock);
	append(&l->head, &l->tail, p);
	unlock(&l->lock);
	return 1;
}

int
rwakeupall(Rendez *r)
{
	int n;

	for(n = 0; rwakeup(r) > 0; n++)
		;
	return n;
}
