/*
 * Strings and memory: splitting, cleaning names, and the functions with
 * word-sized shortcuts against plain loops, at all alignments.
 */
#include <u.h>
#include <libc.h>
#include "hostlibc.h"

typedef struct Split Split;
struct Split
{
	int	how;	/* 't' tokenize, 'g' gettokens, 'm' 'f' getfields */
	char	*sep;
	int	max;
	char	*in;
	char	*want;		/* fields, each with a | behind */
};

static Split splits[] = {
	{'t', nil, 10, " a  b\tc\n", "a|b|c|"},
	{'t', nil, 10, "", ""},
	{'t', nil, 10, "   ", ""},
	{'t', nil, 10, "'a b' c", "a b|c|"},
	{'t', nil, 10, "it''s 'it''s'", "its|it's|"},
	{'t', nil, 10, "a'b c'd", "ab cd|"},
	{'t', nil, 10, "'' x", "|x|"},
	{'t', nil, 10, "'open end", "open end|"},
	{'t', nil, 2, "a b c d", "a|b|"},
	{'g', ":", 10, "a::'b:c':d", "a|b:c|d|"},
	{'m', ":", 10, "a::b:", "a|b|"},
	{'m', ":", 10, "::a", "a|"},
	{'m', ":", 2, "a:b:c", "a|b:c|"},
	{'f', ":", 10, "a::b:", "a||b||"},
	{'f', ":", 10, "", "|"},
	{'f', ":", 2, "a:b:c", "a|b:c|"},
	{'f', "\xE2\x82\xAC", 10, "a\xE2\x82\xAC""b", "a|b|"},
};

typedef struct Name Name;
struct Name
{
	char	*in;
	char	*want;
};

static Name names[] = {
	{"", "."},		{".", "."},		{"/", "/"},
	{"//", "/"},		{"a", "a"},		{"a/b", "a/b"},
	{"a//b/", "a/b"},	{"./a", "a"},		{"a/.", "a"},
	{"a/..", "."},		{"a/../b", "b"},	{"..", ".."},
	{"../..", "../.."},	{"../a", "../a"},	{"../a/..", ".."},
	{"/..", "/"},		{"/../a", "/a"},	{"/a/../..", "/"},
	{"/a/b/../../c", "/c"},	{"a/b/../../..", ".."},	{"./..", ".."},
	{"#c/cons", "#c/cons"},	{"#c/../x", "#c/x"},	{"#c", "#c"},
	{"#/./bin", "#/bin"},	{"#c/", "#c"},		{"...", "..."},
	{"a/.../b", "a/.../b"},	{".a", ".a"},		{"/.", "/"},
	{"/./a/./b/.", "/a/b"},
};

static void
tables(void)
{
	char buf[200], out[200], *f[10], *p;
	Split *s;
	int i, j, n;

	for(i = 0; i < nelem(splits); i++){
		s = &splits[i];
		strcpy(buf, s->in);
		switch(s->how){
		case 't':
			n = tokenize(buf, f, s->max);
			break;
		case 'g':
			n = gettokens(buf, f, s->max, s->sep);
			break;
		default:
			n = getfields(buf, f, s->max, s->how == 'm', s->sep);
			break;
		}
		p = out;
		*p = 0;
		for(j = 0; j < n; j++)
			p = seprint(p, out+sizeof out, "%s|", f[j]);
		same(out, s->want, "%c of [%s]", s->how, s->in);
	}
	for(i = 0; i < nelem(names); i++){
		memset(buf, 'x', sizeof buf);
		strcpy(buf, names[i].in);
		n = strlen(buf);
		same(cleanname(buf), names[i].want, "cleanname of [%s]",
			names[i].in);
		if(n > 0 && buf[n+1] != 'x')
			ok(0, "cleanname of [%s] wrote past its end",
				names[i].in);
	}
}

static void
searching(void)
{
	char s[] = "hello, world";

	ok(strchr(s, 'o') == s+4 && strchr(s, 'z') == nil, "strchr");
	ok(strchr(s, 0) == s+12 && strrchr(s, 0) == s+12, "the NUL is found");
	ok(strrchr(s, 'o') == s+8, "strrchr");
	ok(strstr(s, "o, w") == s+4 && strstr(s, "") == s
		&& strstr(s, "wood") == nil, "strstr");
	ok(strspn(s, "hel") == 4 && strcspn(s, ",") == 5, "strspn, strcspn");
	ok(strpbrk(s, "xw,") == s+5 && strpbrk(s, "z") == nil, "strpbrk");
	ok(cistrcmp("ABC", "abc") == 0 && cistrcmp("a", "B") < 0, "cistrcmp");
	ok(cistrstr("xxAbC", "aBc") != nil && cistrstr("ab", "abc") == nil,
		"cistrstr");
	ok(strcmp("a", "\xFF") < 0 && strncmp("ab", "ac", 1) == 0,
		"bytes compare unsigned");
	ok(memcmp("abcdefgh", "abcdefgi", 8) < 0
		&& memcmp("abcd\xFF", "abcd\1", 5) > 0, "memcmp");
	ok(memchr(s, 'w', 12) == s+7 && memchr(s, 'w', 7) == nil, "memchr");
	same(strtok(s, ", "), "hello", "strtok");
	same(strtok(nil, ", "), "world", "strtok again");
	ok(strtok(nil, ", ") == nil, "strtok at the end");
}

/* copies, forward and backward, at all alignments and lengths up to 20 */
static void
copies(void)
{
	char a[64], b[64];
	int from, to, n, i, bad, badset;

	bad = badset = 0;
	for(from = 0; from < 24; from++)
	for(to = 0; to < 24; to++)
	for(n = 0; n < 24; n++){
		for(i = 0; i < 64; i++)
			a[i] = b[i] = i;
		if(memmove(a+to, a+from, n) != a+to)
			bad++;
		for(i = 0; i < 64; i++)
			if(a[i] != (i >= to && i < to+n ? b[from+i-to] : b[i]))
				bad++;
		memset(a+to, 0x80+n, n);
		for(i = to; i < to+n; i++)
			if((uchar)a[i] != 0x80+n)
				badset++;
		if(a[to+n] == (char)(0x80+n))
			badset++;
	}
	ok(bad == 0, "memmove at all alignments");
	ok(badset == 0, "memset at all alignments");
	bad = 0;
	for(to = 0; to < 8; to++)
		for(n = 0; n < 20; n++){
			memset(a, 0x80, sizeof a);
			a[to+n] = 0;
			if(strlen(a+to) != n)
				bad++;
		}
	ok(bad == 0, "strlen at all alignments, of high bytes");
	memset(a, 'x', sizeof a);
	strncpy(a, "ab", 5);
	ok(memcmp(a, "ab\0\0\0x", 6) == 0, "strncpy fills up");
	strcpy(a, "ab");
	same(strcat(a, "cd"), "abcd", "strcat");
	same(strncat(a, "efg", 2), "abcdef", "strncat");
	ok(strecpy(a, a+4, "abcdef") == a+3 && strcmp(a, "abc") == 0,
		"strecpy");
	ok(memccpy(b, "a:b", ':', 3) == b+2 && memccpy(b, "ab", ':', 2) == nil,
		"memccpy");
}

void
main(int argc, char **argv)
{
	USED(argc, argv);
	tables();
	searching();
	copies();
	plan();
}
