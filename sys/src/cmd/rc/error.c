/*
 * Messages, on what is file 2 for the command that runs.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

static void
message(char *fmt, va_list arg)
{
	char buf[1024], *p, *e;
	Input *in;

	e = buf+sizeof buf-1;
	p = seprint(buf, e, "rc: ");
	in = sh.input;
	if(in != nil && in->name != nil && !in->interactive)
		p = seprint(p, e, "%s:%d: ", in->name, sh.line);
	p = vseprint(p, e, fmt, arg);
	*p++ = '\n';
	write(mapfd(2), buf, p-buf);
}

/* print a message with the place, if the input is a file */
void
warn(char *fmt, ...)
{
	va_list arg;

	va_start(arg, fmt);
	message(fmt, arg);
	va_end(arg);
}

/* an error that ends the command up to the interactive input, or the shell */
void
fail(char *fmt, ...)
{
	va_list arg;

	va_start(arg, fmt);
	message(fmt, arg);
	va_end(arg);
	setstatus("error");
	sh.stop = 1;
}
