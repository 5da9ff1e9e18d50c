/*
 * Printing into a buffer of runes.
 */
#include <u.h>
#include <libc.h>

/* print below e; returns where the NUL is */
Rune*
runevseprint(Rune *to, Rune *e, char *fmt, va_list args)
{
	Fmt f;

	if(e <= to)
		return nil;
	memset(&f, 0, sizeof f);
	f.runes = 1;
	f.start = to;
	f.to = to;
	f.stop = e - 1;
	va_copy(f.args, args);
	dofmt(&f, fmt);
	va_end(f.args);
	*(Rune*)f.to = 0;
	return f.to;
}

Rune*
runeseprint(Rune *to, Rune *e, char *fmt, ...)
{
	va_list args;
	Rune *p;

	va_start(args, fmt);
	p = runevseprint(to, e, fmt, args);
	va_end(args);
	return p;
}

/* print into n runes; returns how many there are before the NUL */
int
runevsnprint(Rune *to, int n, char *fmt, va_list args)
{
	Rune *p;

	p = n <= 0 ? nil : runevseprint(to, to+n, fmt, args);
	return p == nil ? -1 : p - to;
}

int
runesnprint(Rune *to, int n, char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	n = runevsnprint(to, n, fmt, args);
	va_end(args);
	return n;
}

/* print into a buffer that is large enough */
int
runesprint(Rune *to, char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = runevsnprint(to, 4096, fmt, args);
	va_end(args);
	return n;
}
