/*
 * The reader of the root archive, port/ustar.c as the kernel has it.  The
 * archives are made here, field by field, and by the system's tar in the
 * forms that people will bring.  Every archive ends where memory does, so
 * a byte read behind it stops the test.
 */
#include "u.h"
#include "../../sys/src/9/port/lib.h"
#include "../../sys/src/9/pc/mem.h"
#include "../../sys/src/9/pc/dat.h"
#include "../../sys/src/9/pc/fns.h"

extern	int	printf(const char*, ...);
extern	int	fflush(void*);
extern	void*	mmap(void*, ulong, int, int, int, long);
extern	int	mprotect(void*, ulong, int);
extern	void*	popen(char*, char*);
extern	int	pclose(void*);
extern	ulong	fread(void*, ulong, ulong, void*);
extern	long	random(void);
extern	void	srandom(uint);

enum
{
	Blk	= 512,
	Max	= 256*1024,		/* bytes of an archive */
	Guard	= 4096,
	Nfuzz	= 20000,
};

static uchar *limit;		/* the first byte that must not be touched */
static uchar made[Max];		/* the archive being made */
static int nmade;
static int ntest;

static void
ok(int good, char *name)
{
	printf("%sok %d - %s\n", good? "": "not ", ++ntest, name);
	fflush(nil);
}

static void
memory(void)
{
	uchar *p;

	p = mmap(nil, Max+Guard, 3, 0x22, -1, 0);
	limit = p+Max;
	mprotect(limit, Guard, 0);
}

static void
octal(uchar *p, int n, ulong v)
{
	p[--n] = '\0';
	while(n-- > 0){
		p[n] = '0' + (v & 7);
		v >>= 3;
	}
}

static void
sum(uchar *h)
{
	ulong s;
	int i;

	memset(h+148, ' ', 8);
	s = 0;
	for(i = 0; i < Blk; i++)
		s += h[i];
	octal(h+148, 7, s);
}

/* add an entry; gives its header, to be spoiled before sum */
static uchar*
entry(char *prefix, char *name, int type, char *data, int n)
{
	uchar *h;

	h = made+nmade;
	memset(h, 0, Blk + ROUND(n, Blk));
	strncpy((char*)h, name, 100);
	octal(h+100, 8, 0755);
	octal(h+108, 8, 0);
	octal(h+116, 8, 0);
	octal(h+124, 12, n);
	octal(h+136, 12, 1234567);
	h[156] = type;
	memmove(h+257, "ustar\0" "00", 8);
	strncpy((char*)h+345, prefix, 155);
	memmove(h+Blk, data, n);
	nmade += Blk + ROUND(n, Blk);
	sum(h);
	return h;
}

/* the first n bytes of what was made, against the limit */
static uchar*
place(int n)
{
	memmove(limit-n, made, n);
	return limit-n;
}

static char longname[201];
static char namelen[155+1+100+1];

/* the whole archive as one line: name kind length, each with a ; */
static char*
listing(int n)
{
	static char buf[8192];
	static Tarfile t;
	uchar *p, *next;
	char *err, *s, *e;

	s = buf;
	e = buf + sizeof buf;
	*s = '\0';
	for(p = place(n); (next = tarnext(p, limit, &t, &err)) != nil; p = next){
		if(next <= p || next > limit)
			return "no progress";
		s += strlen(strcpy(s, t.name));
		*s++ = ' ';
		*s++ = "pdlso"[t.kind];
		*s++ = ' ';
		*s++ = '0' + t.length%10;
		*s++ = ';';
		*s = '\0';
		if(e-s < 600)
			break;
	}
	if(err != nil)
		strcpy(s, err);
	return buf;
}

static void
expect(int n, char *want, char *name)
{
	char *got;

	got = listing(n);
	ok(strcmp(got, want) == 0, name);
	if(strcmp(got, want) != 0)
		printf("# got  %s\n# want %s\n", got, want);
}

static void
end(void)
{
	memset(made+nmade, 0, 2*Blk);
	nmade += 2*Blk;
}

/* before: an archive as it should be; after: all entries are told */
static void
good(void)
{
	nmade = 0;
	expect(0, "", "no bytes at all");
	end();
	expect(nmade, "", "only the end");
	nmade = 0;
	entry("", "a", '0', "hello", 5);
	end();
	expect(nmade, "a p 5;", "a file");
	expect(nmade-2*Blk, "a p 5;", "no end blocks");
	expect(nmade-Blk, "a p 5;", "one end block");
	nmade = 0;
	entry("", "d/", '5', "", 0);
	entry("", "d/x", '\0', "0123456789", 10);
	entry("", "e/", '0', "", 0);
	entry("", "y", '1', "", 0);
	entry("", "z", '2', "", 0);
	entry("", "fifo", '6', "", 0);
	end();
	expect(nmade, "d/ d 0;d/x p 0;e/ d 0;y l 0;z s 0;fifo o 0;", "kinds");
	nmade = 0;
	entry("usr/lib", "a", '0', "", 0);
	end();
	expect(nmade, "usr/lib/a p 0;", "prefix");
	nmade = 0;
	memset(namelen, 'n', 256);
	namelen[155] = '/';
	memmove(longname, namelen+156, 100);
	longname[100] = '\0';
	namelen[155] = '\0';
	entry(namelen, longname, '0', "", 0);
	end();
	ok(strlen(listing(nmade)) == 256+5, "the longest name ustar has");
}

static void
extensions(void)
{
	uchar *h;

	memset(longname, 'x', 200);
	nmade = 0;
	entry("", "././@LongLink", 'L', longname, 201);
	entry("", "xxx", '0', "12", 2);
	entry("", "b", '0', "", 0);
	end();
	ok(strncmp(listing(nmade), longname, 200) == 0
		&& strcmp(listing(nmade)+200, " p 2;b p 0;") == 0, "GNU long name");
	nmade = 0;
	entry("", "PaxHeader/a", 'x', "30 mtime=1700000000.123456789\n"
		"14 path=hello\n", 44);
	entry("", "a", '0', "12", 2);
	entry("", "b", '0', "", 0);
	end();
	expect(nmade, "hello p 2;b p 0;", "pax path");
	nmade = 0;
	entry("", "pax", 'g', "19 comment=nothing\n", 19);
	entry("", "pax", 'x', "19 comment=nothing\n", 19);
	entry("", "a", '0', "12", 2);
	end();
	expect(nmade, "a p 2;", "other pax records");
	nmade = 0;
	entry("", "pax", 'x', "999999999999999 path=evil\n", 26);
	entry("", "a", '0', "12", 2);
	end();
	expect(nmade, "a p 2;", "a pax record with a wild length");
	nmade = 0;
	h = entry("", "a", '0', "12", 2);
	memmove(h+257, "ustar  ", 8);
	strcpy((char*)h+345, "not a prefix");
	sum(h);
	end();
	expect(nmade, "a p 2;", "the GNU form has no prefix");
}

/* before: an archive with something wrong; after: the text says what */
static void
bad(void)
{
	uchar *h;

	nmade = 0;
	entry("", "a", '0', "hello", 5);
	expect(Blk, "cut short in a file", "cut after a header");
	expect(300, "cut short in a header", "cut in a header");
	expect(Blk+4, "cut short in a file", "cut in the data");
	expect(Blk+5, "a p 5;", "cut in the padding");
	made[3]++;
	expect(nmade, "bad checksum in a header", "checksum");
	nmade = 0;
	memset(made, 'z', 2000);
	expect(2000, "not a ustar archive", "not an archive");
	expect(10, "cut short in a header", "10 bytes");
	h = entry("", "a", '0', "hello", 5);
	memmove(h+124, "12345678901", 11);
	sum(h);
	expect(nmade, "bad size in a header", "a size with an 8 in it");
	memmove(h+124, "77777777777", 11);
	sum(h);
	expect(nmade, "bad size in a header", "8 GB");
	memmove(h+124, "17777777777", 11);
	sum(h);
	expect(nmade, "cut short in a file", "2 GB");
	memset(h+124, ' ', 12);
	sum(h);
	expect(nmade, "bad size in a header", "a blank size");
	memmove(h+124, "          5 ", 12);
	sum(h);
	expect(nmade, "a p 5;", "a size between blanks");
	nmade = 0;
	memset(made, 0, sizeof made);
	entry("", "././@LongLink", 'L', (char*)memset(made+4096, 'y', 300), 300);
	entry("", "xxx", '0', "12", 2);
	end();
	expect(nmade, "a name is too long", "a name of 300 bytes");
}

/* what the system's tar makes of two files, one with a long name */
static void
systemtar(char *format)
{
	static char cmd[1024];
	void *f;
	char *s;
	int n;

	strcpy(cmd, "d=`mktemp -d` && cd $d && l=`printf '%060d/%060d' 0 7` && "
		"mkdir -p dir/`dirname $l` && echo hi >dir/f && echo hello >dir/$l && "
		"ln dir/f dir/hard && tar --sort=name --format=");
	strcat(cmd, format);
	strcat(cmd, " -cf - dir && rm -r $d");
	f = popen(cmd, "r");
	n = fread(made, 1, sizeof made, f);
	pclose(f);
	s = listing(n);
	ok(strncmp(s, "dir/ d 0;dir/000", 16) == 0
		&& strstr(s, "7 p 6;dir/f p 3;dir/hard l 0;") != nil, format);
}

/* spoil random bytes, with the checksum put right: no crash, an end */
static void
fuzz(void)
{
	int i, j, n;
	uchar *h;

	srandom(7);
	for(i = 0; i < Nfuzz; i++){
		nmade = 0;
		entry("", "PaxHeader/a", 'x', "14 path=hello\n", 14);
		entry("", "././@LongLink", 'L', "some name", 10);
		entry("p", "a", '0', "hello", 5);
		entry("", "d/", '5', "", 0);
		end();
		for(j = 0; j < 1+i%5; j++){
			n = random() % (nmade/Blk-2);
			h = made + n*Blk;
			h[random()%Blk] = random();
			if(random()%4 != 0)
				sum(h);
		}
		n = random()%3 != 0? nmade: random() % nmade;
		if(strcmp(listing(n), "no progress") == 0)
			break;
	}
	ok(i == Nfuzz, "20000 spoiled archives");
}

int
main(void)
{
	memory();
	good();
	extensions();
	bad();
	systemtar("ustar");
	systemtar("gnu");
	systemtar("pax");
	fuzz();
	printf("1..%d\n", ntest);
	return 0;
}
