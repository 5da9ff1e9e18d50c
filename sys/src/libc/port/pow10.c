#include <u.h>
#include <libc.h>

/* 10 to the power n, the nearest double */
double
pow10(int n)
{
	char buf[16];

	snprint(buf, sizeof buf, "1e%d", n);
	return strtod(buf, nil);
}
