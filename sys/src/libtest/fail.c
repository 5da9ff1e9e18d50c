#include <u.h>
#include <libc.h>
#include <guesttest.h>

void
fail(char *fmt, ...)
{
	char buf[ERRMAX];
	va_list arg;

	va_start(arg, fmt);
	vseprint(buf, buf+sizeof buf, fmt, arg);
	va_end(arg);
	exits(buf);
}
