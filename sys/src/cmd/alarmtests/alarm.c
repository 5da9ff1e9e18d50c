/* What alarm(2) promises a process: the rules, one by one. */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include "test.h"

#define Stats	"#P/alarm"

static void
cancels(void)
{
	vlong t;
	long left, gone;

	t = nsec();
	left = alarm(3600000);
	if(left != 0)
		fail("first alarm gave %ld", left);
	left = alarm(0);
	gone = (nsec() - t) / Ms;	/* a busy machine may take long */
	if(left > 3600000 || left < 3600000 - gone)
		fail("alarm(0) gave %ld of 3600000 after %ld", left, gone);
	left = alarm(0);
	if(left != 0)
		fail("second alarm(0) gave %ld", left);
}

static void
largest(void)
{
	ulong left;

	alarm(0xFFFFFFFF);
	sleep(20);
	if(nalarm != 0)
		fail("0xFFFFFFFF ms came at once");
	left = alarm(0);
	if(left > 0xFFFFFFFFUL-20 || left < 0xFFFFFFFFUL-60000)
		fail("%lud left", left);
}

static void
remainders(void)
{
	static ulong ms[] = { 999999, 1000000, 1000999, 1, 2147483647, 2147483648UL };
	ulong left;
	vlong t;
	int i;

	for(i = 0; i < nelem(ms); i++){
		t = nsec();
		alarm(ms[i]);
		left = alarm(0);
		t = (nsec() - t) / Ms;
		if(left > ms[i] || left + t + 1 < ms[i])
			fail("%lud left of %lud after %lld ms", left, ms[i], t);
	}
}

static void
notearly(void)
{
	int i;

	for(i = 1; i <= 20; i++){
		period = i * Ms;
		armedat = nsec();
		alarm(i);
		sleep(i + 2000);
		if(nalarm != i)
			fail("alarm %d did not come", i);
		if(nearly)
			fail("alarm(%d) came early", i);
	}
}

static void
forkchild(void)
{
	if(alarm(0) != 0)
		fail("inherited");
}

static void
notinherited(void)
{
	alarm(100000);
	spawn(forkchild);
	reap(1);
	if(alarm(0) == 0)
		fail("fork took the parent's alarm away");
}

static void
rearmed(void)
{
	int n;

	n = 1000/scale;
	period = 1*Ms;
	again = n - 1;
	armedat = nsec();
	alarm(1);
	await_n(&nalarm, n, 60000);
	if(nearly)
		fail("%d of %d early", nearly, n);
	sleep(20);
	if(nalarm != n)
		fail("%d alarms for %d", nalarm, n);
}

static void
slowhandler(void)
{
	int n;

	n = 20;
	period = 5*Ms;
	again = n - 1;
	busy = 12*Ms;
	armedat = nsec();
	alarm(5);
	await_n(&nalarm, n, 60000);
	if(nearly)
		fail("%d early", nearly);
}

static void
inhandler(void *ureg, char *msg)
{
	static int depth;

	USED(ureg);
	USED(msg);
	if(depth++ != 0)
		exits("a handler was interrupted by an alarm");
	if(nalarm++ == 0){
		alarm(5);
		armedat = nsec() + 50*Ms;
		while(nsec() < armedat)
			;
	}
	depth--;
	noted(NCONT);
}

/* due while the handler runs: delivered after noted */
static void
afternoted(void)
{
	notify(inhandler);
	alarm(5);
	await_n(&nalarm, 2, 10000);
}

static int gate[2];

static void
sameinstant1(void)
{
	char c;

	read(gate[0], &c, 1);
	alarm(100);
	sleep(5000);
	if(nalarm != 1)
		fail("did not come");
}

static void
sameinstant(void)
{
	int i;

	pipe(gate);
	for(i = 0; i < 100; i++)
		spawn(sameinstant1);
	for(i = 0; i < 100; i++)
		write(gate[1], "x", 1);
	reap(100);
}

/* a note "alarm" that somebody wrote is not the kernel's */
static void
written(void)
{
	char name[40];
	int fd;

	notify(nil);
	notify(handler);
	snprint(name, sizeof name, "/proc/%d/note", getpid());
	fd = open(name, OWRITE);
	if(fd < 0)
		fail("%s: %r", name);
	alarm(100000);
	if(write(fd, "alarm", 5) != 5)
		fail("write: %r");
	alarm(0);
	close(fd);
	await_n(&nalarm, 1, 5000);
}

/* without a handler the process dies of it */
static void
deadly1(void)
{
	notify(nil);
	alarm(1);
	sleep(5000);
}

static void
deadly(void)
{
	Waitmsg *w;

	spawn(deadly1);
	w = wait();
	if(w == nil || strstr(w->msg, ": alarm") == nil)
		fail("status %s", w == nil? "none": w->msg);
}

static void
counters(void)
{
	vlong armed, fired, cancelled;

	armed = counter(Stats, "armed");
	fired = counter(Stats, "fired");
	cancelled = counter(Stats, "cancelled");
	alarm(1);
	await_n(&nalarm, 1, 5000);
	alarm(5000);
	alarm(5000);
	alarm(0);
	if(counter(Stats, "armed") != armed+3 || counter(Stats, "fired") != fired+1
	|| counter(Stats, "cancelled") != cancelled+2)
		fail("armed %lld fired %lld cancelled %lld more",
			counter(Stats, "armed")-armed, counter(Stats, "fired")-fired,
			counter(Stats, "cancelled")-cancelled);
	if(counter(Stats, "armed") != counter(Stats, "fired") + counter(Stats, "cancelled")
	+ counter(Stats, "pending"))
		fail("they do not add up");
	if(counter(Stats, "early") != 0)
		fail("early %lld", counter(Stats, "early"));
}

Test alarmtests[] =
{
	{ "cancel and what is left", cancels },
	{ "0xFFFFFFFF is 49 days", largest },
	{ "remainders to the ms", remainders },
	{ "never early", notearly },
	{ "fork does not inherit", notinherited },
	{ "handler re-arms 1000 times", rearmed },
	{ "handler slower than its period", slowhandler },
	{ "due in a handler, delivered after noted", afternoted },
	{ "100 processes, one instant", sameinstant },
	{ "a note written by somebody stays", written },
	{ "deadly without a handler", deadly },
	{ "#P/alarm adds up", counters },
	{ nil, nil },
};
