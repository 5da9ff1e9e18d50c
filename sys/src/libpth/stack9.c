/*
 * Memory for stacks: whole pages, many stacks of a size at a time, of which
 * those never used cost nothing. Those given back are for the next threads.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

enum
{
	Atonce	= 2*1024*1024,		/* bytes, if a stack is not longer */
};

typedef struct Free Free;
struct Free				/* at the top, which was in use */
{
	Free	*next;
};

typedef struct Class Class;
struct Class				/* stacks of one size */
{
	Class	*next;
	ulong	size;
	Free	*free;
	uchar	*p;			/* never used, up to end */
	uchar	*end;
};

static Class *classes;

/* the class of a size, which is made if there is none; nil: no memory */
static Class*
class(ulong size)
{
	Class *c;

	for(c = classes; c != nil; c = c->next)
		if(c->size == size)
			return c;
	c = mallocz(sizeof *c, 1);
	if(c == nil)
		return nil;
	c->size = size;
	c->next = classes;
	classes = c;
	return c;
}

/* more stacks for a class; FALSE: no memory */
static int
more(Class *c)
{
	uchar *p;
	ulong n;

	n = c->size;
	if(n < Atonce)
		n = Atonce/n * n;
	p = malloc(n + Page-1);
	if(p == nil)
		return FALSE;
	c->p = (uchar*)(((uintptr)p + Page-1) & ~(Page-1UL));
	c->end = c->p + n;
	return TRUE;
}

/* size bytes, a multiple of a page, on a page; nil if there are none */
void*
_pthstack(ulong size)
{
	Class *c;
	Free *f;
	uchar *p;

	c = class(size);
	if(c == nil)
		return nil;
	f = c->free;
	if(f != nil){
		c->free = f->next;
		return (uchar*)(f+1) - size;
	}
	if(c->p == c->end && !more(c))
		return nil;
	p = c->p;
	c->p += size;
	return p;
}

/* the same back */
void
_pthunstack(void *p, ulong size)
{
	Class *c;
	Free *f;

	c = class(size);
	f = (Free*)((uchar*)p + size) - 1;
	f->next = c->free;
	c->free = f;
}
