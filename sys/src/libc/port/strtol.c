/*
 * Text to integer. Base 0 takes the base from the text, as C does. What is
 * out of range becomes the nearest that is not.
 */
#include <u.h>
#include <libc.h>

/* the value of a digit, 36 or more if c is none */
static int
digit(int c)
{
	if('0' <= c && c <= '9')
		return c - '0';
	if('a' <= c && c <= 'z')
		return c - 'a' + 10;
	if('A' <= c && c <= 'Z')
		return c - 'A' + 10;
	return 36;
}

/* step over blanks, sign and base prefix; 0 if the base is no base */
static int
start(char **sp, int base, int *neg)
{
	char *s;

	s = *sp;
	while(*s == ' ' || ('\t' <= *s && *s <= '\r'))
		s++;
	*neg = *s == '-';
	if(*s == '-' || *s == '+')
		s++;
	if((base == 0 || base == 16) && s[0] == '0'
		&& (s[1] == 'x' || s[1] == 'X')
	&& digit(s[2]) < 16){
		s += 2;
		base = 16;
	}else if(base == 0)
		base = *s == '0' ? 8 : 10;
	*sp = s;
	return base < 2 || base > 36 ? 0 : base;
}

/* the magnitude of the number at s, at most max; *end is behind it */
static uvlong
convert(char *s, char **end, int base, uvlong max, int *neg)
{
	char *p;
	uvlong v;
	int d;

	p = s;
	base = start(&p, base, neg);
	if(end != nil)
		*end = s;
	if(base == 0 || digit(*p) >= base)
		return 0;
	v = 0;
	for(; (d = digit(*p)) < base; p++)
		if(v > (max - d)/base)
			v = max;
		else
			v = v*base + d;
	if(end != nil)
		*end = p;
	return v;
}

vlong
strtoll(char *s, char **end, int base)
{
	uvlong v;
	int neg;

	v = convert(s, end, base, 1ULL<<63, &neg);
	if(neg)
		return -v;
	return v > ~(1ULL<<63) ? ~(1ULL<<63) : v;
}

uvlong
strtoull(char *s, char **end, int base)
{
	uvlong v;
	int neg;

	v = convert(s, end, base, ~0ULL, &neg);
	return neg ? -v : v;
}

long
strtol(char *s, char **end, int base)
{
	uvlong v;
	int neg;

	v = convert(s, end, base, 0x80000000, &neg);
	if(neg)
		return -v;
	return v > 0x7FFFFFFF ? 0x7FFFFFFF : v;
}

ulong
strtoul(char *s, char **end, int base)
{
	uvlong v;
	int neg;

	v = convert(s, end, base, 0xFFFFFFFF, &neg);
	return neg ? -v : v;
}
