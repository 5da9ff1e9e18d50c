#include <u.h>
#include <libc.h>

extern	void	**_privates;
extern	int	_nprivates;

static Lock privl;
static ulong used;

/* a word that each process has for itself, starting as 0; nil if none left */
void**
privalloc(void)
{
	void **p;
	int i;

	p = nil;
	lock(&privl);
	for(i = 0; i < _nprivates; i++)
		if(!(used & 1UL<<i)){
			used |= 1UL<<i;
			p = &_privates[i];
			break;
		}
	unlock(&privl);
	return p;
}

/* give it back */
void
privfree(void **p)
{
	if(p == nil || p < _privates || p >= _privates + _nprivates)
		return;
	lock(&privl);
	used &= ~(1UL << (p - _privates));
	unlock(&privl);
}
