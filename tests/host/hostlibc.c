/*
 * Programs linked with the guest's own libc.a that run on an i386 Linux:
 * the few system calls they need, in place of libc's weak stubs, and what
 * all tests print. main is entered by libc's own _main.
 */
#include <u.h>
#include <libc.h>
#include <tos.h>
#include "hostlibc.h"

enum
{
	Exit	= 1,
	Write	= 4,
	Mmap2	= 192,
	Page	= 4096,
};

extern	char	end[];
extern	void	_main(void);

Tos hosttos;
static char *top = end;
static char hosterr[ERRMAX];
static int ntest;

/* Linux's call n */
static long
hostcall(long n, long a, long b, long c, long d, long e, long f)
{
	long args[6], r;

	args[0] = a;
	args[1] = b;
	args[2] = c;
	args[3] = d;
	args[4] = e;
	args[5] = f;
	asm volatile(
		"pushl %%ebx; pushl %%esi; pushl %%edi; pushl %%ebp;"
		"movl 0(%1), %%ebx; movl 4(%1), %%ecx; movl 8(%1), %%edx;"
		"movl 16(%1), %%edi; movl 20(%1), %%ebp; movl 12(%1), %%esi;"
		"int $0x80;"
		"popl %%ebp; popl %%edi; popl %%esi; popl %%ebx"
		: "=a" (r) : "S" (args), "0" (n) : "ecx", "edx", "memory");
	return r;
}

/* where Linux enters: libc wants the Tos in AX */
asm(".globl _hoststart\n"
	"_hoststart:\n"
	"	movl	$hosttos, %eax\n"
	"	jmp	_main\n");

/* to a file of Linux */
long
hostwrite(int fd, void *p, long n)
{
	return hostcall(Write, fd, (long)p, n, 0, 0, 0);
}

/* a test may have its own */
long __attribute__((weak))
pwrite(int fd, void *p, long n, vlong off)
{
	USED(off);
	return hostwrite(fd, p, n);
}

void
_exits(char *status)
{
	if(status != nil && strcmp(status, "main") == 0)
		status = nil;
	for(;;)
		hostcall(Exit, status != nil && *status != 0, 0, 0, 0, 0, 0);
}

/* memory behind the program, taken in pages as it grows */
int
brk_(void *p)
{
	uintptr a, e;
	long r;

	a = ((uintptr)top + Page-1) & ~(Page-1);
	e = ((uintptr)p + Page-1) & ~(Page-1);
	if(e > a){
		r = hostcall(Mmap2, a, e-a, 3, 0x32, -1, 0);
		if(r != a)
			return -1;
		top = (char*)e;
	}
	return 0;
}

int
errstr(char *s, uint n)
{
	char tmp[ERRMAX];

	strecpy(tmp, tmp+sizeof tmp, s);
	strecpy(s, s+n, hosterr);
	strcpy(hosterr, tmp);
	return 0;
}

int
sleep(long ms)
{
	USED(ms);
	return 0;
}

/* no files here */
int
open(char *name, int mode)
{
	USED(name, mode);
	return -1;
}

/* one result */
void
ok(int good, char *fmt, ...)
{
	char buf[512];
	va_list args;

	va_start(args, fmt);
	vsnprint(buf, sizeof buf, fmt, args);
	va_end(args);
	print("%sok %d - %s\n", good ? "" : "not ", ++ntest, buf);
}

/* two strings that must be equal */
void
same(char *got, char *want, char *fmt, ...)
{
	char buf[512];
	va_list args;

	va_start(args, fmt);
	vsnprint(buf, sizeof buf, fmt, args);
	va_end(args);
	ok(strcmp(got, want) == 0, "%s", buf);
	if(strcmp(got, want) != 0)
		print("# got  [%s]\n# want [%s]\n", got, want);
}

/* the plan, and the end */
void
plan(void)
{
	print("1..%d\n", ntest);
	exits(nil);
}
