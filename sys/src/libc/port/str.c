/*
 * Strings: comparing, copying and joining. Bytes compare unsigned.
 */
#include <u.h>
#include <libc.h>

int
strcmp(char *a, char *b)
{
	while(*a == *b){
		if(*a == 0)
			return 0;
		a++;
		b++;
	}
	return *(uchar*)a < *(uchar*)b ? -1 : 1;
}

/* compare at most n bytes */
int
strncmp(char *a, char *b, long n)
{
	for(; n > 0; n--, a++, b++){
		if(*a != *b)
			return *(uchar*)a < *(uchar*)b ? -1 : 1;
		if(*a == 0)
			break;
	}
	return 0;
}

char*
strcpy(char *to, char *from)
{
	memmove(to, from, strlen(from)+1);
	return to;
}

/* copy n bytes, NULs if from has fewer; with more there is no NUL */
char*
strncpy(char *to, char *from, long n)
{
	char *p;

	for(p = to; n > 0 && *from != 0; n--)
		*p++ = *from++;
	for(; n > 0; n--)
		*p++ = 0;
	return to;
}

/* copy what fits below e; returns where the NUL is */
char*
strecpy(char *to, char *e, char *from)
{
	if(to >= e)
		return to;
	while(to < e-1 && *from != 0)
		*to++ = *from++;
	*to = 0;
	return to;
}

char*
strcat(char *to, char *from)
{
	strcpy(to + strlen(to), from);
	return to;
}

/* append at most n bytes, and a NUL */
char*
strncat(char *to, char *from, long n)
{
	char *p;

	for(p = to + strlen(to); n > 0 && *from != 0; n--)
		*p++ = *from++;
	*p = 0;
	return to;
}
