/*
 * tr [-cds] set [set]: replace the characters of the first set by those of
 * the second, the last of which stands for all further ones; -d deletes
 * them, -s makes one of several equal ones that the second set (without
 * one, the first) has, -c means all but the first set. a-z is a range,
 * \n \t \\ and \012 are characters.
 */
#include <u.h>
#include <libc.h>
#include <bio.h>

typedef struct Set Set;
struct Set
{
	int	n;		/* ranges */
	struct {
		Rune	lo;
		Rune	hi;
	} r[256];
};

/* one character of a set; behind it */
static char*
setrune(char *s, Rune *r)
{
	int i, n;

	n = chartorune(r, s);
	if(*r != '\\' || s[n] == 0)
		return s+n;
	s += n;
	if('0' <= *s && *s <= '7'){
		*r = 0;
		for(i = 0; i < 3 && '0' <= *s && *s <= '7'; i++)
			*r = *r*8 + *s++-'0';
		return s;
	}
	s += chartorune(r, s);
	switch(*r){
	case 'n':
		*r = '\n';
		break;
	case 't':
		*r = '\t';
		break;
	}
	return s;
}

static void
parseset(Set *set, char *s)
{
	Rune lo, hi;

	while(*s != 0){
		s = setrune(s, &lo);
		hi = lo;
		if(s[0] == '-' && s[1] != 0){
			s = setrune(s+1, &hi);
			if(hi < lo)
				sysfatal("a range that goes backwards");
		}
		if(set->n == nelem(set->r))
			sysfatal("set too long");
		set->r[set->n].lo = lo;
		set->r[set->n].hi = hi;
		set->n++;
	}
}

/* which one of the set is r, from 0; -1: none */
static long
indexof(Set *set, Rune r)
{
	long n;
	int i;

	n = 0;
	for(i = 0; i < set->n; i++){
		if(set->r[i].lo <= r && r <= set->r[i].hi)
			return n + r - set->r[i].lo;
		n += set->r[i].hi - set->r[i].lo + 1;
	}
	return -1;
}

/* the n'th of the set, or its last */
static Rune
nth(Set *set, long n)
{
	int i;

	for(i = 0; i < set->n; i++){
		if(n <= set->r[i].hi - set->r[i].lo)
			return set->r[i].lo + n;
		n -= set->r[i].hi - set->r[i].lo + 1;
	}
	return set->r[set->n-1].hi;
}

static void
usage(void)
{
	fprint(2, "usage: tr [-cds] set [set]\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	static Set from, to;
	static Biobuf in, out;
	Set *squeeze;
	int cflag, dflag, sflag;
	long r, last, n;

	cflag = dflag = sflag = 0;
	ARGBEGIN{
	case 'c': cflag = 1; break;
	case 'd': dflag = 1; break;
	case 's': sflag = 1; break;
	default: usage();
	}ARGEND
	if(argc < 1 || argc > 2 || argc == 1 && !dflag && !sflag)
		usage();
	parseset(&from, argv[0]);
	if(argc == 2)
		parseset(&to, argv[1]);
	if(argc == 2 && !dflag && to.n == 0)
		sysfatal("nothing to replace by");
	squeeze = argc == 2 ? &to : &from;
	Binit(&in, 0, OREAD);
	Binit(&out, 1, OWRITE);
	last = -1;
	while((r = Bgetrune(&in)) >= 0){
		n = indexof(&from, r);
		if(cflag)
			n = n < 0 ? Runemax : -1;
		if(n >= 0 && dflag)
			continue;
		if(n >= 0 && argc == 2)
			r = nth(&to, n);
		if(sflag && r == last && (n >= 0 && !dflag
		|| (indexof(squeeze, r) >= 0) != (cflag && argc == 1)))
			continue;
		last = r;
		Bputrune(&out, r);
	}
	Bterm(&out);
	exits(nil);
}
