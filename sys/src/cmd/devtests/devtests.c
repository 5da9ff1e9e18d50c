/*
 * devtests: tests of the devices cons, proc, arch and uart, in the guest.
 * They run as testmain says.
 *
 *	devtests [-o file] [word ...]
 *
 * runs those whose names contain one of the words.
 */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include "devtests.h"

static Test *suites[] = { constests, proctests, ctltests, iotests };

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

static void
usage(void)
{
	fprint(2, "usage: devtests [-o file] [word ...]\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	int fd;

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
	testmain(suites, nelem(suites), argc, argv, nil);
}
