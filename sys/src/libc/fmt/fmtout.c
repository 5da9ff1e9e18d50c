/*
 * Where all output of the print family passes: a rune at a time, and the
 * copying of strings with their width and precision.
 */
#include <u.h>
#include <libc.h>
#include "fmtdef.h"

/* make room; if that fails, let nothing shorter slip in later */
int
_fmtflush(Fmt *f)
{
	if(f->flush != nil && (*f->flush)(f))
		return 0;
	f->stop = f->to;
	return -1;
}

/* append one rune */
int
fmtrune(Fmt *f, int c)
{
	Rune r;
	int n;

	r = c;
	if(f->runes){
		if((Rune*)f->to >= (Rune*)f->stop && _fmtflush(f) < 0)
			return -1;
		*(Rune*)f->to = r;
		f->to = (Rune*)f->to + 1;
		f->nfmt++;
		return 0;
	}
	n = r < Runeself ? 1 : runelen(r);
	if((char*)f->stop - (char*)f->to < n && _fmtflush(f) < 0)
		return -1;
	if(n == 1 && r < Runeself)
		*(char*)f->to = r;
	else
		runetochar(f->to, &r);
	f->to = (char*)f->to + n;
	f->nfmt++;
	return 0;
}

/* append n blanks */
int
_fmtpad(Fmt *f, int n)
{
	for(; n > 0; n--)
		if(fmtrune(f, ' ') < 0)
			return -1;
	return 0;
}

/* append n runes of s in the width that f asks for */
int
_fmtcpy(Fmt *f, void *s, int n, int isrunes)
{
	Rune r;
	char *cs;
	Rune *rs;
	int pad;

	pad = 0;
	if(f->flags & FmtWidth)
		pad = f->width - n;
	if(!(f->flags & FmtLeft) && _fmtpad(f, pad) < 0)
		return -1;
	cs = s;
	rs = s;
	for(; n > 0; n--){
		if(isrunes)
			r = *rs++;
		else if(*(uchar*)cs < Runeself)
			r = *cs++;
		else
			cs += chartorune(&r, cs);
		if(fmtrune(f, r) < 0)
			return -1;
	}
	if(f->flags & FmtLeft)
		return _fmtpad(f, pad);
	return 0;
}

/* append a string; width and precision count runes */
int
fmtstrcpy(Fmt *f, char *s)
{
	Rune r;
	char *p;
	int n;

	if(s == nil)
		s = "<nil>";
	n = 0;
	for(p = s; !((f->flags & FmtPrec) && n >= f->prec) && *p != 0; n++)
		p += chartorune(&r, p);
	return _fmtcpy(f, s, n, 0);
}

/* append a string of runes */
int
fmtrunestrcpy(Fmt *f, Rune *s)
{
	int n;

	if(s == nil)
		return fmtstrcpy(f, "<nil>");
	n = 0;
	while(!((f->flags & FmtPrec) && n >= f->prec) && s[n] != 0)
		n++;
	return _fmtcpy(f, s, n, 1);
}
