/*
 * Notes: handlers, what noted does, the queue, groups, and which calls a
 * note breaks off.
 */
#include <u.h>
#include <libc.h>
#include <ureg.h>
#include "test.h"

static volatile int count;
static char last[ERRMAX];
static jmp_buf jmp;

/* count it and go on */
static void
counter(void *a, char *s)
{
	USED(a);
	count++;
	strecpy(last, last+sizeof last, s);
	noted(NCONT);
}

static void
defaulter(void *a, char *s)
{
	USED(a, s);
	noted(NDFLT);
}

static void
tome(char *note)
{
	if(postnote(PNPROC, getpid(), note) < 0)
		fail("postnote %s: %r", note);
}

static void
handled(void)
{
	notify(counter);
	tome("hello, world");
	expnum(count, 1, "notes");
	expstr(last, "hello, world", "note");
	tome("again");
	expnum(count, 2, "notes");
	notify(nil);
}

/* all registers survive a handler */
static void
registers(void)
{
	static ulong out[6], sp0, sp1;	/* not found by way of the stack */
	static int n;
	int fd;
	char file[40];

	notify(counter);
	snprint(file, sizeof file, "/proc/%d/note", getpid());
	fd = open(file, OWRITE);
	expect(fd >= 0, "%s: %r", file);
	asm volatile(
		"pushl %%ebp; pushl %%ebx;"
		"movl %%esp, %2;"
		"pushl $-1; pushl $-1; pushl $3; pushl %5; pushl %4; pushl $0;"
		"movl $0x11111111, %%ebx; movl $0x22222222, %%esi;"
		"movl $0x33333333, %%edi; movl $0x44444444, %%ebp;"
		"movl $0x55555555, %%ecx; movl $0x66666666, %%edx;"
		"movl $51, %%eax; int $0x40;"
		"addl $24, %%esp;"
		"movl %%ebx, %0; movl %%esi, 4+%0; movl %%edi, 8+%0;"
		"movl %%ebp, 12+%0; movl %%ecx, 16+%0; movl %%edx, 20+%0;"
		"movl %%eax, %1; movl %%esp, %3;"
		"popl %%ebx; popl %%ebp"
		: "=m" (*(ulong(*)[6])out), "=m" (n), "=m" (sp0), "=m" (sp1)
		: "r" (fd), "r" ("abc")
		: "eax", "ecx", "edx", "esi", "edi", "memory");
	expnum(n, 3, "write");
	expnum(count, 1, "notes");
	expect(sp0 == sp1, "stack pointer");
	expect(out[0] == 0x11111111 && out[1] == 0x22222222
		&& out[2] == 0x33333333 && out[3] == 0x44444444
		&& out[4] == 0x55555555 && out[5] == 0x66666666,
		"registers %lux %lux %lux %lux %lux %lux",
		out[0], out[1], out[2], out[3], out[4], out[5]);
}

static void
dies(void *v)
{
	if(v != nil)
		notify(v);
	tome("deadly");
	fail("still alive");
}

static void
deaths(void)
{
	expstr(reap(spawn(dies, nil)), "deadly", "no handler");
	expstr(reap(spawn(dies, defaulter)), "deadly", "NDFLT");
}

/* a note from noted(NCONT) with nobody in a handler is the end */
static void
notnoted(void *a)
{
	USED(a);
	quiet();
	noted(NCONT);
}

/* noted with what is no argument */
static void
oddnoted(void *a, char *s)
{
	USED(a, s);
	quiet();
	noted(17);
	fail("noted(17) returned");
}

static void
wrongnoted(void)
{
	expect(*reap(spawn(notnoted, nil)) != 0, "noted outside is fine");
	expect(*reap(spawn(dies, oddnoted)) != 0, "noted(17) is fine");
}

/* in a handler user notes wait, five of them, and come when it is done */
static void
five(void *a, char *s)
{
	char file[40];
	int i, fd;

	USED(a);
	strecpy(last, last+sizeof last, s);
	if(count++ > 0)
		noted(NCONT);
	snprint(file, sizeof file, "/proc/%d/note", getpid());
	fd = open(file, OWRITE);
	for(i = 0; i < 5; i++)
		if(fprint(fd, "note%d", i) < 0)
			fail("note %d in handler: %r", i);
	experr(write(fd, "six", 3), "note not posted", "a sixth note");
	close(fd);
	noted(NCONT);
}

static void
queue(void)
{
	notify(five);
	tome("first");
	expnum(count, 6, "notes");
	expstr(last, "note4", "last note");
}

static void
lengths(void)
{
	char buf[300], file[40];
	int fd, n;

	memset(buf, 'x', sizeof buf);
	snprint(file, sizeof file, "/proc/%d/note", getpid());
	fd = open(file, ORDWR);
	expect(fd >= 0, "%s: %r", file);
	notify(counter);
	experr(write(fd, buf, 200), "", "note of 200 bytes");
	n = write(fd, buf, 126);
	expnum(n, 126, "note of 126 bytes");
	expnum(count, 1, "notes");
	expnum(strlen(last), 126, "length");
	expnum(pread(fd, buf, sizeof buf, 0), 0, "read of no note");
}

/*
 * NSAVE goes on at the Ureg's pc, as a call with the Ureg as argument and
 * no longer in the handler, so that other notes are taken; NRSTR goes back
 * to where the Ureg says.
 */
static ulong oldpc;

static void
saved(Ureg *u)
{
	expect(u->cs == 0x23 && u->ss == 0x1B, "the Ureg it is given");
	tome("inner");
	count += 10;
	u->pc = oldpc;
	noted(NRSTR);
	fail("NRSTR returned");
}

static void
saver(void *a, char *s)
{
	Ureg *u;

	u = a;
	count++;
	if(strcmp(s, "inner") == 0)
		noted(NCONT);
	oldpc = u->pc;
	u->pc = (ulong)saved;
	noted(NSAVE);
	fail("NSAVE returned");
}

static void
saves(void)
{
	notify(saver);
	tome("outer");
	expnum(count, 12, "steps");
	tome("outer");
	expnum(count, 24, "steps");
}

static void
jumper(void *a, char *s)
{
	USED(s);
	notejmp(a, jmp, 7);
}

static void
jumps(void)
{
	volatile int n, r;

	notify(jumper);
	n = 0;
	r = setjmp(jmp);
	if(n < 3){
		expnum(r, n == 0 ? 0 : 7, "setjmp");
		n++;
		tome("jump");
		fail("the note was not taken");
	}
	expnum(n, 3, "jumps");
	expnum(setjmp(jmp) == 0 ? (longjmp(jmp, 0), 5) : 1, 1, "longjmp(0)");
}

static int
takeone(void *a, char *s)
{
	USED(a);
	return strcmp(s, "one") == 0;
}

static int
taketwo(void *a, char *s)
{
	USED(a);
	count++;
	return strcmp(s, "two") == 0;
}

static void
attwo(void *a)
{
	USED(a);
	expnum(atnotify(takeone, 1), 1, "atnotify");
	expnum(atnotify(taketwo, 1), 1, "atnotify");
	tome("one");
	expnum(count, 0, "calls of the second");
	tome("two");
	expnum(count, 1, "calls of the second");
	expnum(atnotify(taketwo, 0), 1, "atnotify off");
	tome("two");
}

static void
atnotes(void)
{
	expstr(reap(spawn(attwo, nil)), "two", "status");
}

/* what a note does to calls that wait; each in a child */
static int pfd[2];
static long sem;

static void
inread(void *v)
{
	char c;

	USED(v);
	notify(counter);
	experr(read(pfd[0], &c, 1), "interrupted", "read");
}

static void
insleep(void *v)
{
	USED(v);
	notify(counter);
	experr(sleep(60000), "interrupted", "sleep");
}

static void
inawait(void *v)
{
	char buf[64];

	USED(v);
	notify(counter);
	if(rfork(RFPROC|RFFDG) == 0){
		sleep(1000);
		_exits(nil);
	}
	experr(await(buf, sizeof buf), "interrupted", "await");
	expect(waitpid() > 0, "wait: %r");
}

static void
inrendez(void *v)
{
	USED(v);
	notify(counter);
	expnum((long)rendezvous(&sem, (void*)3), -1, "rendezvous");
}

static void
insem(void *v)
{
	USED(v);
	notify(counter);
	experr(semacquire(&sem, 1), "interrupted", "semacquire");
}

static void
intsem(void *v)
{
	USED(v);
	notify(counter);
	experr(tsemacquire(&sem, 60000), "interrupted", "tsemacquire");
}

static void
interrupts(void)
{
	static struct {
		void	(*fn)(void*);
		char	*state;
	} calls[] = {
		{inread, "Pread"},
		{insleep, "Sleep"},
		{inawait, "Await"},
		{inrendez, "Rendez"},
		{insem, "Semacquire"},
		{intsem, "Tsemacquire"},
	};
	int i, pid;

	mypipe(pfd);
	for(i = 0; i < nelem(calls); i++){
		pid = spawn(calls[i].fn, nil);
		waitstate(pid, calls[i].state);
		expnum(postnote(PNPROC, pid, "wake"), 0, "postnote");
		passes(pid, calls[i].state);
	}
}

/* a note breaks into a loop that makes no calls */
static void
spins(void *v)
{
	USED(v);
	notify(counter);
	while(count == 0)
		;
}

static void
spinning(void)
{
	int pid;

	pid = spawn(spins, nil);
	sleep(100);
	expnum(postnote(PNPROC, pid, "stop"), 0, "postnote");
	passes(pid, "loop");
}

static void
waits(void *v)
{
	USED(v);
	sleep(60000);
}

/* notepg reaches the group, but not its writer and no other group */
static void
groups(void)
{
	int a, b, other, fd[2];
	char c;

	mypipe(fd);
	a = spawn(waits, nil);
	b = spawn(waits, nil);
	other = rfork(RFPROC|RFFDG|RFNOTEG);
	if(other == 0){
		read(fd[0], &c, 1);
		_exits(nil);
	}
	waitstate(a, "Sleep");
	waitstate(b, "Sleep");
	waitstate(other, "Pread");
	notify(counter);
	expnum(postnote(PNGROUP, getpid(), "all"), 0, "postnote");
	expstr(reap(a), "all", "first of the group");
	expstr(reap(b), "all", "second of the group");
	expnum(count, 0, "notes to the writer");
	write(fd[1], "x", 1);
	passes(other, "process of another group");
}

/* the ugly things that a handler can do to the registers it returns to */
static void
kernelcs(void *a, char *s)
{
	USED(s);
	((Ureg*)a)->cs = 0x8;
	noted(NCONT);
}

static void
kernelss(void *a, char *s)
{
	USED(s);
	((Ureg*)a)->ss = 0x10;
	noted(NCONT);
}

static void
oddds(void *a, char *s)
{
	USED(s);
	((Ureg*)a)->ds = 0xFFFF;
	noted(NCONT);
}

static void
oddsp(void *a, char *s)
{
	USED(s);
	((Ureg*)a)->sp = 0xF0000000;
	noted(NCONT);
}

static void
oddpc(void *a, char *s)
{
	USED(s);
	((Ureg*)a)->pc = 0xF0100000;
	noted(NCONT);
}

/* I/O privilege must not come with the flags */
static void
iopl(void *a, char *s)
{
	if(strncmp(s, "sys:", 4) == 0)
		_exits("trapped");
	((Ureg*)a)->flags |= 0x3000;
	noted(NCONT);
}

static void
cli(void *a)
{
	USED(a);
	notify(iopl);
	tome("flags");
	asm volatile("cli");
	fail("cli works");
}

static void
uglies(void)
{
	static void (*fn[])(void*, char*) = {
		kernelcs, kernelss, oddds, oddsp, oddpc,
	};
	int i, pid;

	quiet();
	for(i = 0; i < nelem(fn); i++){
		pid = spawn(dies, fn[i]);
		expect(*reap(pid) != 0, "ugly handler %d returned", i);
	}
	expstr(reap(spawn(cli, nil)), "trapped", "cli");
}

/* handlers and stacks where there is nothing */
static void
nohandler(void *v)
{
	notify(v);
	tome("note");
}

static void
nostack(void *v)
{
	notify(counter);
	asm volatile(
		"movl %0, %%esp;"
		"1: jmp 1b"
		: : "r" (v));
}

static void
badplaces(void)
{
	static ulong bad[] = {0x10, 0xF0100000, 0xFFFFFFF0, 0x80000000};
	int i, pid;

	quiet();
	for(i = 0; i < nelem(bad); i++){
		expect(*reap(spawn(nohandler, (void*)bad[i])) != 0,
			"handler at %lux", bad[i]);
		pid = spawn(nostack, (void*)bad[i]);
		sleep(20);
		postnote(PNPROC, pid, "note");
		expect(*reap(pid) != 0, "stack at %lux", bad[i]);
	}
}

Test notetests[] = {
	{"note handler", handled},
	{"note keeps registers", registers},
	{"note without handler", deaths},
	{"note wrong noted", wrongnoted},
	{"note queue", queue},
	{"note lengths", lengths},
	{"note NSAVE, NRSTR", saves},
	{"note notejmp", jumps},
	{"note atnotify", atnotes},
	{"note interrupts calls", interrupts},
	{"note interrupts a loop", spinning},
	{"note groups", groups},
	{"note ugly registers", uglies},
	{"note bad places", badplaces},
	{nil},
};
