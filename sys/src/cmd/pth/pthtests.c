/*
 * Tests of the thread library. Each runs in a child of its own, whose
 * complaints come through a pipe. Prints "ok N - name" or "not ok N -
 * name: why", and at the end "done".
 *
 *	pthtests [-o file] [name ...]
 */
#include <u.h>
#include <libc.h>
#include <pth.h>

typedef struct Test Test;
struct Test
{
	char	*name;
	void	(*fn)(void);
	char	*dies;			/* what it says when it dies */
};

enum
{
	Many	= 10000,
};

static int out = 1;
static int nlog;
static char history[64];		/* what was done, a letter each */

/* the end of a test that failed */
static void
fail(char *what, long n)
{
	fprint(2, "%s (%ld)", what, n);
	exits("fail");
}

/* what was done must be this */
static void
expect(char *want)
{
	history[nlog] = 0;
	if(strcmp(history, want) != 0){
		fprint(2, "%s, not %s: ", history, want);
		fail("order", nlog);
	}
}

static void
note(int c)
{
	if(nlog < sizeof history - 1)
		history[nlog++] = c;
}

/* a thread with a name, a priority and a stack of 8192 bytes */
static pth_t
thread(char *name, int prio, void *(*f)(void*), void *arg)
{
	pth_attr_t a;
	pth_t t;

	a = pth_attr_new();
	pth_attr_set(a, PTH_ATTR_NAME, name);
	pth_attr_set(a, PTH_ATTR_PRIO, prio);
	pth_attr_set(a, PTH_ATTR_STACK_SIZE, 8192);
	t = pth_spawn(a, f, arg);
	pth_attr_destroy(a);
	if(t == nil)
		fail("spawn", 0);
	return t;
}

/* let the others run until each waits */
static void
settle(void)
{
	int i;

	for(i = 0; i < 20; i++)
		pth_yield(nil);
}

static sigset_t
set(int a, int b)
{
	sigset_t s;

	sigemptyset(&s);
	sigaddset(&s, a);
	if(b != 0)
		sigaddset(&s, b);
	return s;
}

static void
masked(int how, int a, int b)
{
	sigset_t s;

	s = set(a, b);
	pth_sigmask(how, &s, nil);
}

/* join t, which must give want */
static void
joins(pth_t t, void *want)
{
	void *v;

	if(!pth_join(t, &v))
		fail("join", 0);
	if(v != want)
		fail("value", (long)v);
}

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

static void
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
thrice(void *v)
{
	int i;

	for(i = 0; i < 3; i++){
		note(*(char*)v);
		pth_yield(nil);
	}
	return nil;
}

static void
turns(void)
{
	thread("a", 0, thrice, "a");
	thread("b", 0, thrice, "b");
	thread("c", 0, thrice, "c");
	settle();
	expect("abcabcabc");
}

static void
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

static void*
once(void *v)
{
	note(*(char*)v);
	return nil;
}

static void*
forever(void *v)
{
	for(;;){
		if(*(int*)v == 0)
			return nil;
		pth_yield(nil);
	}
}

static void
priorities(void)
{
	static int on = 1;
	pth_t low, t;
	int i;

	thread("a", -5, once, "a");
	thread("b", 0, once, "b");
	thread("c", 5, once, "c");
	low = thread("d", 0, once, "d");
	settle();
	expect("cbda");
	USED(low);
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

static void
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

/* wait for usr1 or usr2; note the letter */
static void*
sigs(void *v)
{
	sigset_t s;
	int sig;

	s = set(SIGUSR1, SIGUSR2);
	if(pth_sigwait(&s, &sig) != 0)
		fail("sigwait", sig);
	if(sig != SIGUSR1 && sig != SIGUSR2)
		fail("signal", sig);
	note(*(char*)v);
	return (void*)(long)sig;
}

static void
toone(void)
{
	pth_t b;

	masked(SIG_BLOCK, SIGUSR1, SIGUSR2);
	thread("a", 0, sigs, "a");
	b = thread("b", 0, sigs, "b");
	thread("c", 0, sigs, "c");
	settle();
	if(!pth_raise(b, SIGUSR2))
		fail("raise", 0);
	settle();
	expect("b");
	joins(b, (void*)(long)SIGUSR2);
	if(pth_ctrl(PTH_CTRL_GETTHREADS_WAITING) != 2)
		fail("waiting", pth_ctrl(PTH_CTRL_GETTHREADS_WAITING));
}

/* one wakes for each note, whoever it is */
static void
toany(void)
{
	int i;

	masked(SIG_BLOCK, SIGUSR1, SIGUSR2);
	thread("a", 0, sigs, "a");
	thread("b", 0, sigs, "a");
	thread("c", 0, sigs, "a");
	settle();
	for(i = 1; i <= 3; i++){
		postnote(PNPROC, getpid(), i == 2 ? "usr2" : "usr1");
		pth_nap(pth_time(0, 20000));
		if(nlog != i)
			fail("woken", nlog);
	}
}

static void*
maskkeeper(void *v)
{
	sigset_t s, now;
	int i;

	s = set((long)v, 0);
	pth_sigmask(SIG_SETMASK, &s, nil);
	for(i = 0; i < 20; i++){
		pth_yield(nil);
		sigemptyset(&now);
		pth_sigmask(SIG_SETMASK, nil, &now);
		if(!sigismember(&now, (int)(long)v)
		|| sigismember(&now, (int)(long)v ^ 1))
			fail("mask", (long)v);
	}
	return nil;
}

static void
masks(void)
{
	pth_t a, b;
	sigset_t old;

	a = thread("a", 0, maskkeeper, (void*)SIGUSR1);
	b = thread("b", 0, maskkeeper, (void*)(SIGUSR1^1));
	joins(a, nil);
	joins(b, nil);
	sigemptyset(&old);
	pth_sigmask(SIG_SETMASK, nil, &old);
	if(sigismember(&old, SIGUSR1))
		fail("the main thread's changed", 0);
}

static void
usr(int sig)
{
	note(sig == SIGUSR1 ? '1' : '2');
}

static void*
raised(void *v)
{
	int i;

	USED(v);
	masked(SIG_BLOCK, SIGUSR1, SIGUSR2);
	for(i = 0; i < 5; i++)
		pth_yield(nil);
	note('u');
	masked(SIG_UNBLOCK, SIGUSR1, 0);
	note('w');
	return sigs("s");
}

/* blocked signals stay pending, for a function or for who waits */
static void
pending(void)
{
	pth_t t;

	pth_signal(SIGUSR1, usr);
	masked(SIG_BLOCK, SIGUSR1, 0);
	t = thread("t", 0, raised, nil);
	pth_yield(nil);
	pth_raise(t, SIGUSR1);
	pth_raise(t, SIGUSR2);
	joins(t, (void*)(long)SIGUSR2);
	expect("u1ws");
	postnote(PNPROC, getpid(), "usr1");
	pth_nap(pth_time(0, 20000));
	expect("u1ws");
	masked(SIG_UNBLOCK, SIGUSR1, 0);
	expect("u1ws1");
}

/* a function runs in the thread that the signal was sent to */
static pth_t handled;

static void
whose(int sig)
{
	USED(sig);
	handled = pth_self();
}

static void
functions(void)
{
	static int on = 1;
	pth_t t;

	pth_signal(SIGUSR2, whose);
	t = thread("t", 0, forever, &on);
	thread("o", 0, forever, &on);
	settle();
	pth_raise(t, SIGUSR2);
	settle();
	if(handled != t)
		fail("another thread took it", 0);
	on = 0;
	pth_signal(SIGUSR1, SIG_IGN);
	pth_raise(t, SIGUSR1);
	postnote(PNPROC, getpid(), "usr1");
	pth_nap(pth_time(0, 1000));
}

static void
nobody(void)
{
	postnote(PNPROC, getpid(), "interrupt");
	sleep(1000);
	exits("the interrupt did nothing");
}

/* rings: the first event of several ends the waiting */
static void
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

/* the blocking calls, each cancelled in */
static pth_mutex_t lock1 = PTH_MUTEX_INIT;
static pth_mutex_t lock2 = PTH_MUTEX_INIT;
static pth_cond_t cond = PTH_COND_INIT;
static pth_msgport_t port;
static pth_t sleeper;
static int fd[2];

static void
cnap(void)
{
	pth_nap(pth_time(100, 0));
}

static void
csig(void)
{
	sigs("x");
}

static void
cjoin(void)
{
	pth_join(sleeper, nil);
}

static void
cmutex(void)
{
	pth_mutex_acquire(&lock1, FALSE, nil);
}

static void
ccond(void)
{
	pth_mutex_acquire(&lock2, FALSE, nil);
	pth_cond_await(&cond, &lock2, nil);
}

static void
cmsg(void)
{
	pth_wait(pth_event(PTH_EVENT_MSG, port));
}

static void
ctime1(void)
{
	pth_wait(pth_event(PTH_EVENT_TIME, pth_timeout(100, 0)));
}

static void
ctid(void)
{
	pth_wait(pth_event(PTH_EVENT_TID|PTH_UNTIL_TID_DEAD, sleeper));
}

static void
cwaitmutex(void)
{
	pth_wait(pth_event(PTH_EVENT_MUTEX, &lock1));
}

static void
cfd(void)
{
	pth_wait(pth_event(PTH_EVENT_FD|PTH_UNTIL_FD_READABLE, fd[0]));
}

static void
cread(void)
{
	char c;

	pth_read(fd[0], &c, 1);
}

static void
cwrite(void)
{
	static char buf[256*1024];

	pth_write(fd[1], buf, sizeof buf);
}

static void
cyield(void)
{
	for(;;){
		pth_yield(nil);
		pth_cancel_point();
	}
}

static Test calls[] = {
	{ "nap", cnap }, { "sigwait", csig }, { "join", cjoin },
	{ "mutex", cmutex }, { "cond", ccond }, { "msg", cmsg },
	{ "time", ctime1 }, { "tid", ctid }, { "mutex event", cwaitmutex },
	{ "fd", cfd }, { "read", cread }, { "write", cwrite },
	{ "yield", cyield },
};

static void
cleaned(void *v)
{
	USED(v);
	note('c');
}

static void*
victim(void *v)
{
	Test *c;

	c = v;
	pth_cleanup_push(cleaned, nil);
	(*c->fn)();
	fprint(2, "%s ", c->name);
	fail("returned", 0);
	return nil;
}

static void
cancels(void)
{
	pth_t t;
	int i;

	pipe(fd);
	masked(SIG_BLOCK, SIGUSR1, SIGUSR2);
	port = pth_msgport_create("port");
	sleeper = thread("sleeper", 0, (void*(*)(void*))victim, &calls[0]);
	pth_mutex_acquire(&lock1, FALSE, nil);
	for(i = 0; i < nelem(calls); i++){
		nlog = 0;
		t = thread(calls[i].name, 0, victim, &calls[i]);
		settle();
		if(!pth_cancel(t))
			fail("cancel", i);
		joins(t, PTH_CANCELED);
		expect("c");
	}
	if(!pth_mutex_acquire(&lock2, TRUE, nil))
		fail("a cancelled thread kept its mutex", 0);
	pth_raise(sleeper, SIGUSR1);
}

static void*
stubborn(void *v)
{
	USED(v);
	pth_cancel_state(PTH_CANCEL_DISABLE, nil);
	pth_nap(pth_time(0, 30000));
	note('n');
	pth_cancel_state(PTH_CANCEL_DEFAULT, nil);
	pth_cancel_point();
	note('x');
	return nil;
}

static void*
async(void *v)
{
	USED(v);
	pth_cancel_state(PTH_CANCEL_ENABLE|PTH_CANCEL_ASYNCHRONOUS, nil);
	for(;;)
		pth_yield(nil);
	return nil;
}

static void
cancelstates(void)
{
	pth_t t;

	t = thread("stubborn", 0, stubborn, nil);
	settle();
	pth_cancel(t);
	joins(t, PTH_CANCELED);
	expect("n");
	t = thread("async", 0, async, nil);
	settle();
	pth_cancel(t);
	joins(t, PTH_CANCELED);
	t = thread("new", 0, once, "o");
	pth_cancel(t);
	settle();
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

static void*
deep(void *v)
{
	recurse((long)v);
	return nil;
}

static void
overflows(void)
{
	pth_t t;

	t = thread("shallow", 0, deep, (void*)20);
	pth_join(t, nil);
	thread("below", 0, same, nil);
	thread("plunge", 0, deep, (void*)33);
	thread("above", 0, same, nil);
	settle();
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

static void
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

static void
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

static void
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
}

static void*
server(void *v)
{
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

static void
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
	pth_msgport_destroy(p);
	if(pth_msgport_find("service") == p)
		fail("found after its end", 0);
}

static void*
napper(void *v)
{
	vlong t;
	long ms;

	ms = (*(char*)v - 'a' + 1) * 20;
	t = nsec();
	pth_nap(pth_time(0, ms*1000));
	if(nsec() - t < ms*1000000LL)
		fail("woke early", ms);
	note(*(char*)v);
	return nil;
}

static void
naps(void)
{
	static char *who[] = { "e", "b", "d", "a", "c" };
	static int on = 1;
	pth_t t[5];
	int i;

	for(i = 0; i < 5; i++)
		t[i] = thread(who[i], 0, napper, who[i]);
	for(i = 0; i < 5; i++)
		joins(t[i], nil);
	expect("abcde");
	nlog = 0;
	thread("busy", 0, forever, &on);
	for(i = 0; i < 5; i++)
		t[i] = thread(who[i], 0, napper, who[i]);
	for(i = 0; i < 5; i++)
		joins(t[i], nil);
	expect("abcde");
	on = 0;
}

static void*
reader(void *v)
{
	char buf[1000];
	long n, sum;

	sum = 0;
	note('r');
	while((n = pth_read(fd[0], buf, sizeof buf)) > 0)
		sum += n;
	*(long*)v = sum;
	return nil;
}

static void
files(void)
{
	static char buf[100000];
	pth_event_t ev;
	pth_t t;
	long sum;

	pipe(fd);
	ev = pth_event(PTH_EVENT_FD|PTH_UNTIL_FD_READABLE, fd[0]);
	ev = pth_event_concat(ev,
		pth_event(PTH_EVENT_TIME, pth_timeout(0, 20000)), nil);
	if(pth_wait(ev) != 1
	|| pth_event_status(ev) != PTH_STATUS_PENDING)
		fail("an empty pipe is readable", 0);
	t = thread("reader", 0, reader, &sum);
	settle();
	expect("r");
	if(pth_write(fd[1], buf, sizeof buf) != sizeof buf)
		fail("write", 0);
	close(fd[1]);
	joins(t, nil);
	if(sum != sizeof buf)
		fail("read", sum);
}

static Test tests[] = {
	{ "join", joining },
	{ "turns", turns },
	{ "favour", favour },
	{ "priorities", priorities },
	{ "attributes", attributes },
	{ "signal to one", toone },
	{ "signal to any", toany },
	{ "masks", masks },
	{ "pending", pending },
	{ "functions", functions },
	{ "default", nobody, "" },
	{ "rings", rings },
	{ "cancel", cancels },
	{ "cancel states", cancelstates },
	{ "overflow", overflows, "pth: stack overflow in thread plunge" },
	{ "10000 threads", many },
	{ "mutex", mutexes },
	{ "cond", conds },
	{ "messages", messages },
	{ "naps", naps },
	{ "files", files },
};

/* run one in a child; 0 if it does what it should, else why in buf */
static int
run(Test *t, char *buf, int size)
{
	Waitmsg *w;
	int p[2], pid, n, m, died;

	pipe(p);
	pid = fork();
	if(pid == 0){
		close(p[0]);
		dup(p[1], 2);
		close(p[1]);
		pth_init();
		(*t->fn)();
		exits(nil);
	}
	close(p[1]);
	for(n = 0; (m = read(p[0], buf+n, size-1-n)) > 0; n += m)
		;
	buf[n] = 0;
	close(p[0]);
	w = wait();
	died = w == nil || w->msg[0] != 0;
	if(t->dies != nil){
		if(!died)
			snprint(buf, size, "it lives");
		return !died || strncmp(buf, t->dies, strlen(t->dies)) != 0
			|| t->dies[0] == 0 && buf[0] != 0;
	}
	if(died && n == 0)
		snprint(buf, size, "%s", w == nil ? "?" : w->msg);
	return died;
}

int
main(int argc, char **argv)
{
	char why[512];
	int i, j, n;

	ARGBEGIN{
	case 'o':
		out = open(EARGF(exits("usage")), OWRITE);
		break;
	default:
		fprint(2, "usage: pthtests [-o file] [name ...]\n");
		exits("usage");
	}ARGEND
	n = 0;
	for(i = 0; i < nelem(tests); i++){
		for(j = 0; j < argc; j++)
			if(strcmp(argv[j], tests[i].name) == 0)
				break;
		if(argc > 0 && j == argc)
			continue;
		if(run(&tests[i], why, sizeof why))
			fprint(out, "not ok %d - %s: %s\n", ++n,
				tests[i].name, why);
		else
			fprint(out, "ok %d - %s\n", ++n, tests[i].name);
	}
	fprint(out, "done\n");
	exits(nil);
}
