/*
 * Tests of the thread library. Each runs in a child of its own, whose
 * complaints come through a pipe. Prints "ok N - name" or "not ok N -
 * name: why", and at the end "done".
 *
 *	pthtests [-g] [-o file] [name ...]
 *
 * With -g only the tests of what GNU Pth does as well.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "test.h"

enum
{
	Nhistory	= 64,
};

int nlog;
char history[Nhistory];			/* what was done, a letter each */

/* the end of a test that failed */
void
fail(char *what, long n)
{
	fprint(2, "%s (%ld)", what, n);
	exits("fail");
}

/* what was done must be this */
void
expect(char *want)
{
	history[nlog] = 0;
	if(strcmp(history, want) != 0){
		fprint(2, "%s, not %s: ", history, want);
		fail("order", nlog);
	}
}

void
note(int c)
{
	if(nlog < Nhistory-1)
		history[nlog++] = c;
}

/* a thread with a name, a priority and a stack of 8192 bytes */
pth_t
thread(char *name, int prio, void *(*f)(void*), void *arg)
{
	pth_attr_t a;
	pth_t t;

	a = pth_attr_new();
	pth_attr_set(a, PTH_ATTR_NAME, name);
	pth_attr_set(a, PTH_ATTR_PRIO, prio);
	pth_attr_set(a, PTH_ATTR_STACK_SIZE, 8192);
	t = pth_spawn(a, f, arg);
	pth_attr_destroy(a);
	if(t == nil)
		fail("spawn", 0);
	return t;
}

/* let the others run until each waits */
void
settle(void)
{
	int i;

	for(i = 0; i < 20; i++)
		pth_yield(nil);
}

sigset_t
set(int a, int b)
{
	sigset_t s;

	sigemptyset(&s);
	sigaddset(&s, a);
	if(b != 0)
		sigaddset(&s, b);
	return s;
}

void
masked(int how, int a, int b)
{
	sigset_t s;

	s = set(a, b);
	pth_sigmask(how, &s, nil);
}

/* join t, which must give want */
void
joins(pth_t t, void *want)
{
	void *v;

	if(!pth_join(t, &v))
		fail("join", 0);
	if(v != want)
		fail("value", (long)v);
}

/* threads of more than one test */
void*
once(void *v)
{
	note(*(char*)v);
	return nil;
}

void*
forever(void *v)
{
	for(;;){
		if(*(int*)v == 0)
			return nil;
		pth_yield(nil);
	}
}

/* wait for usr1 or usr2; note the letter */
void*
sigs(void *v)
{
	sigset_t s;
	int sig;

	s = set(SIGUSR1, SIGUSR2);
	if(pth_sigwait(&s, &sig) != 0)
		fail("sigwait", sig);
	if(sig != SIGUSR1 && sig != SIGUSR2)
		fail("signal", sig);
	note(*(char*)v);
	return (void*)(long)sig;
}

static Test tests[] = {
	{ "join", joining },
	{ "joiners", joiners, nil, 1 },
	{ "turns", turns },
	{ "favour", favour },
	{ "priorities", priorities },
	{ "new priority", newpriority, nil, 1 },
	{ "attributes", attributes },
	{ "statistics", statistics, nil, 1 },
	{ "again", again },
	{ "overflow", overflows, "pth: stack overflow in thread plunge", 1 },
	{ "overflow that steps over", stepsover,
		"pth: stack overflow in thread plunge", 1 },
	{ "10000 threads", many },
	{ "signal to one", toone },
	{ "signal to any", toany },
	{ "masks", masks },
	{ "pending", pending },
	{ "pending to the process", procpending, nil, 1 },
	{ "functions", functions },
	{ "function wakes", wakes, nil, 1 },
	{ "wait in a function", within, nil, 1 },
	{ "signal within its function", itself, nil, 1 },
	{ "default", nobody, "" },
	{ "rings", rings },
	{ "all kinds of events", allkinds },
	{ "condition events", condevents, nil, 1 },
	{ "mutex", mutexes },
	{ "cond", conds },
	{ "messages", messages },
	{ "times", ontime, nil, 1 },
	{ "naps", naps },
	{ "cancel", cancels },
	{ "cancel states", cancelstates },
	{ "cancel loses nothing", uneaten, nil, 1 },
	{ "files", files },
	{ "reopened", reopened },
};

/* run one in a child; 0 if it does what it should, else why in buf */
static int
run(Test *t, char *buf, int size)
{
	Waitmsg *w;
	int p[2], pid, n, m, died;

	pipe(p);
	pid = fork();
	if(pid == 0){
		close(p[0]);
		dup(p[1], 2);
		close(p[1]);
		pth_init();
		(*t->fn)();
		exits(nil);
	}
	close(p[1]);
	for(n = 0; (m = read(p[0], buf+n, size-1-n)) > 0; n += m)
		;
	buf[n] = 0;
	close(p[0]);
	w = wait();
	died = w == nil || w->msg[0] != 0;
	if(t->dies != nil){
		if(!died)
			snprint(buf, size, "it lives");
		return !died || strncmp(buf, t->dies, strlen(t->dies)) != 0
			|| t->dies[0] == 0 && buf[0] != 0;
	}
	if(died && n == 0)
		snprint(buf, size, "%s", w == nil ? "?" : w->msg);
	return died;
}

/* is it one of the names, if there are any */
static int
wanted(char *name, int argc, char **argv)
{
	int i;

	for(i = 0; i < argc; i++)
		if(strcmp(argv[i], name) == 0)
			return 1;
	return argc == 0;
}

static void
usage(void)
{
	fprint(2, "usage: pthtests [-g] [-o file] [name ...]\n");
	exits("usage");
}

int
main(int argc, char **argv)
{
	char why[512];
	Test *t;
	int n, out, gnu;

	out = 1;
	gnu = 0;
	ARGBEGIN{
	case 'g':
		gnu = 1;
		break;
	case 'o':
		out = open(EARGF(usage()), OWRITE);
		break;
	default:
		usage();
	}ARGEND
	n = 0;
	for(t = tests; t < tests+nelem(tests); t++){
		if(gnu && t->ours || !wanted(t->name, argc, argv))
			continue;
		n++;
		if(run(t, why, sizeof why))
			fprint(out, "not ok %d - %s: %s\n", n, t->name, why);
		else
			fprint(out, "ok %d - %s\n", n, t->name);
	}
	fprint(out, "done\n");
	exits(nil);
}
