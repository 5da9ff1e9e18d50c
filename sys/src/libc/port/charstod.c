/*
 * Text to double, rounded correctly: the digits become an exact decimal,
 * which is scaled by powers of two until its integer part is the mantissa.
 */
#include <u.h>
#include <libc.h>
#include "../fmt/fltdec.h"

typedef struct Scan Scan;
struct Scan
{
	int	(*get)(void*);
	void	*arg;
	int	c;		/* the character not yet used */
};

/* is c, made small, the same as d? if so step over it */
static int
accept(Scan *s, int d)
{
	if(tolower(s->c) != d)
		return 0;
	s->c = (*s->get)(s->arg);
	return 1;
}

/* read digits into d; how many there were. After the point dp stays */
static int
digits(Scan *s, Dec *d, int point)
{
	int n;

	for(n = 0; '0' <= s->c && s->c <= '9'; n++){
		if(d->n == 0 && s->c == '0'){
			d->dp -= point;
		}else{
			if(d->n < Maxdig)
				d->d[d->n++] = s->c - '0';
			else
				d->more |= s->c != '0';
			d->dp += !point;
		}
		s->c = (*s->get)(s->arg);
	}
	return n;
}

/* read e, a sign and digits */
static int
exponent(Scan *s)
{
	int neg, n;

	if(!accept(s, 'e'))
		return 0;
	neg = s->c == '-';
	if(s->c == '-' || s->c == '+')
		s->c = (*s->get)(s->arg);
	for(n = 0; '0' <= s->c && s->c <= '9'; s->c = (*s->get)(s->arg))
		if(n < 100000)
			n = n*10 + (s->c - '0');
	return neg ? -n : n;
}

/* the first n digits of d as an integer, rounded */
static uvlong
integer(Dec *d)
{
	uvlong v;
	int i;

	v = 0;
	for(i = 0; i < d->dp; i++)
		v = v*10 + (i < d->n ? d->d[i] : 0);
	return v + _decroundup(d, d->dp);
}

/* the double nearest to d */
static double
nearest(Dec *d, int neg)
{
	FPdbleword x;
	uvlong m;
	int e, k;

	m = 0;
	e = 0;
	if(d->n == 0 || d->dp < -330)
		goto Done;
	if(d->dp > 310)
		goto Overflow;
	/* scale into [1/2, 1) */
	k = 0;
	while(d->dp > 0){
		e = d->dp > 8 ? 27 : d->dp*3;
		_decscale(d, -e);
		k += e;
	}
	while(d->dp < 0 || d->d[0] < 5){
		e = d->dp < -8 ? 27 : d->dp < 0 ? -d->dp*3 : 1;
		_decscale(d, e);
		k -= e;
	}
	/* now the value is d times 2^k; small ones have fewer bits */
	e = k + 1022;
	if(e < 1){
		_decscale(d, e-1);
		e = 1;
	}
	_decscale(d, 53);
	m = integer(d);
	if(m == 1ULL<<53){
		m >>= 1;
		e++;
	}
	if(m < 1ULL<<52)
		e = 0;
	if(e < 0x7FF)
		goto Done;
Overflow:
	e = 0x7FF;
	m = 0;
Done:
	x.lo = m;
	x.hi = (u32int)neg << 31 | e << 20 | (m >> 32 & 0xFFFFF);
	return x.x;
}

/*
 * Read a number by calling f(arg) for each character, one further than the
 * number goes; also inf, infinity and nan.
 */
double
charstod(int (*f)(void*), void *arg)
{
	Scan s;
	Dec d;
	char *p;
	int neg, n;

	s.get = f;
	s.arg = arg;
	s.c = (*f)(arg);
	while(s.c == ' ' || ('\t' <= s.c && s.c <= '\r'))
		s.c = (*f)(arg);
	neg = s.c == '-';
	if(s.c == '-' || s.c == '+')
		s.c = (*f)(arg);
	if(accept(&s, 'i')){
		for(p = "nfinity"; *p != 0 && accept(&s, *p); p++)
			;
		return Inf(neg ? -1 : 1);
	}
	if(accept(&s, 'n')){
		for(p = "an"; *p != 0 && accept(&s, *p); p++)
			;
		return NaN();
	}
	d.n = d.dp = d.more = 0;
	n = digits(&s, &d, 0);
	if(accept(&s, '.'))
		n += digits(&s, &d, 1);
	if(n > 0)
		d.dp += exponent(&s);
	return nearest(&d, neg);
}
