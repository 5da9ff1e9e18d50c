/*
 * Tests: what others see of a process that holds notes, and what becomes
 * of it when its word is not there.
 */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include <tos.h>
#include "test.h"

enum
{
	Page	= 4096,
	Patience = 10000,	/* ms */
};

extern	Tos	*_tos;

/* a child that holds by mask and, n times, by the word, and spins */
static int
spinner(ulong mask, int n)
{
	int pid;

	pid = fork();
	if(pid != 0)
		return pid;
	notemask(NHSET, mask);
	while(n-- > 0)
		notehold();
	for(;;)
		;
}

/* wait until /proc/pid/notehold has a and b in it; gives it */
static char*
awaitheld(int pid, char *a, char *b)
{
	char *s;
	int i;

	s = nil;
	for(i = 0; i < Patience; i++){
		s = readproc(pid, "notehold");
		if(strstr(s, a) != nil && strstr(s, b) != nil)
			return s;
		sleep(1);
	}
	fail("notehold reads %s", s);
	return nil;
}

/* a process that holds everything and spins: seen, and killed by ctl */
void
testdeaf(void)
{
	int pid;

	pid = spinner(NHALL, 1);
	awaitheld(pid, "mask 0xf\n", " 0x00000001\n");
	post(pid, "stop that");
	awaitheld(pid, " 0x80000001\n", "held 'stop that'\n");
	tell(pid, "kill");
	if(waitpid() != pid)
		fail("it did not die");
}

/* the word of a stopped process, in its file and in its memory */
void
testdebugger(void)
{
	char name[40], *p;
	ulong addr, val;
	int fd, pid;

	pid = spinner(NHALARM, 2);
	awaitheld(pid, "mask 0x1\n", " 0x00000002\n");
	tell(pid, "stop");
	if(strstr(readproc(pid, "status"), "Stopped") == nil)
		fail("it did not stop");
	post(pid, "later");
	p = awaitheld(pid, " 0x00000002\n", "held later\n");
	addr = strtoul(strstr(p, "word ")+5, nil, 0);
	if(addr != (ulong)&_tos->notehold)
		fail("the word is at %lux, not %p", addr, &_tos->notehold);
	snprint(name, sizeof name, "/proc/%d/mem", pid);
	fd = open(name, ORDWR);
	if(fd < 0 || pread(fd, &val, sizeof val, addr) != sizeof val)
		fail("%s: %r", name);
	if(val != 2)
		fail("the memory has %lux", val);
	tell(pid, "start");
	awaitheld(pid, " 0x80000002\n", "held later\n");
	/* what the debugger writes there counts */
	tell(pid, "stop");
	val = 0;
	if(pwrite(fd, &val, sizeof val, addr) != sizeof val)
		fail("%s: %r", name);
	got[Others] = 0;
	tell(pid, "start");
	awaitheld(pid, "mask 0x1\n", " 0x00000000\n");
	if(strstr(readproc(pid, "notehold"), "held") != nil)
		fail("the note did not come");
	tell(pid, "kill");
	waitpid();
	close(fd);
}

/* notehold adds to what is not there, or not to be written */
void
testbadword(void)
{
	static ulong *bad[] = { nil, (ulong*)fail, (ulong*)0xfffffffc };
	Waitmsg *w;
	int i;

	for(i = 0; i < nelem(bad); i++){
		if(fork() == 0){
			notify(nil);
			_noteword = bad[i];
			notehold();
			exits(nil);
		}
		w = wait();
		if(w == nil || strstr(w->msg, "sys: trap: fault") == nil)
			fail("%p: %s", bad[i], w == nil? "no child": w->msg);
		free(w);
	}
}

/* the Tos's page goes, from far below it on the stack, and is 0 then */
static void
losepage(void)
{
	char far[3*Page];

	memset(far, 1, sizeof far);
	notehold();
	post(getpid(), "x");
	if(got[Others] != 0)
		_exits("a held note came");
	segfree((void*)((ulong)_tos & ~(Page-1)), Page);
	if(got[Others] != 1)
		_exits("the note did not come");
	if(*_noteword != 0)
		_exits("the word is not 0");
	_exits(far[Page] == 1? nil: "the stack is wrong");
}

void
testlostword(void)
{
	if(fork() == 0)
		losepage();
	childok();
	if(segdetach(_tos) != -1)
		fail("the stack can be detached");
}
