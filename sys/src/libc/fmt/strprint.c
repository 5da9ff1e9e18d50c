/*
 * Printing into a buffer that the caller has. What does not fit is dropped,
 * never half a rune kept, and there always is a NUL.
 */
#include <u.h>
#include <libc.h>

/* print below e; returns where the NUL is */
char*
vseprint(char *to, char *e, char *fmt, va_list args)
{
	Fmt f;

	if(e <= to)
		return nil;
	f.runes = 0;
	f.start = to;
	f.to = to;
	f.stop = e - 1;
	f.flush = nil;
	f.farg = nil;
	f.nfmt = 0;
	va_copy(f.args, args);
	dofmt(&f, fmt);
	va_end(f.args);
	*(char*)f.to = 0;
	return f.to;
}

char*
seprint(char *to, char *e, char *fmt, ...)
{
	va_list args;
	char *p;

	va_start(args, fmt);
	p = vseprint(to, e, fmt, args);
	va_end(args);
	return p;
}

/* print into n bytes; returns how many there are before the NUL */
int
vsnprint(char *to, int n, char *fmt, va_list args)
{
	char *p;

	p = n <= 0 ? nil : vseprint(to, to+n, fmt, args);
	return p == nil ? -1 : p - to;
}

int
snprint(char *to, int n, char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	n = vsnprint(to, n, fmt, args);
	va_end(args);
	return n;
}

/* print into a buffer that is large enough */
int
sprint(char *to, char *fmt, ...)
{
	va_list args;
	ulong n;

	n = 65536;
	if(n > ~(uintptr)to)
		n = ~(uintptr)to;
	va_start(args, fmt);
	n = vsnprint(to, n, fmt, args);
	va_end(args);
	return n;
}
