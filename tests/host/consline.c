/*
 * The line discipline, port/consline.c as the kernel has it: cases by
 * hand, then random typing against a model that keeps runes, not bytes.
 */
#include "u.h"
#include "../../sys/src/9/port/lib.h"
#include "../../sys/src/9/pc/mem.h"
#include "../../sys/src/9/pc/dat.h"
#include "../../sys/src/9/pc/fns.h"

extern	int	printf(const char*, ...);

typedef struct Case Case;
struct Case
{
	char	*name;
	int	raw;
	char	*typed;		/* in UTF-8 */
	char	*sent;		/* to readers, a | after each piece */
	char	*echo;
};

static Case cases[] =
{
	{"a line", 0, "ls\n", "ls\n|", "ls\n"},
	{"two lines", 0, "a\nb\n", "a\n|b\n|", "a\nb\n"},
	{"an unfinished line is not sent", 0, "abc", "", "abc"},
	{"an empty line", 0, "\n", "\n|", "\n"},
	{"return ends a line as newline", 0, "ls\r", "ls\n|", "ls\n"},
	{"backspace takes back a letter", 0, "lx\bs\n", "ls\n|", "lx\bs\n"},
	{"backspace takes back a whole rune", 0, "aé\bb\n", "ab\n|", "aé\bb\n"},
	{"three bytes too", 0, "∑\b\n", "\n|", "∑\b\n"},
	{"backspace on an empty line shows nothing", 0, "\b\ba\n", "a\n|", "a\n"},
	{"backspace does not reach the line before", 0, "a\n\bb\n",
		"a\n|b\n|", "a\nb\n"},
	{"a tab is one character", 0, "\t\ba\n", "a\n|", "\t\ba\n"},
	{"^U takes back the line", 0, "abc\025ls\n", "ls\n|", "abc^U\nls\n"},
	{"^U on an empty line", 0, "\025a\n", "a\n|", "^U\na\n"},
	{"^D sends what there is", 0, "ab\004", "ab\004|", "ab"},
	{"^D on an empty line", 0, "\004", "\004|", ""},
	{"DEL takes back the line and interrupts", 0, "ab\177c\n", "!|c\n|", "abc\n"},
	{"raw: each character at once, nothing shown", 1, "a\b\n",
		"a|\b|\n|", ""},
	{"raw: DEL, ^D and ^U are characters", 1, "\177\004\025",
		"\177|\004|\025|", ""},
	{"raw: a rune is one piece", 1, "é\r", "é|\r|", ""},
};

static int ntest;

static void
ok(int good, char *name)
{
	printf("%sok %d - %s\n", good? "": "not ", ++ntest, name);
}

/* what the line has to send, after pieces sent before */
static int
sendto(char *sent, int n, Consline *l)
{
	memmove(sent+n, l->buf, l->n);
	n += l->n;
	l->n = 0;
	sent[n++] = '|';
	return n;
}

static void
runcase(Case *c)
{
	static Consline l;
	char sent[256], echo[256], *s;
	int ns, ne;
	Rune r;

	memset(&l, 0, sizeof l);
	l.raw = c->raw;
	ns = ne = 0;
	for(s = c->typed; *s != 0; ){
		s += chartorune(&r, s);
		switch(consline(&l, r)){
		case Lsend:
			ns = sendto(sent, ns, &l);
			break;
		case Lintr:
			sent[ns++] = '!';
			sent[ns++] = '|';
			break;
		}
		memmove(echo+ne, l.echo, l.necho);
		ne += l.necho;
	}
	sent[ns] = 0;
	echo[ne] = 0;
	ok(strcmp(sent, c->sent) == 0 && strcmp(echo, c->echo) == 0, c->name);
	if(strcmp(sent, c->sent) != 0)
		printf("# sent '%s', not '%s'\n", sent, c->sent);
	if(strcmp(echo, c->echo) != 0)
		printf("# echoed '%s', not '%s'\n", echo, c->echo);
}

/* a line without end is sent in pieces, nothing lost, nothing overwritten */
static void
longline(void)
{
	struct { Consline l; ulong canary; } x;
	int i, total, big, full;

	memset(&x, 0, sizeof x);
	x.canary = 0xfeedbeef;
	total = big = full = 0;
	for(i = 0; i < 10000; i++)
		if(consline(&x.l, 0x10ffff) == Lsend){
			full++;
			total += x.l.n;
			if(x.l.n > sizeof x.l.buf)
				big = 1;
			x.l.n = 0;
		}
	ok(total + x.l.n == 40000 && !big, "a long line keeps all its bytes");
	ok(full == 10000/256, "and goes in pieces of 1024");
	ok(x.canary == 0xfeedbeef, "nothing is written beyond the line");
}

static ulong seed = 1;

static int
rnd(int n)
{
	seed = seed*1103515245 + 12345;
	return (seed>>8) % n;
}

/* the model: an array of runes */
static Rune model[2000];
static int nmodel;

static int
modeltype(Rune r, int *lowat)
{
	*lowat = nmodel;
	switch(r){
	case '\b':
		if(nmodel > 0)
			nmodel--;
		return Lmore;
	case 0x15:
		nmodel = 0;
		return Lmore;
	case 0x7f:
		nmodel = 0;
		return Lintr;
	case '\r':
		r = '\n';
	}
	model[nmodel++] = r;
	return r == '\n' || r == 4? Lsend: Lmore;
}

/* do line and model hold the same? */
static int
agree(Consline *l)
{
	char buf[sizeof l->buf];
	int i, n;

	n = 0;
	for(i = 0; i < nmodel; i++)
		n += runetochar(buf+n, &model[i]);
	return n == l->n && memcmp(buf, l->buf, n) == 0;
}

static void
randomrun(void)
{
	static Rune runes[] = {'a', 'b', ' ', 0xe9, 0x2211, 0x1f600, '\t',
		'\b', '\b', '\b', 0x15, 4, '\n', '\r', 0x7f, 1};
	static Consline l;
	int i, what, want, before, bad;

	bad = 0;
	for(i = 0; i < 200000 && !bad; i++){
		Rune r = runes[rnd(nelem(runes) - (rnd(8) != 0? 6: 0))];
		want = modeltype(r, &before);
		what = consline(&l, r);
		if(l.n >= Linemax)
			want = Lsend;
		bad = what != want || !agree(&l)
			|| r == '\b' && l.necho != (before > 0);
		if(what == Lsend){
			l.n = 0;
			nmodel = 0;
		}
	}
	ok(!bad, "200000 random characters agree with the model");
}

int
main(void)
{
	int i;

	for(i = 0; i < nelem(cases); i++)
		runcase(&cases[i]);
	longline();
	randomrun();
	printf("1..%d\n", ntest);
	return 0;
}
