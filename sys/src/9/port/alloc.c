/*
 * The kernel's malloc. Sizes up to half a page are rounded up to one of
 * some twenty, each of which has a Bin: pages cut into objects of that size,
 * those with free objects in a list. What a page holds is written in its
 * Page, so objects have no header and free finds the size by the address.
 * Larger sizes are spans of whole pages (span.c).
 *
 * A Bin is an ilock, held for some tens of instructions: malloc and free may
 * be called anywhere, also at interrupt level or with locks held. Only
 * smalloc may sleep. Memory is cleared after the lock is let go.
 *
 * A page whose last object is freed goes back to the pool, unless it is
 * the only one in its list: that would have to come back soon.
 */
#include	"u.h"
#include	"../port/lib.h"
#include	"mem.h"
#include	"dat.h"
#include	"fns.h"
#include	"../port/error.h"
#include	"../port/span.h"

typedef struct Bin Bin;

enum
{
	Maxsmall	= BY2PG/2,
	Unit		= 8,		/* sizes are multiples of it */
	Smallocms	= 50,		/* between tries of smalloc, */
	Smalloctry	= 20,		/* each so many'th of them is serious */
};

struct Bin
{
	Lock;
	Page	*part;			/* pages with free objects */
	ulong	nused;			/* objects given out */
	ulong	nobj;			/* objects in a page */
	ulong	size;
};

/* most are the largest multiples of Unit of which n make a page */
static Bin bins[] =
{
	{ .size = 16 },
	{ .size = 32 },
	{ .size = 48 },
	{ .size = 64 },
	{ .size = 96 },
	{ .size = 128 },
	{ .size = 160 },
	{ .size = 192 },
	{ .size = 224 },
	{ .size = 256 },
	{ .size = 272 },
	{ .size = 312 },
	{ .size = 368 },
	{ .size = 408 },
	{ .size = 512 },
	{ .size = 584 },
	{ .size = 680 },
	{ .size = 816 },
	{ .size = 1024 },
	{ .size = 1360 },
	{ .size = 2048 },
};

static uchar binof[Maxsmall/Unit + 1];	/* by size in Units, rounded up */

/* fill in the tables, at the first malloc, which is at boot */
static void
bininit(void)
{
	int b, u;

	b = 0;
	for(u = 0; u <= Maxsmall/Unit; u++){
		if(u*Unit > bins[b].size)
			b++;
		binof[u] = b;
	}
	for(b = 0; b < nelem(bins); b++)
		bins[b].nobj = BY2PG/bins[b].size;
}

/* put p, which has free objects, into the list of b */
static void
link(Bin *b, Page *p)
{
	p->prev = nil;
	p->next = b->part;
	if(p->next != nil)
		p->next->prev = p;
	b->part = p;
}

/* take it out */
static void
unlink(Bin *b, Page *p)
{
	if(p->prev != nil)
		p->prev->next = p->next;
	else
		b->part = p->next;
	if(p->next != nil)
		p->next->prev = p->prev;
}

/* a fresh page for b, which is locked */
static Page*
binpage(Bin *b, int level)
{
	Page *p;

	p = takepage(level, 0, 0);
	if(p == nil)
		return nil;
	p->clean = 0;
	p->kind = Pgsmall;
	p->bin = b - bins;
	p->objs = nil;
	p->nused = 0;
	p->fresh = 0;
	link(b, p);
	return p;
}

/* an object of b, not cleared; nil: no memory */
static void*
binalloc(Bin *b, int level)
{
	Page *p;
	void *v;

	ilock(b);
	p = b->part;
	if(p == nil){
		p = binpage(b, level);
		if(p == nil){
			iunlock(b);
			return nil;
		}
	}
	v = p->objs;
	if(v != nil)
		p->objs = *(void**)v;
	else
		v = (char*)KADDR(p->pa) + b->size*p->fresh++;
	if(++p->nused == b->nobj)
		unlink(b, p);
	b->nused++;
	iunlock(b);
	return v;
}

/* give back v, an object in page p */
static void
binfree(Page *p, void *v)
{
	Bin *b;

	b = &bins[p->bin];
	ilock(b);
	if(p->nused == 0 || ((ulong)v & (BY2PG-1)) % b->size != 0){
		iunlock(b);
		panic("free: %#p is not an object of %lud bytes", v, b->size);
	}
	*(void**)v = p->objs;
	p->objs = v;
	b->nused--;
	if(p->nused-- == b->nobj)
		link(b, p);
	if(p->nused > 0 || p->next == nil && p->prev == nil){
		iunlock(b);
		return;
	}
	unlink(b, p);
	p->kind = Pgnone;
	iunlock(b);
	givepages(p, p, 1, 0);
}

/* size bytes in pages of their own, not cleared; nil: no memory */
static void*
bigalloc(ulong size, int level)
{
	Page *p;

	p = spanalloc(PGROUND(size)/BY2PG, level);
	if(p == nil && mmureclaim() > 0)
		p = spanalloc(PGROUND(size)/BY2PG, level);
	return p == nil? nil: KADDR(p->pa);
}

/* size bytes, not cleared; nil: no memory for requests of that level */
static void*
alloc(ulong size, int level)
{
	if(size > Maxsmall)
		return bigalloc(size, level);
	if(bins[0].nobj == 0)
		bininit();
	return binalloc(&bins[binof[(size+Unit-1)/Unit]], level);
}

/* the Page that says what malloc gave at v */
static Page*
owner(void *v)
{
	Page *p;
	ulong n;

	n = PADDR(v)/BY2PG;
	p = &palloc.pages[n];
	if((ulong)v < KZERO || n >= palloc.npage
	|| p->kind != Pgsmall && (p->kind != Pgspan || (ulong)v%BY2PG != 0))
		panic("free: %#p does not come from malloc, pc %#lux",
			v, getcallerpc(&v));
	return p;
}

/*
 * size bytes at a multiple of 8, cleared if clr is not 0; nil when there is
 * no memory. Any context.
 */
void*
mallocz(ulong size, int clr)
{
	void *v;

	v = alloc(size, Mkernel);
	if(v != nil && clr)
		memset(v, 0, size);
	return v;
}

/* size bytes, cleared; nil when there is no memory. Any context. */
void*
malloc(ulong size)
{
	return mallocz(size, 1);
}

/*
 * As malloc, but never nil: it waits until there is memory, after a second
 * at the expense of the biggest process. For processes without spin locks,
 * for small sizes; notes do not end the wait.
 */
void*
smalloc(ulong size)
{
	void *v;
	volatile int noted, try;

	noted = 0;
	for(try = 1;; try++){
		v = alloc(size, Mlast);
		if(v != nil)
			break;
		if(up == nil)
			panic("smalloc: no room for %lud bytes", size);
		if(waserror()){
			noted = 1;
			continue;
		}
		if(try%Smalloctry == 0)
			nomemory();
		tsleep(&up->sleep, return0, nil, Smallocms);
		poperror();
	}
	if(noted)
		up->notepending = 1;
	return memset(v, 0, size);
}

/* free what the malloc family gave, or nil. Any context. */
void
free(void *v)
{
	Page *p;

	if(v == nil)
		return;
	p = owner(v);
	if(p->kind == Pgsmall)
		binfree(p, v);
	else
		spanfree(p);
}

/* bytes that can be stored at v, which malloc gave: what was asked or more */
ulong
msize(void *v)
{
	Page *p;

	p = owner(v);
	if(p->kind == Pgsmall)
		return bins[p->bin].size;
	return p->npage*BY2PG;
}

/*
 * Make what malloc gave at v size bytes long, moving it if it must; what
 * is added is not cleared. nil and v untouched when there is no memory.
 * v may be nil. Any context.
 */
void*
realloc(void *v, ulong size)
{
	void *nv;
	ulong n;

	if(v == nil)
		return mallocz(size, 1);
	n = msize(v);
	if(size <= n && size > n/2)
		return v;
	nv = mallocz(size, 0);
	if(nv == nil)
		return nil;
	memmove(nv, v, MIN(n, size));
	free(v);
	return nv;
}

/* bytes that malloc has given out, rounding included */
ulong
mallocused(void)
{
	ulong n;
	int i;

	n = spanused()*BY2PG;
	for(i = 0; i < nelem(bins); i++)
		n += bins[i].nused*bins[i].size;
	return n;
}

/* bytes that malloc could give out in all, if there were no processes */
ulong
mallocmax(void)
{
	return conf.npage*BY2PG;
}
