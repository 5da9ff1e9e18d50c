#include <u.h>
#include <libc.h>

/* a copy of s, malloced */
char*
strdup(char *s)
{
	char *t;
	long n;

	n = strlen(s) + 1;
	t = malloc(n);
	if(t == nil)
		return nil;
	return memmove(t, s, n);
}
