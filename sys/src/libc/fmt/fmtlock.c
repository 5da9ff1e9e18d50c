#include <u.h>
#include <libc.h>

static Lock fmtl;

/* hold off other processes that install verbs in this memory */
void
_fmtlock(void)
{
	lock(&fmtl);
}

void
_fmtunlock(void)
{
	unlock(&fmtl);
}
