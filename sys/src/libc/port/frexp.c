/*
 * Taking doubles apart and putting them together, by their bits.
 */
#include <u.h>
#include <libc.h>

enum
{
	Mask	= 0x7FF,
	Shift	= 20,
	Bias	= 1022,
};

/* d is f times 2^*ep, f returned, of magnitude 1/2 to 1 */
double
frexp(double d, int *ep)
{
	FPdbleword x;

	*ep = 0;
	x.x = d;
	if(d == 0 || (x.hi >> Shift & Mask) == Mask)
		return d;
	if((x.hi >> Shift & Mask) == 0){
		x.x *= 18014398509481984.0;	/* 2^54 */
		*ep = -54;
	}
	*ep += (int)(x.hi >> Shift & Mask) - Bias;
	x.hi = (x.hi & ~(Mask << Shift)) | Bias << Shift;
	return x.x;
}

/* d times 2^n, rounded once */
double
ldexp(double d, int n)
{
	FPdbleword x, p;
	int e;

	x.x = frexp(d, &e);
	if(d == 0 || (x.hi >> Shift & Mask) == Mask)
		return d;
	if(n > 5000)
		n = 5000;
	if(n < -5000)
		n = -5000;
	e += n;
	if(e > 1024)
		return Inf(x.hi >> 31 ? -1 : 1);
	if(e < -1080)
		return x.hi >> 31 ? -0.0 : 0;
	n = e < -1021 ? -1021 : e;
	x.hi = (x.hi & ~(Mask << Shift)) | (u32int)(n + Bias) << Shift;
	/* what is too small to be normal loses bits here */
	p.lo = 0;
	p.hi = (u32int)(e - n + Bias+1) << Shift;
	return x.x * p.x;
}

/* the part behind the point; the one before it into *ip */
double
modf(double d, double *ip)
{
	*ip = d < 0 ? ceil(d) : floor(d);
	return isInf(d, 0) ? 0 : d - *ip;
}
