#include <u.h>
#include <libc.h>

int
abs(int n)
{
	return n < 0 ? -n : n;
}

long
labs(long n)
{
	return n < 0 ? -n : n;
}
