/*
 * Printing into memory that grows; the result is the caller's to free.
 */
#include <u.h>
#include <libc.h>

/* double the buffer; 0 if there is no memory */
static int
grow(Fmt *f)
{
	char *s;
	int n, used;

	if(f->start == nil)
		return 0;
	used = (char*)f->to - (char*)f->start;
	n = (int)(uintptr)f->farg * 2;
	s = realloc(f->start, n);
	if(s == nil){
		free(f->start);
		f->start = f->to = f->stop = nil;
		return 0;
	}
	f->farg = (void*)(uintptr)n;
	f->start = s;
	f->to = s + used;
	f->stop = s + n - sizeof(Rune);
	return 1;
}

/* make f print into new memory; -1 if there is none */
int
fmtstrinit(Fmt *f)
{
	int n;

	memset(f, 0, sizeof *f);
	n = 64;
	f->start = malloc(n);
	if(f->start == nil)
		return -1;
	f->to = f->start;
	f->stop = (char*)f->start + n - sizeof(Rune);
	f->flush = grow;
	f->farg = (void*)(uintptr)n;
	return 0;
}

int
runefmtstrinit(Fmt *f)
{
	if(fmtstrinit(f) < 0)
		return -1;
	f->runes = 1;
	return 0;
}

/* end the text and hand it over; nil if memory ran out on the way */
char*
fmtstrflush(Fmt *f)
{
	if(f->start == nil)
		return nil;
	*(char*)f->to = 0;
	f->to = f->start;
	return f->start;
}

Rune*
runefmtstrflush(Fmt *f)
{
	if(f->start == nil)
		return nil;
	*(Rune*)f->to = 0;
	f->to = f->start;
	return f->start;
}

char*
vsmprint(char *fmt, va_list args)
{
	Fmt f;

	if(fmtstrinit(&f) < 0)
		return nil;
	va_copy(f.args, args);
	dofmt(&f, fmt);
	va_end(f.args);
	return fmtstrflush(&f);
}

char*
smprint(char *fmt, ...)
{
	va_list args;
	char *s;

	va_start(args, fmt);
	s = vsmprint(fmt, args);
	va_end(args);
	return s;
}

Rune*
runevsmprint(char *fmt, va_list args)
{
	Fmt f;

	if(runefmtstrinit(&f) < 0)
		return nil;
	va_copy(f.args, args);
	dofmt(&f, fmt);
	va_end(f.args);
	return runefmtstrflush(&f);
}

Rune*
runesmprint(char *fmt, ...)
{
	va_list args;
	Rune *s;

	va_start(args, fmt);
	s = runevsmprint(fmt, args);
	va_end(args);
	return s;
}
