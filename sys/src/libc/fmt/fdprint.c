/*
 * Printing to a file: small pieces are gathered, so that a print of less
 * than the buffer is one write.
 */
#include <u.h>
#include <libc.h>

/* write out what was gathered; 0 if the file did not take it */
int
fmtfdflush(Fmt *f)
{
	int n;

	n = (char*)f->to - (char*)f->start;
	if(n > 0 && write((int)(uintptr)f->farg, f->start, n) != n)
		return 0;
	f->to = f->start;
	return 1;
}

/* make f print to fd by way of the n bytes at buf */
int
fmtfdinit(Fmt *f, int fd, char *buf, int n)
{
	f->runes = 0;
	f->start = buf;
	f->to = buf;
	f->stop = buf + n;
	f->flush = fmtfdflush;
	f->farg = (void*)(uintptr)fd;
	f->nfmt = 0;
	f->flags = 0;
	return 0;
}

/* print to fd; the number of characters, or -1 */
int
vfprint(int fd, char *fmt, va_list args)
{
	Fmt f;
	char buf[256];
	int n;

	fmtfdinit(&f, fd, buf, sizeof buf);
	va_copy(f.args, args);
	n = dofmt(&f, fmt);
	va_end(f.args);
	if(n >= 0 && fmtfdflush(&f) == 0)
		return -1;
	return n;
}

int
fprint(int fd, char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vfprint(fd, fmt, args);
	va_end(args);
	return n;
}
