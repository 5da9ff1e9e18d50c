/*
 * Reader of tar archives in memory, one header at a time.  The form is
 * POSIX ustar: 512-byte headers with numbers in octal, each followed by
 * the file's bytes, padded to 512; a zero block, or the end of the memory,
 * ends it.
 * Names longer than 100 bytes come by the prefix field, by GNU's L entry or
 * by a pax path record; other pax records are passed over.  Links are
 * told apart, so that the caller can resolve them.
 *
 * Everything in a header is checked: an archive may be cut short or be
 * something else.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Blk	= 512,

	/* offsets and lengths of fields in a header */
	Name	= 0,	Nname	= 100,
	Mode	= 100,	Nmode	= 8,
	Size	= 124,	Nsize	= 12,
	Mtime	= 136,	Nmtime	= 12,
	Sum	= 148,	Nsum	= 8,
	Type	= 156,
	Link	= 157,	Nlink	= 100,
	Magic	= 257,
	Prefix	= 345,	Nprefix	= 155,
};

/* octal number of n characters at p, blanks and NULs around it; -1: not one */
static vlong
octal(uchar *p, int n)
{
	vlong v;
	int i, digits;

	i = 0;
	while(i < n && p[i] == ' ')
		i++;
	v = 0;
	digits = 0;
	for(; i < n && p[i] >= '0' && p[i] <= '7'; i++){
		v = v<<3 | p[i]-'0';
		digits++;
	}
	for(; i < n; i++)
		if(p[i] != ' ' && p[i] != '\0')
			return -1;
	return digits == 0? -1: v;
}

/* is the header's checksum, its own field taken as blanks, right */
static int
checksum(uchar *h)
{
	long want, sum, ssum;
	int i;
	uchar c;

	want = octal(h+Sum, Nsum);
	sum = 0;
	ssum = 0;		/* of old writers with signed characters */
	for(i = 0; i < Blk; i++){
		c = h[i];
		if(i >= Sum && i < Sum+Nsum)
			c = ' ';
		sum += c;
		ssum += (signed char)c;
	}
	return want == sum || want == ssum;
}

static int
allzero(uchar *h)
{
	int i;

	for(i = 0; i < Blk; i++)
		if(h[i] != 0)
			return 0;
	return 1;
}

/* the n characters at p, or up to a NUL, to the m bytes at d; 0: too long */
static int
field(char *d, int m, uchar *p, int n)
{
	int i;

	for(i = 0; i < n && p[i] != '\0'; i++){
		if(i >= m-1)
			return 0;
		d[i] = p[i];
	}
	d[i] = '\0';
	return 1;
}

/* the name in header h */
static int
headername(uchar *h, char *name, int n)
{
	int len;

	len = 0;
	if(memcmp(h+Magic, "ustar\0", 6) == 0 && h[Prefix] != '\0'){
		if(!field(name, n-1, h+Prefix, Nprefix))
			return 0;
		len = strlen(name);
		name[len++] = '/';
	}
	return field(name+len, n-len, h+Name, Nname);
}

/* the value of pax record "path" among the n bytes at p, to name */
static int
paxname(uchar *p, long n, char *name, int max)
{
	long len;
	uchar *s, *e;

	for(; n > 0; p += len, n -= len){
		len = 0;
		for(s = p; s < p+n && *s >= '0' && *s <= '9' && len <= n; s++)
			len = len*10 + *s-'0';
		if(len > n || len < s-p+2 || *s != ' ')
			return 1;
		s++;
		e = p+len-1;
		if(e-s > 5 && memcmp(s, "path=", 5) == 0)
			return field(name, max, s+5, e-s-5);
	}
	return 1;
}

/* fill in f's fields from header h; the error or nil */
static char*
header(uchar *h, Tarfile *f)
{
	vlong n;

	if(memcmp(h+Magic, "ustar", 5) != 0)
		return "not a ustar archive";
	if(!checksum(h))
		return "bad checksum in a header";
	n = octal(h+Size, Nsize);
	if(n < 0 || n > 0x7fffffff)
		return "bad size in a header";
	f->length = n;
	n = octal(h+Mode, Nmode);
	f->mode = n < 0? 0: n & 0777;
	n = octal(h+Mtime, Nmtime);
	f->mtime = n < 0? 0: n;
	return nil;
}

/* what kind of file header h is about */
static int
kind(uchar *h, Tarfile *f)
{
	switch(h[Type]){
	case '\0':
	case '0':
	case '7':
		if(f->name[0] != '\0' && f->name[strlen(f->name)-1] == '/')
			return Tardir;
		return Tarplain;
	case '1':
		return Tarlink;
	case '2':
		return Tarsym;
	case '5':
		return Tardir;
	}
	return Tarother;
}

/*
 * Reads the archive entry at p, of an archive that ends at end: fills *f
 * and gives the address of the next.  At the end gives nil, with *err nil,
 * or a text that says what is wrong.  f->data points into the archive.
 */
uchar*
tarnext(uchar *p, uchar *end, Tarfile *f, char **err)
{
	uchar *h, *data;
	int named, ok, type;

	named = 0;
	for(;;){
		*err = nil;
		if(end-p < Blk){
			if(end != p)
				*err = "cut short in a header";
			return nil;
		}
		if(allzero(p))
			return nil;
		h = p;
		*err = header(h, f);
		if(*err != nil)
			return nil;
		type = h[Type];
		if(type == '1' || type == '2' || type == '5')
			f->length = 0;
		data = h+Blk;
		ok = 1;
		if(!named)
			ok = headername(h, f->name, sizeof f->name);
		if(f->length > end-data){
			*err = "cut short in a file";
			return nil;
		}
		p = data + (f->length+Blk-1)/Blk*Blk;
		if(p > end || p < data)
			p = end;
		if(type == 'L')
			ok = field(f->name, sizeof f->name, data, f->length);
		else if(type == 'x'){
			f->name[0] = '\0';
			ok = paxname(data, f->length, f->name, sizeof f->name);
		}
		if(!ok){
			*err = "a name is too long";
			return nil;
		}
		if(type == 'L' || type == 'x'){
			named = f->name[0] != '\0';
			continue;
		}
		if(type == 'g' || type == 'K')
			continue;
		f->kind = kind(h, f);
		f->data = data;
		field(f->link, sizeof f->link, h+Link, Nlink);
		return p;
	}
}
