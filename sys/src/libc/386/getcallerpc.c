#include <u.h>
#include <libc.h>

/* where the function that has x as its first argument was called from */
uintptr
getcallerpc(void *x)
{
	return ((uintptr*)x)[-1];
}
