/*
 * The kernel's span.c, alloc.c and page.c on the host, compiled unchanged
 * but for the names of malloc, free and realloc. Physical memory is mapped
 * at KZERO as in the kernel; a hole in it is inaccessible. A map of the
 * bytes given out, kept here, finds what overlaps.
 */
#include	"../../386/include/u.h"
#include	"../../sys/src/9/port/lib.h"
#include	"../../sys/src/9/pc/mem.h"
#include	"../../sys/src/9/pc/dat.h"
#define	malloc	kmalloc
#define	free	kfree
#define	realloc	krealloc
#include	"../../sys/src/9/pc/fns.h"
#include	"../../sys/src/9/port/span.h"

enum
{
	Base0	= 0x1000,		/* two banks, as on a PC */
	Top0	= 0x9f000,
	Base1	= 0x100000,
	Top1	= 0x1100000,
	Unit	= 8,			/* grain of the map */
	Nlive	= 3000,
	Nstep	= 50000,

	Rw	= 3,			/* PROT_READ|PROT_WRITE */
	Mapfixed = 0x32,		/* MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS */
};

typedef struct Live Live;
struct Live
{
	uchar	*v;
	ulong	n;
	uchar	fill;
};

extern	int	printf(const char*, ...);
extern	int	fflush(void*);
extern	void*	mmap(void*, uint, int, int, int, long);
extern	void	_exit(int);
extern	int	_setjmp(void**);
extern	void	longjmp(void**, int) __attribute__((noreturn));

static Live	live[Nlive];
static uchar	map[Top1/Unit];		/* 1: given out */
static int	depth;			/* ilocks held */
static int	maxdepth;
static int	ntest;
static int	bad;			/* in the test that runs */
static void	*onpanic[200];
static int	expectpanic;
static ulong	seed = 1;

/* fakes, at the link */
void
ilock(Lock *l)
{
	if(l->key != 0)
		bad |= 1;
	l->key = 1;
	if(++depth > maxdepth)
		maxdepth = depth;
}

void
iunlock(Lock *l)
{
	if(l->key != 1)
		bad |= 1;
	l->key = 0;
	depth--;
}

long
xadd(long *p, long n)
{
	long old;

	old = *p;
	*p += n;
	return old;
}

void
panic(char *fmt, ...)
{
	if(expectpanic)
		longjmp(onpanic, 1);
	printf("Bail out! panic: %s\n", fmt);
	fflush(nil);
	for(;;)
		_exit(1);
}

void
tsleep(Rendez *r, int (*f)(void*), void *a, ulong ms)
{
	panic("tsleep");
}

int
nomemory(void)
{
	return 0;
}

/* nothing is kept */
ulong
imagekept(void)
{
	return 0;
}

int
mmureclaim(void)
{
	return 0;
}

int
return0(void *a)
{
	return 0;
}

int
setlabel(Label *l)
{
	return 0;
}

/* the test's own */
static ulong
rnd(ulong n)
{
	seed = seed*1664525 + 1013904223;
	return (seed>>8) % n;
}

static void
check(int ok, int bit)
{
	if(!ok)
		bad |= bit;
}

static void
result(char *name)
{
	check(depth == 0, 2);
	printf("%sok %d - alloc: %s", bad? "not ": "", ++ntest, name);
	if(bad)
		printf(" (reasons %#x)", bad);
	printf("\n");
	bad = 0;
}

static void
mark(void *v, ulong n, int old)
{
	ulong i, pa;

	pa = PADDR(v);
	if(pa%Unit != 0 || pa < Base0 || pa+n > Top1
	|| (pa < Base1 && pa+n > Top0)){
		bad |= 4;
		return;
	}
	for(i = pa/Unit; i < (pa+n+Unit-1)/Unit; i++){
		check(map[i] == old, 8);
		map[i] = !old;
	}
}

static int
isall(uchar *v, int c, ulong n)
{
	while(n-- > 0)
		if(*v++ != c)
			return 0;
	return 1;
}

static void
get(Live *l, ulong n)
{
	l->n = n;
	l->v = rnd(2)? malloc(n): smalloc(n);
	if(l->v == nil)
		return;
	check(msize(l->v) >= n, 16);
	check(isall(l->v, 0, n), 32);
	mark(l->v, msize(l->v), 0);
	l->fill = rnd(255)+1;
	memset(l->v, l->fill, msize(l->v));
}

static void
put(Live *l)
{
	if(l->v == nil)
		return;
	check(isall(l->v, l->fill, msize(l->v)), 64);
	mark(l->v, msize(l->v), 1);
	free(l->v);
	l->v = nil;
}

static void
move(Live *l)
{
	uchar *v;
	ulong n;

	if(l->v == nil)
		return;
	n = rnd(3*l->n + 16);
	mark(l->v, msize(l->v), 1);
	v = realloc(l->v, n);
	if(v != nil){
		check(isall(v, l->fill, MIN(n, l->n)), 128);
		l->v = v;
		l->n = n;
		memset(v, l->fill, msize(v));
	}
	mark(l->v, msize(l->v), 0);
}

static ulong
size(void)
{
	switch(rnd(20)){
	case 0:
		return rnd(64*KiB);
	case 1:
	case 2:
		return rnd(6000);
	default:
		return rnd(1<<rnd(12));
	}
}

static void
churn(int steps)
{
	Live *l;
	int i;

	for(i = 0; i < steps; i++){
		l = &live[rnd(Nlive)];
		if(l->v == nil)
			get(l, size());
		else if(rnd(5) == 0)
			move(l);
		else
			put(l);
	}
}

static void
putall(void)
{
	int i;

	for(i = 0; i < Nlive; i++)
		put(&live[i]);
}

/* a random life; at the end everything is back */
static void
testchurn(void)
{
	ulong nfree, used;
	Page *p;

	churn(Nstep);
	putall();
	result("random malloc, realloc and free: apart, cleared, kept");
	used = mallocused();
	nfree = palloc.nfree;
	check(used == 0, 256);
	churn(Nstep);
	check(mallocused() > 0, 512);
	putall();
	check(mallocused() == used && palloc.nfree == nfree, 1024);
	result("all memory comes back");
	p = spanalloc(1024, Mlast);
	check(p != nil, 1);
	if(p != nil)
		spanfree(p);
	check(spanalloc(4097, Mlast) == nil, 2);
	check(spanalloc(0, Mlast) == nil, 4);
	check(palloc.nfree == nfree, 8);
	result("pieces join again to 4 MiB");
}

/* every size there is, by itself */
static void
testsizes(void)
{
	ulong n;
	Live l;

	for(n = 0; n < 3*BY2PG; n++){
		get(&l, n);
		check(l.v != nil, 1);
		put(&l);
	}
	result("each size up to three pages");
}

/* processes stop at the kernel's reserve, malloc a little before the end */
static void
testlevels(void)
{
	ulong nfree, user, kernel, i;
	Page *p, *list;
	void *v, *vlist;

	nfree = palloc.nfree;
	list = nil;
	for(user = 0; (p = newpage(1)) != nil; user++){
		check(isall(KADDR(p->pa), 0, BY2PG) && p->ref == 1, 1);
		mark(KADDR(p->pa), BY2PG, 0);
		memset(KADDR(p->pa), 1, BY2PG);
		p->next = list;
		list = p;
	}
	check(swapcount() == user && palloc.freecount == palloc.user-user, 2);
	check(palloc.nfree >= conf.npage/16, 4);
	vlist = nil;
	for(kernel = 0; (v = malloc(BY2PG)) != nil; kernel++){
		mark(v, BY2PG, 0);
		*(void**)v = vlist;
		vlist = v;
	}
	check(kernel >= 32 && palloc.nfree > 16, 8);
	check(auxpage() == nil, 16);
	result("levels of need when memory runs out");
	while(vlist != nil){
		v = vlist;
		vlist = *(void**)v;
		mark(v, BY2PG, 1);
		free(v);
	}
	for(i = 0; list != nil; i++){
		p = list;
		list = p->next;
		mark(KADDR(p->pa), BY2PG, 1);
		putpage(p);
	}
	check(i == user && palloc.nfree == nfree && swapcount() == 0, 1);
	check(palloc.freecount == palloc.user, 2);
	result("all pages come back");
}

/* Ptes share pages by their reference counts */
static void
testpte(void)
{
	ulong nfree, used, i;
	Pte *a, *b;

	used = mallocused();
	nfree = palloc.nfree;
	a = ptealloc();
	for(i = 3; i < PTEPERTAB; i++)
		a->pages[i] = i%2 == 1? newpage(0): nil;
	a->first = 3;
	a->last = PTEPERTAB-1;
	b = ptecpy(a);
	for(i = 3; i < PTEPERTAB; i++)
		check(b->pages[i] == a->pages[i]
			&& (a->pages[i] == nil || a->pages[i]->ref == 2), 1);
	freepte(a);
	check(swapcount() == (PTEPERTAB-3+1)/2, 2);
	freepte(b);
	check(swapcount() == 0 && mallocused() == used, 4);
	check(palloc.nfree == nfree || palloc.nfree == nfree-1, 8);
	result("Ptes that share pages");
}

/* xalloc's memory is aligned and cleared and does not come back */
static void
testboot(void)
{
	ulong v, i, size, align;

	for(i = 0; i < 50; i++){
		size = rnd(5000)+1;
		align = 16<<rnd(9);
		v = (ulong)xspanalloc(size, align, 0);
		check(v%align == 0 && isall((uchar*)v, 0, size), 1);
		mark((void*)v, size, 0);
		v = (ulong)xspanalloc(size, 16, 8192);
		check(v/8192 == (v+size-1)/8192, 2);
		mark((void*)v, size, 0);
	}
	result("xalloc: aligned, cleared, not across a boundary");
}

/* what malloc did not give must not be freed */
static void
testbadfree(void)
{
	static char mine[16];
	char *v, *w[3];
	volatile int i;

	v = malloc(100);
	w[0] = v+8;
	w[1] = mine;
	w[2] = xalloc(16);
	expectpanic = 1;
	for(i = 0; i < nelem(w); i++)
		if(_setjmp(onpanic) == 0){
			free(w[i]);
			bad |= 1<<(8+i);
		}
	expectpanic = 0;
	free(nil);
	free(v);
	result("free refuses what is not malloc's");
}

static void
bank(int i, ulong base, ulong top)
{
	mmap(KADDR(base), top-base, Rw, Mapfixed, -1, 0);
	conf.mem[i].base = base;
	conf.mem[i].npage = (top-base)/BY2PG;
}

int
main(void)
{
	bank(0, Base0, Top0);
	bank(3, Base1, Top1);
	xinit();
	pageinit();
	testboot();
	testsizes();
	testchurn();
	testlevels();
	testpte();
	testbadfree();
	check(maxdepth <= 2, 1);
	result("locks are two deep at most");
	printf("1..%d\n", ntest);
	fflush(nil);
	_exit(0);
}
