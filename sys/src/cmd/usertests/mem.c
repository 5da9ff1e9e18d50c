/*
 * Memory: brk, the stack, segments.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

enum
{
	Page	= 4096,
};

static char bss[Page];
static jmp_buf jmp;
static volatile int sink;

static void
catch(void *a, char *s)
{
	USED(s);
	notejmp(a, jmp, 1);
}

/* does a load from p work? */
static int
readable(char *p)
{
	notify(catch);
	if(setjmp(jmp) == 0){
		sink = *(volatile char*)p;
		return 1;
	}
	return 0;
}

static void
grows(void)
{
	char *p, *q;
	int i;

	p = sbrk(0);
	q = sbrk(100000);
	expect(q >= p && q < p+8, "sbrk returns %p, not %p", q, p);
	for(i = 0; i < 100000; i++)
		expect(q[i] == 0, "byte %d is not clear", i);
	memset(q, 'x', 100000);
	expnum(brk(q), 0, "brk back");
	expect(!readable(q+2*Page), "memory given back can be read");
	expnum(brk(q+100000), 0, "brk forth");
	for(i = Page; i < 100000; i++)
		expect(q[i] == 0, "byte %d is not clear again", i);
	expect((char*)sbrk(0) >= q+100000, "sbrk(0)");
}

static void
limits(void)
{
	char *p;

	p = sbrk(0);
	experr(brk((void*)0xE0000000), "", "brk into the stack");
	experr(brk((void*)0xF0000000), "", "brk into the kernel");
	experr(brk((void*)0xFFFFFFF0), "", "brk to the end");
	experr(brk((void*)0x1000), "", "brk into the text");
	expect(sbrk(0) == p, "a brk that failed moved it");
	expect(readable(bss), "bss after that");
	expect((ulong)brk_(0) >= 0x1000, "brk_(0) is %x", brk_(0));
}

/* much at once, little used */
static void
sparse(void)
{
	char *p;
	ulong i;

	p = sbrk(200*1024*1024);
	if(p == (char*)-1)
		return;		/* a kernel may refuse what it does not have */
	for(i = 0; i < 200*1024*1024; i += 20*1024*1024){
		expnum(p[i], 0, "fresh byte");
		p[i] = 1;
	}
	brk(p);
}

static int
deep(int n)
{
	volatile char a[1000];

	a[0] = a[999] = n;
	if(n == 0)
		return 0;
	return deep(n-1) + (a[0] == (char)n && a[999] == (char)n);
}

static void
stack(void)
{
	expnum(deep(10000), 10000, "levels of 1000 bytes");
}

static void
overflow(void *v)
{
	USED(v);
	quiet();
	deep(20000);
}

static void
stackend(void)
{
	expect(*reap(spawn(overflow, nil)) != 0, "20 MB of stack work");
}

static void
segments(void)
{
	char *p, *q;
	int pid;

	p = segattach(0, "shared", nil, 10*Page);
	expect(p != (char*)-1, "segattach: %r");
	q = segattach(0, "memory", nil, 10*Page);
	expect(q != (char*)-1, "segattach: %r");
	expect(p[0] == 0 && q[10*Page-1] == 0, "new segments are not clear");
	p[5*Page] = q[5*Page] = 'a';
	pid = fork();
	if(pid == 0){
		p[5*Page] = q[5*Page] = 'b';
		_exits(nil);
	}
	passes(pid, "child");
	expnum(p[5*Page], 'b', "shared memory");
	expnum(q[5*Page], 'a', "memory of one's own");
	expnum(segfree(p+5*Page, Page), 0, "segfree");
	expnum(segdetach(p+Page), 0, "segdetach");
	expect(!readable(p), "detached segment can be read");
	expnum(segdetach(q), 0, "segdetach");
}

static void
segerrors(void)
{
	char *p;
	int local;

	p = segattach(0, "memory", (void*)0x30000000, Page);
	expect(p == (char*)0x30000000, "segattach at an address: %r");
	experr((long)segattach(0, "memory", p, Page), "overlap", "on another");
	experr((long)segattach(0, "memory", (void*)0x1000, Page), "",
		"on the text");
	experr((long)segattach(0, "memory", (void*)0xF0000000, Page), "",
		"on the kernel");
	experr((long)segattach(0, "memory", (void*)0xE0000000, 0x20000000), "",
		"up to the end");
	experr((long)segattach(0, "memory", nil, 0xFFFFFFFF), "", "too long");
	experr((long)segattach(0, "memory", nil, 0), "", "of nothing");
	experr((long)segattach(0, "no such", nil, Page), "",
		"of an unknown class");
	experr(segdetach(&local), "", "segdetach of the stack");
	experr(segdetach((void*)0x70000000), "", "segdetach of nothing");
	experr((long)segbrk((void*)0x1000, (void*)0x2000), "",
		"segbrk of the text");
	expnum(segdetach(p), 0, "segdetach");
}

/* a handful of attachments is possible, then an error */
static void
segmany(void)
{
	int i;

	for(i = 0; i < 100; i++)
		if(segattach(0, "memory", nil, Page) == (void*)-1)
			break;
	expect(i >= 3 && i < 100, "%d segments", i);
}

/* a read into fresh memory, across pages, and a write from it */
static void
fresh(void)
{
	char *p;
	int fd, i;

	p = sbrk(20*Page);
	fd = open("/dev/zero", OREAD);
	expect(fd >= 0, "/dev/zero: %r");
	expnum(read(fd, p+100, 16*Page), 16*Page, "read");
	close(fd);
	fd = create("/env/ut.fresh", ORDWR, 0666);
	expect(fd >= 0, "create: %r");
	expnum(write(fd, p+17*Page+10, 2*Page), 2*Page,
		"write of fresh memory");
	for(i = 0; i < 2*Page; i++)
		p[i] = 'x';
	expnum(pread(fd, p, 2*Page, 0), 2*Page, "read back");
	for(i = 0; i < 2*Page; i++)
		expnum(p[i], 0, "byte");
	close(fd);
	remove("/env/ut.fresh");
}

/* copy on write, many pages, three generations */
static void
generations(void)
{
	char *p;
	int i, pid, pid2;

	p = sbrk(50*Page);
	for(i = 0; i < 50; i++)
		p[i*Page] = i;
	pid = fork();
	if(pid == 0){
		for(i = 0; i < 50; i += 2)
			p[i*Page] = 100+i;
		pid2 = fork();
		if(pid2 == 0){
			for(i = 0; i < 50; i++)
				expnum(p[i*Page], i%2 == 0 ? (char)(100+i) : i,
					"page");
			for(i = 0; i < 50; i++)
				p[i*Page] = 1;
			_exits(nil);
		}
		passes(pid2, "grandchild");
		for(i = 0; i < 50; i++)
			expnum(p[i*Page], i%2 == 0 ? (char)(100+i) : i, "page");
		_exits(nil);
	}
	for(i = 1; i < 50; i += 2)
		p[i*Page] = 7;
	passes(pid, "child");
	for(i = 0; i < 50; i++)
		expnum(p[i*Page], i%2 == 0 ? i : 7, "page");
}

Test memtests[] = {
	{"mem brk", grows},
	{"mem brk errors", limits},
	{"mem sparse", sparse},
	{"mem stack", stack},
	{"mem stack overflow", stackend},
	{"mem segments", segments},
	{"mem segment errors", segerrors},
	{"mem many segments", segmany},
	{"mem fresh pages in calls", fresh},
	{"mem copy on write", generations},
	{nil},
};
