#include <u.h>
#include <libc.h>
#include <bio.h>

/*
 * Reading. What is in the buffer ends at ebuf; icount is minus the number
 * of bytes before it that are not used yet. The bytes that were used last
 * stay in front, so that they can be put back.
 */

/* the next byte, or Beof */
int
Bgetc(Biobufhdr *b)
{
	int n;

	for(;;){
		if(b->icount != 0)
			return b->ebuf[b->icount++];
		if(b->state == Bracteof)
			b->state = Bractive;
		else if(b->state != Bractive)
			return Beof;
		/* keep the last bytes for Bungetc, before the buffer */
		memmove(b->bbuf - Bungetsize, b->ebuf - Bungetsize, Bungetsize);
		n = read(b->fid, b->bbuf, b->bsize);
		if(n <= 0){
			if(n < 0)
				b->state = Binactive;
			else
				b->state = Bracteof;
			memmove(b->ebuf - Bungetsize, b->bbuf - Bungetsize,
				Bungetsize);
			return Beof;
		}
		b->offset += n;
		b->icount = -n;
		if(n < b->bsize){
			memmove(b->ebuf - n - Bungetsize, b->bbuf - Bungetsize,
				n + Bungetsize);
		}
	}
}

/* put the last byte back */
int
Bungetc(Biobufhdr *b)
{
	if(b->state == Bracteof)
		b->state = Bractive;
	if(b->state != Bractive)
		return Beof;
	b->icount--;
	return 1;
}

/* the next rune, or Beof */
long
Bgetrune(Biobufhdr *b)
{
	char s[UTFmax];
	Rune r;
	int c, n;

	c = Bgetc(b);
	if(c < Runeself){
		b->runesize = 1;
		return c;
	}
	s[0] = c;
	for(n = 1; !fullrune(s, n); n++){
		c = Bgetc(b);
		if(c < 0)
			break;
		s[n] = c;
	}
	if(!fullrune(s, n)){
		r = Runeerror;
		b->runesize = 1;
	}else
		b->runesize = chartorune(&r, s);
	for(; n > b->runesize; n--)
		Bungetc(b);
	return r;
}

/* put the last rune back */
int
Bungetrune(Biobufhdr *b)
{
	if(b->state == Bracteof)
		b->state = Bractive;
	if(b->state != Bractive)
		return Beof;
	b->icount -= b->runesize;
	b->runesize = 0;
	return 1;
}

/* n bytes, fewer only at the end */
long
Bread(Biobufhdr *b, void *p, long n)
{
	char *to;
	long m;
	int c;

	to = p;
	while(n > 0){
		if(b->icount == 0){
			c = Bgetc(b);
			if(c < 0)
				break;
			Bungetc(b);
		}
		m = -b->icount;
		if(m > n)
			m = n;
		memmove(to, b->ebuf + b->icount, m);
		b->icount += m;
		to += m;
		n -= m;
	}
	if(to == (char*)p && b->state == Binactive)
		return -1;
	return to - (char*)p;
}

typedef struct Getd Getd;
struct Getd
{
	Biobufhdr	*b;
	int		eof;
};

static int
getd(void *v)
{
	Getd *g;
	int c;

	g = v;
	c = Bgetc(g->b);
	if(c == Beof){
		g->eof = 1;
		return 0;
	}
	return c;
}

/* a number; -1 at the end */
int
Bgetd(Biobufhdr *b, double *dp)
{
	Getd g;

	g.b = b;
	g.eof = 0;
	*dp = charstod(getd, &g);
	if(g.eof)
		return -1;
	Bungetc(b);
	return 1;
}
