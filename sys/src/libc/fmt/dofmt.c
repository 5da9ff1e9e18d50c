/*
 * The engine of the print family: copies a format to the output and hands
 * each verb, with what its flags said in f, to its printer. A format may
 * itself be bytes or runes, whatever the output is.
 */
#include <u.h>
#include <libc.h>
#include "fmtdef.h"

/* the flag that c stands for, or 0 */
static ulong
flagof(int c)
{
	switch(c){
	case '-':	return FmtLeft;
	case '+':	return FmtSign;
	case '#':	return FmtSharp;
	case ' ':	return FmtSpace;
	case ',':	return FmtComma;
	case 'u':	return FmtUnsigned;
	}
	return 0;
}

/* the next character of a format, which steps over it */
static Rune
next(void **s, int isrunes)
{
	Rune r;
	char *p;

	if(isrunes){
		r = *(Rune*)*s;
		*s = (Rune*)*s + 1;
		return r;
	}
	p = *s;
	r = *(uchar*)p;
	if(r < Runeself)
		p++;
	else
		p += chartorune(&r, p);
	*s = p;
	return r;
}

/* put a number into width or, after a point, into prec */
static void
setnum(Fmt *f, int n)
{
	if(f->flags & FmtPrec){
		f->prec = n;
		if(n < 0){
			f->flags &= ~FmtPrec;
			f->prec = 0;
		}
		return;
	}
	f->flags |= FmtWidth;
	f->width = n;
	if(n < 0){
		f->flags |= FmtLeft;
		f->width = -n;
	}
}

/* note an h or l; two make the next smaller or larger size */
static void
setsize(Fmt *f, int c)
{
	if(c == 'h'){
		if(f->flags & FmtShort)
			f->flags |= FmtByte;
		f->flags |= FmtShort;
	}else{
		if(f->flags & FmtLong)
			f->flags |= FmtVLong;
		f->flags |= FmtLong;
	}
}

/* print what follows a %; *end is set behind it. -1: the output ended */
int
_fmtdispatch(Fmt *f, void *fmt, int isrunes, void **end)
{
	Rune r;
	int n;

	f->flags = 0;
	f->width = f->prec = 0;
	r = next(&fmt, isrunes);
	for(;;){
		if(flagof(r) != 0)
			f->flags |= flagof(r);
		else if(r == 'h' || r == 'l')
			setsize(f, r);
		else if(r == '0' && !(f->flags & (FmtWidth|FmtPrec)))
			f->flags |= FmtZero;
		else if(r == '.')
			f->flags |= FmtWidth|FmtPrec;
		else if(r == '*')
			setnum(f, va_arg(f->args, int));
		else if('0' <= r && r <= '9'){
			for(n = 0; '0' <= r
				&& r <= '9'; r = next(&fmt, isrunes))
				if(n < 100000000)
					n = n*10 + (r - '0');
			setnum(f, n);
			continue;
		}else
			break;
		r = next(&fmt, isrunes);
	}
	*end = fmt;
	if(r == 0){
		/* the format ended within a verb */
		*end = isrunes
			? (void*)((Rune*)fmt - 1) : (void*)((char*)fmt - 1);
		return fmtrune(f, '%');
	}
	f->r = r;
	return (*_fmtverb(r))(f);
}

/* copy a format without verbs, up to the next % or the end, to the output */
static void
copytext(Fmt *f, char **fmt)
{
	char *s, *t, *e;

	if(f->runes)
		return;
	s = *fmt;
	t = f->to;
	e = f->stop;
	while(t < e && *s != 0 && *s != '%' && *(uchar*)s < Runeself)
		*t++ = *s++;
	f->to = t;
	f->nfmt += s - *fmt;
	*fmt = s;
}

/* print to f by the format; the number of characters, or -1 */
int
dofmt(Fmt *f, char *fmt)
{
	Rune r;
	int nfmt;
	void *end;

	nfmt = f->nfmt;
	for(;;){
		copytext(f, &fmt);
		end = fmt;
		r = next(&end, 0);
		fmt = end;
		if(r == 0)
			return f->nfmt - nfmt;
		if(r == '%'){
			if(_fmtdispatch(f, fmt, 0, &end) < 0)
				return -1;
			fmt = end;
		}else if(fmtrune(f, r) < 0)
			return -1;
	}
}

/* the same for a format of runes */
int
dorfmt(Fmt *f, Rune *fmt)
{
	int nfmt;
	void *end;

	nfmt = f->nfmt;
	while(*fmt != 0){
		if(*fmt++ == '%'){
			if(_fmtdispatch(f, fmt, 1, &end) < 0)
				return -1;
			fmt = end;
		}else if(fmtrune(f, fmt[-1]) < 0)
			return -1;
	}
	return f->nfmt - nfmt;
}
