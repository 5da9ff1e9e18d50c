#include <u.h>
#include <libc.h>
#include <bio.h>

/*
 * The buffers that are open for writing, to be flushed at exit. They
 * belong to one process: a child with the same memory does not flush.
 */
enum
{
	Nbuf	= 20,
};

static Biobufhdr *open4w[Nbuf];
static int registered;

static void
flushall(void)
{
	int i;

	for(i = 0; i < Nbuf; i++)
		if(open4w[i] != nil)
			Bflush(open4w[i]);
}

/* have b flushed at exit */
static void
enter(Biobufhdr *b)
{
	int i;

	for(i = 0; i < Nbuf; i++)
		if(open4w[i] == nil || open4w[i] == b){
			open4w[i] = b;
			break;
		}
	if(!registered){
		registered = 1;
		atexit(flushall);
	}
}

static void
leave(Biobufhdr *b)
{
	int i;

	for(i = 0; i < Nbuf; i++)
		if(open4w[i] == b)
			open4w[i] = nil;
}

/* use n bytes at p to read or write fd; -1 if the mode is neither */
int
Binits(Biobufhdr *b, int fd, int mode, uchar *p, int n)
{
	p += Bungetsize;
	n -= Bungetsize;
	b->icount = b->ocount = 0;
	switch(mode & ~(OCEXEC|ORCLOSE|OTRUNC)){
	case OREAD:
		b->state = Bractive;
		break;
	case OWRITE:
		b->state = Bwactive;
		b->ocount = -n;
		enter(b);
		break;
	default:
		werrstr("Binits: unknown mode %d", mode);
		return Beof;
	}
	b->bbuf = p;
	b->ebuf = p + n;
	b->bsize = n;
	b->fid = fd;
	b->flag = 0;
	b->rdline = 0;
	b->runesize = 0;
	b->offset = 0;
	return 0;
}

int
Binit(Biobuf *b, int fd, int mode)
{
	return Binits(b, fd, mode, b->b, sizeof b->b);
}

/* open or, for writing, create a file */
Biobuf*
Bopen(char *name, int mode)
{
	Biobuf *b;
	int fd;

	if((mode & 3) == OREAD)
		fd = open(name, mode);
	else
		fd = create(name, mode, 0666);
	if(fd < 0)
		return nil;
	b = malloc(sizeof *b);
	if(b == nil || Binits(b, fd, mode, b->b, sizeof b->b) < 0){
		free(b);
		close(fd);
		return nil;
	}
	b->flag = 1;
	return b;
}

/* flush and be done with b */
int
Bterm(Biobufhdr *b)
{
	int r;

	leave(b);
	r = Bflush(b);
	if(b->flag){
		close(b->fid);
		b->flag = 0;
		free(b);
	}
	return r;
}

/* write what waits, or drop what was read ahead; Beof if that failed */
int
Bflush(Biobufhdr *b)
{
	int n;

	switch(b->state){
	case Bwactive:
		n = b->bsize + b->ocount;
		if(n == 0)
			return 0;
		if(write(b->fid, b->bbuf, n) == n){
			b->offset += n;
			b->ocount = -b->bsize;
			return 0;
		}
		b->state = Binactive;
		b->ocount = 0;
		break;
	case Bracteof:
		b->state = Bractive;
		/* fall through */
	case Bractive:
		b->icount = 0;
		return 0;
	}
	return Beof;
}

int
Bfildes(Biobufhdr *b)
{
	return b->fid;
}

/* bytes in the buffer */
int
Bbuffered(Biobufhdr *b)
{
	if(b->state == Bwactive)
		return b->bsize + b->ocount;
	return -b->icount;
}
