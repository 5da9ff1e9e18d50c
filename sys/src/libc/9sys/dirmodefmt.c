#include <u.h>
#include <libc.h>

/* %M: a mode, such as d-rwxr-xr-x */
int
dirmodefmt(Fmt *f)
{
	static char *rwx[] = {
		"---", "--x", "-w-", "-wx", "r--", "r-x", "rw-", "rwx",
	};
	char buf[16];
	ulong m;

	m = va_arg(f->args, ulong);
	snprint(buf, sizeof buf, "%c%c%s%s%s",
		m & DMDIR ? 'd' : m & DMAPPEND ? 'a' : m & DMAUTH ? 'A' : '-',
		m & DMEXCL ? 'l' : m & DMTMP ? 't' : '-',
		rwx[m>>6 & 7], rwx[m>>3 & 7], rwx[m & 7]);
	return fmtstrcpy(f, buf);
}
