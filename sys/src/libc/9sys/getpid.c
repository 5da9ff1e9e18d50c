#include <u.h>
#include <libc.h>
#include <tos.h>

extern	Tos	*_tos;

/* the kernel keeps it at the top of each process's own stack */
int
getpid(void)
{
	return _tos->pid;
}
