/*
 * Tests of #p: notes, and what is written to ctl.
 */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include "devtests.h"

static volatile int nnote;

static void
count(void *ureg, char *msg)
{
	USED(ureg);
	if(strncmp(msg, "hello", 5) != 0)
		noted(NDFLT);
	nnote++;
	noted(NCONT);
}

static void
ctl(int pid, char *s)
{
	mustwrite(procname(pid, "ctl"), s);
}

static void
quell(int pid)
{
	ctl(pid, "kill");
	reap(pid, "Killed");
}

/* a child that never leaves user mode */
static int
spinner(void)
{
	int pid;

	pid = fork();
	if(pid == 0)
		for(;;)
			;
	return pid;
}

static void
notes(void)
{
	int pid, i;
	char s[200];

	pid = fork();
	if(pid == 0){
		notify(count);
		while(nnote < 100)
			sleep(1);
		exits(nil);
	}
	sleep(20);
	for(i = 0; i < 100; i++)
		while(writefile(procname(pid, "note"), "hello") < 0)
			sleep(1);
	reap(pid, "");
	memset(s, 'x', sizeof s);
	s[sizeof s-1] = '\0';
	pid = sleeper();
	mustfail(writefile(procname(pid, "note"), s), "too large", "199 bytes");
	mustfail(writefile(procname(pid, "note"), ""), "", "nothing");
	mustwrite(procname(pid, "note"), "bye");
	reap(pid, "bye");
}

/* five wait, the sixth is refused; a reader takes them in order */
static void
queue(void)
{
	char buf[ERRMAX];
	int pid, i, fd;

	pid = spinner();
	ctl(pid, "stop");
	for(i = 0; i < 5; i++){
		snprint(buf, sizeof buf, "hello %d", i);
		mustwrite(procname(pid, "note"), buf);
	}
	mustfail(writefile(procname(pid, "note"), "hello"), "not posted", "");
	fd = open(procname(pid, "note"), OREAD);
	for(i = 0; i < 5; i++){
		if(read(fd, buf, sizeof buf) != 8 || buf[6] != '0'+i)
			fail("note %d '%s'", i, buf);
	}
	if(read(fd, buf, sizeof buf) != 0)
		fail("one more");
	quell(pid);
}

/* to the group but not the writer, nor those who left it */
static void
group(void)
{
	int pid[3], i;
	char buf[64];

	for(i = 0; i < 3; i++){
		pid[i] = sleeper();
		if(i == 2){
			snprint(buf, sizeof buf, "%d", pid[i]);
			mustwrite(procname(pid[i], "noteid"), buf);
		}
	}
	mustwrite(procname(getpid(), "notepg"), "all together");
	for(i = 0; i < 2; i++)
		reap(-1, "all together");
	awaitstate(pid[2], "Sleep");
	mustfail(writefile(procname(pid[2], "noteid"), "999999"), "bad arg",
		"noteid 999999");
	readfile(procname(getpid(), "noteid"), buf, sizeof buf);
	mustwrite(procname(pid[2], "noteid"), buf);
	mustwrite(procname(getpid(), "notepg"), "again");
	reap(pid[2], "again");
	mustfail(open(procname(getpid(), "notepg"), OREAD), "permission", "");
}

static void
stops(void)
{
	int pid;

	pid = spinner();
	mustfail(writefile(procname(pid, "ctl"), "start"), "control", "start");
	ctl(pid, "stop");
	awaitstate(pid, "Stopped");
	ctl(pid, "stop");
	ctl(pid, "waitstop");
	ctl(pid, "start");
	sleep(10);
	ctl(pid, "stop");
	quell(pid);
	pid = sleeper();
	quell(pid);
}

/* startstop goes on until a note, startsyscall until a system call */
static void
steps(void)
{
	char buf[ERRMAX];
	int pid, poster, i;

	pid = spinner();
	ctl(pid, "stop");
	poster = fork();
	if(poster == 0){
		sleep(50);
		mustwrite(procname(pid, "note"), "hello");
		exits(nil);
	}
	ctl(pid, "startstop");
	awaitstate(pid, "Stopped");
	if(readfile(procname(pid, "note"), buf, sizeof buf) != 6)
		fail("note '%s'", buf);
	reap(poster, "");
	quell(pid);

	pid = fork();
	if(pid == 0)
		for(;;)
			sleep(0);
	ctl(pid, "stop");
	for(i = 0; i < 10; i++){
		ctl(pid, "startsyscall");
		awaitstate(pid, "Stopped");
	}
	quell(pid);
}

static void
hangs(void)
{
	int pid, go[2];
	char c;

	pipe(go);
	pid = fork();
	if(pid == 0){
		read(go[0], &c, 1);
		execl("/bin/echo", "echo", "-n", nil);
		exits("exec");
	}
	ctl(pid, "hang");
	write(go[1], "", 1);
	awaitstate(pid, "Stopped");
	ctl(pid, "start");
	reap(pid, "");
}

static void
closes(void)
{
	int pid, p[2];
	char s[32], c;

	pipe(p);
	pid = sleeper();
	close(p[0]);
	snprint(s, sizeof s, "close %d", p[0]);
	ctl(pid, s);
	mustfail(writefile(procname(pid, "ctl"), s), "fd out of range", s);
	mustfail(writefile(procname(pid, "ctl"), "close 100000"), "fd out", s);
	ctl(pid, "closefiles");
	if(read(p[1], &c, 1) != 0)
		fail("the pipe is still open");
	quell(pid);
}

static void
priorities(void)
{
	char buf[256];
	int pid;

	pid = sleeper();
	ctl(pid, "pri 5");
	readfile(procname(pid, "status"), buf, sizeof buf);
	if(atoi(buf+68+7*12) != 5)
		fail("pri 5: '%s'", buf+68);
	ctl(pid, "fixedpri 15");
	readfile(procname(pid, "status"), buf, sizeof buf);
	if(atoi(buf+68+7*12) != 15)
		fail("fixedpri 15: '%s'", buf+68);
	ctl(pid, "wired 0");
	mustfail(writefile(procname(pid, "ctl"), "wired 99"), "bad arg", "99");
	quell(pid);
	pid = fork();
	if(pid == 0){
		mustwrite("/dev/user", "none");
		ctl(getpid(), "pri 3");
		mustfail(writefile(procname(getpid(), "ctl"), "pri 15"),
			"permission", "pri 15");
		exits(nil);
	}
	reap(pid, "");
}

static void
interrupts(void)
{
	int pid;

	pid = fork();
	if(pid == 0){
		mustfail(sleep(100000), "interrupted", "sleep");
		exits(nil);
	}
	awaitstate(pid, "Sleep");
	ctl(pid, "interrupt");
	reap(pid, "");
}

static void
refusals(void)
{
	static char *bad[] = { "tea", "close", "close 1 2", "wired", "profile",
		"trace 1", "period 10ms", "kill me", " ", "\n" };
	int pid, i;

	pid = sleeper();
	for(i = 0; i < nelem(bad); i++)
		mustfail(writefile(procname(pid, "ctl"), bad[i]), "", bad[i]);
	mustfail(writefile("/proc/1/ctl", "kill"), "permission", "kill 1");
	mustfail(writefile(procname(getpid(), "ctl"), "waitstop"), "", "self");
	quell(pid);
}

/* a broken process keeps its memory until it is killed */
static void
broken(void)
{
	char buf[256];
	int pid, fd, x;
	static int word = 99;

	pid = fork();
	if(pid == 0){
		fd = open("/dev/null", OWRITE);
		dup(fd, 2);
		*(volatile int*)0 = 0;
		exits("survived");
	}
	reap(pid, "sys: trap: fault write addr=0x0");
	awaitstate(pid, "Broken");
	fd = open(procname(pid, "mem"), OREAD);
	if(pread(fd, &x, 4, (ulong)&word) != 4 || x != 99)
		fail("mem: %r");
	ctl(pid, "kill");
	for(x = 0; x < 100; x++){
		if(readfile(procname(pid, "status"), buf, sizeof buf) < 0)
			return;
		sleep(5);
	}
	fail("still there: %s", buf);
}

/* alarms come on time though all files of the process are read all the time */
static void
alarms(void)
{
	static char *files[] = { "mem", "fd", "ns", "segment", "status",
		"regs" };
	char buf[1024];
	vlong t, late;
	int self, pid, i, fd;

	self = getpid();
	pid = fork();
	if(pid == 0)
		for(i = 0; ; i++){
			fd = open(procname(self, files[i%nelem(files)]), OREAD);
			pread(fd, buf, sizeof buf,
				i%nelem(files) == 0? 0x1000: 0);
			close(fd);
		}
	late = 0;
	for(i = 0; i < 50; i++){
		t = nsec();
		alarm(20);
		sleep(1000);
		t = nsec() - t - 20*1000000;
		if(t < 0)
			fail("early by %lld ns", -t);
		if(t > late)
			late = t;
	}
	quell(pid);
	if(late > 200*1000000)
		fail("late by %lld ns", late);
}

static void
alarmhandler(void *ureg, char *msg)
{
	USED(ureg);
	noted(strcmp(msg, "alarm") == 0? NCONT: NDFLT);
}

static void
alarmtest(void)
{
	notify(alarmhandler);
	alarms();
}

Test ctltests[] =
{
	{ "proc note", notes },
	{ "proc note queue", queue },
	{ "proc notepg and noteid", group },
	{ "ctl stop and start", stops },
	{ "ctl startstop, startsyscall", steps },
	{ "ctl hang", hangs },
	{ "ctl close", closes },
	{ "ctl pri and wired", priorities },
	{ "ctl interrupt", interrupts },
	{ "ctl refuses", refusals },
	{ "proc broken", broken },
	{ "proc alarms of an inspected process", alarmtest },
	{ nil }
};
