/*
 * The printers of the plain verbs: characters, strings and integers.
 */
#include <u.h>
#include <libc.h>
#include "fmtdef.h"

/* %c */
int
_charfmt(Fmt *f)
{
	Rune r;

	r = (uchar)va_arg(f->args, int);
	f->flags &= ~FmtPrec;
	return _fmtcpy(f, &r, 1, 1);
}

/* %C */
int
_runefmt(Fmt *f)
{
	Rune r;

	r = va_arg(f->args, int);
	f->flags &= ~FmtPrec;
	return _fmtcpy(f, &r, 1, 1);
}

/* %s */
int
_strfmt(Fmt *f)
{
	return fmtstrcpy(f, va_arg(f->args, char*));
}

/* %S */
int
_runesfmt(Fmt *f)
{
	return fmtrunestrcpy(f, va_arg(f->args, Rune*));
}

/* %% */
int
_percentfmt(Fmt *f)
{
	return fmtrune(f, '%');
}

/* a verb nobody knows shows itself */
int
_badfmt(Fmt *f)
{
	if(fmtrune(f, '%') < 0 || fmtrune(f, f->r) < 0)
		return -1;
	return fmtrune(f, '%');
}

/* take the integer argument; its sign goes into *neg, its size is returned */
static uvlong
intarg(Fmt *f, int *neg)
{
	vlong v;
	ulong fl;

	fl = f->flags;
	if(f->r == 'p'){
		f->flags |= FmtUnsigned;
		v = va_arg(f->args, ulong);
	}else if(fl & FmtVLong)
		v = va_arg(f->args, vlong);
	else if(fl & FmtLong)
		v = va_arg(f->args, long);
	else
		v = va_arg(f->args, int);
	if(f->r != 'd' && f->r != 'i')
		f->flags |= FmtUnsigned;
	if(fl & FmtByte)
		v = (schar)v;
	else if(fl & FmtShort)
		v = (short)v;
	*neg = 0;
	if(!(f->flags & FmtUnsigned)){
		*neg = v < 0;
		return *neg ? -(uvlong)v : v;
	}
	if(fl & FmtByte)
		return (uchar)v;
	if(fl & FmtShort)
		return (ushort)v;
	if(!(fl & FmtVLong))
		return (ulong)v;
	return v;
}

/* write v in the base backwards from p, at least min digits */
static char*
digits(char *p, uvlong v, int base, char *set, int comma, int min)
{
	ulong u;
	int n;

	for(n = 0; v != 0 || n < min; n++){
		if(comma && n > 0 && n%3 == 0)
			*--p = ',';
		if((v >> 32) == 0){
			u = v;
			*--p = set[u%base];
			v = u/base;
		}else{
			*--p = set[v%base];
			v /= base;
		}
	}
	return p;
}

/* what stands before the digits, as flags, verb and value ask */
static char*
prefix(Fmt *f, char *p, int neg, int nonzero)
{
	if(f->flags & FmtSharp)
		switch(f->r){
		case 'x':
		case 'X':
			if(nonzero){
				*p++ = '0';
				*p++ = f->r;
			}
			break;
		case 'p':
			*p++ = '0';
			*p++ = 'x';
			break;
		case 'b':
			*p++ = '0';
			*p++ = 'b';
			break;
		}
	if(neg)
		*p++ = '-';
	else if((f->flags & (FmtSign|FmtUnsigned)) == FmtSign)
		*p++ = '+';
	else if((f->flags & (FmtSpace|FmtUnsigned)) == FmtSpace)
		*p++ = ' ';
	return p;
}

/* %d %i %x %X %o %b %p */
int
_ifmt(Fmt *f)
{
	char buf[64+22+200], pre[4], *p, *e, *pe;
	uvlong v;
	int base, neg, min, n, nz;
	ulong fl;
	char *set;

	v = intarg(f, &neg);
	set = f->r == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	switch(f->r){
	default:	base = 10; break;
	case 'x':
	case 'X':
	case 'p':	base = 16; break;
	case 'o':	base = 8; break;
	case 'b':	base = 2; break;
	}
	min = 1;
	if(f->flags & FmtPrec)
		min = f->prec < 200 ? f->prec : 200;
	e = buf + sizeof buf;
	p = digits(e, v, base, set, f->flags & FmtComma && base == 10, min);
	if(f->r == 'o' && (f->flags & FmtSharp) && (p == e || *p != '0'))
		*--p = '0';
	pe = prefix(f, pre, neg, v != 0);
	n = (e - p) + (pe - pre);
	nz = 0;
	fl = f->flags & (FmtZero|FmtLeft|FmtPrec|FmtWidth);
	if(fl == (FmtZero|FmtWidth))
		nz = f->width - n;
	else if((f->flags & (FmtWidth|FmtLeft)) == FmtWidth)
		if(_fmtpad(f, f->width - n) < 0)
			return -1;
	for(e = pre; e < pe; e++)
		if(fmtrune(f, *e) < 0)
			return -1;
	for(; nz > 0; nz--)
		if(fmtrune(f, '0') < 0)
			return -1;
	for(e = buf + sizeof buf; p < e; p++)
		if(fmtrune(f, *p) < 0)
			return -1;
	if(f->flags & FmtLeft)
		return _fmtpad(f, f->width - n);
	return 0;
}
