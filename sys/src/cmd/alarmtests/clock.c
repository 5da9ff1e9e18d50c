/* The clock: sleep, nsec, ticks, the time of day, and idle CPUs. */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include "test.h"

/* the process's own time, ms, which is counted in ticks */
static long
real(void)
{
	char name[40], buf[176+1];
	int fd, n;

	snprint(name, sizeof name, "/proc/%d/status", getpid());
	fd = open(name, OREAD);
	if(fd < 0)
		fail("%s: %r", name);
	n = read(fd, buf, sizeof buf - 1);
	close(fd);
	if(n < 68 + 3*12)
		fail("%s: short", name);
	buf[n] = '\0';
	return strtol(buf + 68 + 2*12, nil, 10);
}

/* both times at once, as well as can be; gives how many ms they may differ */
static long
both(long *ticks, vlong *ns)
{
	vlong t, dt, best;
	long r;
	int i;

	*ticks = 0;
	*ns = 0;
	best = ~0ULL >> 1;
	for(i = 0; i < 10; i++){
		t = nsec();
		r = real();
		dt = nsec() - t;
		if(dt < best){
			best = dt;
			*ticks = r;
			*ns = t;
		}
	}
	return best/Ms + 1;
}

/*
 * 10,000 times 1 ms, never early; and on a machine of which that can be
 * asked not a tenth longer.
 */
static void
sleepy(void)
{
	int i, n;
	vlong t, dt, start;

	n = 10000/scale;
	start = nsec();
	for(i = 0; i < n; i++){
		t = nsec();
		sleep(1);
		dt = nsec() - t;
		if(dt < 1*Ms)
			fail("sleep(1) took %lld ns", dt);
	}
	dt = nsec() - start;
	if(strict && dt > (vlong)n*Ms*11/10)
		fail("%d ms took %lld us", n, dt/1000);
}

/* time does not run backwards */
static void
forwards(void)
{
	vlong t, last;
	int i;

	last = 0;
	for(i = 0; i < 100000/scale; i++){
		t = nsec();
		if(t < last)
			fail("%lld ns backwards", last - t);
		last = t;
	}
}

/* ticks and nsec agree, whatever happens meanwhile */
static void
ticksagree(void)
{
	long r0, r, e0, e, d;
	vlong t0, t;
	int i;

	e0 = both(&r0, &t0);
	for(i = 0; i < 20; i++){
		sleep(10000/scale/20 + 1);
		e = both(&r, &t);
		d = r - r0 - (t - t0)/Ms;
		if(d < -(e0+e) || d > e0+e)
			fail("%ld ms by ticks, %lld by nsec", r - r0,
				(t - t0)/Ms);
	}
}

static vlong jump;			/* s */

/* set the time of day in 50 ms */
static void
setter(void)
{
	int fd;

	sleep(50);
	fd = open("/dev/time", OWRITE);
	if(fd < 0 || fprint(fd, "%lld", nsec()/(1000LL*Ms) + jump) < 0)
		fail("/dev/time: %r");
	close(fd);
}

/* wait for an alarm or only sleep while the time is set */
static void
jumped(int how)
{
	vlong t;
	long r;

	nalarm = 0;
	t = nsec();
	r = real();
	spawn(setter);
	if(how == 'a'){
		alarm(300);
		sleep(5000);
		if(nalarm != 1)
			fail("an alarm was lost when the time was set");
	}else
		sleep(300);
	r = real() - r;
	t = nsec() - t - jump*1000*Ms;
	if(t < -3000LL*Ms || t > 10000LL*Ms)
		fail("time is %lld ms off where it was set", t/Ms);
	if(r < 299)
		fail("300 ms ended after %ld when the time was set", r);
	if(r > 1300)
		fail("300 ms took %ld when the time was set", r);
	reap(1);
}

/* the time of day changes no deadline */
static void
timeset(void)
{
	jump = 3600;
	jumped('a');
	jump = -3600;
	jumped('a');
	jump = 100000;
	jumped('s');
	jump = -100000;
	jumped('s');
}

/* interrupts taken by each CPU; gives how many CPUs */
static int
interrupts(long *n, int max)
{
	char buf[32*121 + 1], *p;
	int fd, i;

	fd = open("/dev/sysstat", OREAD);
	if(fd < 0)
		fail("/dev/sysstat: %r");
	i = readn(fd, buf, sizeof buf - 1);
	close(fd);
	buf[i > 0? i: 0] = '\0';
	p = buf;
	for(i = 0; i < max && strlen(p) > 36; i++){
		n[i] = strtol(p + 24, nil, 10);
		p = strchr(p, '\n');
		if(p == nil)
			fail("/dev/sysstat: a line does not end");
		p++;
	}
	return i;
}

/*
 * 20 s of sleep: CPU 0 looks at the reference clock each 2 s, one CPU
 * ends the sleep, and a CPU ticks while this runs on it, and once more.
 */
static void
quiet(void)
{
	long before[32], after[32];
	int i, n, most;
	vlong t;

	sleep(5000);		/* the timer's rate is learnt first */
	t = nsec();
	n = interrupts(before, nelem(before));
	sleep(20000);
	if(interrupts(after, nelem(after)) != n || n == 0)
		fail("the number of CPUs changed");
	t = nsec() - t - 20000LL*Ms;
	for(i = 0; i < n; i++){
		most = 3 + t/Ms;
		if(i == 0)
			most += 11;
		if(after[i] - before[i] > most)
			fail("cpu%d, idle, took %ld interrupts in 20 s",
				i, after[i] - before[i]);
	}
}

Test clocktests[] =
{
	{ "sleep(1) is never early", sleepy },
	{ "nsec does not run backwards", forwards },
	{ "ticks go with nsec", ticksagree },
	{ "setting the time moves no deadline", timeset },
	{ "an idle CPU is not interrupted", quiet },
	{ nil, nil },
};
