/*
 * Between unsigned 64-bit integers and doubles: the x87 only knows signed
 * ones. The compiler calls these by name.
 */
#include <u.h>
#include <libc.h>

static double two63 = 9223372036854775808.0;

double
__floatundidf(uvlong v)
{
	if((vlong)v >= 0)
		return (vlong)v;
	/* halve; the lost bit still counts in rounding */
	return 2.0 * (vlong)(v >> 1 | (v & 1));
}

uvlong
__fixunsdfdi(double d)
{
	if(d < two63)
		return (vlong)d;
	return (uvlong)(vlong)(d - two63) ^ 1ULL<<63;
}
