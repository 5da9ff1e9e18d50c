/*
 * Note groups: their numbers, and about how many processes are in each, so
 * that one that multiplies without end leaves room for the others.
 *
 * The counts are by a part of the number, so groups may be counted together.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Ncount	= 256,
	Part	= 32,		/* of slots is kept, one in so many */
};

static struct
{
	Ref	id;
	long	n;		/* processes in all groups */
	long	count[Ncount];
} groups;

/* a number that no group has had; any context */
ulong
newnoteid(void)
{
	return incref(&groups.id);
}

/* let p be in the group called id, 0: in none; any context */
void
setnoteid(Proc *p, ulong id)
{
	ulong old;

	old = xchg(&p->noteid, id);
	if(old != 0){
		xadd(&groups.count[old%Ncount], -1);
		xadd(&groups.n, -1);
	}
	if(id != 0){
		xadd(&groups.count[id%Ncount], 1);
		xadd(&groups.n, 1);
	}
}

/*
 * Process slots or memory are nearly used up, and most processes are of the
 * caller's group: it should make no more.  May take page tables away.
 */
int
crowded(void)
{
	int full;

	full = groups.n >= conf.nproc - conf.nproc/Part;
	if(!full && !memshort()
	|| groups.count[up->noteid%Ncount] <= groups.n/2)
		return 0;
	while(!full && memshort())
		full = mmureclaim() == 0;
	return full;
}
