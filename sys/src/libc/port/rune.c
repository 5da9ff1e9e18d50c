/*
 * UTF-8 and back. A sequence is well formed if it is the shortest for its
 * rune, is no half of a surrogate pair and is not above Runemax; the first
 * two bytes tell. A byte that starts no well formed sequence is one
 * Runeerror, and decoding goes on at the byte behind it.
 */
#include <u.h>
#include <libc.h>

/* how many bytes a sequence that starts with c has; 0: none does */
static int
seqlen(uint c)
{
	if(c < 0x80)
		return 1;
	if(c < 0xC2)
		return 0;
	if(c < 0xE0)
		return 2;
	if(c < 0xF0)
		return 3;
	return c < 0xF5 ? 4 : 0;
}

/* may byte c come second, behind lead? */
static int
second(uint lead, uint c)
{
	switch(lead){
	case 0xE0:	return 0xA0 <= c && c < 0xC0;
	case 0xED:	return 0x80 <= c && c < 0xA0;
	case 0xF0:	return 0x90 <= c && c < 0xC0;
	case 0xF4:	return 0x80 <= c && c < 0x90;
	}
	return (c & 0xC0) == 0x80;
}

/* decode one rune; the number of bytes it took */
int
chartorune(Rune *r, char *str)
{
	uchar *s;
	Rune c;
	int i, n;

	s = (uchar*)str;
	c = s[0];
	if(c < Runeself){
		*r = c;
		return 1;
	}
	n = seqlen(c);
	if(n == 0 || !second(c, s[1]))
		goto Bad;
	c = (c & (0x7F >> n)) << 6 | (s[1] & 0x3F);
	for(i = 2; i < n; i++){
		if((s[i] & 0xC0) != 0x80)
			goto Bad;
		c = c << 6 | (s[i] & 0x3F);
	}
	*r = c;
	return n;
Bad:
	*r = Runeerror;
	return 1;
}

/* can s[0:n] be decoded, be it as an error, without seeing more? */
int
fullrune(char *str, int n)
{
	uchar *s;
	int i, len;

	if(n <= 0)
		return 0;
	s = (uchar*)str;
	len = seqlen(s[0]);
	if(len == 0 || n >= len)
		return 1;
	if(n > 1 && !second(s[0], s[1]))
		return 1;
	for(i = 2; i < n; i++)
		if((s[i] & 0xC0) != 0x80)
			return 1;
	return 0;
}

/* how many bytes r takes; what is no rune is written as Runeerror */
int
runelen(Rune r)
{
	if(r < 0x80)
		return 1;
	if(r < 0x800)
		return 2;
	return r < 0x10000 || r > Runemax ? 3 : 4;
}

/* encode one rune; the number of bytes written */
int
runetochar(char *to, Rune *rp)
{
	Rune r;

	r = *rp;
	if(r < 0x80){
		to[0] = r;
		return 1;
	}
	if(r < 0x800){
		to[0] = 0xC0 | r>>6;
		to[1] = 0x80 | (r & 0x3F);
		return 2;
	}
	if(r > Runemax || (0xD800 <= r && r < 0xE000))
		r = Runeerror;
	if(r < 0x10000){
		to[0] = 0xE0 | r>>12;
		to[1] = 0x80 | (r>>6 & 0x3F);
		to[2] = 0x80 | (r & 0x3F);
		return 3;
	}
	to[0] = 0xF0 | r>>18;
	to[1] = 0x80 | (r>>12 & 0x3F);
	to[2] = 0x80 | (r>>6 & 0x3F);
	to[3] = 0x80 | (r & 0x3F);
	return 4;
}

/* how many bytes n runes take */
int
runenlen(Rune *r, int n)
{
	int nb;

	for(nb = 0; n > 0; n--)
		nb += runelen(*r++);
	return nb;
}
