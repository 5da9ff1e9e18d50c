/*
 * The print family, against texts that follow from print(2).
 */
#include <u.h>
#include <libc.h>
#include "hostlibc.h"

typedef struct Int Int;
struct Int
{
	char	*fmt;
	int	v;
	char	*want;
};

static Int ints[] = {
	{"%d", 0, "0"},			{"%d", -1, "-1"},
	{"%d", -0x7FFFFFFF-1, "-2147483648"},
	{"%ud", -1, "4294967295"},	{"%i", 7, "7"},
	{"%x", 0xBEEF, "beef"},		{"%X", 0xBEEF, "BEEF"},
	{"%#x", 0xBEEF, "0xbeef"},	{"%#X", 0xBEEF, "0XBEEF"},
	{"%#x", 0, "0"},		{"%x", -1, "ffffffff"},
	{"%o", 8, "10"},		{"%#o", 8, "010"},
	{"%#o", 0, "0"},		{"%b", 5, "101"},
	{"%5d|", 42, "   42|"},		{"%-5d|", 42, "42   |"},
	{"%05d|", 42, "00042|"},	{"%05d|", -42, "-0042|"},
	{"%.3d", 7, "007"},		{"%6.3d|", -7, "  -007|"},
	{"%.0d|", 0, "|"},		{"%+d", 5, "+5"},
	{"% d", 5, " 5"},		{"%+d", -5, "-5"},
	{"%hd", 0x18000, "-32768"},	{"%hud", 0x18000, "32768"},
	{"%hhd", 0x1FF, "-1"},		{"%hhud", 0x1FF, "255"},
	{"%,d", 1234567, "1,234,567"},	{"%,d", 123, "123"},
	{"%,d", -1234, "-1,234"},	{"%,d", 0, "0"},
	{"%c", 'x', "x"},		{"%3c|", 'x', "  x|"},
	{"%-3c|", 'x', "x  |"},		{"%C", 0x20AC, "\xE2\x82\xAC"},
	{"%C", 0x10FFFF, "\xF4\x8F\xBF\xBF"},
	{"%C", 0x110000, "\xEF\xBF\xBD"},
	{"%c", 0xE9, "\xC3\xA9"},
	{"%p", 0x1020, "1020"},		{"%#p", 0x1020, "0x1020"},
	{"%#p", 0, "0x0"},		{"%.8lux", 0x1020, "00001020"},
	{"%y", 1, "%y%"},		{"100%%", 0, "100%"},
	{"%", 0, "%"},			{"%-", 0, "%"},
	{"%11d ", 12, "         12 "},
	{"%.2ux", 7, "07"},
	{"%#b", 5, "0b101"},
};

typedef struct Str Str;
struct Str
{
	char	*fmt;
	char	*v;
	char	*want;
};

static Str strs[] = {
	{"%s", "abc", "abc"},		{"%5s|", "abc", "  abc|"},
	{"%-5s|", "abc", "abc  |"},	{"%.2s", "abc", "ab"},
	{"%5.2s|", "abc", "   ab|"},	{"%s", nil, "<nil>"},
	{"%s", "", ""},			{"%.0s|", "abc", "|"},
	{"%4s|", "\xE2\x82\xAC", "   \xE2\x82\xAC|"},
	{"%.1s|", "\xE2\x82\xAC\xE2\x82\xAC", "\xE2\x82\xAC|"},
	{"%s", "a\xFF""b", "a\xEF\xBF\xBD""b"},
	{"%q", "abc", "abc"},		{"%q", "", "''"},
	{"%q", "a b", "'a b'"},		{"%q", "it's", "'it''s'"},
	{"%#q", "abc", "'abc'"},	{"%8q|", "a b", "   'a b'|"},
	{"%-8q|", "a b", "'a b'   |"},	{"%q", "a\nb", "'a\nb'"},
	{"%q", "\xE2\x82\xAC", "\xE2\x82\xAC"},
	{"%q", nil, "<nil>"},		{"%.1q", "ab c", "a"},
};

typedef struct Flt Flt;
struct Flt
{
	char	*fmt;
	double	v;
	char	*want;
};

static Flt flts[] = {
	{"%f", 0, "0.000000"},		{"%f", 1.5, "1.500000"},
	{"%.0f", 0.5, "0"},		{"%.0f", 1.5, "2"},
	{"%.0f", 2.5, "2"},		{"%.1f", 0.25, "0.2"},
	{"%.2f", 1e10, "10000000000.00"},
	{"%e", 0, "0.000000e+00"},	{"%e", 12345.678, "1.234568e+04"},
	{"%.3E", 1e-300, "1.000E-300"},	{"%.0e", 9.6, "1e+01"},
	{"%g", 0, "0"},			{"%g", 100000, "100000"},
	{"%g", 1e6, "1e+06"},		{"%g", 0.0001, "0.0001"},
	{"%g", 0.00001, "1e-05"},	{"%g", 1.0/3, "0.333333"},
	{"%.17g", 0.1, "0.10000000000000001"},
	{"%.3g", 1234, "1.23e+03"},	{"%#g", 1, "1.00000"},
	{"%g", 123456789, "1.23457e+08"},
	{"%8.2f|", -3.14159, "   -3.14|"},
	{"%-8.2f|", 3.14159, "3.14    |"},
	{"%08.2f|", -3.14159, "-0003.14|"},
	{"%+g", 1, "+1"},		{"% g", 1, " 1"},
	{"%g", -0.0, "-0"},
	{"%.20g", 4.9406564584124654e-324, "4.9406564584124654418e-324"},
	{"%.17g", 1.7976931348623157e308, "1.7976931348623157e+308"},
	{"%.25f", 0.1, "0.1000000000000000055511151"},
};

static void
tables(void)
{
	char buf[600], big[16], *p;
	int i;

	for(i = 0; i < nelem(ints); i++){
		snprint(buf, sizeof buf, ints[i].fmt, ints[i].v);
		same(buf, ints[i].want, "%s of %d", ints[i].fmt, ints[i].v);
	}
	for(i = 0; i < nelem(strs); i++){
		snprint(buf, sizeof buf, strs[i].fmt, strs[i].v);
		same(buf, strs[i].want, "%s number %d", strs[i].fmt, i);
	}
	for(i = 0; i < nelem(flts); i++){
		snprint(buf, sizeof buf, flts[i].fmt, flts[i].v);
		same(buf, flts[i].want, "%s of %g", flts[i].fmt, flts[i].v);
	}
	snprint(buf, sizeof buf, "%f", 1.7976931348623157e308);
	ok(strlen(buf) == 309+7, "the largest double in %%f");
	p = seprint(big, big+sizeof big, "%f", 1e300);
	ok(p == big+15 && *p == 0, "and cut");
}

/* arguments that are longer than a word, or come in several */
static void
longs(void)
{
	char buf[200];
	Rune r[10];
	vlong v;
	char c;

	snprint(buf, sizeof buf, "%lld %d", -1LL, 7);
	same(buf, "-1 7", "%%lld takes two words");
	v = -0x7FFFFFFFFFFFFFFFLL - 1;
	snprint(buf, sizeof buf, "%lld %llud %llux", v, v, v);
	same(buf, "-9223372036854775808 9223372036854775808 8000000000000000",
		"%%lld of the least");
	snprint(buf, sizeof buf, "%llud", ~0ULL);
	same(buf, "18446744073709551615", "%%llud of the largest");
	snprint(buf, sizeof buf, "%llb", ~0ULL);
	ok(strlen(buf) == 64, "%%llb has 64 digits");
	snprint(buf, sizeof buf, "%,lld", 1234567890123LL);
	same(buf, "1,234,567,890,123", "%%,lld");
	snprint(buf, sizeof buf, "%*d|%-*d|%.*d|%*d", 5, 1, 3, 2, 2, 3, -4, 4);
	same(buf, "    1|2  |03|4   ", "* for width and precision");
	r[0] = 'a';
	r[1] = 0x20AC;
	r[2] = 0;
	snprint(buf, sizeof buf, "%S|%4S|%.1S|%Q|%#Q", r, r, r, r, r);
	same(buf,
		"a\xE2\x82\xAC|  a\xE2\x82\xAC|a|a\xE2\x82\xAC|'a\xE2\x82\xAC'",
		"%%S and %%Q");
	ok(runesnprint(r, nelem(r), "%d\xE2\x82\xAC%s", 12, "\xE2\x82\xAC") == 4
		&& r[2] == 0x20AC && r[3] == 0x20AC && r[4] == 0,
			"runesnprint");
	c = 'x';
	ok(snprint(&c, 1, "abc") == 0 && c == 0, "snprint into one byte");
	ok(snprint(&c, 0, "abc") == -1 && c == 0, "snprint into none");
	werrstr("some error");
	snprint(buf, sizeof buf, "%d: %r", 3);
	same(buf, "3: some error", "%%r");
}

/* a buffer that is too small is filled with whole runes, and no more */
static void
cut(void)
{
	char buf[16], want[16];
	int n, m;

	for(n = 1; n < 12; n++){
		memset(buf, 'x', sizeof buf);
		m = snprint(buf, n, "a%sbc", "\xE2\x82\xAC");
		memset(want, 0, sizeof want);
		if(n >= 7)
			strcpy(want, "a\xE2\x82\xAC""bc");
		else if(n == 6)
			strcpy(want, "a\xE2\x82\xAC""b");
		else if(n == 5)
			strcpy(want, "a\xE2\x82\xAC");
		else if(n > 1)
			strcpy(want, "a");
		ok(strcmp(buf, want) == 0 && m == strlen(want) && buf[n] == 'x',
			"cut to %d bytes", n);
	}
}

static int
pairfmt(Fmt *f)
{
	int a, b;

	a = va_arg(f->args, int);
	b = va_arg(f->args, int);
	if(f->flags & FmtSharp)
		return fmtprint(f, "<%d,%d>", a, b);
	return fmtprint(f, "(%d,%d)", a, b);
}

static int
otherfmt(Fmt *f)
{
	return fmtstrcpy(f, "other");
}

static void
install(void)
{
	char buf[100], *s;
	Fmt f;
	int i;

	ok(fmtinstall('Z', pairfmt) == 0, "fmtinstall");
	snprint(buf, sizeof buf, "%d %Z %#Z %d", 1, 2, 3, 4, 5, 6);
	same(buf, "1 (2,3) <4,5> 6", "fmtprint leaves the arguments alone");
	fmtinstall('i', otherfmt);
	snprint(buf, sizeof buf, "%i", 1);
	same(buf, "other", "a verb replaced");
	ok(fmtinstall(0, otherfmt) == -1, "0 is no verb");
	fmtinstall('i', nil);
	s = smprint("%x %s", 255, "abc");
	same(s, "ff abc", "smprint");
	free(s);
	fmtstrinit(&f);
	for(i = 0; i < 1000; i++)
		fmtprint(&f, "%c", 'a' + i%26);
	s = fmtstrflush(&f);
	ok(strlen(s) == 1000 && s[999] == 'a' + 999%26, "fmtstrinit grows");
	free(s);
	s = quotestrdup("it's");
	same(s, "'it''s'", "quotestrdup");
	s = unquotestrdup(s);
	same(s, "it's", "unquotestrdup");
	doquote = needsrcquote;
	snprint(buf, sizeof buf, "%q %q", "a=b", "a/b");
	same(buf, "'a=b' a/b", "doquote");
}

void
main(int argc, char **argv)
{
	USED(argc, argv);
	quotefmtinstall();
	tables();
	longs();
	cut();
	install();
	plan();
}
