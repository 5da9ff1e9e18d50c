/*
 * Ending with a message.
 */
#include <u.h>
#include <libc.h>

char *argv0;

/* print the program's name and the message, and exit with the message */
void
sysfatal(char *fmt, ...)
{
	char buf[256];
	va_list args;

	va_start(args, fmt);
	vsnprint(buf, sizeof buf, fmt, args);
	va_end(args);
	if(argv0 != nil)
		fprint(2, "%s: %s\n", argv0, buf);
	else
		fprint(2, "%s\n", buf);
	exits(buf);
}

/* print s and the error string */
void
perror(char *s)
{
	char buf[ERRMAX];

	rerrstr(buf, sizeof buf);
	if(s != nil && *s != 0)
		fprint(2, "%s: %s\n", s, buf);
	else
		fprint(2, "%s\n", buf);
}
