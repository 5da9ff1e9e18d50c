/*
 * The physical memory that the kernel can use, handed out in spans of
 * whole pages: a buddy system. A free block is 2^k pages long and starts at
 * a multiple of its length; freed, it joins its buddy, the other half of
 * the block of twice the length, if that is free too. A span of another
 * length is a block whose tail has been given back.
 *
 * Single pages, the most frequent request by far, wait in short lists of
 * their own in front of the blocks: palloc.clean has those that are known
 * to be all zero, palloc.head the others.
 *
 * All of it is under the ilock palloc, never for more than a thousand or
 * so instructions, so any context may call, interrupts included. Requests
 * have a level that says how much they must leave for others: processes'
 * pages leave the kernel its reserve, malloc leaves the last of it to
 * those who cannot fail.
 */
#include	"u.h"
#include	"../port/lib.h"
#include	"mem.h"
#include	"dat.h"
#include	"fns.h"
#include	"../port/error.h"
#include	"../port/span.h"

enum
{
	Norder		= 13,		/* blocks of up to 16 MiB */
	Maxspan		= 1<<(Norder-1),
	Batch		= 8,		/* pages moved at once from a list */
	Keephead	= 32,		/* pages in a list at most */
	Xchunk		= 4,		/* pages permalloc cuts up at once */
};

static struct
{
	ulong	used;			/* pages in spans given out */
	Page	*pair;			/* free spans of two: kernel stacks */
	ulong	npair;
	Page	*free[Norder];		/* blocks, by log2 of their pages */
	ulong	nhead;			/* pages in palloc.head */
	ulong	nclean;			/* pages in palloc.clean */
	ulong	leave[Nlevel];		/* pages a request must leave free */
	Lock	xlock;
	char	*xp;			/* what permalloc has left */
	char	*xend;
} span;

/* p begins a free block of 2^order pages; palloc locked */
static void
link(Page *p, int order)
{
	p->kind = Pgfree;
	p->order = order;
	p->prev = nil;
	p->next = span.free[order];
	if(p->next != nil)
		p->next->prev = p;
	span.free[order] = p;
}

/* it does so no more */
static void
unlink(Page *p)
{
	if(p->prev != nil)
		p->prev->next = p->next;
	else
		span.free[p->order] = p->next;
	if(p->next != nil)
		p->next->prev = p->prev;
	p->kind = Pgnone;
}

/* give back a block of 2^order pages; palloc locked */
static void
give(Page *p, int order)
{
	Page *b;
	ulong i, j;

	i = p - palloc.pages;
	p->kind = Pgnone;
	for(; order < Norder-1; order++){
		j = i ^ (1<<order);
		if(j >= palloc.npage)
			break;
		b = &palloc.pages[j];
		if(b->kind != Pgfree || b->order != order)
			break;
		unlink(b);
		i &= ~(1<<order);
	}
	link(&palloc.pages[i], order);
}

/* a block of 2^order pages, nil: there is none; palloc locked */
static Page*
take(int order)
{
	Page *p;
	int o;

	for(o = order; o < Norder; o++){
		p = span.free[o];
		if(p == nil)
			continue;
		unlink(p);
		while(o > order){
			o--;
			link(p + (1<<o), o);
		}
		return p;
	}
	return nil;
}

/* give back n pages from p on, in blocks as large as may be; palloc locked */
static void
giverange(Page *p, ulong n)
{
	ulong i;
	int o;

	while(n > 0){
		i = p - palloc.pages;
		for(o = 0; o < Norder-1; o++)
			if((i & (1<<o)) != 0 || (2<<o) > n)
				break;
		give(p, o);
		p += 1<<o;
		n -= 1<<o;
	}
}

/* the first page of a list, which has one; palloc locked */
static Page*
pop(Page **list, ulong *count)
{
	Page *p;

	p = *list;
	*list = p->next;
	--*count;
	return p;
}

/* return pages of a list to the blocks until n are left; palloc locked */
static void
drain(Page **list, ulong *count, ulong n)
{
	Page *p;

	while(*count > n){
		p = pop(list, count);
		p->clean = 0;
		give(p, 0);
	}
}

/* the same of a list of pairs */
static void
drainpairs(ulong n)
{
	while(span.npair > n)
		give(pop(&span.pair, &span.npair), 1);
}

/* fill palloc.head, which is empty, with the pages of a small block */
static void
refill(void)
{
	Page *p;
	int i, n;

	n = Batch;
	p = take(3);
	if(p == nil){
		drainpairs(0);
		n = 1;
		p = take(0);
		if(p == nil)
			return;
	}
	for(i = 0; i < n; i++){
		p[i].next = palloc.head;
		palloc.head = &p[i];
	}
	span.nhead = n;
}

/*
 * One page for a request of the given level (Muser, Mkernel, Mlast), nil
 * when there is none. If zero is not 0 the page had better be all zero;
 * what it is, is in Page.clean. forproc is 1 if it counts as a process's,
 * else 0. Any context.
 */
Page*
takepage(int level, int zero, int forproc)
{
	Page *p;

	ilock(&palloc);
	if(palloc.nfree <= span.leave[level]){
		iunlock(&palloc);
		return nil;
	}
	if(zero && palloc.clean != nil)
		p = pop(&palloc.clean, &span.nclean);
	else{
		if(palloc.head == nil)
			refill();
		if(palloc.head != nil)
			p = pop(&palloc.head, &span.nhead);
		else
			p = pop(&palloc.clean, &span.nclean);
	}
	palloc.nfree--;
	palloc.freecount -= forproc;
	iunlock(&palloc);
	p->npage = 1;
	return p;
}

/*
 * 1 if processes can get no more than one page in 32 of all there are. Any
 * context.
 */
int
memshort(void)
{
	return palloc.nfree <= span.leave[Muser] + conf.npage/32;
}

/*
 * 1 if malloc can get no more pages: then a call that is to make lasting
 * things had better fail at once. Any context.
 */
int
memlow(void)
{
	return palloc.nfree <= span.leave[Mkernel];
}

/*
 * Give back the n pages of takepage linked by next from p to last, of which
 * forproc were a process's. Any context; the list should be short, for
 * interrupts are off meanwhile.
 */
void
givepages(Page *p, Page *last, ulong n, ulong forproc)
{
	ilock(&palloc);
	palloc.freecount += forproc;
	last->next = palloc.head;
	palloc.head = p;
	span.nhead += n;
	palloc.nfree += n;
	if(span.nhead > Keephead)
		drain(&palloc.head, &span.nhead,
			MAX(span.nhead-Batch, Keephead));
	iunlock(&palloc);
}

/* give back a process's page that is all zero. Any context. */
void
giveclean(Page *p)
{
	ilock(&palloc);
	palloc.freecount++;
	p->clean = 1;
	p->next = palloc.clean;
	palloc.clean = p;
	span.nclean++;
	palloc.nfree++;
	if(span.nclean > Keephead)
		drain(&palloc.clean, &span.nclean, Keephead-Batch);
	iunlock(&palloc);
}

/* a span of npage pages, nil: there is none; palloc locked */
static Page*
takespan(ulong npage)
{
	Page *p;
	int o;

	if(npage == 2 && span.pair != nil){
		p = pop(&span.pair, &span.npair);
		p->kind = Pgspan;
		return p;
	}
	for(o = 0; (1<<o) < npage; o++)
		;
	p = take(o);
	if(p == nil){
		drain(&palloc.head, &span.nhead, 0);
		drain(&palloc.clean, &span.nclean, 0);
		drainpairs(0);
		p = take(o);
		if(p == nil)
			return nil;
	}
	if((1<<o) > npage)
		giverange(p + npage, (1<<o) - npage);
	p->npage = npage;
	p->kind = Pgspan;
	return p;
}

/*
 * A span of npage contiguous pages, not cleared, for a request of the
 * given level; nil when there is none or it is too long. Any context.
 */
Page*
spanalloc(ulong npage, int level)
{
	Page *p;

	if(npage == 0 || npage > Maxspan)
		return nil;
	ilock(&palloc);
	p = nil;
	if(palloc.nfree >= npage + span.leave[level])
		p = takespan(npage);
	if(p != nil){
		palloc.nfree -= npage;
		span.used += npage;
	}
	iunlock(&palloc);
	return p;
}

/* give back what spanalloc gave. Any context. */
void
spanfree(Page *p)
{
	ulong n;

	n = p->npage;
	ilock(&palloc);
	palloc.nfree += n;
	span.used -= n;
	if(n == 2){
		p->kind = Pgnone;
		p->next = span.pair;
		span.pair = p;
		if(++span.npair > Keephead)
			drainpairs(Keephead-Batch);
	}else
		giverange(p, n);
	iunlock(&palloc);
}

/* pages in spans that are given out */
ulong
spanused(void)
{
	return span.used;
}

/* n pages for the array of Pages, from the first bank with room */
static Page*
pagearray(ulong n)
{
	int i;
	void *v;

	for(i = 0; i < NMEMBANK; i++){
		if(conf.mem[i].npage < n)
			continue;
		v = KADDR(conf.mem[i].base);
		conf.mem[i].base += n*BY2PG;
		conf.mem[i].npage -= n;
		return v;
	}
	panic("xinit: no room for %lud pages of page table", n);
}

/*
 * Take over the memory of conf.mem, all of which must be mapped at KZERO.
 * Once at boot, on one CPU, before anything else of span.c, alloc.c and
 * page.c.
 */
void
xinit(void)
{
	ulong i, n;

	for(i = 0; i < NMEMBANK; i++){
		n = conf.mem[i].npage;
		if(n > 0)
			palloc.npage = MAX(palloc.npage,
				conf.mem[i].base/BY2PG + n);
	}
	n = palloc.npage*sizeof(Page);
	palloc.pages = pagearray(PGROUND(n)/BY2PG);
	memset(palloc.pages, 0, n);
	for(i = 0; i < palloc.npage; i++)
		palloc.pages[i].pa = i*BY2PG;
	for(i = 0; i < NMEMBANK; i++){
		n = conf.mem[i].npage;
		giverange(&palloc.pages[conf.mem[i].base/BY2PG], n);
		palloc.nfree += n;
	}
	conf.npage = palloc.nfree;
	span.leave[Muser] = MIN(MAX(conf.npage/16, 64), 1024);
	span.leave[Mkernel] = span.leave[Muser]/4;
}

/* a span that is for good: nil, or its address */
static char*
keepspan(ulong npage)
{
	Page *p;

	p = spanalloc(npage, Mkernel);
	if(p == nil)
		return nil;
	p->kind = Pgboot;
	ilock(&palloc);
	span.used -= npage;
	iunlock(&palloc);
	return KADDR(p->pa);
}

/*
 * Memory that is never freed: size bytes, cleared, at a multiple of 16;
 * nil when there is none. Any context.
 */
void*
permalloc(ulong size)
{
	char *v;
	int n;

	size = ROUND(size, 16);
	if(size >= BY2PG)
		v = keepspan(PGROUND(size)/BY2PG);
	else{
		ilock(&span.xlock);
		v = span.xp;
		if(span.xend - v < size){
			n = Xchunk;
			v = keepspan(n);
			if(v == nil){
				n = 1;
				v = keepspan(n);
			}
			span.xend = v == nil? nil: v + n*BY2PG;
		}
		span.xp = v == nil? nil: v + size;
		iunlock(&span.xlock);
	}
	return v == nil? nil: memset(v, 0, size);
}

/* as permalloc, at boot, where there is always some: panics if not */
void*
xalloc(ulong size)
{
	void *v;

	v = permalloc(size);
	if(v == nil)
		panic("xalloc: no room for %lud bytes", size);
	return v;
}

/*
 * As xalloc, at a multiple of align and, if within is not 0, without
 * crossing a multiple of it; both powers of two.
 */
void*
xspanalloc(ulong size, int align, ulong within)
{
	ulong v, need;

	need = size;
	if(align > 16)
		need += align;
	if(within > 0)
		need += size;
	v = (ulong)xalloc(need);
	if(align > 16)
		v = ROUND(v, align);
	if(within > 0 && v/within != (v+size-1)/within)
		v = ROUND(v, within);
	return (void*)v;
}
