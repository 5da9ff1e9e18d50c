/*
 * What can be waited for: rings, mutexes, conditions, messages, times, files.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "test.h"

static pth_mutex_t lock1 = PTH_MUTEX_INIT;
static pth_mutex_t lock2 = PTH_MUTEX_INIT;
static pth_cond_t cond = PTH_COND_INIT;

/* rings: the first event of several ends the waiting */
void
rings(void)
{
	pth_event_t s, t, r;
	sigset_t set1;
	int sig;

	masked(SIG_BLOCK, SIGUSR1, 0);
	set1 = set(SIGUSR1, 0);
	s = pth_event(PTH_EVENT_SIGS, &set1, &sig);
	t = pth_event(PTH_EVENT_TIME, pth_timeout(0, 10000));
	r = pth_event_concat(s, t, nil);
	if(pth_event_walk(r, PTH_WALK_NEXT) != t)
		fail("ring", 0);
	if(pth_wait(r) != 1)
		fail("wait", 0);
	if(pth_event_status(t) != PTH_STATUS_OCCURRED
	|| pth_event_status(s) != PTH_STATUS_PENDING)
		fail("status", pth_event_status(t));
	pth_event_isolate(t);
	pth_event_free(t, PTH_FREE_THIS);
	t = pth_event(PTH_EVENT_TIME, pth_timeout(10, 0));
	r = pth_event_concat(s, t, nil);
	postnote(PNPROC, getpid(), "usr1");
	if(pth_wait(r) != 1 || sig != SIGUSR1
	|| pth_event_status(s) != PTH_STATUS_OCCURRED)
		fail("signal", sig);
	pth_event_free(r, PTH_FREE_ALL);
}

/* wait for a ring of which only ev occurs; it is the n'th */
static void
only(pth_event_t ring, pth_event_t ev, int n)
{
	pth_event_t e;

	if(pth_wait(ring) != 1)
		fail("how many occurred", n);
	e = ring;
	do{
		if(pth_event_status(e) != (e == ev ? PTH_STATUS_OCCURRED :
		PTH_STATUS_PENDING))
			fail("status", n);
		e = pth_event_walk(e, PTH_WALK_NEXT);
	}while(e != ring);
}

enum
{
	Sigs,				/* of all kinds, in this order */
	Fd,
	Tid,
	Mutex,
	Msg,
	Nkind,
};

static pth_t ender;
static pth_msgport_t mailbox;
static int pipefd[2];
static int step;

/* until the main thread is at a step */
static void
until(int n)
{
	while(step < n)
		pth_nap(pth_time(0, 1000));
}

/* has the mutex, and then makes each kind of event occur once, in order */
static void*
causes(void *v)
{
	static pth_message_t m;

	USED(v);
	pth_mutex_acquire(&lock1, FALSE, nil);
	pth_yield(nil);
	postnote(PNPROC, getpid(), "usr1");
	until(Fd);
	write(pipefd[1], "x", 1);
	until(Tid);
	pth_cancel(ender);
	until(Mutex);
	pth_mutex_release(&lock1);
	until(Msg);
	pth_msgport_put(mailbox, &m);
	return nil;
}

static void*
sleeps(void *v)
{
	pth_nap(pth_time(100, 0));
	return v;
}

/*
 * one ring of all kinds but COND; each event ends one wait, the rest stay
 * pending
 */
void
allkinds(void)
{
	pth_event_t ev[Nkind], t;
	sigset_t s;
	char c;
	int i, sig;

	masked(SIG_BLOCK, SIGUSR1, 0);
	s = set(SIGUSR1, 0);
	pipe(pipefd);
	mailbox = pth_msgport_create("mailbox");
	ender = thread("ender", 0, sleeps, nil);
	thread("causes", 0, causes, nil);
	pth_yield(nil);
	ev[Sigs] = pth_event(PTH_EVENT_SIGS, &s, &sig);
	ev[Fd] = pth_event(PTH_EVENT_FD|PTH_UNTIL_FD_READABLE, pipefd[0]);
	ev[Tid] = pth_event(PTH_EVENT_TID|PTH_UNTIL_TID_DEAD, ender);
	ev[Mutex] = pth_event(PTH_EVENT_MUTEX, &lock1);
	ev[Msg] = pth_event(PTH_EVENT_MSG, mailbox);
	for(i = 1; i < Nkind; i++)
		pth_event_concat(ev[0], ev[i], nil);
	for(i = 0; i < Nkind; i++){
		step = i;
		t = pth_event(PTH_EVENT_TIME, pth_timeout(20, 0));
		pth_event_concat(ev[i], t, nil);
		only(ev[i], ev[i], i);
		pth_event_isolate(t);
		pth_event_free(t, PTH_FREE_THIS);
		if(i == Fd && pth_read(pipefd[0], &c, 1) != 1)
			fail("read", i);
		if(i < Nkind-1)
			pth_event_isolate(ev[i]);
	}
	t = pth_event(PTH_EVENT_TIME, pth_timeout(0, 1000));
	only(t, t, Nkind);
}

static void*
notifies(void *v)
{
	pth_cond_notify(&cond, (long)v);
	return nil;
}

/* a condition as an event, without a mutex */
void
condevents(void)
{
	pth_event_t c, d;

	c = pth_event(PTH_EVENT_COND, &cond);
	d = pth_event(PTH_EVENT_COND, &cond);
	pth_event_concat(c, d, nil);
	thread("one", 0, notifies, (void*)FALSE);
	only(c, c, 0);
	thread("all", 0, notifies, (void*)TRUE);
	if(pth_wait(c) != 2)
		fail("broadcast", 0);
}

static void*
locker(void *v)
{
	pth_mutex_acquire(&lock1, FALSE, nil);
	note(*(char*)v);
	pth_yield(nil);
	note(*(char*)v);
	pth_mutex_release(&lock1);
	return nil;
}

void
mutexes(void)
{
	pth_event_t t;

	pth_mutex_acquire(&lock1, FALSE, nil);
	pth_mutex_acquire(&lock1, FALSE, nil);
	thread("a", 0, locker, "a");
	thread("b", 0, locker, "b");
	thread("c", 0, locker, "c");
	settle();
	expect("");
	pth_mutex_release(&lock1);
	settle();
	expect("");
	pth_mutex_release(&lock1);
	if(pth_mutex_release(&lock1))
		fail("released what it has not", 0);
	pth_yield(nil);
	if(pth_mutex_acquire(&lock1, TRUE, nil))
		fail("try took it away", 0);
	t = pth_event(PTH_EVENT_TIME, pth_timeout(0, 0));
	if(pth_mutex_acquire(&lock1, FALSE, t))
		fail("no time to wait", 0);
	settle();
	expect("aabbcc");
}

static int hungry;

static void*
eater(void *v)
{
	pth_mutex_acquire(&lock1, FALSE, nil);
	while(hungry)
		pth_cond_await(&cond, &lock1, nil);
	note(*(char*)v);
	hungry = 1;
	pth_mutex_release(&lock1);
	return nil;
}

void
conds(void)
{
	pth_event_t t;

	hungry = 1;
	thread("a", 0, eater, "a");
	thread("b", 0, eater, "b");
	thread("c", 0, eater, "c");
	settle();
	hungry = 0;
	pth_cond_notify(&cond, FALSE);
	settle();
	expect("a");
	hungry = 0;
	pth_cond_notify(&cond, TRUE);
	settle();
	expect("ab");
	t = pth_event(PTH_EVENT_TIME, pth_timeout(0, 10000));
	pth_mutex_acquire(&lock2, FALSE, nil);
	if(!pth_cond_await(&cond, &lock2, t)
	|| pth_event_status(t) != PTH_STATUS_OCCURRED)
		fail("await with a time", 0);
	if(!pth_mutex_release(&lock2))
		fail("await lost the mutex", 0);
	pth_mutex_acquire(&lock2, FALSE, nil);
	pth_mutex_acquire(&lock2, FALSE, nil);
	t = pth_event(PTH_EVENT_TIME, pth_timeout(0, 1000));
	pth_cond_await(&cond, &lock2, t);
	if(!pth_mutex_release(&lock2) || !pth_mutex_release(&lock2)
	|| pth_mutex_release(&lock2))
		fail("not as often as before", 0);
}

static void*
server(void *v)
{
	pth_msgport_t port;
	pth_event_t ev;
	pth_message_t *m;

	port = v;
	ev = pth_event(PTH_EVENT_MSG, port);
	for(;;){
		pth_wait(ev);
		while((m = pth_msgport_get(port)) != nil){
			note('a' + m->m_size);
			if(m->m_size == 2)
				return nil;
			m->m_size += 10;
			pth_msgport_reply(m);
		}
	}
}

void
messages(void)
{
	static pth_message_t m[3];
	pth_msgport_t p, back;
	pth_message_t *r;
	pth_t t;
	int i;

	p = pth_msgport_create("service");
	back = pth_msgport_create("back");
	if(pth_msgport_find("service") != p)
		fail("find", 0);
	t = thread("server", 0, server, p);
	settle();
	for(i = 0; i < 3; i++){
		m[i].m_size = i;
		m[i].m_replyport = back;
		pth_msgport_put(p, &m[i]);
	}
	if(pth_msgport_pending(p) != 3)
		fail("pending", pth_msgport_pending(p));
	joins(t, nil);
	expect("abc");
	for(i = 0; i < 2; i++){
		r = pth_msgport_get(back);
		if(r != &m[i] || r->m_size != i+10)
			fail("reply", i);
	}
	if(pth_msgport_pending(back) != 0 || pth_msgport_get(back) != nil)
		fail("more than two replies", pth_msgport_pending(back));
	pth_msgport_destroy(p);
	if(pth_msgport_find("service") == p)
		fail("found after its end", 0);
}

static vlong start;			/* us */

/* until 20 ms after the start for a, 40 for b and so on */
static void*
waker(void *v)
{
	pth_event_t t;
	vlong us;

	us = start + (*(char*)v - 'a' + 1) * 20000;
	t = pth_event(PTH_EVENT_TIME, pth_time(us/1000000, us%1000000));
	pth_wait(t);
	if(nsec()/1000 < us)
		fail("woke early", (long)(us - nsec()/1000));
	note(*(char*)v);
	return nil;
}

/* five that wait for times, which come in order however late they are */
static void
five(void)
{
	static char *who[] = { "e", "b", "d", "a", "c" };
	pth_t t[5];
	int i;

	nlog = 0;
	start = nsec()/1000;
	for(i = 0; i < 5; i++)
		t[i] = thread(who[i], 0, waker, who[i]);
	for(i = 0; i < 5; i++)
		joins(t[i], nil);
	expect("abcde");
}

void
ontime(void)
{
	static int on = 1;

	five();
	thread("busy", 0, forever, &on);
	five();
	on = 0;
}

/* a nap is never shorter */
void
naps(void)
{
	vlong t;
	int i;

	for(i = 1; i <= 16; i *= 2){
		t = nsec();
		if(!pth_nap(pth_time(0, i*1000)))
			fail("nap", i);
		if(nsec() - t < i*1000000LL)
			fail("woke early", i);
	}
}
