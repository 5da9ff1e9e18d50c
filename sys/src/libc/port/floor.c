#include <u.h>
#include <libc.h>

/* 2^52: from here on all are integers */
static double big = 4503599627370496.0;

/* the next integer that is not above d */
double
floor(double d)
{
	double r;

	if(!(-big < d && d < big))
		return d;
	r = (vlong)d;
	return r > d ? r - 1 : r;
}

/* the next integer that is not below d */
double
ceil(double d)
{
	return -floor(-d);
}

double
fabs(double d)
{
	return d < 0 ? -d : d;
}
