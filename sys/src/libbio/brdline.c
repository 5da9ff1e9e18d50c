#include <u.h>
#include <libc.h>
#include <bio.h>

/*
 * The next line, up to and with delim, in the buffer: good until the next
 * call. Blinelen tells its length. nil at the end, without one, or if the
 * line is longer than the buffer.
 */
void*
Brdline(Biobufhdr *b, int delim)
{
	uchar *p, *e;
	int n;

	if(b->state != Bractive){
		if(b->state != Bracteof)
			return nil;
		b->state = Bractive;
	}
	if(b->icount == 0){
		if(Bgetc(b) == Beof){
			b->rdline = 0;
			return nil;
		}
		Bungetc(b);
	}
	for(;;){
		n = -b->icount;
		p = b->ebuf - n;
		e = memchr(p, delim, n);
		if(e != nil){
			b->rdline = e+1 - p;
			b->icount += b->rdline;
			return p;
		}
		if(n >= b->bsize)
			break;
		/* move it to the front and read more behind it */
		memmove(b->bbuf, p, n);
		n = read(b->fid, b->bbuf + -b->icount, b->bsize + b->icount);
		if(n <= 0){
			memmove(b->ebuf + b->icount, b->bbuf, -b->icount);
			b->rdline = -b->icount;
			return nil;
		}
		b->offset += n;
		memmove(b->ebuf + b->icount - n, b->bbuf, n - b->icount);
		b->icount -= n;
	}
	b->rdline = n;
	return nil;
}

/* the length of the last line; after nil, of what is there of it */
int
Blinelen(Biobufhdr *b)
{
	return b->rdline;
}

/* the next line of any length, malloced; a NUL instead of delim if nul */
char*
Brdstr(Biobufhdr *b, int delim, int nul)
{
	char *s, *t;
	int c, n, size;

	s = nil;
	n = size = 0;
	while((c = Bgetc(b)) >= 0){
		if(n+2 > size){
			size = size == 0 ? 128 : 2*size;
			t = realloc(s, size);
			if(t == nil){
				free(s);
				return nil;
			}
			s = t;
		}
		s[n++] = c;
		if(c == delim)
			break;
	}
	if(s == nil)
		return nil;
	if(nul && s[n-1] == delim)
		n--;
	s[n] = 0;
	b->rdline = n;
	return s;
}
