#include <u.h>
#include <libc.h>

/* a copy of this process: its pid, 0 in the copy, or -1 */
int
fork(void)
{
	return rfork(RFPROC|RFFDG|RFREND);
}
