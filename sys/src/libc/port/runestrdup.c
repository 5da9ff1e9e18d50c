#include <u.h>
#include <libc.h>

/* a copy of s, malloced */
Rune*
runestrdup(Rune *s)
{
	Rune *t;

	t = malloc((runestrlen(s)+1) * sizeof(Rune));
	if(t == nil)
		return nil;
	return runestrcpy(t, s);
}
