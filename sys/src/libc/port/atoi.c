#include <u.h>
#include <libc.h>

/* C notation: 0x is hexadecimal, 0 octal */
vlong
atoll(char *s)
{
	return strtoll(s, nil, 0);
}

long
atol(char *s)
{
	return strtol(s, nil, 0);
}

int
atoi(char *s)
{
	return strtol(s, nil, 0);
}
