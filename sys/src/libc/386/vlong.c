/*
 * 64-bit division, which the 386 has not and the compiler calls by these
 * names. A division by a word takes two of the machine's; else quotient
 * digits are guessed from the leading words, one too many at most.
 */
#include <u.h>
#include <libc.h>

/* hi:lo / d, where hi < d; the rest into *r */
static inline ulong
div64(ulong hi, ulong lo, ulong d, ulong *r)
{
	ulong q;

	asm("divl %4" : "=a" (q), "=d" (*r) : "0" (lo), "1" (hi), "rm" (d)
		: "cc");
	return q;
}

/* n / d, the rest into *rp unless it is nil; d 0 traps as it should */
uvlong
__udivmoddi4(uvlong n, uvlong d, uvlong *rp)
{
	ulong nhi, nlo, dhi, dlo, qhi, qlo, r;
	uvlong q, t;
	int s;

	nhi = n >> 32;
	nlo = n;
	dhi = d >> 32;
	dlo = d;
	if(dhi == 0){
		r = nhi;
		qhi = 0;
		if(nhi >= dlo)
			qhi = div64(0, nhi, dlo, &r);
		qlo = div64(r, nlo, dlo, &r);
		if(rp != nil)
			*rp = r;
		return (uvlong)qhi << 32 | qlo;
	}
	if(n < d){
		if(rp != nil)
			*rp = n;
		return 0;
	}
	/* shift so that d fills its upper word; the guess is exact or 1 over */
	for(s = 0; (dhi >> (31-s)) == 0; s++)
		;
	t = n >> 1;
	q = div64(t >> 32, t, d << s >> 32, &r);
	q = q >> (31-s);
	if(q > 0)
		q--;
	n -= q*d;
	if(n >= d){
		q++;
		n -= d;
	}
	if(rp != nil)
		*rp = n;
	return q;
}

uvlong
__udivdi3(uvlong n, uvlong d)
{
	return __udivmoddi4(n, d, nil);
}

uvlong
__umoddi3(uvlong n, uvlong d)
{
	uvlong r;

	__udivmoddi4(n, d, &r);
	return r;
}

/* signed: the quotient rounds to 0, the rest has the sign of n */
vlong
__divmoddi4(vlong n, vlong d, vlong *rp)
{
	uvlong q, r;

	q = __udivmoddi4(n < 0 ? -(uvlong)n : n, d < 0 ? -(uvlong)d : d, &r);
	if(rp != nil)
		*rp = n < 0 ? -r : r;
	return (n < 0) != (d < 0) ? -q : q;
}

vlong
__divdi3(vlong n, vlong d)
{
	return __divmoddi4(n, d, nil);
}

vlong
__moddi3(vlong n, vlong d)
{
	vlong r;

	__divmoddi4(n, d, &r);
	return r;
}
