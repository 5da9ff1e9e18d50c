/*
 * The error string. The system call swaps it with the caller's, so reading
 * it means to swap twice.
 */
#include <u.h>
#include <libc.h>

/* the error string into buf, of n bytes */
void
rerrstr(char *buf, uint n)
{
	char tmp[ERRMAX];

	tmp[0] = 0;
	errstr(tmp, sizeof tmp);
	if(n > 0)
		utfecpy(buf, buf+n, tmp);
	errstr(tmp, sizeof tmp);
}

/* set the error string */
void
werrstr(char *fmt, ...)
{
	char buf[ERRMAX];
	va_list args;

	va_start(args, fmt);
	vsnprint(buf, sizeof buf, fmt, args);
	va_end(args);
	errstr(buf, sizeof buf);
}
