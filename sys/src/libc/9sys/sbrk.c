#include <u.h>
#include <libc.h>

extern	char	end[];

static char *top = end;

enum
{
	Round	= 7,
};

/* set the end of the data; -1 if it cannot be there */
int
brk(void *p)
{
	uintptr a;

	a = ((uintptr)p + Round) & ~Round;
	if(brk_((void*)a) < 0)
		return -1;
	top = (char*)a;
	return 0;
}

/* move the end of the data up by n bytes; returns where it was, or -1 */
void*
sbrk(ulong n)
{
	uintptr a;

	a = ((uintptr)top + Round) & ~Round;
	if(a + n < a){
		werrstr("out of memory");
		return (void*)-1;
	}
	if(brk((void*)(a + n)) < 0)
		return (void*)-1;
	return (void*)a;
}
