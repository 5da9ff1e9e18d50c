/*
 * Trees. What is parsed together lies in one Unit, which is held by who
 * runs it and by every function defined in it, and goes as a whole.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

typedef struct Block Block;

enum
{
	Blocksize	= 1000,
};

struct Block
{
	Block	*next;
	char	*p;			/* free from here */
	char	*e;
};

struct Unit
{
	int	ref;
	Block	*blocks;
};

static char *keywords[] = {
	"!", "@", "fn", "for", "if", "in", "not", "switch", "while", "~",
};

/* a unit held once */
Unit*
newunit(void)
{
	Unit *u;

	u = emalloc(sizeof(Unit));
	u->ref = 1;
	u->blocks = nil;
	return u;
}

/* keep it until it is dropped once more */
void
holdunit(Unit *u)
{
	u->ref++;
}

/* the last one to drop it frees it */
void
dropunit(Unit *u)
{
	Block *b, *next;

	if(--u->ref > 0)
		return;
	for(b = u->blocks; b != nil; b = next){
		next = b->next;
		free(b);
	}
	free(u);
}

/* n bytes of a unit */
static void*
unitalloc(Unit *u, int n)
{
	Block *b;
	int size;
	char *p;

	n = (n+7) & ~7;
	b = u->blocks;
	if(b == nil || b->e - b->p < n){
		size = n > Blocksize ? n : Blocksize;
		b = emalloc(sizeof(Block)+8+size);
		b->p = (char*)(((uintptr)(b+1)+7) & ~7UL);
		b->e = b->p+size;
		b->next = u->blocks;
		u->blocks = b;
	}
	p = b->p;
	b->p += n;
	return p;
}

/* a copy of s that lives as long as the unit */
char*
unitstr(Unit *u, char *s)
{
	return strcpy(unitalloc(u, strlen(s)+1), s);
}

/* a tree in the unit's memory */
Tree*
newtree(Unit *u, int type, Tree *c0, Tree *c1, int line)
{
	Tree *t;

	t = unitalloc(u, sizeof(Tree));
	memset(t, 0, sizeof(Tree));
	t->type = type;
	t->c0 = c0;
	t->c1 = c1;
	t->line = line;
	t->unit = u;
	return t;
}

/* does s mean something else where a command starts? */
int
iskeyword(char *s)
{
	int i;

	for(i = 0; i < nelem(keywords); i++)
		if(strcmp(s, keywords[i]) == 0)
			return 1;
	return 0;
}
