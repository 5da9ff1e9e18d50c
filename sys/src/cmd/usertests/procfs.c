/*
 * /proc: the form of its files, notes and control through it, and what is
 * left of a process that is gone.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

static char buf[8192];

/* the contents of a file of a process */
static int
get(int pid, char *file)
{
	char name[40];

	snprint(name, sizeof name, "/proc/%d/%s", pid, file);
	return slurp(name, buf, sizeof buf);
}

/* write to a file of a process */
static int
set(int pid, char *file, char *text)
{
	char name[40];
	int fd, n;

	snprint(name, sizeof name, "/proc/%d/%s", pid, file);
	fd = open(name, OWRITE);
	if(fd < 0)
		return -1;
	n = write(fd, text, strlen(text));
	close(fd);
	return n;
}

static void
sleeps(void *v)
{
	USED(v);
	sleep(60000);
}

static void
status(void)
{
	char *f[13];
	int n;

	n = get(getpid(), "status");
	expnum(n, 176, "bytes of status");
	expect(like(buf, "usertests~glenda~+~# ~# ~# ~# ~# ~# ~# ~# ~# *"),
		"status [%s]", buf);
	expect(strncmp(buf+28, "glenda ", 7) == 0, "place of the user");
	expnum(buf[55], ' ', "blank before the state");
	expnum(tokenize(buf, f, 13), 12, "words of status");
	expect(strtol(f[9], nil, 10) > 0, "memory %s", f[9]);
	n = spawn(sleeps, nil);
	waitstate(n, "Sleep");
	expnum(postnote(PNPROC, n, "kill"), 0, "postnote");
	expstr(reap(n), "kill", "status of the child");
}

static void
arguments(void)
{
	int pid;
	char *argv[] = {"sleep", "60", "", "it's", nil};

	pid = fork();
	if(pid == 0){
		exec("/bin/sleep", argv);
		fail("exec: %r");
	}
	waitstate(pid, "Sleep");
	expect(get(pid, "args") > 0, "args: %r");
	expstr(buf, "sleep 60 '' 'it''s'", "args");
	expnum(set(pid, "args", "other"), 5, "write args");
	get(pid, "args");
	expect(strstr(buf, "other") != nil, "args written [%s]", buf);
	postnote(PNPROC, pid, "kill");
	reap(pid);
}

static void
segments(void)
{
	get(getpid(), "segment");
	expect(like(buf, "Stack~% % ~#\nText ~R @\nData ~% % ~#\n*")
		|| like(buf, "Stack @\nText @\nData @\nBss @\n*"), "segment [%s]", buf);
	expect(strstr(buf, "Text   R  00001000 ") != nil, "segment [%s]", buf);
}

static void
namespace(void)
{
	char *p;
	int fd, n;

	chdir("/dev");
	snprint(buf, sizeof buf, "/proc/%d/ns", getpid());
	fd = open(buf, OREAD);
	expect(fd >= 0, "ns: %r");
	p = buf;
	while((n = read(fd, p, buf+sizeof buf-1 - p)) > 0)
		p += n;
	*p = 0;
	close(fd);
	expect(strstr(buf, "#c /dev\n") != nil, "ns [%s]", buf);
	expect(like(buf, "*cd /dev\n"), "ns [%s]", buf);
}

static void
fds(void)
{
	int fd;
	char *p, want[100];

	chdir("/env");
	fd = open("/dev/null", ORDWR);
	expect(get(getpid(), "fd") > 0, "fd: %r");
	expect(strncmp(buf, "/env\n", 5) == 0, "dot in [%.20s]", buf);
	snprint(want, sizeof want, "\n%3d rw c", fd);
	p = strstr(buf, want);
	expect(p != nil, "no [%s] in [%s]", want, buf);
	expect(like(p+strlen(want), "~# (%~# %) ~#~# /dev/null\n*"), "[%s]", p);
	close(fd);
}

static void
ids(void)
{
	int pid;

	expnum(get(getpid(), "noteid"), 12, "noteid");
	pid = rfork(RFPROC|RFNOTEG);
	if(pid == 0){
		sleep(60000);
		_exits(nil);
	}
	waitstate(pid, "Sleep");
	get(pid, "ppid");
	if(buf[0] != 0)
		expnum(strtol(buf, nil, 10), getpid(), "ppid");
	postnote(PNPROC, pid, "kill");
	reap(pid);
}

/* memory of one's own and of another */
static void
memory(void)
{
	static volatile int word = 0x12345678;
	char name[40];
	int fd, v;

	snprint(name, sizeof name, "/proc/%d/mem", getpid());
	fd = open(name, ORDWR);
	expect(fd >= 0, "mem: %r");
	expnum(pread(fd, &v, 4, (ulong)&word), 4, "mem: read");
	expnum(v, 0x12345678, "mem: word");
	experr(pread(fd, &v, 4, 0x10), "", "mem: at 10");
	experr(pread(fd, &v, 4, 0x90000000LL), "", "mem: nowhere");
	close(fd);
	expect(get(getpid(), "text") > 32, "text: %r");
	expect(memcmp(buf, "\0\0\1\353", 4) == 0, "text is no a.out");
	expnum(get(getpid(), "regs"), 76, "bytes of regs");
}

/* stop, look, start */
static void
stops(void)
{
	int pid, i;

	pid = spawn(sleeps, nil);
	waitstate(pid, "Sleep");
	expnum(set(pid, "ctl", "stop"), 4, "stop");
	for(i = 0; i < 100; i++){
		get(pid, "status");
		if(strstr(buf, "Stopped") != nil)
			break;
		sleep(10);
	}
	expect(i < 100, "it does not stop: [%s]", buf);
	expnum(set(pid, "ctl", "start"), 5, "start");
	expnum(postnote(PNPROC, pid, "kill"), 0, "postnote");
	reap(pid);
}

static void
control(void)
{
	int pid;
	char *s;

	pid = spawn(sleeps, nil);
	waitstate(pid, "Sleep");
	experr(set(pid, "ctl", "rubbish"), "unknown control message", "ctl");
	experr(set(pid, "ctl", "pri"), "", "ctl: pri without number");
	expnum(set(pid, "ctl", "pri 5"), 5, "ctl: pri 5");
	expnum(set(pid, "ctl", "kill"), 4, "ctl: kill");
	s = reap(pid);
	expect(strstr(s, "illed") != nil, "status [%s]", s);
}

static void
gone(void)
{
	char name[40];
	int pid, fd;

	pid = spawn(sleeps, nil);
	snprint(name, sizeof name, "/proc/%d/status", pid);
	fd = open(name, OREAD);
	expect(fd >= 0, "open: %r");
	postnote(PNPROC, pid, "kill");
	reap(pid);
	sleep(50);
	experr(pread(fd, buf, 100, 0), "process exited", "status of one that is gone");
	close(fd);
	experr(access(name, AEXIST), "", "its directory");
	experr(access("/proc/99999999", AEXIST), "", "one that never was");
	experr(access("/proc/0", AEXIST), "", "process 0");
	experr(access("/proc/x", AEXIST), "", "a name");
}

static void
directory(void)
{
	static char *must[] = {
		"status", "ctl", "note", "notepg", "args", "text", "segment",
		"fd", "mem", "noteid", "wait", "ns",
	};
	Dir *d;
	long i, j, n;
	int fd;

	snprint(buf, sizeof buf, "/proc/%d", getpid());
	fd = open(buf, OREAD);
	n = dirreadall(fd, &d);
	close(fd);
	for(i = 0; i < nelem(must); i++){
		for(j = 0; j < n; j++)
			if(strcmp(d[j].name, must[i]) == 0)
				break;
		expect(j < n, "no %s", must[i]);
	}
}

static void
waitfile(void)
{
	char name[40], want[100];
	int fd, pid, n;

	snprint(name, sizeof name, "/proc/%d/wait", getpid());
	fd = open(name, OREAD);
	expect(fd >= 0, "wait: %r");
	pid = fork();
	if(pid == 0)
		_exits("bad");
	n = read(fd, buf, sizeof buf - 1);
	buf[n > 0 ? n : 0] = 0;
	snprint(want, sizeof want, "%d # # # 'usertests %d: bad'", pid, pid);
	expect(like(buf, want), "wait [%s]", buf);
	close(fd);
}

Test procfstests[] = {
	{"procfs status", status},
	{"procfs args", arguments},
	{"procfs segment", segments},
	{"procfs ns", namespace},
	{"procfs fd", fds},
	{"procfs ids", ids},
	{"procfs mem", memory},
	{"procfs stop and start", stops},
	{"procfs control", control},
	{"procfs gone", gone},
	{"procfs directory", directory},
	{"procfs wait", waitfile},
	{nil},
};
