#include <u.h>
#include <libc.h>

/* print by a format from within a verb's printer; 0, or -1 if it failed */
int
fmtvprint(Fmt *f, char *fmt, va_list args)
{
	va_list old;
	int n;

	va_copy(old, f->args);
	va_copy(f->args, args);
	n = dofmt(f, fmt);
	va_end(f->args);
	va_copy(f->args, old);
	va_end(old);
	f->flags = 0;
	f->width = 0;
	f->prec = 0;
	return n < 0 ? n : 0;
}

int
fmtprint(Fmt *f, char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = fmtvprint(f, fmt, args);
	va_end(args);
	return n;
}
