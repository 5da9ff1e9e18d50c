/*
 * Tests of alarm(2) and the clock that need no clock but this machine's
 * own; they run as testmain says.
 *
 *	alarmtests [-t] [-m divisor] [-o file] [name ...]
 *
 * -m makes the long ones shorter by that factor; -t is for a machine whose
 * time nothing disturbs, where being late fails too.
 */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include "test.h"

int scale = 1;
int strict;
volatile int nalarm;
volatile int nother;
volatile int again;
volatile vlong busy;
volatile vlong armedat;
volatile vlong period;
volatile int nearly;

void
handler(void *ureg, char *msg)
{
	vlong end;

	USED(ureg);
	if(strcmp(msg, "alarm") != 0){
		nother++;
		noted(NCONT);
	}
	nalarm++;
	if(period != 0 && nsec() - armedat < period)
		nearly++;
	if(busy != 0){
		end = nsec() + busy;
		while(nsec() < end)
			;
	}
	if(again > 0){
		again--;
		armedat = nsec();
		alarm(period / Ms);
	}
	noted(NCONT);
}

/* wait until *n is at least want, for ms at most */
void
await_n(volatile int *n, int want, long ms)
{
	vlong end;

	end = nsec() + (vlong)ms * Ms;
	while(*n < want && nsec() < end)
		sleep(1);
	if(*n < want)
		fail("%d of %d came in %ld ms", *n, want, ms);
}

/* a child that runs f; its pid */
int
spawn(void (*f)(void))
{
	int pid;

	pid = fork();
	if(pid < 0)
		fail("fork: %r");
	if(pid == 0){
		f();
		exits(nil);
	}
	return pid;
}

/*
 * wait for n children; the first one's complaint, unless it is the
 * status they may have, is ours
 */
void
reapbut(int n, char *may)
{
	Waitmsg *w;
	char *p;

	while(n-- > 0){
		w = wait();
		if(w == nil)
			fail("wait: %r");
		p = strstr(w->msg, ": ");
		if(w->msg[0] != '\0' && (p == nil || strcmp(p+2, may) != 0)){
			fail("child: %s", p != nil? p+2: w->msg);
		}
		free(w);
	}
}

void
reap(int n)
{
	reapbut(n, "");
}

/* the number after name in a file of lines `name number` */
vlong
counter(char *file, char *name)
{
	char buf[2048], *p;
	int fd, n;

	fd = open(file, OREAD);
	if(fd < 0)
		fail("%s: %r", file);
	n = readn(fd, buf, sizeof buf - 1);
	close(fd);
	buf[n > 0? n: 0] = '\0';
	for(p = buf; p != nil; p = strchr(p, '\n')){
		if(*p == '\n')
			p++;
		if(strncmp(p, name, strlen(name)) == 0
		&& p[strlen(name)] == ' ')
			return strtoll(p + strlen(name), nil, 10);
	}
	fail("%s has no %s", file, name);
	return 0;
}

static Test *groups[] = { alarmtests, racetests, clocktests, loadtests };

static void
start(void)
{
	notify(handler);
}

static void
usage(void)
{
	fprint(2, "usage: alarmtests [-t] [-m divisor] [-o file] [name ...]\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	int fd;

	ARGBEGIN{
	case 'm':
		scale = atoi(EARGF(usage()));
		if(scale < 1)
			usage();
		break;
	case 'o':
		fd = open(EARGF(usage()), OWRITE);
		if(fd < 0)
			sysfatal("cannot open output: %r");
		dup(fd, 1);
		break;
	case 't':
		strict = 1;
		break;
	default:
		usage();
	}ARGEND
	testmain(groups, nelem(groups), argc, argv, start);
}
