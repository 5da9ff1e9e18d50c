/*
 * The strings of a process: its name, user and arguments. A child has its
 * parent's, which are not copied but counted; whoever changes one gets a
 * new one. Only what these functions made may be in Proc.text, user, args.
 */
#include	"u.h"
#include	"../port/lib.h"
#include	"mem.h"
#include	"dat.h"
#include	"fns.h"

typedef struct Pstr Pstr;
struct Pstr
{
	Ref;
	char	s[];
};

/* what s is part of */
static Pstr*
pstr(char *s)
{
	return (Pstr*)(s - sizeof(Ref));
}

/* drop a reference to s, which may be nil. Any context. */
void
pstrfree(char *s)
{
	if(s != nil && decref(pstr(s)) == 0)
		free(pstr(s));
}

/* a string of the n bytes at s and a NUL. May wait for memory. */
char*
pstrnew(char *s, int n)
{
	Pstr *ps;

	ps = smalloc(sizeof(Pstr) + n + 1);
	ps->ref = 1;
	memmove(ps->s, s, n);
	return ps->s;
}

/* let *p, nil or a string, be a copy of s. May wait for memory. */
void
pstrset(char **p, char *s)
{
	char *old;

	old = *p;
	*p = pstrnew(s, strlen(s));
	pstrfree(old);
}

/* one more reference to s, which is not nil. Any context. */
char*
pstrshare(char *s)
{
	incref(pstr(s));
	return s;
}
