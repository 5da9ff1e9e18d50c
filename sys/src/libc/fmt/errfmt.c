#include <u.h>
#include <libc.h>

/* %r: the error string */
int
errfmt(Fmt *f)
{
	char buf[ERRMAX];

	rerrstr(buf, sizeof buf);
	return fmtstrcpy(f, buf);
}
