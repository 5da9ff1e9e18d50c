/*
 * Quoted strings, as rc and tokenize read them: in single quotes, a quote
 * within them doubled. %q and %Q quote what needs it, %#q everything.
 */
#include <u.h>
#include <libc.h>
#include "fmtdef.h"

int (*doquote)(int);

/* must a string with c in it be quoted? */
static int
special(Rune c)
{
	if(c <= ' ' || c == '\'')
		return 1;
	return doquote != nil && (*doquote)(c);
}

/* the next rune of a string of either kind, which steps over it */
static Rune
next(void **s, int isrunes)
{
	Rune r;

	if(isrunes){
		r = *(Rune*)*s;
		*s = (Rune*)*s + 1;
	}else
		*s = (char*)*s + chartorune(&r, *s);
	return r;
}

/* append s, quoted if need be */
static int
quotefmt(Fmt *f, void *s, int isrunes)
{
	Rune r;
	void *p;
	int n, nq, quote, pad;

	n = nq = 0;
	p = s;
	quote = f->flags & FmtSharp;
	while(!((f->flags & FmtPrec) && n >= f->prec) &&
	    (r = next(&p, isrunes)) != 0){
		n++;
		if(r == '\'')
			nq++;
		if(special(r))
			quote = 1;
	}
	if(n > 0 && !quote)
		return _fmtcpy(f, s, n, isrunes);
	pad = f->flags & FmtWidth ? f->width - (n+nq+2) : 0;
	if(!(f->flags & FmtLeft) && _fmtpad(f, pad) < 0)
		return -1;
	if(fmtrune(f, '\'') < 0)
		return -1;
	for(p = s; n > 0; n--){
		r = next(&p, isrunes);
		if(r == '\'' && fmtrune(f, r) < 0)
			return -1;
		if(fmtrune(f, r) < 0)
			return -1;
	}
	if(fmtrune(f, '\'') < 0)
		return -1;
	return f->flags & FmtLeft ? _fmtpad(f, pad) : 0;
}

/* %q */
int
quotestrfmt(Fmt *f)
{
	char *s;

	s = va_arg(f->args, char*);
	if(s == nil)
		return fmtstrcpy(f, s);
	return quotefmt(f, s, 0);
}

/* %Q */
int
quoterunestrfmt(Fmt *f)
{
	Rune *s;

	s = va_arg(f->args, Rune*);
	if(s == nil)
		return fmtrunestrcpy(f, s);
	return quotefmt(f, s, 1);
}

/* install %q and %Q */
void
quotefmtinstall(void)
{
	fmtinstall('q', quotestrfmt);
	fmtinstall('Q', quoterunestrfmt);
}

/* for doquote: the characters that mean something to rc */
int
needsrcquote(int c)
{
	if(c <= ' ')
		return 1;
	return c < Runeself && strchr("`^#*[]=|\\?${}()'<>&;", c) != nil;
}
