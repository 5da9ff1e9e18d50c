/*
 * Writing. ocount is minus the room before ebuf.
 */
#include <u.h>
#include <libc.h>
#include <bio.h>

/* append a byte; Beof if it cannot be written */
int
Bputc(Biobufhdr *b, int c)
{
	if(b->ocount == 0 && (b->state != Bwactive || Bflush(b) == Beof))
		return Beof;
	b->ebuf[b->ocount++] = c;
	return 0;
}

int
Bputrune(Biobufhdr *b, long c)
{
	char s[UTFmax];
	Rune r;
	int n;

	r = c;
	n = runetochar(s, &r);
	return Bwrite(b, s, n) == n ? n : Beof;
}

long
Bwrite(Biobufhdr *b, void *p, long n)
{
	char *s;
	long m, left;

	s = p;
	for(left = n; left > 0; left -= m){
		if(b->ocount == 0
			&& (b->state != Bwactive || Bflush(b) == Beof))
			return Beof;
		m = -b->ocount;
		if(m > left)
			m = left;
		memmove(b->ebuf + b->ocount, s, m);
		b->ocount += m;
		s += m;
	}
	return n;
}

/* the Fmt's buffer is b's; 0 if it cannot be emptied */
static int
flush(Fmt *f)
{
	Biobufhdr *b;

	b = f->farg;
	b->ocount = (uchar*)f->to - b->ebuf;
	if(Bflush(b) == Beof){
		f->stop = f->to;
		return 0;
	}
	f->to = b->ebuf + b->ocount;
	return 1;
}

int
Bvprint(Biobufhdr *b, char *fmt, va_list args)
{
	Fmt f;
	int n;

	if(b->state != Bwactive)
		return Beof;
	memset(&f, 0, sizeof f);
	f.to = b->ebuf + b->ocount;
	f.stop = b->ebuf;
	f.flush = flush;
	f.farg = b;
	va_copy(f.args, args);
	n = dofmt(&f, fmt);
	va_end(f.args);
	if(b->state == Bwactive)
		b->ocount = (uchar*)f.to - b->ebuf;
	return n;
}

int
Bprint(Biobufhdr *b, char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = Bvprint(b, fmt, args);
	va_end(args);
	return n;
}
