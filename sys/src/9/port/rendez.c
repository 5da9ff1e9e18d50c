/*
 * rendezvous: processes of a group meet by tag and swap values.  One
 * ilock guards the queues of all groups, so that a note may pull a
 * process out of one at interrupt level.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

static Lock rend;

static Proc**
chain(Rgrp *r, ulong tag)
{
	return &r->rendhash[tag % nelem(r->rendhash)];
}

/* take who waits with tag out of r, nil: nobody; rend is held */
static Proc*
partner(Rgrp *r, ulong tag)
{
	Proc *p, **l;

	for(l = chain(r, tag); (p = *l) != nil; l = &p->rendhash)
		if(p->rendtag == tag){
			*l = p->rendhash;
			return p;
		}
	return nil;
}

/* system call: tag, value; gives the partner's value, ~0 if a note came */
long
sysrendezvous(ulong *arg)
{
	Proc *p, **l;
	ulong val;

	splhi();
	ilock(&rend);
	p = partner(up->rgrp, arg[0]);
	if(p != nil){
		val = p->rendval;
		p->rendval = arg[1];
		ready(p);
		iunlock(&rend);
		spllo();
		return val;
	}
	if(up->notepending){
		up->notepending = 0;
		iunlock(&rend);
		spllo();
		return ~0;
	}
	up->rendtag = arg[0];
	up->rendval = arg[1];
	l = chain(up->rgrp, arg[0]);
	up->rendhash = *l;
	*l = up;
	up->state = Rendezvous;
	iunlock(&rend);
	sched();
	return up->rendval;
}

/*
 * Pull p out of a rendezvous that it waits in, with the value ~0: 1, or
 * 0 if it does not wait in one.  Any level.
 */
int
rendbreak(Proc *p)
{
	Proc **l;
	int found;

	found = 0;
	ilock(&rend);
	if(p->state == Rendezvous){
		for(l = chain(p->rgrp, p->rendtag); *l != nil; l = &(*l)->rendhash)
			if(*l == p){
				*l = p->rendhash;
				found = 1;
				break;
			}
		if(found){
			p->rendval = ~0;
			p->notepending = 0;
			ready(p);
		}
	}
	iunlock(&rend);
	return found;
}
