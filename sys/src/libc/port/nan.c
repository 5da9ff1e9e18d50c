/*
 * The doubles that are no numbers.
 */
#include <u.h>
#include <libc.h>

double
NaN(void)
{
	FPdbleword a;

	a.hi = 0x7FF80000;
	a.lo = 0;
	return a.x;
}

/* infinity, of the sign of s */
double
Inf(int s)
{
	FPdbleword a;

	a.hi = s < 0 ? 0xFFF00000 : 0x7FF00000;
	a.lo = 0;
	return a.x;
}

int
isNaN(double d)
{
	FPdbleword a;

	a.x = d;
	return (a.hi & 0x7FFFFFFF) + (a.lo != 0) > 0x7FF00000;
}

/* is d infinite, with the sign of s, or with s 0 of either sign? */
int
isInf(double d, int s)
{
	FPdbleword a;

	a.x = d;
	if(a.lo != 0 || (a.hi & 0x7FFFFFFF) != 0x7FF00000)
		return 0;
	return s == 0 || (s < 0) == a.hi >> 31;
}
