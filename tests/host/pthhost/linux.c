/*
 * Plan 9's calls by Linux's: what libc.h declares, and for sys.c signals,
 * sleeping and stacks. It does not see pth.h, which has signals too.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum
{
	Page	= 4096,
};

static char altstack[16*1024];

/* print, to a file, to a string */
int
print(char *fmt, ...)
{
	char buf[1024];
	va_list arg;
	int n;

	va_start(arg, fmt);
	n = vsnprintf(buf, sizeof buf, fmt, arg);
	va_end(arg);
	return write(1, buf, n);
}

int
fprint(int fd, char *fmt, ...)
{
	char buf[1024];
	va_list arg;
	int n;

	va_start(arg, fmt);
	n = vsnprintf(buf, sizeof buf, fmt, arg);
	va_end(arg);
	return write(fd, buf, n);
}

int
snprint(char *to, int size, char *fmt, ...)
{
	va_list arg;
	int n;

	va_start(arg, fmt);
	n = vsnprintf(to, size, fmt, arg);
	va_end(arg);
	return n;
}

/* the error string is not kept */
void
werrstr(char *fmt, ...)
{
	(void)fmt;
}

/* the end; a status that is not empty is 1 */
void
exits(char *s)
{
	exit(s != NULL && s[0] != 0);
}

void
_exits(char *s)
{
	_exit(s != NULL && s[0] != 0);
}

void
sysfatal(char *fmt, ...)
{
	va_list arg;

	va_start(arg, fmt);
	vfprintf(stderr, fmt, arg);
	va_end(arg);
	fprintf(stderr, "\n");
	exit(1);
}

/* ns since 1970 */
long long
nsec(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return t.tv_sec*1000000000LL + t.tv_nsec;
}

/* a note's signal to one process */
int
postnote(int who, int pid, char *note)
{
	static struct {
		char	*note;
		int	sig;
	} kinds[] = {
		{ "interrupt", SIGINT }, { "alarm", SIGALRM },
		{ "hangup", SIGHUP }, { "usr1", SIGUSR1 },
		{ "usr2", SIGUSR2 }, { "kill", SIGKILL },
	};
	int i;

	(void)who;
	for(i = 0; i < sizeof kinds/sizeof kinds[0]; i++)
		if(strcmp(note, kinds[i].note) == 0)
			return kill(pid, kinds[i].sig);
	return kill(pid, SIGTERM);
}

typedef struct Waitmsg Waitmsg;
struct Waitmsg
{
	int	pid;
	char	*msg;
};

/* wait for a child */
Waitmsg*
hostwait(void)
{
	static char msg[64];
	Waitmsg *w;
	int status, pid;

	pid = wait(&status);
	if(pid < 0)
		return NULL;
	msg[0] = 0;
	if(WIFSIGNALED(status))
		sprintf(msg, "signal %d", WTERMSIG(status));
	else if(status != 0)
		sprintf(msg, "status %d", WEXITSTATUS(status));
	w = malloc(sizeof *w);
	w->pid = pid;
	w->msg = msg;
	return w;
}

/* call f for each of the signals in set, a word, or leave them alone */
void
hostcatch(unsigned set, void (*f)(int))
{
	struct sigaction sa;
	int i;

	memset(&sa, 0, sizeof sa);
	sa.sa_handler = f == NULL ? SIG_DFL : f;
	sa.sa_flags = SA_ONSTACK;
	for(i = 1; i < 32; i++)
		if(set & 1U<<i)
			sigaction(i, &sa, NULL);
}

/* die of a signal, as if it had not been caught */
void
hostdie(int sig)
{
	sigset_t s;

	hostcatch(1U<<sig, NULL);
	sigemptyset(&s);
	sigaddset(&s, sig);
	sigprocmask(SIG_UNBLOCK, &s, NULL);
	raise(sig);
}

static void (*onfault)(void*);

static void
fault(int sig, siginfo_t *info, void *v)
{
	(void)v;
	(*onfault)(info->si_addr);
	hostcatch(1U<<sig, NULL);
}

/* call f with the address of a fault, on a stack of its own */
void
hostfault(void (*f)(void*))
{
	struct sigaction sa;
	stack_t st;

	onfault = f;
	memset(&st, 0, sizeof st);
	st.ss_sp = altstack;
	st.ss_size = sizeof altstack;
	sigaltstack(&st, NULL);
	memset(&sa, 0, sizeof sa);
	sa.sa_sigaction = fault;
	sa.sa_flags = SA_ONSTACK|SA_SIGINFO;
	sigaction(SIGSEGV, &sa, NULL);
	sigaction(SIGBUS, &sa, NULL);
}

/*
 * wait for n files, fd[i] to be written if out[i], or for wake to be
 * readable; ns < 0 is for ever. ready[i] says which
 */
int
hostpoll(int n, int *fd, int *out, int *ready, int wake, long long ns)
{
	struct pollfd p[n+1];
	struct timespec t;
	char c[16];
	int i, r;

	for(i = 0; i < n; i++){
		p[i].fd = fd[i];
		p[i].events = out[i] ? POLLOUT : POLLIN;
		p[i].revents = 0;
	}
	p[n].fd = wake;
	p[n].events = POLLIN;
	p[n].revents = 0;
	t.tv_sec = ns / 1000000000;
	t.tv_nsec = ns % 1000000000;
	r = ppoll(p, n+1, ns < 0 ? NULL : &t, NULL);
	if(r > 0 && p[n].revents)
		r = read(wake, c, sizeof c);
	for(i = 0; i < n; i++)
		ready[i] = p[i].revents != 0;
	return r;
}

/* memory above a page that cannot be touched */
void*
hoststack(unsigned long size)
{
	char *p;

	p = mmap(NULL, Page + size, PROT_READ|PROT_WRITE,
		MAP_PRIVATE|MAP_ANONYMOUS|MAP_NORESERVE, -1, 0);
	if(p == MAP_FAILED)
		return NULL;
	mprotect(p, Page, PROT_NONE);
	return p + Page;
}

void
hostunstack(void *p, unsigned long size)
{
	munmap((char*)p - Page, Page + size);
}
