#include <u.h>
#include <libc.h>

/* the next character of a string, for charstod; NULs at its end */
static int
get(void *v)
{
	char **s;

	s = v;
	return *(uchar*)(*s)++;
}

/* is there a number at s? returns where it ends, s if there is none */
static char*
number(char *s)
{
	char *p, *q;
	int n;

	p = s;
	while(*p == ' ' || ('\t' <= *p && *p <= '\r'))
		p++;
	if(*p == '-' || *p == '+')
		p++;
	if(cistrncmp(p, "infinity", 8) == 0)
		return p + 8;
	if(cistrncmp(p, "inf", 3) == 0 || cistrncmp(p, "nan", 3) == 0)
		return p + 3;
	n = strspn(p, "0123456789");
	p += n;
	if(*p == '.'){
		n += strspn(p+1, "0123456789");
		p += 1 + strspn(p+1, "0123456789");
	}
	if(n == 0)
		return s;
	if(*p == 'e' || *p == 'E'){
		q = p + 1;
		if(*q == '-' || *q == '+')
			q++;
		if('0' <= *q && *q <= '9')
			p = q + strspn(q, "0123456789");
	}
	return p;
}

/* the number at s, 0 if there is none; *end is behind it */
double
strtod(char *s, char **end)
{
	char *e;

	e = number(s);
	if(end != nil)
		*end = e;
	return e == s ? 0 : charstod(get, &s);
}

double
atof(char *s)
{
	return strtod(s, nil);
}
