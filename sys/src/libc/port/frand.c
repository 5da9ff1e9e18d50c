#include <u.h>
#include <libc.h>

/* from 0 to below 1 */
double
frand(void)
{
	return (lrand() + lrand()/2147483648.0) / 2147483648.0;
}
