/*
 * The memory functions that gain nothing from assembler.
 */
#include <u.h>
#include <libc.h>

/* negative, 0 or positive, as the first bytes that differ do */
int
memcmp(void *a, void *b, ulong n)
{
	uchar *s, *t;

	s = a;
	t = b;
	for(; n >= 4 && *(u32int*)s == *(u32int*)t; n -= 4){
		s += 4;
		t += 4;
	}
	for(; n > 0; n--, s++, t++)
		if(*s != *t)
			return *s < *t ? -1 : 1;
	return 0;
}

/* copy up to and with the first c; returns what is behind it, or nil */
void*
memccpy(void *to, void *from, int c, ulong n)
{
	uchar *s, *t;

	t = to;
	for(s = from; n > 0; n--)
		if((*t++ = *s++) == (uchar)c)
			return t;
	return nil;
}
