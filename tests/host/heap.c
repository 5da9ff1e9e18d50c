/*
 * malloc: a long random run against a list of what is allocated, in which
 * every byte of every block is checked before it is freed or moved.
 */
#include <u.h>
#include <libc.h>
#include "hostlibc.h"

enum
{
	Nblock	= 500,
	Nstep	= 200000,
};

typedef struct Rec Rec;
struct Rec
{
	uchar	*p;
	ulong	n;
	uchar	fill;
};

static Rec recs[Nblock];
static int bad;

static ulong
size(void)
{
	switch(nrand(20)){
	case 0:	return nrand(100000);
	case 1:	return 0;
	case 2:
	case 3:	return nrand(5000);
	}
	return nrand(200);
}

static void
fill(Rec *r)
{
	r->fill = lrand();
	memset(r->p, r->fill, r->n);
}

/* is the block's first n bytes what it was filled with? */
static void
check(Rec *r, ulong n)
{
	ulong i;

	for(i = 0; i < n; i++)
		if(r->p[i] != r->fill){
			bad++;
			break;
		}
}

static void
step(void)
{
	Rec *r;
	ulong n, old;

	r = &recs[nrand(Nblock)];
	if(r->p == nil){
		r->n = size();
		r->p = malloc(r->n);
		if(r->p == nil || ((uintptr)r->p & 7) != 0
			|| msize(r->p) < r->n)
			bad++;
		else
			fill(r);
		return;
	}
	check(r, r->n);
	if(nrand(3) == 0){
		n = size() + 1;
		old = r->n;
		r->p = realloc(r->p, n);
		if(r->p == nil){
			bad++;
			return;
		}
		r->n = n;
		check(r, old < n ? old : n);
		fill(r);
		return;
	}
	free(r->p);
	r->p = nil;
}

void
main(int argc, char **argv)
{
	uchar *p;
	char *top;
	int i;

	USED(argc, argv);
	for(i = 0; i < Nstep; i++)
		step();
	ok(bad == 0, "a random run of malloc, realloc and free");
	for(i = 0; i < Nblock; i++)
		free(recs[i].p);
	top = sbrk(0);
	p = malloc(1000000);
	ok(p != nil && sbrk(0) == top, "what was freed is one piece again");
	free(p);
	p = mallocz(5000, 1);
	for(i = 0; i < 5000 && p[i] == 0; i++)
		;
	ok(i == 5000, "mallocz clears");
	free(p);
	ok(realloc(nil, 10) != nil && realloc(malloc(3), 0) == nil,
		"realloc of nil, and to 0");
	ok(malloc(0x7FFFFFFF) == nil && malloc(~0UL) == nil
		&& calloc(0x10000, 0x10000) == nil, "too much is nil");
	plan();
}
