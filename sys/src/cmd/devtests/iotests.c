/*
 * Tests of #P/ioperm: who has I/O ports, and who has not.
 */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include <ureg.h>
#include "devtests.h"

enum
{
	Port	= 0x278,		/* nothing is there in this machine */
	High	= 0xff00,
	Nport	= 0x10000,

	Rounds	= 100000,
	Moves	= 10,			/* to another CPU meanwhile */
	Slots	= 100,
	Failures = 20,
};

#define	FILE	"#P/ioperm"

static volatile ulong faults;		/* of inb and the like, skipped */

static void
skip(void *v, char *msg)
{
	Ureg *u;

	if(strstr(msg, "general protection") == nil)
		noted(NDFLT);
	faults++;
	u = v;
	if(*(uchar*)u->pc == 0x66)	/* 16 bits wide */
		u->pc++;
	u->pc++;
	noted(NCONT);
}

/* read a port in units of n bytes: 1, or 0 if that gave a note */
static int
in(ulong port, int n)
{
	ulong before, v;

	before = faults;
	switch(n){
	case 1:
		__asm__ volatile("inb %%dx, %%al": "=a"(v): "d"(port));
		break;
	case 2:
		__asm__ volatile("inw %%dx, %%ax": "=a"(v): "d"(port));
		break;
	case 4:
		__asm__ volatile("inl %%dx, %%eax": "=a"(v): "d"(port));
		break;
	}
	return faults == before;
}

/* write a command with numbers in it */
static void
ports(char *fmt, ...)
{
	char buf[64];
	va_list arg;

	va_start(arg, fmt);
	vseprint(buf, buf+sizeof buf, fmt, arg);
	va_end(arg);
	mustwrite(FILE, buf);
}

/* of the ports from from up to to the caller has just n from first on */
static void
expect(ulong from, ulong to, ulong first, ulong n)
{
	ulong p;

	for(p = from; p < to; p++)
		if(in(p, 1) != (p >= first && p < first+n))
			fail("port %lux: %s", p,
				p >= first && p < first+n? "a note": "none");
}

/* the file reads what, after the line of eager */
static void
expectfile(char *what)
{
	char buf[256], *p;

	if(readfile(FILE, buf, sizeof buf) < 0)
		fail("%s: %r", FILE);
	p = strchr(buf, '\n');
	if(strncmp(buf, "eager ", 6) != 0 || p == nil || strcmp(p+1, what) != 0)
		fail("it reads '%s', not '%s'", buf, what);
}

static void
wire(int pid, int cpu)
{
	char buf[32];

	snprint(buf, sizeof buf, "wired %d", cpu);
	mustwrite(procname(pid, "ctl"), buf);
}

static int
ncpu(void)
{
	char buf[8192], *p;
	int n;

	if(readfile("/dev/sysstat", buf, sizeof buf) < 0)
		fail("sysstat: %r");
	n = 0;
	for(p = buf; (p = strchr(p, '\n')) != nil; p++)
		n++;
	return n;
}

static void
grants(void)
{
	notify(skip);
	expect(Port-8, Port+16, 0, 0);
	ports("%d 3 on", Port);
	expect(Port-8, Port+16, Port, 3);
	expectfile("0x278 3 on\n");
	ports("0x%x 1 off", Port+1);
	expectfile("0x278 1 on\n0x27a 1 on\n");
	if(!in(Port, 1) || in(Port+1, 1) || !in(Port+2, 1))
		fail("not the ports that are left");
	ports("%d 3 off", Port);
	expect(Port-8, Port+16, 0, 0);
	expectfile("");
}

/* a wide access needs all its ports; the last port ends the bitmap */
static void
widths(void)
{
	notify(skip);
	ports("%d 3 on", Port);
	if(!in(Port, 2) || in(Port+2, 2) || in(Port, 4))
		fail("3 ports: too much or too little");
	ports("%d 4 on", Port);
	if(!in(Port, 4))
		fail("4 ports: too little");
	ports("%d 1 on", Nport-1);
	if(!in(Nport-1, 1) || in(Nport-1, 2) || in(Nport-2, 1))
		fail("the last port");
}

/* no bit is left of what is taken away */
static void
stale(void)
{
	int i;

	notify(skip);
	for(i = 0; i < 2; i++){
		ports("%d %d on", High, Nport-High);
		expect(High-32, Nport, High, Nport-High);
		ports("%d %d off", High, Nport-High);
		ports("%d 1 on", Port);
		expect(High-32, Nport, 0, 0);
		ports("0 %d on", Nport);
		ports("0 %d off", Nport);
		expect(0, Nport, 0, 0);
		expectfile("");
	}
}

static void
errors(void)
{
	static char *bad[] = {
		"65536 1 on", "0x10000 1 off", "-1 1 on", "4294967296 1 on",
		"18446744073709551616 1 on", "0 0 on", "0 65537 on",
		"65535 2 on", "1 4294967295 on", "1 0xffffffffffffffff on",
		"0xffffffff 2 on", "0 -1 on", "x 1 on", "1 x on", "1x 1 on",
		"1 1", "1 1 maybe", "1 1 on on", "", "on", "eager", "eager 2",
		"eager on", "eager -1", "lazy 1",
	};
	int i, fd;

	notify(skip);
	ports("%d 1 on", Port);
	for(i = 0; i < nelem(bad); i++)
		mustfail(writefile(FILE, bad[i]), "", bad[i]);
	expectfile("0x278 1 on\n");
	expect(Port-1, Port+2, Port, 1);
	/* who is not the host owner, also with a file opened by him */
	fd = open(FILE, ORDWR);
	if(fd < 0)
		fail("%s: %r", FILE);
	mustwrite("/dev/user", "none");
	mustfail(write(fd, "0x300 1 on", 10), "permission", "write as none");
	mustfail(write(fd, "eager 1", 7), "permission", "eager as none");
	mustfail(open(FILE, OREAD), "permission", "open as none");
	if(in(0x300, 1))
		fail("none has the port");
}

/* a child has what its parent had then; what either does next is its own */
static void
heirs(void)
{
	int flag;

	notify(skip);
	for(flag = 0; flag <= RFMEM; flag += RFMEM){
		ports("%d 2 on", Port);
		if(rfork(RFPROC|RFFDG|flag) == 0){
			expect(Port-1, Port+3, Port, 2);
			ports("%d 1 off", Port);
			ports("%d 1 on", Port+2);
			expect(Port-1, Port+4, Port+1, 2);
			_exits(nil);
		}
		reap(-1, "");
		expect(Port-1, Port+4, Port, 2);
		if(rfork(RFPROC|RFFDG|flag) == 0){
			sleep(20);
			expect(Port-1, Port+3, Port, 2);
			_exits(nil);
		}
		ports("0 %d off", Nport);
		expect(Port-1, Port+4, 0, 0);
		reap(-1, "");
	}
}

/* exec takes them: cat tells what it has */
static void
newprogram(void)
{
	static char *argv[] = { "cat", FILE, nil };
	char buf[100];
	int fd[2], n;

	if(pipe(fd) < 0)
		fail("pipe: %r");
	ports("%d 2 on", Port);
	if(fork() == 0){
		dup(fd[1], 1);
		exec("/bin/cat", argv);
		exits("exec");
	}
	close(fd[1]);
	n = readn(fd[0], buf, sizeof buf - 1);
	buf[n < 0? 0: n] = '\0';
	if(strcmp(buf, "eager 0\n") != 0)
		fail("after exec: %s", buf);
	reap(-1, "");
}

/* the slot, and the memory, of who had ports are used again */
static void
reuse(void)
{
	int i;

	notify(skip);
	for(i = 0; i < Slots; i++){
		if(fork() == 0){
			ports("0 %d on", Nport);
			exits(in(Port, 1)? nil: "a note");
		}
		reap(-1, "");
		if(fork() == 0){
			expect(Port, Port+1, 0, 0);
			ports("0x300 1 on");
			expect(Port, Port+1, 0, 0);
			exits(nil);
		}
		reap(-1, "");
	}
}

/* an rfork that fails, for its flags or for memory, leaves all as it was */
static void
failures(void)
{
	int failed, pid, fd[2];
	char c;

	notify(skip);
	ports("%d 2 on", Port);
	if(rfork(RFPROC|RFNAMEG|RFCNAMEG) != -1)
		fail("rfork with both flags");
	expect(Port-1, Port+3, Port, 2);
	if(pipe(fd) < 0)
		fail("pipe: %r");
	failed = 0;
	while(failed < Failures){
		pid = rfork(RFPROC|RFFDG|RFMEM);
		if(pid < 0)
			failed++;
		else if(pid == 0){	/* stays until the parent is done */
			close(fd[1]);
			read(fd[0], &c, 1);
			_exits(nil);
		}
	}
	expect(Port-1, Port+3, Port, 2);
	close(fd[1]);
	while(waitpid() >= 0)
		;
	ports("%d 1 off", Port);
	expect(Port-1, Port+3, Port+1, 1);
}

/* what is given on one CPU is so on another, and what is taken too */
static void
cpus(void)
{
	int i, n;

	notify(skip);
	n = ncpu();
	for(i = 0; i < 10*n; i++){
		wire(getpid(), i % n);
		sleep(0);
		ports("%d 1 on", Port);
		wire(getpid(), (i+1) % n);
		sleep(0);
		expect(Port-1, Port+2, Port, 1);
		ports("%d 1 off", Port);
		wire(getpid(), i % n);
		sleep(0);
		expect(Port-1, Port+2, 0, 0);
	}
}

typedef struct Turns Turns;
struct Turns
{
	ulong	n[2];		/* that each process had */
	ulong	switches;	/* between them */
	int	last;
};

static volatile Turns *turns;

/* a turn of process i: note whether it is another's, and give way */
static void
turn(int i)
{
	if(turns->last != i){
		turns->last = i;
		turns->switches++;
	}
	turns->n[i]++;
	sleep(0);
}

/* the one with ports; ends when it is killed */
static void
owner(void)
{
	ports("%d 1 on", Port);
	for(;;){
		if(!in(Port, 1) || in(Port+1, 1))
			_exits("the owner's ports are wrong");
		turn(0);
	}
}

/* many switches between who has ports and who has none, on each CPU */
static void
switches(void)
{
	int pid, n, cpu;

	notify(skip);
	turns = segattach(0, "shared", nil, sizeof *turns);
	if(turns == (void*)-1)
		fail("segattach: %r");
	n = ncpu();
	wire(getpid(), 0);
	mustwrite(procname(getpid(), "ctl"), "fixedpri 10");
	pid = fork();
	if(pid == 0)
		owner();
	cpu = 0;
	while(turns->switches < Rounds){
		if(in(Port, 1))
			fail("port without a note after %lud switches",
				turns->switches);
		turn(1);
		if(turns->switches/(Rounds/Moves) % n != cpu){
			cpu = turns->switches/(Rounds/Moves) % n;
			wire(pid, cpu);
			wire(getpid(), cpu);
		}
	}
	if(faults < turns->n[1])
		fail("%lud notes in %lud turns", faults, turns->n[1]);
	mustwrite(procname(pid, "ctl"), "kill");
	reap(pid, "Killed");
}

/* the old way costs time and changes nothing */
static void
eager(void)
{
	notify(skip);
	ports("eager 1");
	ports("%d 1 on", Port);
	if(fork() == 0){
		expect(Port-1, Port+2, Port, 1);
		exits(nil);
	}
	reap(-1, "");
	ports("%d 1 off", Port);
	if(fork() == 0){
		expect(Port-1, Port+2, 0, 0);
		exits(nil);
	}
	reap(-1, "");
	ports("eager 0");
}

Test iotests[] =
{
	{ "ports given and taken", grants },
	{ "ports and wide accesses", widths },
	{ "ports taken leave no bit", stale },
	{ "ports: errors", errors },
	{ "ports of parent and child", heirs },
	{ "ports and exec", newprogram },
	{ "ports and slots used again", reuse },
	{ "ports after an rfork that failed", failures },
	{ "ports on another CPU", cpus },
	{ "ports in 100000 switches", switches },
	{ "ports, the eager way", eager },
	{ nil },
};
