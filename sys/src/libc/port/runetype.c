/*
 * Classes of runes: Latin-1, Greek and Cyrillic, which come in pairs at
 * regular distances; no other script here has two cases.
 */
#include <u.h>
#include <libc.h>

typedef struct Range Range;
struct Range
{
	Rune	lo;
	Rune	hi;
	int	tolower;	/* distance of an upper case rune's lower one */
};

static Range upper[] = {
	{'A', 'Z', 32},
	{0xC0, 0xD6, 32},
	{0xD8, 0xDE, 32},
	{0x391, 0x3A1, 32},
	{0x3A3, 0x3AB, 32},
	{0x400, 0x40F, 80},
	{0x410, 0x42F, 32},
};

/* the range of an upper case rune, or with lower set of a lower case one */
static Range*
find(Rune c, int lower)
{
	Range *r;
	Rune d;

	for(r = upper; r < upper+nelem(upper); r++){
		d = lower ? c - r->tolower : c;
		if(r->lo <= d && d <= r->hi)
			return r;
	}
	return nil;
}

Rune
tolowerrune(Rune c)
{
	Range *r;

	r = find(c, 0);
	return r == nil ? c : c + r->tolower;
}

Rune
toupperrune(Rune c)
{
	Range *r;

	r = find(c, 1);
	return r == nil ? c : c - r->tolower;
}

int
isupperrune(Rune c)
{
	return find(c, 0) != nil;
}

int
islowerrune(Rune c)
{
	return find(c, 1) != nil || c == 0xDF || c == 0x3C2;
}

int
isdigitrune(Rune c)
{
	return '0' <= c && c <= '9';
}

/* letters: those with case and, from U+0100, all that are not punctuation */
int
isalpharune(Rune c)
{
	if(isupperrune(c) || islowerrune(c))
		return 1;
	if(c < 0xFF)
		return c == 0xAA || c == 0xBA;
	return !(0x2000 <= c && c < 0x2C00) && !(0x3000 <= c && c < 0x3040) &&
		c != 0xFEFF && c != Runeerror;
}

int
isspacerune(Rune c)
{
	if('\t' <= c && c <= '\r')
		return 1;
	return c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
		(0x2000 <= c && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
		c == 0x202F || c == 0x205F || c == 0x3000;
}
