#include <u.h>
#include <libc.h>

/*
 * A word at a time once it is aligned, which never touches a page that the
 * string does not: a word has a zero byte if taking 1 from each borrows
 * into a high bit that was clear.
 */
long
strlen(char *s)
{
	char *p;
	u32int *w, v;

	for(p = s; ((uintptr)p & 3) != 0; p++)
		if(*p == 0)
			return p - s;
	w = (u32int*)p;
	do
		v = *w++;
	while(((v - 0x01010101) & ~v & 0x80808080) == 0);
	for(p = (char*)(w-1); *p != 0; p++)
		;
	return p - s;
}
