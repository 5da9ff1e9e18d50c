/*
 * The str functions for strings of runes.
 */
#include <u.h>
#include <libc.h>

long
runestrlen(Rune *s)
{
	Rune *p;

	for(p = s; *p != 0; p++)
		;
	return p - s;
}

/* a NUL can be searched for, too */
Rune*
runestrchr(Rune *s, Rune c)
{
	for(; *s != c; s++)
		if(*s == 0)
			return nil;
	return s;
}

Rune*
runestrcpy(Rune *to, Rune *from)
{
	memmove(to, from, (runestrlen(from)+1) * sizeof(Rune));
	return to;
}

Rune*
runestrcat(Rune *to, Rune *from)
{
	runestrcpy(to + runestrlen(to), from);
	return to;
}

/* copy n runes, zeros if from has fewer */
Rune*
runestrncpy(Rune *to, Rune *from, long n)
{
	Rune *p;

	for(p = to; n > 0 && *from != 0; n--)
		*p++ = *from++;
	for(; n > 0; n--)
		*p++ = 0;
	return to;
}

/* copy what fits below e; returns where the NUL is */
Rune*
runestrecpy(Rune *to, Rune *e, Rune *from)
{
	if(to >= e)
		return to;
	while(to < e-1 && *from != 0)
		*to++ = *from++;
	*to = 0;
	return to;
}

int
runestrncmp(Rune *a, Rune *b, long n)
{
	for(; n > 0; n--, a++, b++){
		if(*a != *b)
			return *a < *b ? -1 : 1;
		if(*a == 0)
			break;
	}
	return 0;
}

int
runestrcmp(Rune *a, Rune *b)
{
	return runestrncmp(a, b, 0x7FFFFFFF);
}
