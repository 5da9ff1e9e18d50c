#include <u.h>
#include <libc.h>
#include <ureg.h>

/* out of a note handler: end it, and setjmp returns r or, if r is 0, 1 */
void
notejmp(void *v, jmp_buf b, int r)
{
	Ureg *u;

	u = v;
	u->ax = r == 0 ? 1 : r;
	u->pc = b[JMPBUFPC];
	u->sp = b[JMPBUFSP] + 4;
	u->bx = b[JMPBUFBX];
	u->si = b[JMPBUFSI];
	u->di = b[JMPBUFDI];
	u->bp = b[JMPBUFBP];
	noted(NCONT);
	abort();
}
