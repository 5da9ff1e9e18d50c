/*
 * Segments: the pieces of a process's address space. A Segment has a range
 * of addresses and a table of Ptes, each of which holds the pages of
 * PTEPERTAB in a row; a page that is not there yet is made by fault.c.
 *
 * Segments that processes share (text; data after rfork with RFMEM;
 * segattach's) are counted in ref. After a plain fork a segment is a new
 * one with the same pages: both processes' mappings become read-only and
 * the first to write gets a copy.
 *
 * Segment.lk guards the table. Mappings are made with it held, so whoever
 * holds it and has the mappings flushed may take pages away.
 */
#include	"u.h"
#include	"../port/lib.h"
#include	"mem.h"
#include	"dat.h"
#include	"fns.h"
#include	"../port/error.h"

/* Ptes for so many pages */
static ulong
npte(ulong size)
{
	return (size+PTEPERTAB-1)/PTEPERTAB;
}

/* let the map of s be good for n Ptes from the first; 0: no memory */
static int
growmap(Segment *s, ulong n)
{
	Pte **map;

	if(s->mapoff == 0 && n <= s->mapsize)
		return 1;
	map = malloc(n*sizeof(Pte*));
	if(map == nil)
		return 0;
	memmove(map + s->mapoff, s->map, s->mapsize*sizeof(Pte*));
	if(s->map != s->ssegmap)
		free(s->map);
	s->map = map;
	s->mapoff = 0;
	s->mapsize = n;
	return 1;
}

/*
 * Where s has its n'th Pte, which may be nil; nil if its map does not
 * reach that far.
 */
static Pte**
pteof(Segment *s, ulong n)
{
	n -= s->mapoff;
	return n < s->mapsize? &s->map[n]: nil;
}

/*
 * A segment of size pages from base on without any page, with ref 1. A
 * stack's map begins with its last Ptes only. Raises Enovmem.
 */
Segment*
newseg(int type, ulong base, ulong size)
{
	Segment *s;
	ulong n;

	s = malloc(sizeof(Segment));
	if(s == nil)
		error(Enovmem);
	s->ref = 1;
	s->type = type;
	s->base = base;
	s->top = base + size*BY2PG;
	s->size = size;
	s->sema.prev = &s->sema;
	s->sema.next = &s->sema;
	s->map = s->ssegmap;
	s->mapsize = SSEGMAPSIZE;
	n = npte(size);
	if(n <= SSEGMAPSIZE)
		return s;
	if((type & SG_TYPE) == SG_STACK)
		s->mapoff = n - SSEGMAPSIZE;
	else if(!growmap(s, n)){
		free(s);
		error(Enovmem);
	}
	return s;
}

/*
 * Where pte keeps its page i; nil if that is outside of what it has, and
 * not to be made part of it (make is 0).
 */
static Page**
pteslot(Pte *pte, int i, int make)
{
	int k;

	if(i >= pte->first && i <= pte->last)
		return &pte->pages[i];
	if(!make)
		return nil;
	if(pte->last < 0){
		pte->first = i;
		pte->last = i-1;
	}
	for(k = i; k < pte->first; k++)
		pte->pages[k] = nil;
	for(k = pte->last+1; k <= i; k++)
		pte->pages[k] = nil;
	pte->first = MIN(i, pte->first);
	pte->last = MAX(i, pte->last);
	return &pte->pages[i];
}

/*
 * Where the segment keeps its page of va; made if make is not 0. nil: there
 * is no such place, or no memory for it. s->lk is held, or nobody else knows s.
 */
Page**
segslot(Segment *s, ulong va, int make)
{
	Pte **pp;
	ulong n;

	n = (va - s->base)/BY2PG;
	pp = pteof(s, n/PTEPERTAB);
	if(pp == nil && make && growmap(s, npte(s->size)))
		pp = pteof(s, n/PTEPERTAB);
	if(pp == nil)
		return nil;
	if(*pp == nil && make)
		*pp = ptealloc();
	if(*pp == nil)
		return nil;
	return pteslot(*pp, n%PTEPERTAB, make);
}

/*
 * Drop a reference to s and free it with the last one; nil is ignored. May
 * sleep, for the image's file is closed.
 */
void
putseg(Segment *s)
{
	Pte **pp, **end;
	Image *i;

	if(s == nil)
		return;
	i = s->image;
	if(i != nil){
		if(imageunref(i, s) != 0)
			return;
	}else if(decref(s) != 0)
		return;
	end = s->map + s->mapsize;
	for(pp = s->map; pp < end; pp++)
		if(*pp != nil)
			freepte(*pp);
	if(s->map != s->ssegmap)
		free(s->map);
	free(s);
	if(i != nil)
		putimage(i);
}

/*
 * The mappings of s from base up to top must not be used any more by the
 * processes that share it, but for the caller. s->lk is held, so none can
 * come into being meanwhile.
 */
void
flushpeers(Segment *s, ulong base, ulong top)
{
	Proc *p;
	int i, n;

	if(s->ref == 1)
		return;
	for(i = 0; (p = proctab(i)) != nil; i++){
		if(p == up || p->state == Dead)
			continue;
		for(n = 0; n < NSEG; n++)
			if(p->seg[n] == s)
				mmuflush(p, base, top);
	}
}

/* give n, a copy of s, its own copy of the page of va, if there is one */
static int
copynow(Segment *n, ulong va)
{
	Page **slot, *p;

	if(va < n->base || va >= n->top)
		return 0;
	slot = segslot(n, va, 0);
	if(slot == nil || *slot == nil || (*slot)->ref == 1)
		return 0;
	p = newpage(0);
	if(p == nil)
		return -1;
	copypage(*slot, p);
	putpage(*slot);
	*slot = p;
	return 0;
}

/*
 * Give n the pages of s, which is locked, and see that none who has them
 * mapped can write them. The page of a stack that is in use and the top one
 * would be written at once, by parent and child: copy these. -1: no memory.
 */
static int
sharepages(Segment *s, Segment *n)
{
	Pte *pte;
	ulong i, va, lo, hi;

	if(s->mapoff < n->mapoff && !growmap(n, npte(n->size)))
		return -1;
	lo = s->top;
	hi = s->base;
	for(i = 0; i < s->mapsize; i++){
		pte = s->map[i];
		if(pte == nil)
			continue;
		va = s->base + (s->mapoff+i)*PTEMAPMEM;
		n->map[s->mapoff + i - n->mapoff] = ptecpy(pte);
		if(n->map[s->mapoff + i - n->mapoff] == nil)
			break;
		if(pte->last >= 0){
			lo = MIN(lo, va + pte->first*BY2PG);
			hi = va + (pte->last+1)*BY2PG;
		}
	}
	if((s->type & SG_TYPE) == SG_STACK && i == s->mapsize){
		if(copynow(n, usersp()) < 0 || copynow(n, s->top-1) < 0)
			i = 0;
		hi = MIN(hi, s->top-BY2PG);
	}
	if(lo < hi){
		mmuprotect(lo, hi);
		flushpeers(s, lo, hi);
	}
	return i < s->mapsize? -1: 0;
}

/*
 * What a child of the caller gets for the caller's segs[segno]: the segment
 * itself if it is text or shared, or if share is not 0 and it is not the
 * stack; else one with copies of the pages, made when written. Raises
 * Enovmem.
 */
Segment*
dupseg(Segment **segs, int segno, int share)
{
	Segment *n, *s;

	s = segs[segno];
	switch(s->type & SG_TYPE){
	case SG_TEXT:
	case SG_SHARED:
	case SG_PHYSICAL:
		incref(s);
		return s;
	case SG_DATA:
	case SG_BSS:
		if(share){
			incref(s);
			return s;
		}
	}
	qlock(&s->lk);
	if(waserror()){
		qunlock(&s->lk);
		nexterror();
	}
	n = newseg(s->type, s->base, s->size);
	poperror();
	n->fstart = s->fstart;
	n->flen = s->flen;
	if(s->image != nil){
		incref(s->image);
		n->image = s->image;
	}
	if(sharepages(s, n) < 0){
		qunlock(&s->lk);
		putseg(n);
		error(Enovmem);
	}
	qunlock(&s->lk);
	return n;
}

/*
 * Put p in as the page of va, which has none yet; s takes over the
 * reference. Raises Enovmem, having dropped p.
 */
void
segpage(Segment *s, Page *p, ulong va)
{
	Page **slot;

	if(va < s->base || va >= s->top)
		panic("segpage: %#lux not in %#lux-%#lux", va, s->base, s->top);
	slot = segslot(s, va, 1);
	if(slot == nil){
		putpage(p);
		error(Enovmem);
	}
	*slot = p;
}

/* drop n pages of pte from i on */
static void
freeslots(Pte *pte, int i, int n)
{
	Page *p;

	for(; n > 0; i++, n--){
		if(i < pte->first || i > pte->last)
			continue;
		p = pte->pages[i];
		pte->pages[i] = nil;
		if(p != nil)
			putpage(p);
	}
}

/*
 * Free the pages of s, which the caller has in its address space, in the
 * given number of pages from start on. s->lk is held.
 */
void
mfreeseg(Segment *s, ulong start, ulong pages)
{
	Pte **pp;
	ulong n, end, k;

	end = start + pages*BY2PG;
	mmuflush(up, start, end);
	flushpeers(s, start, end);
	n = (start - s->base)/BY2PG;
	for(end = n + pages; n < end; n += k){
		k = MIN(end - n, PTEPERTAB - n%PTEPERTAB);
		pp = pteof(s, n/PTEPERTAB);
		if(pp != nil && *pp != nil)
			freeslots(*pp, n%PTEPERTAB, k);
	}
}

/* 1: the addresses from base up to top meet a segment of p but not s */
int
isoverlap(Proc *p, ulong base, ulong top, Segment *s)
{
	Segment *ns;
	int i;

	for(i = 0; i < NSEG; i++){
		ns = p->seg[i];
		if(ns != nil && ns != s && base < ns->top && ns->base < top)
			return 1;
	}
	return 0;
}

/* move the end of s, which is locked, to top: the error, nil is success */
static char*
setend(Segment *s, ulong top)
{
	ulong size, n;

	size = (top - s->base)/BY2PG;
	if(top < s->top){
		if(s->ref > 1)
			return Einuse;
		mfreeseg(s, top, (s->top - top)/BY2PG);
	}else{
		if(isoverlap(up, s->top, top, s))
			return Esoverlap;
		n = npte(size);
		if(n > s->mapsize)
			n += n/4;
		if(size > palloc.user || !growmap(s, n))
			return Enovmem;
	}
	s->top = top;
	s->size = size;
	return nil;
}

/*
 * Move the end of the caller's segment seg to addr, rounded up to a page.
 * addr 0 asks for its base; for the bss, addresses from the data's base on
 * count as its own base. Raises Ebadarg, Enovmem, Esoverlap, Einuse.
 */
long
ibrk(ulong addr, int seg)
{
	Segment *s, *d;
	char *err;

	s = up->seg[seg];
	if(s == nil)
		error(Ebadarg);
	if(addr == 0)
		return s->base;
	if(addr < s->base){
		d = up->seg[DSEG];
		if(seg != BSEG || d == nil || addr < d->base)
			error(Enovmem);
		addr = s->base;
	}
	if(addr > USTKTOP)
		error(Enovmem);
	qlock(&s->lk);
	err = setend(s, PGROUND(addr));
	qunlock(&s->lk);
	if(err != nil)
		error(err);
	return 0;
}
