#include <u.h>
#include <libc.h>

/* s in quotes if it needs them, malloced */
char*
quotestrdup(char *s)
{
	Fmt f;

	if(fmtstrinit(&f) < 0)
		return nil;
	fmtinstall('q', quotestrfmt);
	fmtprint(&f, "%q", s);
	return fmtstrflush(&f);
}

/* s without the quotes that quotestrdup put there, malloced */
char*
unquotestrdup(char *s)
{
	char *t, *to;
	int in;

	t = malloc(strlen(s) + 1);
	if(t == nil)
		return nil;
	in = 0;
	for(to = t; *s != 0; s++){
		if(*s == '\''){
			if(!in || s[1] != '\''){
				in = !in;
				continue;
			}
			s++;
		}
		*to++ = *s;
	}
	*to = 0;
	return t;
}
