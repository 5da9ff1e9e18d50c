/*
 * Pages of processes, and the Ptes that hold the pages of a Segment. A
 * page belongs to ref segments; it can be written by a process only while
 * ref is 1, see fault.c.
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
	Chunk	= 32,		/* pages freed at once */
};

/*
 * How many pages processes may have, from what is left at the end of boot.
 * Once, after xinit and the initialisations that allocate.
 */
void
pageinit(void)
{
	ulong keep;

	keep = MIN(MAX(conf.npage/16, 64), 1024);
	if(palloc.nfree <= 2*keep)
		panic("pageinit: only %lud pages of memory", palloc.nfree);
	palloc.user = palloc.nfree - keep;
	palloc.freecount = palloc.user;
	conf.upages = palloc.user;
}

/*
 * Pages that processes have now, their page tables included, but for those
 * that are only kept. Process context.
 */
ulong
swapcount(void)
{
	return palloc.user - palloc.freecount - imagekept();
}

/* a page that counts as a process's */
static Page*
getpage(int level, int zero)
{
	Page *p;

	p = takepage(level, zero, 1);
	if(p == nil && mmureclaim() > 0)
		p = takepage(level, zero, 1);
	if(p == nil)
		return nil;
	p->ref = 1;
	if(zero && !p->clean)
		memset(KADDR(p->pa), 0, BY2PG);
	p->clean = 0;
	return p;
}

/*
 * A page for a process, with ref 1, cleared if zero is not 0; nil when all
 * that processes may have is in use. Any context.
 */
Page*
newpage(int zero)
{
	return getpage(Muser, zero);
}

/*
 * A cleared page for the page tables of a process; nil as for newpage, for
 * programs can make the kernel need very many. Any context.
 */
Page*
auxpage(void)
{
	return getpage(Muser, 1);
}

/* there is one more reference to p. Any context. */
void
incpage(Page *p)
{
	xadd(&p->ref, 1);
}

/* drop a reference to p and free it with the last one. Any context. */
void
putpage(Page *p)
{
	if(p->ref == 1 || xadd(&p->ref, -1) == 1)
		givepages(p, p, 1, 1);
}

/* free p, which has one reference and is all zero. Any context. */
void
putclean(Page *p)
{
	giveclean(p);
}

/* copy the contents of a page */
void
copypage(Page *from, Page *to)
{
	memmove(KADDR(to->pa), KADDR(from->pa), BY2PG);
}

/* the Page of a physical address in the pool */
Page*
pageof(ulong pa)
{
	return &palloc.pages[pa/BY2PG];
}

/* an empty Pte, nil when there is no memory */
Pte*
ptealloc(void)
{
	Pte *pte;

	pte = mallocz(sizeof(Pte), 0);
	if(pte != nil){
		pte->first = PTEPERTAB;
		pte->last = -1;
	}
	return pte;
}

/* a Pte that shares the pages of old, nil when there is no memory */
Pte*
ptecpy(Pte *old)
{
	Pte *pte;
	Page *p;
	int i;

	pte = ptealloc();
	if(pte == nil)
		return nil;
	for(i = old->first; i <= old->last; i++){
		p = old->pages[i];
		pte->pages[i] = p;
		if(p != nil)
			__sync_fetch_and_add(&p->ref, 1);
	}
	pte->first = old->first;
	pte->last = old->last;
	return pte;
}

/* free a Pte and drop its references to pages */
void
freepte(Pte *pte)
{
	Page *p, *head, *last;
	int i, n;

	n = 0;
	head = last = nil;
	for(i = pte->first; i <= pte->last; i++){
		p = pte->pages[i];
		if(p == nil || p->ref != 1 && xadd(&p->ref, -1) != 1)
			continue;
		p->next = head;
		head = p;
		if(n++ == 0)
			last = p;
		if(n == Chunk){
			givepages(head, last, n, n);
			head = nil;
			n = 0;
		}
	}
	if(n > 0)
		givepages(head, last, n, n);
	free(pte);
}
