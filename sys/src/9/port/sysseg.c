/*
 * The system calls that change the caller's segments.
 */
#include	"u.h"
#include	"../port/lib.h"
#include	"mem.h"
#include	"dat.h"
#include	"fns.h"
#include	"../port/error.h"

typedef struct Class Class;

/* what segattach can attach */
struct Class
{
	char	*name;
	int	type;
};

static Class classes[] =
{
	{ .name = "shared",	.type = SG_SHARED },
	{ .name = "memory",	.type = SG_BSS },
};

/* brk_(addr): move the end of the bss; addr 0: where does it begin? */
long
sysbrk_(ulong *arg)
{
	return ibrk(arg[0], BSEG);
}

/* segbrk(addr, top): move the end of the segment that addr is in */
long
syssegbrk(ulong *arg)
{
	Segment *s;
	int i;

	for(i = 0; i < NSEG; i++){
		s = up->seg[i];
		if(s == nil || arg[0] < s->base || arg[0] >= s->top)
			continue;
		switch(s->type & SG_TYPE){
		case SG_TEXT:
		case SG_DATA:
		case SG_STACK:
		case SG_PHYSICAL:
			error(Ebadarg);
		}
		return ibrk(arg[1], i);
	}
	error(Ebadarg);
}

/* an address for len bytes, as near below the stack as may be; 0: no room */
static ulong
findhole(Proc *p, ulong len)
{
	Segment *s;
	ulong va;
	int i;

	va = USTKTOP - USTKSIZE;
again:
	if(va < len + UTZERO)
		return 0;
	for(i = 0; i < NSEG; i++){
		s = p->seg[i];
		if(s == nil || va <= s->base || va - len >= s->top)
			continue;
		va = s->base;
		goto again;
	}
	return va - len;
}

/* the class of that name; raises Ebadarg */
static Class*
findclass(char *name)
{
	int i;

	for(i = 0; i < nelem(classes); i++)
		if(strcmp(classes[i].name, name) == 0)
			return &classes[i];
	error(Ebadarg);
}

/*
 * Give p, the caller, a new segment of class name, of len bytes at va, or
 * where there is room if va is 0: its address. attr is SG_CEXEC or
 * SG_RONLY or 0. Raises Ebadarg, Enovmem, Esoverlap.
 */
ulong
segattach(Proc *p, ulong attr, char *name, ulong va, ulong len)
{
	Segment *s;
	Class *c;
	int i;

	c = findclass(name);
	if((attr & ~(SG_CEXEC|SG_RONLY)) != 0)
		error(Ebadarg);
	if(len == 0 || len > USTKTOP)
		error(Ebadarg);
	len = PGROUND(len);
	if(len/BY2PG > palloc.user)
		error(Enovmem);
	for(i = 0; i < NSEG; i++)
		if(p->seg[i] == nil && i != ESEG)
			break;
	if(i == NSEG)
		error(Enovmem);
	if(va == 0){
		va = findhole(p, len);
		if(va == 0)
			error(Enovmem);
	}
	va = PPN(va);
	if(va < UTZERO || va > USTKTOP - len)
		error(Ebadarg);
	if(isoverlap(p, va, va+len, nil))
		error(Esoverlap);
	s = newseg(c->type|attr, va, len/BY2PG);
	qlock(&p->seglock);
	p->seg[i] = s;
	qunlock(&p->seglock);
	return va;
}

/* segattach(attr, class, va, len) */
long
syssegattach(ulong *arg)
{
	char name[KNAMELEN], *e;
	ulong n;

	validaddr(arg[1], 1, 0);
	e = vmemchr((void*)arg[1], 0, sizeof name);
	if(e == nil)
		error(Ebadarg);
	n = e - (char*)arg[1];
	memmove(name, (void*)arg[1], n);
	name[n] = '\0';
	return segattach(up, arg[0], name, arg[2], arg[3]);
}

/* segdetach(addr): drop the segment that addr is in, but not the stack */
long
syssegdetach(ulong *arg)
{
	Segment *s;
	int i;

	for(i = 0; i < NSEG; i++){
		s = up->seg[i];
		if(s != nil && arg[0] >= s->base && arg[0] < s->top)
			break;
	}
	if(i == NSEG || i == SSEG)
		error(Ebadarg);
	qlock(&up->seglock);
	up->seg[i] = nil;
	qunlock(&up->seglock);
	mmuflush(up, s->base, s->top);
	putseg(s);
	return 0;
}

/* segfree(addr, len): forget what is in the whole pages among these bytes */
long
syssegfree(ulong *arg)
{
	Segment *s;
	ulong from, to;

	from = arg[0];
	to = from + arg[1];
	s = seg(up, from, 1);
	if(s == nil)
		error(Ebadarg);
	if(to < from || to > s->top){
		qunlock(&s->lk);
		error(Ebadarg);
	}
	from = PGROUND(from);
	to = PPN(to);
	if(from < to)
		mfreeseg(s, from, (to-from)/BY2PG);
	qunlock(&s->lk);
	return 0;
}

/*
 * segflush(addr, len): instructions have been written. The 386 sees to that
 * itself, so only the arguments are checked.
 */
long
syssegflush(ulong *arg)
{
	if(arg[1] > 0 && !okaddr(arg[0], arg[1], 0))
		error(Ebadarg);
	return 0;
}
