/*
 * What the tests share: failing, checking, children, files.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

char *self;

/* end this process as failed */
void
fail(char *fmt, ...)
{
	char buf[ERRMAX];
	va_list args;

	va_start(args, fmt);
	vsnprint(buf, sizeof buf, fmt, args);
	va_end(args);
	_exits(buf[0] != 0 ? buf : "failed");
}

void
expect(int good, char *fmt, ...)
{
	char buf[ERRMAX];
	va_list args;

	if(good)
		return;
	va_start(args, fmt);
	vsnprint(buf, sizeof buf, fmt, args);
	va_end(args);
	fail("%s", buf);
}

/* the call failed as it should; err is part of the error string */
void
experr(long r, char *err, char *what)
{
	char buf[ERRMAX];

	rerrstr(buf, sizeof buf);
	if(r != -1)
		fail("%s: returned %ld, not an error", what, r);
	if(strstr(buf, err) == nil)
		fail("%s: error [%s], not [%s]", what, buf, err);
}

void
expnum(long got, long want, char *what)
{
	if(got != want)
		fail("%s: %ld, not %ld", what, got, want);
}

void
expstr(char *got, char *want, char *what)
{
	if(strcmp(got, want) != 0)
		fail("%s: [%s], not [%s]", what, got, want);
}

/* run fn in a child with the same rendezvous group; the child's pid */
int
spawn(void (*fn)(void*), void *arg)
{
	int pid;

	pid = rfork(RFPROC|RFFDG);
	if(pid < 0)
		fail("fork: %r");
	if(pid == 0){
		(*fn)(arg);
		_exits(nil);
	}
	return pid;
}

/* wait for the child pid; its status without "text pid: " */
char*
reap(int pid)
{
	static char buf[ERRMAX];
	static Waitmsg *early[64];	/* of those not asked for yet */
	Waitmsg *w;
	char *s;
	int i;

	for(i = 0; i < nelem(early); i++)
		if(early[i] != nil && early[i]->pid == pid)
			break;
	if(i < nelem(early)){
		w = early[i];
		early[i] = nil;
	}else
		while((w = wait()) != nil && w->pid != pid)
			for(i = 0; i < nelem(early); i++)
				if(early[i] == nil){
					early[i] = w;
					break;
				}
	if(w == nil)
		fail("wait for %d: %r", pid);
	s = strstr(w->msg, ": ");
	strecpy(buf, buf+sizeof buf, s == nil ? w->msg : s+2);
	free(w);
	return buf;
}

void
passes(int pid, char *what)
{
	char *s;

	s = reap(pid);
	if(*s != 0)
		fail("%s: %s", what, s);
}

/* the contents of a file, at most n-1 bytes; how many, -1 if none */
int
slurp(char *file, char *buf, int n)
{
	int fd, m;

	buf[0] = 0;
	fd = open(file, OREAD);
	if(fd < 0)
		return -1;
	m = readn(fd, buf, n-1);
	close(fd);
	buf[m < 0 ? 0 : m] = 0;
	return m;
}

void
put(char *file, char *text)
{
	int fd, n;

	fd = create(file, OWRITE, 0666);
	if(fd < 0)
		fail("create %s: %r", file);
	n = strlen(text);
	if(write(fd, text, n) != n)
		fail("write %s: %r", file);
	close(fd);
}

int
mypipe(int fd[2])
{
	if(pipe(fd) < 0)
		fail("pipe: %r");
	return 0;
}

void
ramfs(void)
{
	char *argv[] = {"ramfs", nil};
	int pid;

	pid = fork();
	if(pid == 0){
		exec("/bin/ramfs", argv);
		fail("exec: %r");
	}
	passes(pid, "ramfs");
}

void
quiet(void)
{
	int fd;

	fd = open("/dev/null", OWRITE);
	if(fd < 0)
		return;
	dup(fd, 2);
	close(fd);
}

/*
 * Does s have the form of pat, all of it? In pat # is a run of digits, %
 * of hexadecimal ones, ~ of blanks, + of what is not blank, @ the rest of a
 * line; * is any text. Another character stands for itself.
 */
int
like(char *s, char *pat)
{
	char *set;
	int n;

	for(; *pat != 0; pat++){
		switch(*pat){
		case '#':	set = "0123456789"; break;
		case '%':	set = "0123456789abcdefABCDEF"; break;
		case '~':	set = " "; break;
		case '+':	set = nil; n = strcspn(s, " \n"); break;
		case '@':	set = nil; n = strcspn(s, "\n"); break;
		case '*':
			for(; *s != 0; s++)
				if(like(s, pat+1))
					return 1;
			return pat[1] == 0;
		default:
			if(*s++ != *pat)
				return 0;
			continue;
		}
		if(set != nil)
			n = strspn(s, set);
		if(n == 0 && *pat != '@')
			return 0;
		s += n;
	}
	return *s == 0;
}

/* wait until the process is in the state, for a second at most */
void
waitstate(int pid, char *state)
{
	char file[40], buf[200], *f[4];
	int i;

	snprint(file, sizeof file, "/proc/%d/status", pid);
	f[2] = "gone";
	for(i = 0; i < 200; i++){
		if(slurp(file, buf, sizeof buf) <= 0 || tokenize(buf, f, 4) < 4)
			fail("%s: %r", file);
		if(strcmp(f[2], state) == 0)
			return;
		sleep(5);
	}
	fail("child's state is %s, not %s", f[2], state);
}
