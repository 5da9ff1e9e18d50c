/*
 * Files: open, create, read, write, seek, dup, remove, the limits of fds.
 * The files are variables in /env, the only place that is always writable.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

static char name[] = "/env/ut.file";

static void
readwrite(void)
{
	char buf[100];
	int fd;

	fd = create(name, ORDWR, 0666);
	expect(fd >= 0, "create: %r");
	expnum(write(fd, "hello", 5), 5, "write");
	expnum(read(fd, buf, 5), 0, "read at the end");
	expnum(seek(fd, 1, 0), 1, "seek");
	expnum(read(fd, buf, 100), 4, "read");
	expect(memcmp(buf, "ello", 4) == 0, "contents");
	expnum(pwrite(fd, "J", 1, 0), 1, "pwrite");
	expnum(pread(fd, buf, 3, 0), 3, "pread");
	expect(memcmp(buf, "Jel", 3) == 0, "contents");
	expnum(seek(fd, 0, 1), 5, "offset after pread and pwrite");
	expnum(seek(fd, -2, 1), 3, "seek back");
	expnum(seek(fd, -1, 2), 4, "seek from the end");
	experr(seek(fd, -1, 0), "negative", "seek to -1");
	experr(seek(fd, -100, 1), "negative", "seek by -100");
	experr(seek(fd, 0, 7), "bad arg", "seek of a kind");
	expnum(seek(fd, 0, 1), 4, "offset after errors");
	close(fd);
	remove(name);
}

static void
modes(void)
{
	char buf[10];
	int fd;

	put(name, "text");
	fd = open(name, OREAD);
	experr(write(fd, "x", 1), "inappropriate use of fd",
		"write when reading");
	expnum(read(fd, buf, 10), 4, "read");
	close(fd);
	fd = open(name, OWRITE);
	experr(read(fd, buf, 1), "inappropriate use of fd",
		"read when writing");
	close(fd);
	experr(open(name, 0x80), "bad arg in system call",
		"open with odd mode");
	experr(open(name, 0x100), "bad arg in system call",
		"open with odd mode");
	fd = open(name, OWRITE|OTRUNC);
	expect(fd >= 0, "OTRUNC: %r");
	close(fd);
	fd = open(name, OREAD);
	expnum(read(fd, buf, 10), 0, "read after OTRUNC");
	close(fd);
	remove(name);
}

static void
errors(void)
{
	char buf[10];

	experr(open("/no/such/file", OREAD), "does not exist", "open");
	experr(open("/env/no.such", OREAD), "does not exist", "open");
	experr(open("", OREAD), "", "open of no name");
	experr(open("#\xE2\x98\xBA", OREAD), "unknown device", "open");
	experr(open("/dev/null/x", OREAD), "", "open below a file");
	experr(create("/no/such/file", OWRITE, 0666), "does not exist",
		"create");
	experr(create("/dev/ut.new", OWRITE, 0666), "", "create in /dev");
	experr(remove("/env/no.such"), "does not exist", "remove");
	experr(remove("/dev/null"), "", "remove of /dev/null");
	experr(read(-1, buf, 1), "fd out of range or not open", "read");
	experr(read(4000, buf, 1), "fd out of range or not open", "read");
	experr(read(0x7FFFFFFF, buf, 1), "fd out of range or not open", "read");
	experr(close(77), "fd out of range or not open", "close");
	experr(dup(77, -1), "fd out of range or not open", "dup");
	experr(dup(0, 1<<30), "fd out of range or not open", "dup far");
	experr(dup(0, -2), "", "dup to -2");
	experr(chdir("/dev/null"), "not a directory", "chdir");
	experr(chdir("/no/such"), "does not exist", "chdir");
}

static void
dups(void)
{
	char buf[10];
	int a, b;

	put(name, "0123456789");
	a = open(name, OREAD);
	b = dup(a, -1);
	expect(b >= 0 && b != a, "dup: %r");
	read(a, buf, 3);
	expnum(read(b, buf, 2), 2, "read");
	expect(buf[0] == '3', "offset is not shared");
	expnum(dup(a, 20), 20, "dup to 20");
	expnum(seek(20, 0, 1), 5, "its offset");
	expnum(dup(a, a), a, "dup onto itself");
	expnum(close(a), 0, "close");
	expnum(read(20, buf, 1), 1, "read after that");
	expnum(dup(b, 20), 20, "dup onto an open one");
	close(b);
	expnum(open(name, OREAD), a < b ? a : b, "the lowest fd");
	remove(name);
}

static void
manyfds(void)
{
	int i, fd;

	quiet();
	for(i = 0; i < 20000; i++)
		if((fd = open("/dev/null", OREAD)) < 0)
			break;
	expect(i >= 100 && i < 20000, "%d fds", i);
	experr(fd, "no free file descriptors", "one too many");
}

static void
paths(void)
{
	static char *names[][2] = {
		{"/dev/null", "/dev/null"},
		{"/dev/./../dev//null", "/dev/null"},
		{"#c/null", "#c/null"},
		{"#c", "#c"},
		{"/", "/"},
		{"/dev", "/dev"},
		{"/dev/..", "/"},
	};
	char buf[100];
	int i, fd, p[2];

	for(i = 0; i < nelem(names); i++){
		fd = open(names[i][0], OREAD);
		expect(fd >= 0, "%s: %r", names[i][0]);
		expnum(fd2path(fd, buf, sizeof buf), 0, "fd2path");
		expstr(buf, names[i][1], names[i][0]);
		expnum(fd2path(fd, buf, 3), 0, "fd2path");
		expect(strlen(buf) <= 2, "it is not cut");
		close(fd);
	}
	mypipe(p);
	fd2path(p[0], buf, sizeof buf);
	expstr(buf, "#|/data", "pipe");
	fd2path(p[1], buf, sizeof buf);
	expstr(buf, "#|/data1", "pipe");
	experr(fd2path(77, buf, sizeof buf), "not open", "fd2path of none");
	expnum(chdir("/dev"), 0, "chdir");
	expstr(getwd(buf, sizeof buf), "/dev", "getwd");
	fd = open("null", OREAD);
	fd2path(fd, buf, sizeof buf);
	expstr(buf, "/dev/null", "relative name");
	close(fd);
	expnum(chdir(".."), 0, "chdir");
	expstr(getwd(buf, sizeof buf), "/", "getwd");
	expnum(chdir(".."), 0, "chdir above the root");
	expstr(getwd(buf, sizeof buf), "/", "getwd");
}

static void
creates(void)
{
	int fd;
	char buf[10];

	put(name, "old text");
	experr(create(name, OWRITE|OEXCL, 0666), "exist",
		"OEXCL of an old one");
	fd = create(name, ORDWR, 0666);
	expect(fd >= 0, "create: %r");
	expnum(read(fd, buf, 10), 0, "read of the truncated");
	close(fd);
	fd = create(name, ORDWR|ORCLOSE, 0666);
	expect(fd >= 0, "ORCLOSE: %r");
	expnum(access(name, AEXIST), 0, "access");
	close(fd);
	experr(access(name, AEXIST), "does not exist", "after ORCLOSE");
	fd = create(name, ORDWR|OEXCL, 0666);
	expect(fd >= 0, "OEXCL: %r");
	close(fd);
	expnum(remove(name), 0, "remove");
	experr(remove(name), "does not exist", "remove again");
}

/* a removed file stays readable to who has it open, or is an error */
static void
removed(void)
{
	char buf[10];
	int fd, n;

	put(name, "text");
	fd = open(name, OREAD);
	remove(name);
	n = read(fd, buf, sizeof buf);
	expect(n == 4 || n == -1, "read of a removed file: %d", n);
	close(fd);
}

static void
environment(void)
{
	int pid;
	char *v;

	expnum(putenv("ut.var", "value"), 0, "putenv");
	v = getenv("ut.var");
	expect(v != nil && strcmp(v, "value") == 0, "getenv");
	pid = rfork(RFPROC|RFENVG);
	if(pid == 0){
		putenv("ut.var", "other");
		_exits(nil);
	}
	passes(pid, "child");
	expstr(getenv("ut.var"), "value", "after RFENVG");
	pid = rfork(RFPROC|RFCENVG);
	if(pid == 0){
		expect(getenv("ut.var") == nil, "RFCENVG keeps variables");
		_exits(nil);
	}
	passes(pid, "child");
	pid = rfork(RFPROC);
	if(pid == 0){
		putenv("ut.var", "other");
		_exits(nil);
	}
	passes(pid, "child");
	expstr(getenv("ut.var"), "other", "with the group shared");
	remove("/env/ut.var");
	expect(getenv("ut.var") == nil, "removed variable");
}

/* a variable's length, and one that grows too large */
static void
envlength(void)
{
	static char big[8192];
	Dir *d;
	long n;
	int fd, i;

	put(name, "12345");
	d = dirstat(name);
	expect(d != nil, "stat: %r");
	expnum(d->length, 5, "length");
	free(d);
	fd = open(name, OWRITE);
	expnum(pwrite(fd, "x", 1, 9), 1, "write behind the end");
	d = dirfstat(fd);
	expnum(d->length, 10, "length");
	free(d);
	for(i = 0; i < 1000; i++){
		n = write(fd, big, sizeof big);
		if(n < 0)
			break;
	}
	expect(n < 0, "a variable of 8 MB");
	close(fd);
	remove(name);
}

static void
posted(void)
{
	char buf[20];
	int fd, p[2];

	mypipe(p);
	fd = create("/srv/ut.srv", OWRITE, 0600);
	expect(fd >= 0, "create: %r");
	fprint(fd, "%d", p[0]);
	close(fd);
	fd = open("/srv/ut.srv", ORDWR);
	expect(fd >= 0, "open: %r");
	expnum(write(fd, "through", 7), 7, "write");
	expnum(read(p[1], buf, 20), 7, "read");
	experr(create("/srv/ut.srv", OWRITE, 0600), "", "create again");
	close(fd);
	expnum(remove("/srv/ut.srv"), 0, "remove");
	fd = create("/srv/ut.srv", OWRITE, 0600);
	experr(fprint(fd, "99"), "", "post of no fd");
	close(fd);
	remove("/srv/ut.srv");
}

static void
dupdevice(void)
{
	char file[20], buf[100];
	int fd, n;

	put(name, "0123456789");
	fd = open(name, OREAD);
	read(fd, buf, 4);
	snprint(file, sizeof file, "/fd/%d", fd);
	n = open(file, OREAD);
	expect(n >= 0, "%s: %r", file);
	read(n, buf, 1);
	expnum(buf[0], '4', "what is read through it");
	expnum(seek(fd, 0, 1), 5, "shared offset");
	experr(open(file, OWRITE), "inappropriate use of fd",
		"open for writing");
	snprint(file, sizeof file, "/fd/%dctl", fd);
	expect(slurp(file, buf, sizeof buf) > 0, "%s: %r", file);
	experr(open("/fd/77", OREAD), "", "open of none");
	remove(name);
}

Test filetests[] = {
	{"file read and write", readwrite},
	{"file modes", modes},
	{"file errors", errors},
	{"file dup", dups},
	{"file too many fds", manyfds},
	{"file fd2path", paths},
	{"file create", creates},
	{"file removed", removed},
	{"file environment groups", environment},
	{"file environment lengths", envlength},
	{"file posted fds", posted},
	{"file #d", dupdevice},
	{nil},
};
