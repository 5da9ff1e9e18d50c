/*
 * Splitting a line into words, in place: the separators become NULs. In
 * tokenize and gettokens quoted words lose their quotes.
 */
#include <u.h>
#include <libc.h>

static char blanks[] = " \t\r\n";

/* cut the word at s, unquoted; returns what is behind its end */
static char*
cut(char *s, char *sep)
{
	char *to;
	int in;

	in = 0;
	for(to = s; *s != 0; s++){
		if(*s == '\''){
			if(!in || s[1] != '\''){
				in = !in;
				continue;
			}
			s++;
		}else if(!in && strchr(sep, *s) != nil){
			*to = 0;
			return s+1;
		}
		*to++ = *s;
	}
	*to = 0;
	return s;
}

/* the words between runs of sep; at most max, how many */
int
gettokens(char *s, char **args, int max, char *sep)
{
	int n;

	for(n = 0; n < max; n++){
		s += strspn(s, sep);
		if(*s == 0)
			break;
		args[n] = s;
		s = cut(s, sep);
	}
	return n;
}

/* the words between blanks; at most max, how many */
int
tokenize(char *s, char **args, int max)
{
	return gettokens(s, args, max, blanks);
}

/*
 * The fields between the separators (runes), without quoting; with multi,
 * runs of them count once and do not start a field. The last of max has
 * all the rest.
 */
int
getfields(char *s, char **args, int max, int multi, char *sep)
{
	Rune r;
	int n, nfield, infield;

	if(max <= 0)
		return 0;
	nfield = 0;
	infield = 0;
	if(!multi){
		args[nfield++] = s;
		infield = 1;
	}
	for(; *s != 0; s += n){
		n = chartorune(&r, s);
		if(utfrune(sep, r) == nil){
			if(!infield){
				if(nfield == max)
					break;
				args[nfield++] = s;
				infield = 1;
			}
			continue;
		}
		if(nfield == max)
			break;
		*s = 0;
		infield = 0;
		if(!multi){
			args[nfield++] = s+n;
			infield = 1;
		}
	}
	return nfield;
}
