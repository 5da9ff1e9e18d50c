/*
 * Processes: fork, rfork and its flags, exits, wait.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

static int data = 1;
static int bss;

static void
pids(void)
{
	int pid, me, fd[2], got[2];

	me = getpid();
	mypipe(fd);
	pid = fork();
	if(pid == 0){
		got[0] = getpid();
		got[1] = getppid();
		write(fd[1], got, sizeof got);
		_exits(nil);
	}
	expect(pid > 0, "fork: %r");
	expnum(read(fd[0], got, sizeof got), sizeof got, "read");
	expnum(got[0], pid, "child's getpid");
	expnum(got[1], me, "child's getppid");
	expnum(getpid(), me, "parent's getpid afterwards");
	passes(pid, "child");
}

/* what a fork copies is not shared, in neither direction */
static void
copies(void)
{
	int pid, fd[2], local;
	char c;

	mypipe(fd);
	local = 3;
	pid = fork();
	if(pid == 0){
		expect(data == 1 && bss == 0 && local == 3, "child's copy");
		data = bss = local = 7;
		write(fd[1], "x", 1);
		read(fd[1], &c, 1);
		expect(data == 7 && bss == 7 && local == 7, "child's own");
		_exits(nil);
	}
	read(fd[0], &c, 1);
	expect(data == 1 && bss == 0 && local == 3,
		"parent sees child's stores");
	data = bss = local = 9;
	write(fd[0], "x", 1);
	passes(pid, "child");
	expect(data == 9 && bss == 9 && local == 9, "parent's own");
}

/* with RFMEM data and bss are shared, the stack is not */
static void
shares(void)
{
	int pid;
	volatile int local;

	local = 3;
	pid = rfork(RFPROC|RFMEM|RFFDG);
	if(pid == 0){
		data = bss = 7;
		local = 7;
		_exits(nil);
	}
	passes(pid, "child");
	expect(data == 7 && bss == 7, "data is not shared");
	expnum(local, 3, "variable on the stack");
}

static void
flags(void)
{
	static int bad[] = {
		RFFDG|RFCFDG, RFNAMEG|RFCNAMEG, RFENVG|RFCENVG, RFMEM, RFNOWAIT,
	};
	int i;

	for(i = 0; i < nelem(bad); i++)
		experr(rfork(bad[i]), "bad arg in system call", "rfork");
	expnum(rfork(RFFDG|RFENVG|RFNAMEG|RFNOTEG|RFREND), 0, "without RFPROC");
}

/* who shares the fds sees them opened and closed by the other */
static void
fdgroups(void)
{
	int pid, fd[2];

	mypipe(fd);
	pid = rfork(RFPROC);
	if(pid == 0){
		close(fd[0]);
		_exits(nil);
	}
	passes(pid, "child");
	experr(close(fd[0]), "fd out of range or not open", "closed by child");
	pid = rfork(RFPROC|RFFDG);
	if(pid == 0){
		close(fd[1]);
		_exits(nil);
	}
	passes(pid, "child");
	expnum(close(fd[1]), 0, "close of a copy");
	pid = rfork(RFPROC|RFCFDG);
	if(pid == 0){
		if(close(0) == 0 || close(1) == 0 || close(2) == 0)
			_exits("RFCFDG leaves fds open");
		_exits(nil);
	}
	passes(pid, "child");
}

static void
nowait(void)
{
	int pid;

	pid = rfork(RFPROC|RFNOWAIT);
	if(pid == 0)
		_exits("not told");
	experr(waitpid(), "no living children", "wait for a RFNOWAIT child");
}

/* await's text, with and without a status */
static void
records(void)
{
	char buf[512], want[100];
	int pid, n;

	pid = fork();
	if(pid == 0)
		_exits(nil);
	n = await(buf, sizeof buf - 1);
	expect(n > 0, "await: %r");
	buf[n] = 0;
	expect(like(buf, "# # # # ''"), "await: [%s]", buf);
	expnum(strtol(buf, nil, 10), pid, "await's pid");
	pid = fork();
	if(pid == 0)
		_exits("it's bad");
	n = await(buf, sizeof buf - 1);
	buf[n > 0 ? n : 0] = 0;
	snprint(want, sizeof want, "%d # # # 'usertests %d: it''s bad'", pid,
		pid);
	expect(like(buf, want), "await: [%s], not [%s]", buf, want);
	experr(await(buf, sizeof buf), "no living children", "await");
	pid = fork();
	if(pid == 0)
		_exits("it's bad");
	expnum(await(buf, 6), 5, "await into 6 bytes");
	experr(waitpid(), "no living children", "wait after that");
}

/* who exited last comes first */
static void
order(void)
{
	int a, b;

	a = fork();
	if(a == 0)
		_exits(nil);
	sleep(100);
	b = fork();
	if(b == 0)
		_exits(nil);
	sleep(100);
	expnum(waitpid(), b, "first wait");
	expnum(waitpid(), a, "second wait");
}

static void
statuses(void)
{
	char big[300], *s;
	int pid;

	memset(big, 'x', sizeof big);
	big[sizeof big - 1] = 0;
	pid = fork();
	if(pid == 0)
		_exits("");
	expstr(reap(pid), "", "exits(\"\")");
	pid = fork();
	if(pid == 0)
		_exits(big);
	s = reap(pid);
	expect(strlen(s) > 90 && strlen(s) < 128 && s[0] == 'x',
		"long status has %ld bytes", strlen(s));
	pid = fork();
	if(pid == 0){
		quiet();
		_exits((char*)0xF0000000);
	}
	s = reap(pid);
	expect(strstr(s, "invalid exit string") != nil, "bad status: [%s]", s);
}

/* times of a child that computes show up in what wait returns */
static void
waittimes(void)
{
	Waitmsg *w;
	vlong t;
	long real, tm[4];
	int pid;

	pid = fork();
	if(pid == 0){
		for(t = nsec() + 200000000; nsec() < t; )
			;
		_exits(nil);
	}
	w = wait();
	expect(w != nil && w->pid == pid, "wait: %r");
	expect(w->time[2] >= 190 && w->time[2] < 20000, "real %lud",
		w->time[2]);
	expect(w->time[0] + w->time[1] >= 20, "user %lud sys %lud",
		w->time[0], w->time[1]);
	real = times(tm);
	expect(real >= 190 && tm[2] + tm[3] >= 20, "times: %ld %ld %ld",
		real, tm[2], tm[3]);
	free(w);
}

static void
many(void)
{
	int i, pid;

	for(i = 0; i < 200; i++){
		pid = fork();
		if(pid == 0)
			_exits(nil);
		expect(pid > 0, "fork %d: %r", i);
		expnum(waitpid(), pid, "waitpid");
	}
}

/* a child of a child of one that is gone */
static void
orphans(void)
{
	int fd[2], pid;
	char c;

	mypipe(fd);
	pid = fork();
	if(pid == 0){
		if(fork() == 0){
			sleep(100);
			write(fd[1], "y", 1);
		}
		_exits(nil);
	}
	passes(pid, "child");
	expnum(read(fd[0], &c, 1), 1, "read from the orphan");
	experr(waitpid(), "no living children", "wait for it");
}

static void
errorstring(void)
{
	char buf[ERRMAX], small[4];

	werrstr("one");
	strcpy(buf, "two");
	expnum(errstr(buf, sizeof buf), 0, "errstr");
	expstr(buf, "one", "old error");
	rerrstr(buf, sizeof buf);
	expstr(buf, "two", "new error");
	sleep(0);
	getpid();
	rerrstr(buf, sizeof buf);
	expstr(buf, "two", "after calls that succeed");
	werrstr("longer than that");
	small[0] = 0;
	errstr(small, sizeof small);
	expstr(small, "lon", "cut");
	if(fork() == 0){
		werrstr("child's");
		_exits(nil);
	}
	waitpid();
	rerrstr(buf, sizeof buf);
	expect(strstr(buf, "child's") == nil, "the error string is shared");
}

/* a sleep is not shorter than asked, and a bad one is none */
static void
sleeping(void)
{
	vlong t;
	int i;

	for(i = 1; i <= 64; i *= 2){
		t = nsec();
		expnum(sleep(i), 0, "sleep");
		t = nsec() - t;
		expect(t >= (vlong)i*1000000, "sleep(%d) of %lld ns", i, t);
	}
	t = nsec();
	sleep(-1);
	sleep(0);
	expect(nsec() - t < 500000000, "sleep(-1) and sleep(0) take long");
}

static void
clock(void)
{
	vlong t, u;
	int i;

	t = nsec();
	for(i = 0; i < 10000; i++){
		u = nsec();
		expect(u >= t, "nsec went back by %lld", t-u);
		t = u;
	}
	expect(t > 1000000000000000000LL, "nsec says it is before 2001");
}

/*
 * sleep(0) is for others of the same priority, also if the caller has
 * slept before and they have not
 */
static void
givesway(void)
{
	volatile long *turns;
	char file[40];
	int i, pid;

	turns = segattach(0, "shared", nil, sizeof *turns);
	expect(turns != (void*)-1, "segattach: %r");
	snprint(file, sizeof file, "/proc/%d/ctl", getpid());
	put(file, "wired 0");
	pid = fork();
	if(pid == 0)
		for(;;){
			++*turns;
			sleep(0);
		}
	sleep(20);
	*turns = 0;
	for(i = 0; i < 1000; i++)
		sleep(0);
	i = *turns;
	postnote(PNPROC, pid, "kill");
	reap(pid);
	expect(i >= 500, "%d turns of another while it had 1000", i);
}

/* bytes that the kernel's malloc has given out */
static long
kernelbytes(void)
{
	char buf[512], *p;

	slurp("/dev/swap", buf, sizeof buf);
	p = strstr(buf, "swap\n");
	return p == nil ? -1 : strtol(p + 5, nil, 10);
}

/* a broken process whose children exit, and which then is killed */
static void
breaks(void)
{
	char file[40];
	int fd, i, pid;

	pid = fork();
	if(pid == 0){
		for(i = 0; i < 50; i++)
			if(fork() == 0){
				sleep(100);
				_exits(nil);
			}
		close(2);
		*(volatile int*)0 = 1;
	}
	reap(pid);
	sleep(400);
	snprint(file, sizeof file, "/proc/%d/ctl", pid);
	fd = open(file, OWRITE);
	write(fd, "kill", 4);
	close(fd);
	sleep(100);
}

/* what nobody waits for does not stay in the kernel */
static void
brokenrecords(void)
{
	long n;

	breaks();
	n = kernelbytes();
	breaks();
	n = kernelbytes() - n;
	expect(n < 50*128, "%ld bytes lost", n);
}

Test proctests[] = {
	{"proc pids", pids},
	{"proc fork copies", copies},
	{"proc RFMEM shares", shares},
	{"proc rfork flags", flags},
	{"proc fd groups", fdgroups},
	{"proc RFNOWAIT", nowait},
	{"proc wait records", records},
	{"proc wait order", order},
	{"proc records of the broken", brokenrecords},
	{"proc exit statuses", statuses},
	{"proc times", waittimes},
	{"proc 200 forks", many},
	{"proc orphans", orphans},
	{"proc errstr", errorstring},
	{"proc sleep", sleeping},
	{"proc sleep(0)", givesway},
	{"proc nsec", clock},
	{nil},
};
