/*
 * devtests: tests of the devices cons, proc, arch and uart, in the guest.
 * Each runs in a child of its own, which says in its exit status what went
 * wrong.  Prints "ok N - name" or "not ok N - name: why" and at the end
 * "done".
 *
 *	devtests [-o file] [word ...]
 *
 * runs those whose names contain one of the words.
 */
#include <u.h>
#include <libc.h>
#include "devtests.h"

static Test *suites[] = { constests, proctests, ctltests, iotests };

/* end this test: it failed, and why */
void
fail(char *fmt, ...)
{
	char buf[ERRMAX];
	va_list arg;

	va_start(arg, fmt);
	vseprint(buf, buf+sizeof buf, fmt, arg);
	va_end(arg);
	exits(buf);
}

/* read up to n-1 bytes of a file as a string; gives their number, or -1 */
long
readfile(char *name, char *buf, long n)
{
	long got;
	int fd;

	buf[0] = '\0';
	fd = open(name, OREAD);
	if(fd < 0)
		return -1;
	got = read(fd, buf, n-1);
	close(fd);
	if(got >= 0)
		buf[got] = '\0';
	return got;
}

/* write s to a file in one piece; gives what write gave, or -1 */
long
writefile(char *name, char *s)
{
	char err[ERRMAX];
	long n;
	int fd;

	fd = open(name, OWRITE);
	if(fd < 0)
		return -1;
	n = write(fd, s, strlen(s));
	if(n < 0)
		rerrstr(err, sizeof err);
	close(fd);
	if(n < 0)
		werrstr("%s", err);
	return n;
}

void
mustwrite(char *name, char *s)
{
	if(writefile(name, s) != strlen(s))
		fail("%s to %s: %r", s, name);
}

/* r must be -1 and the error string contain err */
void
mustfail(long r, char *err, char *what)
{
	char buf[ERRMAX];

	if(r >= 0)
		fail("%s: %ld, not an error", what, r);
	rerrstr(buf, sizeof buf);
	if(strstr(buf, err) == nil)
		fail("%s: %s, not %s", what, buf, err);
}

/* name of a process's file, until the next call but three */
char*
procname(int pid, char *file)
{
	static char buf[4][64];
	static int i;

	i = (i+1) % nelem(buf);
	snprint(buf[i], sizeof buf[i], "/proc/%d/%s", pid, file);
	return buf[i];
}

/* a child that sleeps for a long time */
int
sleeper(void)
{
	int pid;

	pid = fork();
	if(pid < 0)
		fail("fork: %r");
	if(pid == 0){
		for(;;)
			sleep(100000);
	}
	awaitstate(pid, "Sleep");
	return pid;
}

/*
 * Wait for child pid, any if that is -1; its wait message must contain
 * status, or be empty if that is.
 */
void
reap(int pid, char *status)
{
	Waitmsg *w;

	w = wait();
	if(w == nil)
		fail("wait: %r");
	if(pid >= 0 && w->pid != pid)
		fail("waited for %d, got %d", pid, w->pid);
	if(*status == '\0'? w->msg[0] != '\0': strstr(w->msg, status) == nil)
		fail("status '%s', not '%s'", w->msg, status);
	free(w);
}

/* wait until a process is in a state */
void
awaitstate(int pid, char *state)
{
	char buf[256];
	int i;

	for(i = 0; i < 500; i++){
		if(readfile(procname(pid, "status"), buf, sizeof buf) < 0)
			fail("status of %d: %r", pid);
		if(strncmp(buf+56, state, strlen(state)) == 0)
			return;
		sleep(2);
	}
	buf[68] = '\0';
	fail("state %s, not %s", buf+56, state);
}

static int
wanted(char *name, int argc, char **argv)
{
	int i;

	if(argc == 0)
		return 1;
	for(i = 0; i < argc; i++)
		if(strstr(name, argv[i]) != nil)
			return 1;
	return 0;
}

/* run test t, the n-th; gives 1 if it went well */
static int
run(int n, Test *t)
{
	Waitmsg *w;
	char *why;
	int pid, ok;

	pid = rfork(RFPROC|RFFDG|RFREND|RFNOTEG);
	if(pid == 0){
		t->fn();
		exits(nil);
	}
	if(pid < 0){
		print("not ok %d - %s: fork: %r\n", n, t->name);
		return 0;
	}
	w = wait();
	why = w == nil? "wait failed": w->msg;
	ok = why[0] == '\0';
	if(ok)
		print("ok %d - %s\n", n, t->name);
	else
		print("not ok %d - %s: %s\n", n, t->name, why);
	free(w);
	return ok;
}

static void
usage(void)
{
	fprint(2, "usage: devtests [-o file] [word ...]\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	Test *t;
	int i, n, bad, fd;

	ARGBEGIN{
	case 'o':
		fd = open(EARGF(usage()), OWRITE);
		if(fd < 0)
			sysfatal("cannot open output: %r");
		dup(fd, 1);
		break;
	default:
		usage();
	}ARGEND
	n = bad = 0;
	for(i = 0; i < nelem(suites); i++)
		for(t = suites[i]; t->name != nil; t++)
			if(wanted(t->name, argc, argv) && !run(++n, t))
				bad++;
	print("done\n");
	exits(bad? "some failed": nil);
}
