/* Alarms beside other work. */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include "test.h"

/* others read this process's /proc files all the time */
static void
reader(void)
{
	static char *file[] = { "status", "note", "fd", "segment", "args" };
	char name[40], buf[512];
	int fd, i;

	notify(nil);		/* so that "kill" does */
	for(i = 0; ; i++){
		snprint(name, sizeof name, "/proc/%d/%s", getppid(),
			file[i%nelem(file)]);
		if(i%nelem(file) == 1)
			continue;
		fd = open(name, OREAD);
		if(fd < 0)
			break;
		while(read(fd, buf, sizeof buf) > 0)
			;
		close(fd);
	}
}

/* an alarm is not later because of that */
static void
inspected(void)
{
	int i, pid;
	vlong late, worst;

	pid = spawn(reader);
	worst = 0;
	for(i = 0; i < 100; i++){
		nalarm = 0;
		armedat = nsec();
		alarm(10);
		sleep(1000);
		late = nsec() - armedat - 10*Ms;
		if(nalarm != 1)
			fail("alarm %d did not come", i);
		if(late < 0)
			fail("early");
		if(late > worst)
			worst = late;
	}
	postnote(PNPROC, pid, "kill");
	waitpid();
	if(worst > 500LL*Ms)
		fail("late by %lld ms", worst/Ms);
}


static vlong loadend;			/* when all of the load ends */

/* a millisecond, over and over */
static void
napper(void)
{
	vlong t;

	while((t = nsec()) < loadend){
		sleep(1);
		if(nsec() - t < 1*Ms)
			fail("sleep(1) took %lld ns", nsec() - t);
	}
}

static int which;

/* an alarm, over and over */
static void
alarmer(void)
{
	int p;

	p = 50 + 7*which;
	while(nsec() < loadend){
		nalarm = nearly = 0;
		period = (vlong)p*Ms;
		armedat = nsec();
		alarm(p);
		sleep(p + 5000);
		if(nalarm != 1 || nearly != 0)
			fail("alarm(%d) came %d times, %d early", p, nalarm,
				nearly);
	}
}

/* half of the alarms: only 128 dead children are remembered */
static void
fifty(void)
{
	int i;

	for(i = 0; i < 50; i++, which++)
		spawn(alarmer);
	reap(50);
}

/* keep the console busy */
static void
flood(void)
{
	static char buf[4096];
	int fd, i;

	for(i = 0; i < sizeof buf; i++)
		buf[i] = i%64 == 63? '\n': ' ' + i%95;
	fd = open("/dev/cons", OWRITE);
	if(fd < 0)
		fail("/dev/cons: %r");
	while(nsec() < loadend)
		if(write(fd, buf, sizeof buf) != sizeof buf)
			fail("/dev/cons: %r");
	close(fd);
}

/* a minute of everything at once; nothing is lost */
static void
together(void)
{
	int i;
	vlong lost;

	lost = counter("#P/cga", "lost");
	loadend = nsec() + 60000LL*Ms/scale;
	spawn(flood);
	for(i = 0; i < 32; i++)
		spawn(napper);
	which = 0;
	spawn(fifty);
	which = 50;
	spawn(fifty);
	reap(1 + 32 + 2);
	if(counter("#P/cga", "lost") != lost)
		fail("bytes of the console were lost");
	if(counter("#P/alarm", "armed") != counter("#P/alarm", "fired")
	+ counter("#P/alarm", "cancelled") + counter("#P/alarm", "pending"))
		fail("armed alarms are neither fired nor cancelled");
	if(counter("#P/alarm", "early") != 0)
		fail("early alarms");
}

Test loadtests[] =
{
	{ "inspected through /proc", inspected },
	{ "32 sleepers, 100 alarms, a flood of text", together },
	{ nil, nil },
};
