/*
 * Runes: every rune there and back, every kind of bad sequence, and
 * agreement with a decoder that is written from the table of well formed
 * sequences alone, over all combinations of significant bytes.
 */
#include <u.h>
#include <libc.h>
#include "hostlibc.h"

typedef struct Row Row;
struct Row
{
	int	n;
	struct {
		uchar	lo;
		uchar	hi;
	} b[4];
};

static Row rows[] = {
	{1, {{0x00, 0x7F}}},
	{2, {{0xC2, 0xDF}, {0x80, 0xBF}}},
	{3, {{0xE0, 0xE0}, {0xA0, 0xBF}, {0x80, 0xBF}}},
	{3, {{0xE1, 0xEC}, {0x80, 0xBF}, {0x80, 0xBF}}},
	{3, {{0xED, 0xED}, {0x80, 0x9F}, {0x80, 0xBF}}},
	{3, {{0xEE, 0xEF}, {0x80, 0xBF}, {0x80, 0xBF}}},
	{4, {{0xF0, 0xF0}, {0x90, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}},
	{4, {{0xF1, 0xF3}, {0x80, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}},
	{4, {{0xF4, 0xF4}, {0x80, 0x8F}, {0x80, 0xBF}, {0x80, 0xBF}}},
};

/* how many bytes the well formed sequence at s has, 0: none */
static int
wellformed(uchar *s)
{
	Row *r;
	int i;

	for(r = rows; r < rows+nelem(rows); r++){
		for(i = 0; i < r->n; i++)
			if(s[i] < r->b[i].lo || s[i] > r->b[i].hi)
				break;
		if(i == r->n)
			return r->n;
	}
	return 0;
}

/* can some sequence of the table start with s[0:n]? */
static int
prefix(uchar *s, int n)
{
	Row *r;
	int i;

	for(r = rows; r < rows+nelem(rows); r++){
		for(i = 0; i < n && i < r->n; i++)
			if(s[i] < r->b[i].lo || s[i] > r->b[i].hi)
				break;
		if(i == n && n < r->n)
			return 1;
	}
	return 0;
}

static void
roundtrip(void)
{
	char buf[UTFmax+1];
	Rune r, back;
	int n, bad, surr;

	bad = surr = 0;
	for(r = 0; r <= Runemax; r++){
		memset(buf, 'x', sizeof buf);
		n = runetochar(buf, &r);
		if(0xD800 <= r && r < 0xE000){
			surr += n == 3 && memcmp(buf, "\xEF\xBF\xBD", 3) == 0;
			continue;
		}
		if(n != runelen(r) || chartorune(&back, buf) != n || back != r)
			bad++;
		if(!fullrune(buf, n) || (n > 1 && fullrune(buf, n-1)))
			bad++;
	}
	ok(bad == 0, "every rune there and back");
	ok(surr == 0x800, "surrogates are written as Runeerror");
	r = Runemax+1;
	ok(runetochar(buf, &r) == 3 && runelen(r) == 3, "above Runemax too");
}

static void
decoder(void)
{
	static uchar some[] = {
		0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0,
		0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0,
		0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF,
	};
	uchar s[5];
	Rune r;
	int a, b, c, d, n, m, i, bad, badfull;

	bad = badfull = 0;
	s[4] = 0;
	for(a = 0; a < 256; a++)
	for(b = 0; b < nelem(some); b++)
	for(c = 0; c < nelem(some); c++)
	for(d = 0; d < nelem(some); d++){
		s[0] = a;
		s[1] = some[b];
		s[2] = some[c];
		s[3] = some[d];
		m = wellformed(s);
		n = chartorune(&r, (char*)s);
		if(m == 0 ? n != 1 || r != Runeerror : n != m)
			bad++;
		for(i = 1; i <= 4; i++)
			if(fullrune((char*)s, i) == prefix(s, i))
				badfull++;
	}
	ok(bad == 0,
		"chartorune agrees with the table of well formed sequences");
	ok(badfull == 0, "fullrune waits for what may still become one, only");
	ok(!fullrune("a", 0), "nothing is not full");
}

typedef struct Bad Bad;
struct Bad
{
	char	*s;
	int	n;		/* runes it reads as */
	char	*shown;
};

static Bad bads[] = {
	{"\xE2""AB", 3, "\xEF\xBF\xBD""AB"},
	{"\xFF\n", 2, "\xEF\xBF\xBD\n"},
	{"\xC0\x80", 2, "\xEF\xBF\xBD\xEF\xBF\xBD"},
	{"\xED\xA0\x80", 3, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
	{"\xE2\x82\xE2\x82\xAC", 3, "\xEF\xBF\xBD\xEF\xBF\xBD\xE2\x82\xAC"},
	{"\xF4\x90\x80\x80", 4,
		"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
	{"\x80""a", 2, "\xEF\xBF\xBD""a"},
};

static void
badseqs(void)
{
	char buf[64];
	int i;

	for(i = 0; i < nelem(bads); i++){
		ok(utflen(bads[i].s) == bads[i].n, "bad sequence %d counted",
			i);
		snprint(buf, sizeof buf, "%s", bads[i].s);
		same(buf, bads[i].shown, "bad sequence %d printed", i);
	}
}

static void
strings(void)
{
	static char s[] = "a\xC3\xA9\xE2\x82\xAC/\xE2\x82\xAC/b";
	char buf[16], *p;

	ok(utflen(s) == 7, "utflen");
	ok(utfnlen(s, 5) == 2, "utfnlen stops before a rune that is cut");
	ok(utfnlen(s, 6) == 3, "utfnlen counts whole ones");
	ok(utfrune(s, 0x20AC) == s+3, "utfrune");
	ok(utfrrune(s, 0x20AC) == s+7, "utfrrune");
	ok(utfrune(s, 'z') == nil && utfrrune(s, 0x394) == nil, "not there");
	ok(utfrune(s, 0) == s+strlen(s), "utfrune finds the NUL");
	ok(utfutf(s, "\xE2\x82\xAC/b") == s+7, "utfutf");
	memset(buf, 'x', sizeof buf);
	p = utfecpy(buf, buf+6, s);
	ok(p == buf+3 && *p == 0 && buf[6] == 'x',
		"utfecpy cuts between runes");
	ok(utfecpy(buf, buf, s) == buf, "utfecpy into nothing");
	ok(toupperrune(0xE9) == 0xC9 && tolowerrune(0xC9) == 0xE9
		&& toupperrune(0xF7) == 0xF7, "case in Latin-1");
	ok(isspacerune(0x2003) && isspacerune('\t') && !isspacerune('a'),
		"blanks");
	ok(isalpharune(0x4E00) && isalpharune('z') && !isalpharune('1'),
		"letters");
}

void
main(int argc, char **argv)
{
	USED(argc, argv);
	roundtrip();
	decoder();
	badseqs();
	strings();
	plan();
}
