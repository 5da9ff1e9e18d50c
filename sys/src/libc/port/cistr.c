/*
 * Strings compared as if all ASCII letters were small.
 */
#include <u.h>
#include <libc.h>

int
cistrncmp(char *a, char *b, int n)
{
	int c, d;

	for(; n > 0; n--, a++, b++){
		c = tolower(*(uchar*)a);
		d = tolower(*(uchar*)b);
		if(c != d)
			return c - d;
		if(c == 0)
			break;
	}
	return 0;
}

int
cistrcmp(char *a, char *b)
{
	return cistrncmp(a, b, 0x7FFFFFFF);
}

/* the first sub in s */
char*
cistrstr(char *s, char *sub)
{
	int n;

	n = strlen(sub);
	for(;; s++){
		if(cistrncmp(s, sub, n) == 0)
			return s;
		if(*s == 0)
			return nil;
	}
}
