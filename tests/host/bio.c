/*
 * libbio on a file that is made up here: it gives at most so many bytes a
 * read, and what is written is kept. Lines of all lengths around that of
 * the buffer, read in pieces of all sorts.
 */
#include <u.h>
#include <libc.h>
#include <bio.h>
#include "hostlibc.h"

enum
{
	Fd	= 7,
	Size	= 100*1024,
};

static char data[Size+1];
static long len;
static long off;
static long most;		/* bytes that a read gives */
static int broken;		/* writes fail */

long
pread(int fd, void *p, long n, vlong o)
{
	USED(o);
	if(fd != Fd)
		return -1;
	if(n > most)
		n = most;
	if(n > len - off)
		n = len - off;
	memmove(p, data+off, n);
	off += n;
	return n;
}

long
pwrite(int fd, void *p, long n, vlong o)
{
	USED(o);
	if(fd != Fd)
		return hostwrite(fd, p, n);
	if(broken || off+n > Size)
		return -1;
	memmove(data+off, p, n);
	off += n;
	if(off > len)
		len = off;
	return n;
}

/* libc's seek ends here */
int
_seek(vlong *v, int fd, vlong o, int whence)
{
	if(fd != Fd)
		return -1;
	switch(whence){
	case 1:
		o += off;
		break;
	case 2:
		o += len;
		break;
	}
	off = o;
	*v = o;
	return 0;
}

static void
contents(char *s)
{
	len = strlen(s);
	memmove(data, s, len);
	off = 0;
	most = Size;
	broken = 0;
}

/* lines of growing length, each of its own letter */
static void
lines(void)
{
	Biobuf b;
	char *s, *p;
	long n, i, bad;
	int k;

	for(k = 1; k < 10000; k = k*3+1){
		contents("");
		p = data;
		for(n = 0; p + n + 1 < data+Size; n += 97){
			memset(p, 'a' + n%26, n);
			p += n;
			*p++ = '\n';
		}
		len = p - data;
		most = k;
		Binit(&b, Fd, OREAD);
		bad = 0;
		p = data;
		for(n = 0; p < data+len; n += 97){
			s = n < 8000 ? Brdline(&b, '\n') : nil;
			if(s == nil){
				s = Brdstr(&b, '\n', 0);
				if(s == nil || strlen(s) != n+1)
					bad++;
				else if(memcmp(s, p, n+1) != 0)
					bad++;
				free(s);
			}else if(Blinelen(&b) != n+1 || memcmp(s, p, n+1) != 0)
				bad++;
			p += n+1;
			if(Boffset(&b) != p - data)
				bad++;
		}
		ok(bad == 0 && Brdline(&b, '\n') == nil && Bgetc(&b) == Beof,
			"lines, by reads of %d", k);
		Bterm(&b);
	}
	contents("one\ntwo");
	Binit(&b, Fd, OREAD);
	ok(memcmp(Brdline(&b, '\n'), "one\n", 4) == 0, "Brdline");
	ok(Brdline(&b, '\n') == nil && Blinelen(&b) == 3, "a line without end");
	for(i = 0; i < 3; i++)
		ok(Bgetc(&b) == "two"[i], "its byte %ld", i);
	ok(Bgetc(&b) == Beof, "the end");
	contents("");
	memset(data, 'x', 20000);
	len = 20000;
	Binit(&b, Fd, OREAD);
	ok(Brdline(&b, '\n') == nil && Blinelen(&b) == Bsize,
		"a line longer than the buffer");
	ok(Bread(&b, data+30000, 30000) == 20000, "can still be read");
}

static void
gets(void)
{
	Biobuf b;
	char buf[100];
	double d;
	int i, n, bad;

	contents("a\xE2\x82\xAC\xFFz 12.5x");
	most = 1;
	Binit(&b, Fd, OREAD);
	ok(Bgetrune(&b) == 'a' && Bgetrune(&b) == 0x20AC, "Bgetrune");
	Bungetrune(&b);
	ok(Bgetrune(&b) == 0x20AC, "Bungetrune");
	ok(Bgetrune(&b) == Runeerror && Bgetrune(&b) == 'z', "a bad byte");
	Bungetc(&b);
	ok(Bgetc(&b) == 'z', "Bungetc");
	ok(Bgetd(&b, &d) == 1 && d == 12.5 && Bgetc(&b) == 'x', "Bgetd");
	ok(Bgetc(&b) == Beof && Bgetrune(&b) == Beof, "the end");
	ok(Bseek(&b, 1, 0) == 1 && Bgetrune(&b) == 0x20AC, "Bseek");
	ok(Bseek(&b, -3, 1) == 1 && Bgetrune(&b) == 0x20AC, "Bseek, relative");
	ok(Boffset(&b) == 4, "Boffset");
	contents("");
	for(i = 0; i < 50000; i++)
		data[i] = i%251;
	len = 50000;
	most = 777;
	Binit(&b, Fd, OREAD);
	bad = 0;
	for(i = 0; i < 50000; i += n){
		n = Bread(&b, buf, 1 + i%99);
		if(n <= 0 || memcmp(buf, data+i, n) != 0)
			break;
		Bungetc(&b);
		if(Bgetc(&b) != (uchar)data[i+n-1])
			bad++;
	}
	ok(i == 50000 && bad == 0,
		"Bread in odd pieces, the last byte put back");
}

static void
puts(void)
{
	Biobuf b;
	int i, bad;

	contents("");
	Binit(&b, Fd, OWRITE);
	for(i = 0; i < 10000; i++)
		Bprint(&b, "%d,", i%10);
	ok(Boffset(&b) == 20000, "Boffset when writing");
	ok(Bflush(&b) == 0 && len == 20000, "Bflush");
	bad = 0;
	for(i = 0; i < 20000; i++)
		if(data[i] != (i%2 ? ',' : '0' + i/2%10))
			bad++;
	ok(bad == 0, "Bprint");
	contents("");
	Binit(&b, Fd, OWRITE);
	ok(Bputrune(&b, 0x20AC) == 3 && Bputc(&b, 'x') == 0
		&& Bwrite(&b, "abc", 3) == 3, "Bputrune, Bputc, Bwrite");
	Bterm(&b);
	ok(len == 7 && memcmp(data, "\xE2\x82\xACxabc", 7) == 0,
		"what they wrote");
	Binit(&b, Fd, OWRITE);
	broken = 1;
	for(i = 0; i < 10000; i++)
		if(Bputc(&b, 'x') < 0)
			break;
	ok(i == Bsize, "a write that fails");
	ok(Bprint(&b, "x") == Beof && Bwrite(&b, "x", 1) == Beof,
		"and after it");
}

void
main(int argc, char **argv)
{
	USED(argc, argv);
	lines();
	gets();
	puts();
	plan();
}
