#include <u.h>
#include <libc.h>

/* seconds since 1970, also into *tp unless it is nil */
long
time(long *tp)
{
	long t;

	t = nsec()/1000000000;
	if(tp != nil)
		*tp = t;
	return t;
}
