/*
 * %e %f %g: all digits that are asked for are right, since they come from
 * the exact decimal value. Programs only: the kernel has its own _efgfmt.
 */
#include <u.h>
#include <libc.h>
#include "fmtdef.h"
#include "fltdec.h"

enum
{
	Expbias	= 1075,		/* of the mantissa taken as an integer */
	Maxprec	= 1000,
	Bufsize	= 310+1+Maxprec+10,
};

/* take x apart: its digits into d, its sign; 'n' NaN, 'i' infinite, 0 other */
static int
unpack(double x, Dec *d, int *neg)
{
	FPdbleword a;
	uvlong m;
	int e;

	a.x = x;
	*neg = a.hi >> 31;
	e = (a.hi >> 20) & 0x7FF;
	m = (uvlong)(a.hi & 0xFFFFF) << 32 | a.lo;
	if(e == 0x7FF)
		return m != 0 ? 'n' : 'i';
	if(e == 0)
		e = 1;
	else
		m |= 1ULL << 52;
	_decset(d, m);
	_decscale(d, e - Expbias);
	return 0;
}

/* digit i of d, which has zeros on both sides */
static int
digit(Dec *d, int i)
{
	return i < 0 || i >= d->n ? '0' : '0' + d->d[i];
}

/* fixed point with prec digits behind the point */
static char*
fixed(char *p, Dec *d, int prec, int sharp)
{
	int i;

	if(d->dp <= 0)
		*p++ = '0';
	for(i = 0; i < d->dp; i++)
		*p++ = digit(d, i);
	if(prec > 0 || sharp)
		*p++ = '.';
	for(i = 0; i < prec; i++)
		*p++ = digit(d, d->dp + i);
	return p;
}

/* one digit, prec more behind the point, and the exponent */
static char*
scientific(char *p, Dec *d, int prec, int sharp, int verb)
{
	int i, e;

	*p++ = digit(d, 0);
	if(prec > 0 || sharp)
		*p++ = '.';
	for(i = 1; i <= prec; i++)
		*p++ = digit(d, i);
	e = d->n == 0 ? 0 : d->dp - 1;
	*p++ = verb;
	*p++ = e < 0 ? '-' : '+';
	if(e < 0)
		e = -e;
	if(e >= 100)
		*p++ = '0' + e/100;
	*p++ = '0' + e/10%10;
	*p++ = '0' + e%10;
	return p;
}

/* whichever of the two is shorter, prec digits in all */
static char*
general(char *p, Dec *d, int prec, int sharp, int verb)
{
	int e;

	if(prec == 0)
		prec = 1;
	_decround(d, prec);
	e = d->n == 0 ? 0 : d->dp - 1;
	if(e < -4 || e >= prec){
		if(!sharp)
			prec = d->n > 0 ? d->n : 1;
		return scientific(p, d, prec-1, sharp, verb);
	}
	prec -= e+1;
	if(!sharp && prec > d->n - d->dp)
		prec = d->n > d->dp ? d->n - d->dp : 0;
	return fixed(p, d, prec, sharp);
}

/* the text without sign; returns its end */
static char*
convert(Fmt *f, char *p, Dec *d)
{
	int prec, sharp;

	prec = f->flags & FmtPrec ? f->prec : 6;
	if(prec > Maxprec)
		prec = Maxprec;
	sharp = (f->flags & FmtSharp) != 0;
	switch(f->r){
	case 'f':
		_decround(d, d->dp + prec);
		return fixed(p, d, prec, sharp);
	case 'e':
	case 'E':
		_decround(d, prec + 1);
		return scientific(p, d, prec, sharp, f->r);
	}
	return general(p, d, prec, sharp, f->r == 'g' ? 'e' : 'E');
}

/* %e %E %f %g %G */
int
_efgfmt(Fmt *f)
{
	Dec d;
	char buf[Bufsize], *p, *e;
	int kind, neg, pad, zero;

	kind = unpack(va_arg(f->args, double), &d, &neg);
	zero = (f->flags & (FmtZero|FmtLeft)) == FmtZero;
	if(kind != 0){
		e = strecpy(buf, buf+sizeof buf, kind == 'n' ? "NaN" : "Inf");
		neg &= kind != 'n';
		zero = 0;
		if(kind == 'i' && !neg)
			f->flags |= FmtSign;
	}else
		e = convert(f, buf, &d);
	pad = 0;
	if(f->flags & FmtWidth)
		pad = f->width - (e-buf) - (neg
			|| f->flags & (FmtSign|FmtSpace));
	if(!zero && !(f->flags & FmtLeft) && _fmtpad(f, pad) < 0)
		return -1;
	if(neg || f->flags & (FmtSign|FmtSpace))
		if(fmtrune(f, neg ? '-' : f->flags & FmtSign ? '+' : ' ') < 0)
			return -1;
	for(; zero && pad > 0; pad--)
		if(fmtrune(f, '0') < 0)
			return -1;
	for(p = buf; p < e; p++)
		if(fmtrune(f, *p) < 0)
			return -1;
	return f->flags & FmtLeft ? _fmtpad(f, pad) : 0;
}
