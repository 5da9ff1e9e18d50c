/*
 * Strings: searching.
 */
#include <u.h>
#include <libc.h>

/* the first c; a NUL can be searched for, too */
char*
strchr(char *s, int c)
{
	for(; *s != (char)c; s++)
		if(*s == 0)
			return nil;
	return s;
}

/* the last c */
char*
strrchr(char *s, int c)
{
	char *last;

	for(last = nil; ; s++){
		if(*s == (char)c)
			last = s;
		if(*s == 0)
			return last;
	}
}

/* the first sub in s */
char*
strstr(char *s, char *sub)
{
	int n;

	if(*sub == 0)
		return s;
	n = strlen(sub);
	for(; (s = strchr(s, *sub)) != nil; s++)
		if(strncmp(s, sub, n) == 0)
			return s;
	return nil;
}

/* how many bytes of s, from the first, are in the set */
long
strspn(char *s, char *set)
{
	char *p;

	for(p = s; *p != 0 && strchr(set, *p) != nil; p++)
		;
	return p - s;
}

/* how many bytes of s, from the first, are not in the set */
long
strcspn(char *s, char *set)
{
	char *p;

	for(p = s; *p != 0 && strchr(set, *p) == nil; p++)
		;
	return p - s;
}

/* the first byte of s that is in the set */
char*
strpbrk(char *s, char *set)
{
	s += strcspn(s, set);
	return *s == 0 ? nil : s;
}
