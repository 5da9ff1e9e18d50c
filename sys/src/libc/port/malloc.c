/*
 * Memory for programs. The heap grows by sbrk and is a row of blocks, each
 * with a header: its size, its lowest bit set while it is in use, and the
 * size of the block before it, so that neighbours that are free can be
 * joined. Free blocks hang in rings by size: one ring for each multiple of
 * 16 up to Small, then one for each power of two. One lock guards it all.
 */
#include <u.h>
#include <libc.h>

typedef struct Block Block;
struct Block
{
	ulong	size;		/* of all, with header; | Inuse */
	ulong	prev;		/* size of the block before, 0: none */
	Block	*next;		/* these two only while it is free; */
	Block	*last;		/* in use the data start here */
};

enum
{
	Inuse	= 1,
	Align	= 16,
	Hdr	= 8,
	Small	= 512,
	Nsmall	= Small/Align,
	Nring	= Nsmall + 24,
	Chunk	= 64*1024,	/* the heap grows by this */
	Maxsize	= 0x60000000,
};

static struct {
	Lock;
	Block	ring[Nring];
	Block	*end;		/* header of size 0 | Inuse behind the last */
} heap;

#define	AFTER(b, n)	((Block*)((char*)(b) + (n)))
#define	DATA(b)		((void*)((char*)(b) + Hdr))
#define	BLOCK(p)	((Block*)((char*)(p) - Hdr))

/* the ring for free blocks of n bytes */
static int
ringof(ulong n)
{
	int i;

	if(n < Small)
		return n/Align;
	i = Nsmall;
	for(n /= Small; n > 1; n >>= 1)
		i++;
	return i;
}

static void
unhang(Block *b)
{
	b->next->last = b->last;
	b->last->next = b->next;
}

static void
hang(Block *b)
{
	Block *r;

	r = &heap.ring[ringof(b->size)];
	b->next = r->next;
	b->last = r;
	r->next->last = b;
	r->next = b;
}

/* free b, joined with its neighbours */
static void
giveback(Block *b)
{
	Block *o;

	b->size &= ~Inuse;
	o = AFTER(b, b->size);
	if(!(o->size & Inuse)){
		unhang(o);
		b->size += o->size;
	}
	if(b->prev != 0){
		o = AFTER(b, -b->prev);
		if(!(o->size & Inuse)){
			unhang(o);
			o->size += b->size;
			b = o;
		}
	}
	AFTER(b, b->size)->prev = b->size;
	hang(b);
}

/* take n bytes of b, which is in no ring, and free the rest */
static void
carve(Block *b, ulong n)
{
	Block *o;

	if(b->size - n >= sizeof(Block)){
		o = AFTER(b, n);
		o->size = b->size - n;
		o->prev = n;
		b->size = n;
		AFTER(o, o->size)->prev = o->size;
		b->size |= Inuse;
		giveback(o);
		return;
	}
	b->size |= Inuse;
}

/* a free block of n bytes or more, out of its ring */
static Block*
find(ulong n)
{
	Block *r, *b;
	int i;

	for(i = ringof(n); i < Nring; i++){
		r = &heap.ring[i];
		for(b = r->next; b != r; b = b->next)
			if(b->size >= n){
				unhang(b);
				return b;
			}
	}
	return nil;
}

/* grow the heap by n bytes or more; 0: it cannot */
static int
more(ulong n)
{
	Block *b;
	char *p;
	int i;

	if(heap.end == nil)
		for(i = 0; i < Nring; i++)
			heap.ring[i].next = heap.ring[i].last = &heap.ring[i];
	n = (n + 2*Align + Chunk-1) & ~(Chunk-1);
	p = sbrk(n);
	if(p == (char*)-1)
		return 0;
	b = heap.end;
	if(b == nil || (char*)AFTER(b, Hdr) != p){
		/* not where the last piece ended: start another row */
		b = (Block*)(((uintptr)p + Align-1) & ~(Align-1));
		b = AFTER(b, Align - Hdr);
		b->prev = 0;
	}
	n = ((uintptr)p + n - (uintptr)b - Hdr) & ~(Align-1);
	heap.end = AFTER(b, n);
	heap.end->size = Inuse;
	heap.end->prev = n;
	b->size = n;
	giveback(b);
	return 1;
}

/* bytes that a block for n needs */
static ulong
blocksize(ulong n)
{
	n = (n + Hdr + Align-1) & ~(Align-1);
	return n < sizeof(Block) ? sizeof(Block) : n;
}

/* n bytes aligned to 16, not cleared; nil if there are none */
void*
malloc(ulong n)
{
	Block *b;

	if(n > Maxsize){
		werrstr("out of memory");
		return nil;
	}
	n = blocksize(n);
	lock(&heap);
	b = heap.end == nil ? nil : find(n);
	if(b == nil && more(n))
		b = find(n);
	if(b != nil)
		carve(b, n);
	unlock(&heap);
	if(b == nil){
		werrstr("out of memory");
		return nil;
	}
	return DATA(b);
}

/* give back what malloc gave; nil is fine */
void
free(void *p)
{
	Block *b;

	if(p == nil)
		return;
	b = BLOCK(p);
	lock(&heap);
	if(!(b->size & Inuse)
		|| AFTER(b, b->size & ~Inuse)->prev != (b->size & ~Inuse)){
		unlock(&heap);
		fprint(2, "free of %p: not allocated, or overrun\n", p);
		abort();
	}
	giveback(b);
	unlock(&heap);
}

/* how many bytes p may hold */
ulong
msize(void *p)
{
	return (BLOCK(p)->size & ~Inuse) - Hdr;
}

/* p with n bytes: in place if the space behind it allows, else elsewhere */
void*
realloc(void *p, ulong n)
{
	Block *b, *o;
	ulong size;
	void *q;

	if(p == nil)
		return malloc(n);
	if(n == 0){
		free(p);
		return nil;
	}
	if(n > Maxsize){
		werrstr("out of memory");
		return nil;
	}
	b = BLOCK(p);
	size = blocksize(n);
	lock(&heap);
	o = AFTER(b, b->size & ~Inuse);
	if(!(o->size & Inuse) && (b->size & ~Inuse) + o->size >= size){
		unhang(o);
		b->size += o->size;
		AFTER(b, b->size & ~Inuse)->prev = b->size & ~Inuse;
	}
	if((b->size & ~Inuse) >= size){
		b->size &= ~Inuse;
		carve(b, size);
		unlock(&heap);
		return p;
	}
	unlock(&heap);
	q = malloc(n);
	if(q == nil)
		return nil;
	memmove(q, p, msize(p));
	free(p);
	return q;
}

/* n bytes, cleared if clear is set */
void*
mallocz(ulong n, int clear)
{
	void *p;

	p = malloc(n);
	if(p != nil && clear)
		memset(p, 0, n);
	return p;
}

/* n elements, cleared */
void*
calloc(ulong n, ulong size)
{
	if(size != 0 && n > Maxsize/size){
		werrstr("out of memory");
		return nil;
	}
	return mallocz(n*size, 1);
}
