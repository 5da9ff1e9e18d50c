/*
 * Signals.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "test.h"

void
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
void
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

void
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
void
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
}

/* the same for one that is sent to the process and that all block */
void
procpending(void)
{
	pth_signal(SIGUSR1, usr);
	masked(SIG_BLOCK, SIGUSR1, 0);
	note('b');
	postnote(PNPROC, getpid(), "usr1");
	pth_nap(pth_time(0, 20000));
	expect("b");
	masked(SIG_UNBLOCK, SIGUSR1, 0);
	expect("b1");
}

/* a function runs in the thread that the signal was sent to */
static pth_t handled;

static void
whose(int sig)
{
	USED(sig);
	handled = pth_self();
}

void
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

static void*
napper(void *ms)
{
	vlong t;

	t = nsec();
	pth_nap(pth_time(0, (long)ms*1000));
	if(nsec() - t < (long)ms*1000000LL)
		fail("the nap ended early", (nsec()-t)/1000);
	note('n');
	return nil;
}

/* a function runs in its thread though that waits, which goes on waiting */
void
wakes(void)
{
	pth_t t;

	pth_signal(SIGUSR2, whose);
	pth_signal(SIGUSR1, whose);
	t = thread("t", 0, napper, (void*)500);
	pth_yield(nil);
	pth_raise(t, SIGUSR2);
	if(handled != t)
		fail("not at once in the thread", 0);
	handled = nil;
	masked(SIG_BLOCK, SIGUSR1, 0);
	postnote(PNPROC, getpid(), "usr1");
	pth_nap(pth_time(0, 5000));
	if(handled != t)
		fail("not in the thread that does not block it", 0);
	expect("");
	joins(t, nil);
}

static void
sendsagain(int sig)
{
	static int n;

	note('(');
	if(n++ == 0)
		pth_raise(pth_self(), sig);
	note(')');
}

/* a signal is blocked while its function runs, and comes afterwards */
void
itself(void)
{
	pth_signal(SIGUSR1, sendsagain);
	pth_raise(pth_self(), SIGUSR1);
	expect("()()");
}

static pth_mutex_t held = PTH_MUTEX_INIT;

/* waits; the signal that it runs for and usr1 both come meanwhile */
static void
waits(int sig)
{
	sigset_t s;

	note('(');
	s = set(SIGUSR1, sig);
	pth_sigwait(&s, &sig);
	note(sig == SIGUSR1 ? '1' : '2');
	pth_mutex_acquire(&held, FALSE, nil);
	pth_mutex_release(&held);
	note(')');
}

/* a function that waits while its thread waits for signals too */
void
within(void)
{
	pth_t t;

	masked(SIG_BLOCK, SIGUSR1, 0);
	pth_signal(SIGUSR2, waits);
	pth_mutex_acquire(&held, FALSE, nil);
	t = thread("t", 0, napper, (void*)30);
	pth_yield(nil);
	pth_raise(t, SIGUSR2);
	expect("(");
	pth_raise(t, SIGUSR2);
	expect("(2");
	pth_nap(pth_time(0, 40000));
	expect("(2");
	pth_mutex_release(&held);
	joins(t, nil);
	expect("(2)n");
}

void
nobody(void)
{
	postnote(PNPROC, getpid(), "interrupt");
	sleep(1000);
	exits("the interrupt did nothing");
}

