/* Alarms that come due just when something else happens. */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include "test.h"

/* what one nsec takes, ns: the least time there is */
static vlong
shortest(void)
{
	vlong t0, t1, least;
	int i;

	least = 1*Ms;
	for(i = 0; i < 100; i++){
		t0 = nsec();
		t1 = nsec();
		if(t1 - t0 < least)
			least = t1 - t0;
	}
	return least;
}

/* do nothing, for a moment of n */
static void
loiter(int n)
{
	volatile int i;

	for(i = 0; i < n; i++)
		;
}

/*
 * alarm(0) at the moment of expiry: once it has returned no note comes.
 * A round ends earlier after one that the alarm was first in, and later
 * after one that it was not, so that it is always close.
 */
static void
cancelrace(void)
{
	int i, n, before, came;
	long left;
	vlong end, off, step;

	n = 1000000/scale;
	came = 0;
	step = shortest()/4 + 1;
	off = 0;
	for(i = 0; i < n; i++){
		nalarm = 0;
		end = nsec() + 1*Ms + off;
		alarm(1);
		while(nsec() < end)
			;
		loiter(i%16);
		left = alarm(0);
		before = nalarm;
		if(left < 0 || left > 1)
			fail("%ld left of 1", left);
		if(before > 1)
			fail("one alarm came %d times", before);
		sleep(0);
		if(nalarm != before)
			fail("a note after alarm(0), round %d", i);
		came += before;
		off += before? -step: step;
		if(off > 1*Ms || off < -1*Ms)
			off = 0;
	}
	if(came < n/100 || came > n - n/100)
		fail("%d of %d came: not close", came, n);
}

/* arm and cancel, never due */
static void
armcancel(void)
{
	int i;

	for(i = 0; i < 1000000/scale; i++){
		alarm(i%7 + 1000);
		alarm(0);
	}
	if(nalarm != 0)
		fail("%d came", nalarm);
}

static void
exitarmed1(void)
{
	alarm(1);
}

static void
slotuser(void)
{
	sleep(4);
	if(nalarm != 0 || nother != 0)
		fail("a note for the slot's last user");
}

/* exit with an alarm armed; who gets the slot next gets no note */
static void
exitarmed(void)
{
	int i, n;

	n = 10000/scale;
	alarm(3000000);
	for(i = 0; i < n; i++){
		spawn(exitarmed1);
		reap(1);
		if(i%50 == 0){
			spawn(slotuser);
			reap(1);
		}
	}
	if(alarm(0) == 0)
		fail("the long alarm queued behind is gone");
}

static vlong jitter;			/* ns */

/* arm, and let almost all the time or a little more go by */
static void
brink(void)
{
	vlong end;

	end = nsec() + 1*Ms + jitter;
	alarm(1);
	while(nsec() < end)
		;
}

static void
atwakeup1(void)
{
	int i;

	for(i = 0; i < 3; i++){
		alarm(2);
		sleep(2);
		alarm(0);
	}
}

static void
atexec1(void)
{
	static char *argv[] = { "echo", "-n", nil };

	brink();
	exec("/bin/echo", argv);
	fail("exec: %r");
}

static void
notedhandler(void *ureg, char *msg)
{
	static int depth;

	USED(ureg);
	USED(msg);
	if(depth++ != 0)
		exits("a handler was interrupted by an alarm");
	if(++nalarm < 10)
		brink();
	depth--;
	noted(NCONT);
}

/* each comes due about when the last one's handler is through */
static void
atnoted1(void)
{
	notify(notedhandler);
	alarm(1);
	await_n(&nalarm, 10, 10000);
	sleep(3);
	if(nalarm != 10)
		fail("%d alarms of 10", nalarm);
}

/* alarms that come due at exit, exec, noted and a wakeup */
static void
around(void)
{
	int i;
	vlong step;

	step = shortest();
	for(i = 0; i < 400/scale + 1; i++){
		jitter = (nrand(20) - 15)*step/2;
		spawn(brink);
		spawn(brink);
		spawn(atexec1);
		spawn(atwakeup1);
		reapbut(4, "alarm");
		spawn(atnoted1);
		reap(1);
	}
}

Test racetests[] =
{
	{ "alarm(0) races expiry", cancelrace },
	{ "arm and cancel", armcancel },
	{ "exit with an alarm armed", exitarmed },
	{ "due at exit, exec, noted and wakeup", around },
	{ nil, nil },
};
