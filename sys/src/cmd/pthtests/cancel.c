/*
 * Cancelling.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "test.h"

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

void
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

void
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

static void*
awaits(void *v)
{
	pth_mutex_acquire(&lock1, FALSE, nil);
	pth_cond_await(&cond, &lock1, nil);
	note(*(char*)v);
	pth_mutex_release(&lock1);
	return nil;
}

/*
 * what comes for a thread that is cancelled goes to the next one; and one
 * that has it already keeps it
 */
void
uneaten(void)
{
	pth_t a, b;

	a = thread("a", 0, awaits, "a");
	b = thread("b", 0, awaits, "b");
	settle();
	pth_cancel(a);
	pth_cond_notify(&cond, FALSE);
	joins(a, PTH_CANCELED);
	joins(b, nil);
	a = thread("a", 0, awaits, "A");
	settle();
	pth_cond_notify(&cond, FALSE);
	pth_cancel(a);
	joins(a, nil);
	expect("bA");
	nlog = 0;
	masked(SIG_BLOCK, SIGUSR1, SIGUSR2);
	a = thread("a", 0, sigs, "a");
	b = thread("b", 0, sigs, "b");
	settle();
	pth_cancel(a);
	postnote(PNPROC, getpid(), "usr1");
	joins(a, PTH_CANCELED);
	joins(b, (void*)SIGUSR1);
	expect("b");
	a = thread("a", 0, sigs, "a");
	settle();
	postnote(PNPROC, getpid(), "usr1");
	masked(SIG_BLOCK, SIGUSR1, 0);
	pth_cancel(a);
	joins(a, (void*)SIGUSR1);
}
