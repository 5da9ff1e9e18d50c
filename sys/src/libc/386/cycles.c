#include <u.h>
#include <libc.h>

enum
{
	Id	= 1<<21,	/* flag that can be set where there is cpuid */
	Tsc	= 1<<4,		/* cpuid 1, DX: there is a cycle counter */
};

/* the flags that change when bit is turned over */
static ulong
flip(ulong bit)
{
	ulong a, b;

	asm volatile("pushfl; pushfl; popl %0; movl %0, %1; xorl %2, %1;"
		"pushl %1; popfl; pushfl; popl %1; popfl"
		: "=&r" (a), "=&r" (b) : "r" (bit) : "cc");
	return a ^ b;
}

/* is there a cycle counter? */
static int
havetsc(void)
{
	ulong a, b, c, d;

	if(!(flip(Id) & Id))
		return 0;
	asm volatile("cpuid" : "=a" (a), "=b" (b), "=c" (c), "=d" (d)
		: "0" (1));
	return (d & Tsc) != 0;
}

/* read the cycle counter, 0 on a CPU without one */
void
cycles(uvlong *p)
{
	static int have = -1;
	ulong lo, hi;

	if(have < 0)
		have = havetsc();
	if(!have){
		*p = 0;
		return;
	}
	asm volatile("rdtsc" : "=a" (lo), "=d" (hi));
	*p = (uvlong)hi << 32 | lo;
}
