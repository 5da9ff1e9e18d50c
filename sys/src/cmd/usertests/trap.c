/*
 * Traps become notes: each with its text, the pc in it, and no handler
 * means a broken process. Also the x87, across switches.
 */
#include <u.h>
#include <libc.h>
#include <ureg.h>
#include "test.h"

static jmp_buf jmp;
static char last[ERRMAX];
static ulong lastpc;
static volatile ulong nowhere = 0x14;
static volatile ulong kernel = 0xF0100000;

static void
catch(void *a, char *s)
{
	strecpy(last, last+sizeof last, s);
	lastpc = ((Ureg*)a)->pc;
	notejmp(a, jmp, 1);
}

static void
readnil(void)
{
	*(volatile int*)nowhere;
}

static void
writenil(void)
{
	*(volatile int*)nowhere = 1;
}

static void
readkernel(void)
{
	*(volatile int*)kernel;
}

static void
writekernel(void)
{
	*(volatile int*)kernel = 1;
}

static void
writetext(void)
{
	*(volatile char*)writetext = 1;
}

static void
jumpnil(void)
{
	asm volatile("jmp *%0" : : "r" (0x14));
}

static void
jumpkernel(void)
{
	asm volatile("jmp *%0" : : "r" (0xF0100000));
}

static void
divide(void)
{
	asm volatile("divl %%ecx" : : "a" (1), "d" (0), "c" (0));
}

static void
int3(void)
{
	asm volatile("int3");
}

static void
illegal(void)
{
	asm volatile("ud2");
}

static void
halt(void)
{
	asm volatile("hlt");
}

static void
port(void)
{
	asm volatile("inb $0x64, %%al" : : : "eax");
}

static void
vector(void)
{
	asm volatile("int $0x20");
}

static void
pagevector(void)
{
	asm volatile("int $14");
}

static void
control(void)
{
	asm volatile("movl %%cr0, %%eax" : : : "eax");
}

static void
selector(void)
{
	asm volatile("movl %0, %%es" : : "r" (0x8));
}

static void
farcall(void)
{
	asm volatile("ljmp $8, $0xF0100000");
}

static void
overflow(void)
{
	asm volatile("movb $0x7f, %%al; addb $1, %%al; into" : : : "eax");
}

static void
bounds(void)
{
	static int limits[2] = {1, 2};

	asm volatile("boundl %0, %1" : : "r" (5), "m" (limits));
}

typedef struct Trap Trap;
struct Trap
{
	void	(*fn)(void);
	char	*note;
};

static Trap traps[] = {
	{readnil, "sys: trap: fault read addr=0x14 pc=0x%"},
	{writenil, "sys: trap: fault write addr=0x14 pc=0x%"},
	{readkernel, "sys: trap: fault read addr=0xf0100000 pc=0x%"},
	{writekernel, "sys: trap: fault write addr=0xf0100000 pc=0x%"},
	{writetext, "sys: trap: fault write addr=0x% pc=0x%"},
	{jumpnil, "sys: trap: fault read addr=0x14 pc=0x00000014"},
	{jumpkernel, "sys: trap: fault read addr=0xf0100000 pc=0xf0100000"},
	{divide, "sys: trap: divide error pc=0x%"},
	{int3, "sys: breakpoint pc=0x%"},
	{illegal, "sys: trap: invalid opcode pc=0x%"},
	{halt, "sys: trap: general protection violation pc=0x%"},
	{port, "sys: trap: general protection violation pc=0x%"},
	{vector, "sys: trap: general protection violation pc=0x%"},
	{pagevector, "sys: trap: general protection violation pc=0x%"},
	{control, "sys: trap: general protection violation pc=0x%"},
	{selector, "sys: trap: general protection violation pc=0x%"},
	{farcall, "sys: trap: general protection violation pc=0x%"},
	{overflow, "sys: trap: overflow pc=0x%"},
	{bounds, "sys: trap: bounds check pc=0x%"},
};

/* each trap as a note */
static void
texts(void)
{
	volatile int i;
	char *p;

	notify(catch);
	for(i = 0; i < nelem(traps); i++){
		last[0] = 0;
		if(setjmp(jmp) == 0){
			(*traps[i].fn)();
			fail("no trap, not [%s]", traps[i].note);
		}
		expect(like(last, traps[i].note), "[%s], not [%s]",
			last, traps[i].note);
		p = strstr(last, "pc=0x");
		expect(p != nil && strtoul(p+5, nil, 16) == lastpc,
			"[%s] with pc %lux", last, lastpc);
	}
}

static void
trapchild(void *v)
{
	Trap *t;

	quiet();
	t = v;
	(*t->fn)();
}

/* without a handler it is the end, and the process is kept as Broken */
static void
broken(void)
{
	int i, pid;
	char *s;

	for(i = 0; i < nelem(traps); i++){
		pid = spawn(trapchild, &traps[i]);
		s = reap(pid);
		expect(strncmp(s, traps[i].note, 14) == 0, "status [%s]", s);
	}
}

/* the suicide line on fd 2 */
static void
suicide(void)
{
	int fd[2], pid, n;
	char buf[300], want[80];

	mypipe(fd);
	pid = rfork(RFPROC|RFFDG);
	if(pid == 0){
		dup(fd[1], 2);
		writenil();
	}
	n = read(fd[0], buf, sizeof buf - 1);
	buf[n > 0 ? n : 0] = 0;
	snprint(want, sizeof want, "usertests %d: suicide: sys: trap: "
		"fault write addr=0x14 pc=0x%%\n", pid);
	expect(like(buf, want), "fd 2 says [%s]", buf);
	reap(pid);
}

/* many numbers on the x87's stack, kept while others run */
static double
series(int seed, int rounds, int yield)
{
	double a, b, c;
	int i;

	a = seed;
	b = 1.0/(seed+1);
	c = 0;
	for(i = 1; i <= rounds; i++){
		c += a*b/i;
		a = a*0.999 + 1;
		b = b + 1.0/(i*(double)seed + 3);
		if(yield && i%50 == 0)
			sleep(0);
	}
	return c;
}

static void
fpchild(void *v)
{
	int seed;
	double x, y;

	seed = (int)(uintptr)v;
	y = series(seed, 2000, 0);
	x = series(seed, 2000, 1);
	if(x != y)
		fail("x87 of %d: %.17g, not %.17g", seed, x, y);
}

static void
fpswitch(void)
{
	int i, pid[6];
	double x;

	for(i = 0; i < nelem(pid); i++)
		pid[i] = spawn(fpchild, (void*)(uintptr)(i+2));
	x = series(1, 5000, 0);
	expect(series(1, 5000, 1) == x, "x87 of the parent");
	for(i = 0; i < nelem(pid); i++)
		passes(pid[i], "child");
}

/* a new process starts with a clean x87, and a fork copies it */
static void
fpstate(void)
{
	int pid;
	ulong fcr;

	fcr = getfcr();
	setfcr(fcr & ~FPRMASK | FPRZ);
	pid = fork();
	if(pid == 0){
		expect((getfcr() & FPRMASK) == FPRZ, "control word of a child");
		_exits(nil);
	}
	passes(pid, "child");
	expect((getfcr() & FPRMASK) == FPRZ, "control word");
}

static volatile double zero;

static void
fpnotes(void)
{
	notify(catch);
	setfcr(getfcr() | FPZDIV);
	if(setjmp(jmp) == 0){
		zero = 1/zero;
		asm volatile("fwait");
		fail("no trap for 1/0");
	}
	expect(like(last,
		"sys: fp: division by zero fppc=0x% status=0x% pc=0x%"),
		"note [%s]", last);
}

/* floating point in a handler is refused, the kernel survives */
static void
fphandler(void *a, char *s)
{
	USED(a);
	if(strncmp(s, "sys:", 4) == 0)
		_exits(s);
	zero += 1.5;
	_exits("floating point in a handler works");
}

static void
fpinnote(void *v)
{
	USED(v);
	quiet();
	zero += 1;
	notify(fphandler);
	postnote(PNPROC, getpid(), "x");
}

static void
fpnested(void)
{
	char *s;

	s = reap(spawn(fpinnote, nil));
	expect(strstr(s, "floating point in note handler") != nil,
		"status [%s]", s);
}

Test traptests[] = {
	{"trap texts", texts},
	{"trap without handler", broken},
	{"trap suicide line", suicide},
	{"x87 across switches", fpswitch},
	{"x87 control word", fpstate},
	{"x87 exceptions", fpnotes},
	{"x87 in a handler", fpnested},
	{nil},
};
