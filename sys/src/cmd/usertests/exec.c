/*
 * exec: arguments, what it keeps and drops, and what is no program. The
 * program executed is this one, with -x and what to do.
 */
#include <u.h>
#include <libc.h>
#include <tos.h>
#include "test.h"

extern	Tos	*_tos;

static char place[] = "/tmp/ut.prog";	/* where files can be made */

/* run argv in a child; its status */
static char*
run(char **argv)
{
	int pid;

	pid = fork();
	if(pid == 0){
		exec(argv[0], argv);
		fail("exec: %r");
	}
	return reap(pid);
}

/* the other side: are the arguments "arg0" to "argn", then "" and "end"? */
static int
xargs(int argc, char **argv)
{
	char buf[16];
	int i;

	for(i = 0; i < argc-2; i++){
		snprint(buf, sizeof buf, "arg%d", i);
		if(strcmp(argv[i], buf) != 0)
			return 0;
	}
	return argc >= 2 && argv[argc-2][0] == 0
		&& strcmp(argv[argc-1], "end") == 0 && argv[argc] == nil
		&& ((uintptr)(argv-3) & 7) == 4;
}

/* are bss and x87 clear, the Tos above the arguments, and the pid this? */
static int
xstate(int argc, char **argv)
{
	static char clear[20000];
	int i;

	for(i = 0; i < sizeof clear; i++)
		if(clear[i] != 0)
			return 0;
	if((getfcr() & FPRMASK) != FPRNR)
		return 0;
	if((char*)_tos < argv[argc-1] || (char*)_tos > argv[argc-1] + 100)
		return 0;
	return argc == 1 && strtol(argv[0], nil, 10) == getpid();
}

/* fd argv[0] is open, argv[1] is not, dot is argv[2] */
static int
xkept(char **argv)
{
	char buf[100];

	if(fd2path(strtol(argv[0], nil, 10), buf, sizeof buf) < 0)
		return 0;
	if(fd2path(strtol(argv[1], nil, 10), buf, sizeof buf) == 0)
		return 0;
	return getwd(buf, sizeof buf) != nil && strcmp(buf, argv[2]) == 0;
}

/* what exec'ed copies of this program do; 1: all is well */
int
xtest(int argc, char **argv)
{
	char *what;

	if(argc < 1)
		return 0;
	what = *argv++;
	argc--;
	if(strcmp(what, "args") == 0)
		return xargs(argc, argv);
	if(strcmp(what, "state") == 0)
		return xstate(argc, argv);
	if(strcmp(what, "kept") == 0 && argc == 3)
		return xkept(argv);
	if(strcmp(what, "note") == 0)
		return postnote(PNPROC, getpid(), "deadly") < 0;
	if(strcmp(what, "alarm") == 0)
		return alarm(0) > 5000;
	if(strcmp(what, "script") == 0)
		return argc >= 1 && strcmp(argv[argc-1], "last") == 0;
	return 0;
}

static void
arguments(void)
{
	static int counts[] = {0, 1, 2, 3, 50, 3000};
	static char *argv[3010], buf[3000][10];
	int i, j, n;

	for(j = 0; j < nelem(counts); j++){
		n = 0;
		argv[n++] = self;
		argv[n++] = "-x";
		argv[n++] = "args";
		for(i = 0; i < counts[j]; i++){
			snprint(buf[i], sizeof buf[i], "arg%d", i);
			argv[n++] = buf[i];
		}
		argv[n++] = "";
		argv[n++] = "end";
		argv[n] = nil;
		expstr(run(argv), "", "status");
	}
}

static void
state(void)
{
	char pid[20];
	char *argv[] = {self, "-x", "state", pid, nil};
	int n;

	n = fork();
	if(n == 0){
		snprint(pid, sizeof pid, "%d", getpid());
		setfcr(getfcr() & ~FPRMASK | FPRZ);
		exec(self, argv);
		fail("exec: %r");
	}
	passes(n, "new image");
}

static void
kept(void)
{
	char a[20], b[20];
	char *argv[] = {self, "-x", "kept", a, b, "/dev", nil};

	expnum(chdir("/dev"), 0, "chdir");
	snprint(a, sizeof a, "%d", open("/dev/null", OREAD));
	snprint(b, sizeof b, "%d", open("/dev/null", OREAD|OCEXEC));
	expstr(run(argv), "", "status");
}

static void
ignore(void *a, char *s)
{
	USED(a, s);
	noted(NCONT);
}

/* the handler goes, an alarm stays */
static void
notes(void)
{
	char *argv[] = {self, "-x", "note", nil};

	notify(ignore);
	expstr(run(argv), "deadly", "status");
	notify(nil);
	argv[2] = "alarm";
	if(fork() == 0){
		alarm(20000);
		exec(self, argv);
		fail("exec: %r");
	}
	expnum(waitpid() > 0, 1, "wait");
}

static void
missing(void)
{
	char *argv[] = {"x", nil};

	experr(exec("/bin/none-such", argv), "does not exist", "no file");
	experr(exec("/dev", argv), "", "a directory");
	experr(exec("", argv), "", "no name");
}

/* put n bytes into the file that is executed */
static void
program(void *p, int n)
{
	int fd;

	remove(place);
	fd = create(place, OWRITE, 0777);
	if(fd < 0)
		fail("create %s: %r", place);
	if(write(fd, p, n) != n)
		fail("write %s: %r", place);
	close(fd);
}

static void
be(uchar *p, ulong v)
{
	p[0] = v>>24;
	p[1] = v>>16;
	p[2] = v>>8;
	p[3] = v;
}

/* headers that are wrong in one word each */
static void
headers(void)
{
	static struct {
		int	word;
		ulong	v;
	} bad[] = {
		{0, 0x107},		{0, 0x7F454C46},	{0, 0},
		{1, 0xFFFFFFFF},	{1, 0xEFFFFFFF},	{1, 0x7FFFFFFF},
		{2, 0xFFFFFFFF},	{2, 0xEFFFE000},	{3, 0xFFFFFFFF},
		{3, 0xEFFFE000},	{3, 0xDFFFF000},	{5, 0},
		{5, 0x1000},		{5, 0x2000},		{5, 0xF0000000},
	};
	uchar h[64];
	char *argv[] = {"ut.prog", nil};
	int i;

	ramfs();
	for(i = 0; i < nelem(bad); i++){
		memset(h, 0, sizeof h);
		be(h, 0x1EB);
		be(h+4, 32);
		be(h+20, 0x1020);
		be(h + 4*bad[i].word, bad[i].v);
		program(h, sizeof h);
		experr(exec(place, argv), "exec", "bad header");
	}
	memset(h, 0, sizeof h);
	be(h, 0x1EB);
	for(i = 0; i < 32; i++){
		program(h, i);
		experr(exec(place, argv), "exec", "short header");
	}
	remove(place);
}

/* a text that ends too early must not run */
static void
truncated(void)
{
	uchar h[64];
	char *argv[] = {place, nil};
	char *s;

	ramfs();
	memset(h, 0, sizeof h);
	be(h, 0x1EB);
	be(h+4, 20000);
	be(h+20, 0x1020+16000);
	program(h, sizeof h);
	quiet();
	s = run(argv);
	expect(*s != 0, "ran to a good end");
	remove(place);
}

static void
scripts(void)
{
	char buf[400];
	char *argv[] = {place, "last", nil};

	ramfs();
	snprint(buf, sizeof buf, "#!%s -x script\n", self);
	program(buf, strlen(buf));
	expstr(run(argv), "", "script");
	snprint(buf, sizeof buf, "#! %s  -x  script \n", self);
	program(buf, strlen(buf));
	expstr(run(argv), "", "script with blanks");
	snprint(buf, sizeof buf, "#!%s\n", place);
	program(buf, strlen(buf));
	experr(exec(place, argv), "", "script of a script");
	program("#!/bin/none-such\n", 17);
	experr(exec(place, argv), "", "script of nothing");
	program("#!\n", 3);
	experr(exec(place, argv), "", "#! alone");
	program("#!", 2);
	experr(exec(place, argv), "", "#! and no newline");
	memset(buf, 'x', sizeof buf);
	memmove(buf, "#!/", 3);
	program(buf, sizeof buf);
	experr(exec(place, argv), "", "a line without end");
	remove(place);
}

static void
permission(void)
{
	char *argv[] = {"x", nil};

	experr(exec("/lib/pci", argv), "permission denied", "exec without x");
	experr(exec("/dev/null", argv), "permission denied", "of a device");
}

Test exectests[] = {
	{"exec arguments", arguments},
	{"exec new image", state},
	{"exec keeps fds and dot", kept},
	{"exec drops the handler, keeps the alarm", notes},
	{"exec of no file", missing},
	{"exec of bad headers", headers},
	{"exec of a truncated file", truncated},
	{"exec of scripts", scripts},
	{"exec without permission", permission},
	{nil},
};
