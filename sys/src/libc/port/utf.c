/*
 * Strings of UTF-8, searched and measured in runes.
 */
#include <u.h>
#include <libc.h>

/* runes in s */
int
utflen(char *s)
{
	Rune r;
	int n;

	for(n = 0; *s != 0; n++)
		s += chartorune(&r, s);
	return n;
}

/* whole runes in the first n bytes of s */
int
utfnlen(char *s, long n)
{
	Rune r;
	char *e;
	int nr;

	e = s + n;
	for(nr = 0; s < e && *s != 0; nr++){
		if(!fullrune(s, e - s))
			break;
		s += chartorune(&r, s);
	}
	return nr;
}

/* the first r in s */
char*
utfrune(char *s, Rune r)
{
	Rune c;
	int n;

	if(r < Runesync)
		return strchr(s, r);
	for(; *s != 0; s += n){
		n = chartorune(&c, s);
		if(c == r)
			return s;
	}
	return nil;
}

/* the last r in s */
char*
utfrrune(char *s, Rune r)
{
	Rune c;
	char *last;
	int n;

	if(r < Runesync)
		return strrchr(s, r);
	last = nil;
	for(; *s != 0; s += n){
		n = chartorune(&c, s);
		if(c == r)
			last = s;
	}
	return last;
}

/* the first sub in s */
char*
utfutf(char *s, char *sub)
{
	Rune r;
	int n;

	chartorune(&r, sub);
	if(r < Runesync)
		return strstr(s, sub);
	n = strlen(sub);
	for(; (s = utfrune(s, r)) != nil; s++)
		if(strncmp(s, sub, n) == 0)
			return s;
	return nil;
}

/*
 * How many bytes of s to keep if there is room for n: all, or as many as
 * end with a whole rune.
 */
static long
utflimit(char *s, long n)
{
	Rune r;
	char *end;
	long i;

	end = memchr(s, 0, n+1);
	if(end != nil)
		return end - s;
	for(i = n; i > 0 && n - i < UTFmax-1
		&& ((uchar)s[i] & 0xc0) == Runesync; i--)
		;
	return i == n || i + chartorune(&r, s+i) > n? i: n;
}

/* copy what fits below e, whole runes only; returns where the NUL is */
char*
utfecpy(char *to, char *e, char *from)
{
	long n;

	if(to >= e)
		return to;
	n = utflimit(from, e - to - 1);
	memmove(to, from, n);
	to[n] = 0;
	return to + n;
}
