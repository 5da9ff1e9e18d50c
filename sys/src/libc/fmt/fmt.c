/*
 * The verbs: a table of those that every program has, and a second one
 * that fmtinstall fills. The second is searched first, so that a program
 * can replace a verb; an entry is complete before it can be found, so only
 * fmtinstall takes the lock.
 */
#include <u.h>
#include <libc.h>
#include "fmtdef.h"

enum
{
	Maxverb	= 64,
};

typedef struct Verb Verb;
struct Verb
{
	int	c;
	Fmts	fn;
};

static Verb known[] = {
	{'d', _ifmt},		{'s', _strfmt},		{'x', _ifmt},
	{'c', _charfmt},	{'r', errfmt},		{'p', _ifmt},
	{'%', _percentfmt},	{'X', _ifmt},		{'o', _ifmt},
	{'b', _ifmt},		{'i', _ifmt},		{'C', _runefmt},
	{'S', _runesfmt},	{'e', _efgfmt},		{'f', _efgfmt},
	{'g', _efgfmt},		{'E', _efgfmt},		{'G', _efgfmt},
};

static Verb installed[Maxverb];
static int ninstalled;

/* make fn the printer of verb c; -1 if c cannot be a verb or none is free */
int
fmtinstall(int c, Fmts fn)
{
	int i, r;

	if(c <= 0 || c > Runemax)
		return -1;
	if(fn == nil)
		fn = _badfmt;
	r = 0;
	_fmtlock();
	for(i = 0; i < ninstalled; i++)
		if(installed[i].c == c)
			break;
	if(i < ninstalled)
		installed[i].fn = fn;
	else if(i < Maxverb){
		installed[i].c = c;
		installed[i].fn = fn;
		ninstalled = i+1;
	}else
		r = -1;
	_fmtunlock();
	return r;
}

/* the printer of verb c */
Fmts
_fmtverb(int c)
{
	int i;

	for(i = 0; i < ninstalled; i++)
		if(installed[i].c == c)
			return installed[i].fn;
	for(i = 0; i < nelem(known); i++)
		if(known[i].c == c)
			return known[i].fn;
	return _badfmt;
}
