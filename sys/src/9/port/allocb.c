/*
 * Blocks: buffers on their way through queues.  A Block and its bytes are
 * one piece of memory; data is between rp and wp.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

/*
 * Gives an empty Block with room for n bytes, nil if there is no memory.
 * Any context.
 */
Block*
iallocb(int n)
{
	Block *b;

	b = mallocz(sizeof(Block)+n, 0);
	if(b == nil)
		return nil;
	b->next = nil;
	b->list = nil;
	b->base = (uchar*)(b+1);
	b->rp = b->base;
	b->wp = b->base;
	b->lim = b->base+n;
	return b;
}

/* As iallocb, but raises Enomem.  Process context. */
Block*
allocb(int n)
{
	Block *b;

	b = iallocb(n);
	if(b == nil)
		error(Enomem);
	return b;
}

/* Frees b (or nil).  Any context. */
void
freeb(Block *b)
{
	free(b);
}

/* Frees the Blocks linked by next from b. */
void
freeblist(Block *b)
{
	Block *next;

	for(; b != nil; b = next){
		next = b->next;
		freeb(b);
	}
}
