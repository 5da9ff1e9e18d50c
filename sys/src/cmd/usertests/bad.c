/*
 * Bad pointers in every system call that takes one, unknown calls, and
 * stacks from which no arguments can be read: a note, an error, and life
 * goes on.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

typedef struct Call Call;
struct Call
{
	char	*name;
	long	(*fn)(void*);
	int	writes;		/* the kernel stores there */
};

extern	int	_seek(vlong*, int, vlong, int);
extern	int	_nsec(vlong*);

static char last[ERRMAX];
static int fd;
static int dirfd;
static int p[2];

static void
onnote(void *a, char *s)
{
	USED(a);
	strecpy(last, last+sizeof last, s);
	noted(NCONT);
}

/* system call n with up to five arguments */
static long
call(long n, long a, long b, long c, long d, long e)
{
	long args[5], r;

	args[0] = a;
	args[1] = b;
	args[2] = c;
	args[3] = d;
	args[4] = e;
	asm volatile(
		"pushl 16(%1); pushl 12(%1); pushl 8(%1); pushl 4(%1);"
		"pushl (%1); pushl $0;"
		"int $0x40;"
		"addl $24, %%esp"
		: "=a" (r) : "r" (args), "0" (n) : "memory");
	return r;
}

static long	cerrstr(void *v){ return errstr(v, 64); }
static long	cbind1(void *v){ return bind(v, "/mnt", 0); }
static long	cbind2(void *v){ return bind("/dev", v, 0); }
static long	cchdir(void *v){ return chdir(v); }
static long	cexec1(void *v){ char *a[] = {"x", nil}; return exec(v, a); }
static long	cexec2(void *v){ return exec("/bin/cat", v); }
static long	cexec3(void *v){ char *a[] = {"x", v, nil};
			return exec("/bin/cat", a); }
static long	copen(void *v){ return open(v, OREAD); }
static long	cread(void *v){ return pread(fd, v, 10, 0); }
static long	creaddir(void *v){ return read(dirfd, v, 1000); }
static long	cwrite(void *v){ return pwrite(p[0], v, 10, 0); }
static long	cpipe(void *v){ return pipe(v); }
static long	ccreate(void *v){ return create(v, OWRITE, 0666); }
static long	cfd2path(void *v){ return fd2path(fd, v, 50); }
static long	cremove(void *v){ return remove(v); }
static long	csegattach(void *v){ return (long)segattach(0, v, nil, 4096); }
static long	cunmount1(void *v){ return unmount(v, "/mnt"); }
static long	cunmount2(void *v){ return unmount(nil, v); }
static long	csemacquire(void *v){ return semacquire(v, 0); }
static long	csemrelease(void *v){ return semrelease(v, 1); }
static long	ctsem(void *v){ return tsemacquire(v, 1); }
static long	cseek(void *v){ return _seek(v, fd, 0, 0); }
static long	cfversion(void *v){ return fversion(p[0], 0, v, 50); }
static long	cstat1(void *v){ uchar b[100]; return stat(v, b, 100); }
static long	cstat2(void *v){ return stat("/dev/null", v, 100); }
static long	cfstat(void *v){ return fstat(fd, v, 100); }
static long	cwstat1(void *v){ uchar b[100]; return wstat(v, b, 100); }
static long	cwstat2(void *v){ return wstat("/dev/null", v, 100); }
static long	cfwstat(void *v){ return fwstat(fd, v, 100); }
static long	cmount1(void *v){ return mount(p[0], -1, v, 0, ""); }
static long	cmount2(void *v){ return mount(p[0], -1, "/mnt", 0, v); }
static long	cawait(void *v){ return await(v, 100); }
static long	cnsec(void *v){ return _nsec(v); }
static long	coread(void *v){ return call(15, fd, (long)v, 10, 0, 0); }
static long	cowrite(void *v){ return call(20, p[0], (long)v, 10, 0, 0); }
static long	costat(void *v){
			return call(18, (long)v, (long)last, 0, 0, 0); }
static long	cofstat(void *v){ return call(11, fd, (long)v, 0, 0, 0); }
static long	cowait(void *v){ return call(36, (long)v, 0, 0, 0, 0); }
static long	coerrstr(void *v){ return call(1, (long)v, 0, 0, 0, 0); }

static Call calls[] = {
	{"errstr", cerrstr, 1},
	{"bind new", cbind1},
	{"bind old", cbind2},
	{"chdir", cchdir},
	{"exec file", cexec1},
	{"exec argv", cexec2},
	{"exec argument", cexec3},
	{"open", copen},
	{"pread", cread, 1},
	{"pread of a directory", creaddir, 1},
	{"pwrite", cwrite},
	{"pipe", cpipe, 1},
	{"create", ccreate},
	{"fd2path", cfd2path, 1},
	{"remove", cremove},
	{"segattach", csegattach},
	{"unmount new", cunmount1},
	{"unmount old", cunmount2},
	{"semacquire", csemacquire, 1},
	{"semrelease", csemrelease, 1},
	{"tsemacquire", ctsem, 1},
	{"seek", cseek, 1},
	{"fversion", cfversion, 1},
	{"stat name", cstat1},
	{"stat buffer", cstat2, 1},
	{"fstat", cfstat, 1},
	{"wstat name", cwstat1},
	{"wstat buffer", cwstat2},
	{"fwstat", cfwstat},
	{"mount old", cmount1},
	{"mount spec", cmount2},
	{"await", cawait, 1},
	{"nsec", cnsec, 1},
	{"_read", coread, 1},
	{"_write", cowrite},
	{"_stat", costat},
	{"_fstat", cofstat, 1},
	{"_wait", cowait, 1},
	{"_errstr", coerrstr, 1},
};

static void
setup(void)
{
	quiet();
	mypipe(p);
	fd = open("/dev/time", OREAD);
	dirfd = open("/dev", OREAD);
	expect(fd >= 0 && dirfd >= 0, "open: %r");
	notify(onnote);
}

/* one call, one pointer, in a child, since some never return as asked */
static void
try(Call *c, void *ptr)
{
	char err[ERRMAX];
	long r;

	last[0] = 0;
	/* await needs somebody to wait for */
	if(c->fn == cawait || c->fn == cowait)
		if(rfork(RFPROC|RFFDG) == 0)
			_exits(nil);
	r = (*c->fn)(ptr);
	rerrstr(err, sizeof err);
	if(c->fn == cawait || c->fn == cowait)
		while(waitpid() >= 0)
			;
	if(r != -1)
		fail("%s of %p returned %ld", c->name, ptr, r);
	if(strncmp(last, "sys: bad address in syscall", 27) != 0)
		fail("%s of %p: note [%s]", c->name, ptr, last);
	if(strcmp(err, "bad arg in system call") != 0)
		fail("%s of %p: error [%s]", c->name, ptr, err);
}

static void
pointers(void)
{
	static ulong bad[] = {
		0x10, 0xFFC, 0xF0000000, 0xF0100000, 0xFFFFFFF0, 0xEFFFFFFC,
		0xDFFFF000, 0x80000000,
	};
	Call *c;
	int i;

	setup();
	for(c = calls; c < calls+nelem(calls); c++)
		for(i = 0; i < nelem(bad); i++)
			try(c, (void*)bad[i]);
}

/* a name that runs into nothing before its NUL, and a buffer that does */
static void
edges(void)
{
	char *seg;
	int i;

	setup();
	seg = segattach(0, "memory", (void*)0x30000000, 4096);
	expect(seg == (char*)0x30000000, "segattach: %r");
	memset(seg, 'x', 4096);
	for(i = 1; i < 9; i += 7){
		last[0] = 0;
		experr(open(seg+4096-i, OREAD), "bad arg in system call",
			"name");
		expect(strncmp(last, "sys: bad address", 16) == 0, "note [%s]",
			last);
	}
	last[0] = 0;
	experr(pread(fd, seg+4092, 20, 0), "bad arg in system call", "pread");
	experr(fstat(fd, (uchar*)seg+4090, 100), "bad arg in system call",
		"fstat");
	experr(pwrite(p[0], seg+4090, 100, 0), "bad arg in system call",
		"pwrite");
	segdetach(seg);
}

/* the text is not to be written, by calls neither */
static void
readonly(void)
{
	Call *c;
	char save[64];

	setup();
	memmove(save, setup, sizeof save);
	for(c = calls; c < calls+nelem(calls); c++)
		if(c->writes)
			(*c->fn)(setup);
	expect(memcmp(save, setup, sizeof save) == 0, "the text changed");
}

static void
unknown(void)
{
	static long bad[] = {48, 49, 54, 100, 255, 256, 0x7FFFFFFF, -1, -2};
	char err[ERRMAX];
	int i;

	setup();
	for(i = 0; i < nelem(bad); i++){
		last[0] = 0;
		expnum(call(bad[i], 0, 0, 0, 0, 0), -1, "unknown call");
		rerrstr(err, sizeof err);
		expstr(err, "bad arg in system call", "error");
		expect(strncmp(last, "sys: bad sys call", 17) == 0,
			"call %ld: note [%s]", bad[i], last);
	}
}

/* all calls with rubbish: whatever they say, the kernel stays up */
static void
rubbish(void *v)
{
	static long some[] = {
		0, 1, -1, 3, 7, 100, 0x1000, 0x1020, 0x7FFFFFFF, 0x80000000,
		0xDFFFEFF0, 0xF0000000, (long)last, 4096, 0x40,
	};
	int i, n;

	quiet();
	srand((long)v);
	notify(onnote);
	for(i = 0; i < 300; i++){
		n = nrand(56);
		if(n == 8 || n == 17 || n == 34 || n == 37 || n == 52 || n == 47
		|| n == 36 || n == 29 || n == 19 || n == 7 || n == 21)
			continue;	/* they sleep, end, or multiply */
		if(n == 15 || n == 50 || n == 4 || n == 40)
			continue;	/* of the console, for ever */
		call(n, some[nrand(nelem(some))], some[nrand(nelem(some))],
			some[nrand(nelem(some))], some[nrand(nelem(some))],
			some[nrand(nelem(some))]);
	}
}

static void
fuzz(void)
{
	int i, pid;

	for(i = 0; i < 20; i++){
		pid = rfork(RFPROC|RFFDG|RFNAMEG|RFENVG|RFNOTEG);
		if(pid == 0){
			dup(open("/dev/null", OREAD), 0);
			dup(open("/dev/null", OWRITE), 1);
			rubbish((void*)(uintptr)(i+1));
			_exits(nil);
		}
		reap(pid);
	}
}

static void
badstack(void *v)
{
	quiet();
	asm volatile(
		"movl %0, %%esp;"
		"movl $17, %%eax; int $0x40;"
		"movl $8, %%eax; int $0x40"
		: : "r" (v));
}

static void
stacks(void)
{
	static ulong bad[] = {
		0, 0x10, 0xF0000000, 0xF0100000, 0xFFFFFFF0, 0x80000000,
		0xDFFFEFFC, 0xDFFFEFFF, 0xDFFFF000,
	};
	int i, pid;

	for(i = 0; i < nelem(bad); i++){
		pid = spawn(badstack, (void*)bad[i]);
		expect(*reap(pid) != 0 || i >= 6, "stack at %lux", bad[i]);
	}
}

Test badtests[] = {
	{"bad pointers", pointers},
	{"bad edges", edges},
	{"bad stores into text", readonly},
	{"bad call numbers", unknown},
	{"bad rubbish", fuzz},
	{"bad stacks in calls", stacks},
	{nil},
};
