/*
 * Tests of #p: what its files say.
 */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include <ureg.h>
#include "devtests.h"

static int shared = 4711;		/* a word for mem to find */

/* the end of child pid */
static void
quell(int pid)
{
	writefile(procname(pid, "ctl"), "kill");
	reap(pid, "Killed");
}

static void
status(void)
{
	char buf[256], *f[32];
	int pid, i;

	pid = sleeper();
	if(readfile(procname(pid, "status"), buf, sizeof buf) != 176)
		fail("length %ld", strlen(buf));
	if(buf[27] != ' ' || buf[55] != ' ' || buf[67] != ' ')
		fail("columns of '%s'", buf);
	for(i = 68+11; i < 176; i += 12)
		if(buf[i] != ' ' || buf[i-1] < '0' || buf[i-1] > '9')
			fail("column %d of '%s'", i, buf);
	if(tokenize(buf, f, nelem(f)) != 12)
		fail("not 12 words");
	if(strcmp(f[0], "devtests") != 0 || strcmp(f[1], getuser()) != 0
	|| strcmp(f[2], "Sleep") != 0)
		fail("%s %s %s", f[0], f[1], f[2]);
	if(atoi(f[9]) <= 0 || atoi(f[10]) <= 0)
		fail("%s KiB, priority %s", f[9], f[10]);
	quell(pid);
}

static void
args(void)
{
	char buf[256];

	if(readfile(procname(getpid(), "args"), buf, sizeof buf) < 8
	|| strstr(buf, "devtests") == nil)
		fail("'%s'", buf);
	mustwrite(procname(getpid(), "args"), "other words");
	readfile(procname(getpid(), "args"), buf, sizeof buf);
	if(strcmp(buf, "devtests [other words]") != 0)
		fail("written: '%s'", buf);
}

static void
fds(void)
{
	char buf[8192], *p;
	int fd;

	fd = open("/dev/null", ORDWR|OCEXEC);
	if(chdir("/dev") < 0)
		fail("chdir: %r");
	if(readfile(procname(getpid(), "fd"), buf, sizeof buf) <= 0)
		fail("read: %r");
	if(strncmp(buf, "/dev\n", 5) != 0)
		fail("dot '%s'", buf);
	p = smprint("\n%3d rw c ", fd);
	p = strstr(buf, p);
	if(p == nil)
		fail("no line for %d", fd);
	if(strstr(p, " /dev/null\n") == nil)
		fail("line '%.60s'", p);
}

static void
segments(void)
{
	char buf[1024];

	if(readfile(procname(getpid(), "segment"), buf, sizeof buf) <= 0)
		fail("read: %r");
	if(strstr(buf, "Text   R  00001000 ") == nil
	|| strstr(buf, "Data      ") == nil || strstr(buf, "Bss       ") == nil
	|| strstr(buf, "Stack     defff000 dffff000    1\n") == nil)
		fail("'%s'", buf);
}

static void
mem(void)
{
	int pid, fd, x;
	char buf[16];

	pid = fork();
	if(pid == 0){
		while(shared == 4711)
			sleep(1);
		exits(shared == 4712? nil: "wrong word");
	}
	fd = open(procname(pid, "mem"), ORDWR);
	if(fd < 0)
		fail("open: %r");
	if(pread(fd, &x, 4, (ulong)&shared) != 4 || x != 4711)
		fail("read %d", x);
	mustfail(pread(fd, buf, 4, 0), "bad arg", "address 0");
	mustfail(pread(fd, buf, 4, 0xf0100000), "bad arg", "the kernel's");
	mustfail(pwrite(fd, buf, 4, 0xf0100000), "bad arg", "write of that");
	mustfail(pread(fd, buf, 4, 0x100000000LL), "bad arg", "beyond 2^32");
	x = 4712;
	if(pwrite(fd, &x, 4, (ulong)&shared) != 4)
		fail("write: %r");
	if(shared != 4711)
		fail("wrote ours");
	reap(pid, "");
}

/* text is shared: what is written is one process's */
static void
textwrite(void)
{
	int pid, fd;
	uchar was, is, brk;
	ulong pc;

	pc = (ulong)quell;
	pid = sleeper();
	fd = open(procname(pid, "mem"), ORDWR);
	if(pread(fd, &was, 1, pc) != 1 || was != *(uchar*)pc)
		fail("read: %r");
	brk = 0xcc;
	mustfail(pwrite(fd, &brk, 1, pc), "in use", "while it runs");
	mustwrite(procname(pid, "note"), "come");
	reap(pid, "come");
	pid = fork();
	if(pid == 0){
		for(;;)
			;
	}
	mustwrite(procname(pid, "ctl"), "stop");
	close(fd);
	fd = open(procname(pid, "mem"), ORDWR);
	if(pwrite(fd, &brk, 1, pc) != 1)
		fail("write: %r");
	pread(fd, &is, 1, pc);
	if(is != brk || *(uchar*)pc != was)
		fail("its %x, ours %x", is, *(uchar*)pc);
	quell(pid);
}

static void
text(void)
{
	uchar a[64], b[64];
	int f, g;

	f = open(procname(getpid(), "text"), OREAD);
	g = open("/bin/devtests", OREAD);
	if(f < 0 || g < 0)
		fail("open: %r");
	if(read(f, a, sizeof a) != sizeof a || read(g, b, sizeof b) != sizeof b
	|| memcmp(a, b, sizeof a) != 0)
		fail("differs");
	mustfail(open(procname(getpid(), "text"), OWRITE), "", "writing");
}

static void
regs(void)
{
	Ureg u;
	int pid, fd;

	pid = fork();
	if(pid == 0){
		for(;;)
			;
	}
	fd = open(procname(pid, "regs"), ORDWR);
	if(fd < 0)
		fail("open: %r");
	mustwrite(procname(pid, "ctl"), "stop");
	if(pread(fd, &u, 100, 0) != sizeof u)
		fail("read: %r");
	if(u.pc < 0x1020 || u.pc > 0x100000 || u.usp < 0xdeff0000
	|| u.cs != 0x23 || u.ss != 0x1b)
		fail("pc %lux sp %lux", u.pc, u.usp);
	u.cs = 8;
	u.flags |= 0x3000;
	u.bx = 0x12345678;
	if(pwrite(fd, &u, sizeof u, 0) != sizeof u)
		fail("write: %r");
	pread(fd, &u, sizeof u, 0);
	if(u.cs != 0x23 || u.flags & 0x3000 || u.bx != 0x12345678)
		fail("cs %lux flags %lux bx %lux", u.cs, u.flags, u.bx);
	mustwrite(procname(pid, "ctl"), "start");
	mustfail(pwrite(fd, &u, sizeof u, 0), "in use", "while it runs");
	close(fd);
	fd = open(procname(pid, "kregs"), OREAD);
	if(read(fd, &u, sizeof u) != sizeof u)
		fail("kregs: %r");
	quell(pid);
}

/* the first line binds, the last says where we are */
static void
ns(void)
{
	char buf[512];
	int fd, n, lines;

	fd = open(procname(getpid(), "ns"), OREAD);
	lines = 0;
	for(;;){
		n = read(fd, buf, sizeof buf - 1);
		if(n <= 0)
			break;
		buf[n] = '\0';
		if(strchr(buf, '\n') != buf+n-1)
			fail("not one line: '%s'", buf);
		if(lines++ == 0 && strncmp(buf, "bind ", 5) != 0)
			fail("first '%s'", buf);
		if(strncmp(buf, "cd ", 3) == 0)
			break;
	}
	if(lines < 3 || strncmp(buf, "cd ", 3) != 0)
		fail("%d lines, last '%s'", lines, buf);
	if(read(fd, buf, sizeof buf) != 0)
		fail("more");
}

static void
numbers(void)
{
	char buf[64];
	int pid;

	pid = sleeper();
	if(readfile(procname(pid, "ppid"), buf, sizeof buf) != 12
	|| atoi(buf) != getpid())
		fail("ppid '%s'", buf);
	if(readfile(procname(pid, "noteid"), buf, sizeof buf) != 12
	|| atoi(buf) == 0)
		fail("noteid '%s'", buf);
	if(readfile(procname(pid, "ctl"), buf, sizeof buf) >= 0
	&& atoi(buf) != pid)
		fail("ctl '%s'", buf);
	quell(pid);
}

static void
waitfile(void)
{
	char buf[256];
	int a, b;

	a = fork();
	if(a == 0){
		b = fork();
		if(b == 0)
			exits("of the world");
		for(;;)
			sleep(1000);
	}
	if(readfile(procname(a, "wait"), buf, sizeof buf) <= 0)
		fail("read: %r");
	if(strstr(buf, ": of the world'") == nil)
		fail("'%s'", buf);
	quell(a);
}

/* directories: the list, names that are none, processes that are gone */
static void
directories(void)
{
	char name[64], buf[64];
	Dir *d;
	int fd, n, i, seen, trace, pid, st;

	fd = open("/proc", OREAD);
	seen = trace = 0;
	while((n = dirread(fd, &d)) > 0){
		for(i = 0; i < n; i++){
			if(atoi(d[i].name) == getpid()){
				seen++;
				if(strcmp(d[i].uid, getuser()) != 0)
					fail("uid %s", d[i].uid);
			}
			trace += strcmp(d[i].name, "trace") == 0;
		}
		free(d);
	}
	if(seen != 1 || trace != 1)
		fail("%d times listed, trace %d times", seen, trace);
	snprint(name, sizeof name, "/proc/0%d/status", getpid());
	mustfail(open(name, OREAD), "does not exist", name);
	mustfail(open("/proc/999999/ns", OREAD), "does not exist", "999999");
	mustfail(open("/proc/1/tea", OREAD), "does not exist", "tea");
	mustfail(create("/proc/1/tea", OWRITE, 0666), "", "create");
	pid = sleeper();
	st = open(procname(pid, "status"), OREAD);
	fd = open(procname(pid, "mem"), OREAD);
	quell(pid);
	for(i = 0; i < 100 && pread(st, buf, sizeof buf, 0) > 0; i++)
		sleep(1);	/* it has told us, but is not quite gone */
	mustfail(pread(st, buf, sizeof buf, 0), "process exited", "status");
	mustfail(pread(fd, buf, 4, 0x1000), "process exited", "mem");
	mustfail(open(procname(pid, "ns"), OREAD), "does not exist", "open");
}

/* mode and owner of the files with mode 0 */
static void
modes(void)
{
	Dir d, *now;
	int pid;

	pid = sleeper();
	nulldir(&d);
	d.mode = 0600;
	if(dirwstat(procname(pid, "ctl"), &d) < 0)
		fail("wstat: %r");
	now = dirstat(procname(pid, "mem"));
	if(now == nil || now->mode != 0600)
		fail("mode %lo", now == nil? 0: now->mode);
	if(fork() == 0){
		mustwrite("/dev/user", "none");
		mustfail(dirwstat(procname(pid, "ctl"), &d), "permission", "");
		mustfail(writefile(procname(pid, "note"), "x"), "permission",
			"note");
		exits(nil);
	}
	reap(-1, "");
	quell(pid);
}

static void
privacy(void)
{
	int pid, fd;
	char buf[8];

	pid = sleeper();
	fd = open(procname(pid, "mem"), OREAD);
	mustwrite(procname(pid, "ctl"), "private");
	mustfail(pread(fd, buf, 4, (ulong)&shared), "permission", "read");
	mustfail(open(procname(pid, "mem"), OREAD), "permission", "open");
	mustfail(open(procname(pid, "regs"), OREAD), "permission", "regs");
	quell(pid);
}

/* all files of processes that come and go, read without end */
static void
storm(void)
{
	static char *files[] = { "args", "fd", "mem", "ns", "segment", "status",
		"note", "regs", "wait" };
	char buf[1024];
	int i, fd, pid, self;

	self = getpid();
	pid = fork();
	if(pid == 0){
		for(;;){
			for(i = self+1; i < self+40; i++){
				fd = open(procname(i, files[nrand(8)]), OREAD);
				if(fd < 0)
					continue;
				pread(fd, buf, sizeof buf, nrand(2)*0x1000);
				close(fd);
			}
		}
	}
	for(i = 0; i < 300; i++){
		if(fork() == 0){
			fork();
			exits(nil);
		}
		free(wait());
	}
	writefile(procname(pid, "ctl"), "kill");
	while((i = waitpid()) != pid && i >= 0)
		;
}

Test proctests[] =
{
	{ "proc status", status },
	{ "proc args", args },
	{ "proc fd", fds },
	{ "proc segment", segments },
	{ "proc mem", mem },
	{ "proc text is copied for a writer", textwrite },
	{ "proc text", text },
	{ "proc regs", regs },
	{ "proc ns", ns },
	{ "proc ppid, noteid, ctl", numbers },
	{ "proc wait", waitfile },
	{ "proc directories", directories },
	{ "proc modes", modes },
	{ "proc private", privacy },
	{ "proc storm", storm },
	{ nil }
};
