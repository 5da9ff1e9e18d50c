/*
 * For kernel files that use m and up: a page at MACHADDR, where this
 * CPU's Mach is.  Linux may have put the stack there; then once more,
 * with no address chosen at random.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/personality.h>

enum
{
	Machsize	= 8192,
};

/* map it, zeroed; argv is main's */
void
machmap(unsigned long addr, char **argv)
{
	void *p;

	p = mmap((void*)addr, Machsize, PROT_READ|PROT_WRITE,
		MAP_PRIVATE|MAP_ANONYMOUS|MAP_FIXED_NOREPLACE, -1, 0);
	if(p == (void*)addr)
		return;
	if((personality(0xffffffff) & ADDR_NO_RANDOMIZE) == 0){
		personality(ADDR_NO_RANDOMIZE);
		execv("/proc/self/exe", argv);
	}
	printf("Bail out! cannot map MACHADDR\n");
	exit(1);
}
