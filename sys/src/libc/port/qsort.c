/*
 * Sorting in place: quicksort with the median of three as the pivot, which
 * turns to heapsort where it would go too deep, so that no input takes
 * more than n log n steps nor more than a few hundred bytes of stack.
 */
#include <u.h>
#include <libc.h>

typedef struct Sort Sort;
struct Sort
{
	int	(*cmp)(void*, void*);
	ulong	size;
	int	words;		/* elements are whole words */
};

static void
swap(Sort *s, char *a, char *b)
{
	ulong n;
	u32int w;
	char c;

	if(s->words){
		for(n = s->size; n > 0; n -= 4, a += 4, b += 4){
			w = *(u32int*)a;
			*(u32int*)a = *(u32int*)b;
			*(u32int*)b = w;
		}
		return;
	}
	for(n = s->size; n > 0; n--, a++, b++){
		c = *a;
		*a = *b;
		*b = c;
	}
}

/* let element i of a heap of n sink to its place */
static void
sink(Sort *s, char *a, ulong i, ulong n)
{
	ulong c;

	for(; (c = 2*i + 1) < n; i = c){
		if(c+1 < n && (*s->cmp)(a + c*s->size, a + (c+1)*s->size) < 0)
			c++;
		if((*s->cmp)(a + i*s->size, a + c*s->size) >= 0)
			break;
		swap(s, a + i*s->size, a + c*s->size);
	}
}

static void
heapsort(Sort *s, char *a, ulong n)
{
	ulong i;

	for(i = n/2; i > 0; i--)
		sink(s, a, i-1, n);
	for(i = n; --i > 0; ){
		swap(s, a, a + i*s->size);
		sink(s, a, 0, i);
	}
}

static void
insertionsort(Sort *s, char *a, ulong n)
{
	char *p, *q, *e;

	e = a + n*s->size;
	for(p = a + s->size; p < e; p += s->size)
		for(q = p; q > a && (*s->cmp)(q - s->size, q) > 0; q -= s->size)
			swap(s, q - s->size, q);
}

/* put the median of first, middle and last first */
static void
pivot(Sort *s, char *a, ulong n)
{
	char *m, *l;

	m = a + n/2*s->size;
	l = a + (n-1)*s->size;
	if((*s->cmp)(m, l) > 0)
		swap(s, m, l);
	if((*s->cmp)(a, l) > 0)
		swap(s, a, l);
	else if((*s->cmp)(a, m) < 0)
		swap(s, a, m);
}

/* sort, at most depth levels deep the quick way */
static void
sort(Sort *s, char *a, ulong n, int depth)
{
	char *lo, *hi;
	ulong left;

	while(n > 8){
		if(depth-- == 0){
			heapsort(s, a, n);
			return;
		}
		pivot(s, a, n);
		lo = a;
		hi = a + n*s->size;
		for(;;){
			do
				lo += s->size;
			while(lo < a + n*s->size && (*s->cmp)(lo, a) < 0);
			do
				hi -= s->size;
			while((*s->cmp)(hi, a) > 0);
			if(lo >= hi)
				break;
			swap(s, lo, hi);
		}
		swap(s, a, hi);
		left = (hi - a)/s->size;
		sort(s, a, left, depth);
		a = hi + s->size;
		n -= left + 1;
	}
	insertionsort(s, a, n);
}

/* sort n elements of size bytes; cmp returns < 0, 0 or > 0 */
void
qsort(void *a, long n, long size, int (*cmp)(void*, void*))
{
	Sort s;
	ulong m;
	int depth;

	if(n < 2 || size <= 0)
		return;
	s.cmp = cmp;
	s.size = size;
	s.words = (((uintptr)a | size) & 3) == 0;
	depth = 4;
	for(m = n; m > 1; m >>= 1)
		depth += 2;
	sort(&s, a, n, depth);
}
