/*
 * Numbers: text to integer and double and back, 64-bit division, sorting,
 * random numbers, dates.
 */
#include <u.h>
#include <libc.h>
#include "hostlibc.h"

typedef struct Int Int;
struct Int
{
	char	*s;
	int	base;
	vlong	want;
	int	used;
};

static Int ints[] = {
	{"0", 0, 0, 1},			{"123", 0, 123, 3},
	{"  -12x", 0, -12, 5},		{"0x1F", 0, 31, 4},
	{"0X1f", 16, 31, 4},		{"017", 0, 15, 3},
	{"017", 10, 17, 3},		{"zz", 36, 35*36+35, 2},
	{"", 0, 0, 0},			{"-", 0, 0, 0},
	{"0x", 0, 0, 1},		{"12", 2, 1, 1},
	{"99", 8, 0, 0},		{"+7", 0, 7, 2},
	{"9223372036854775807", 10, 0x7FFFFFFFFFFFFFFFLL, 19},
	{"9223372036854775808", 10, 0x7FFFFFFFFFFFFFFFLL, 19},
	{"-9223372036854775808", 10, -0x7FFFFFFFFFFFFFFFLL-1, 20},
	{"-99999999999999999999", 10, -0x7FFFFFFFFFFFFFFFLL-1, 21},
};

static void
integers(void)
{
	char *e;
	int i;

	for(i = 0; i < nelem(ints); i++)
		ok(strtoll(ints[i].s, &e, ints[i].base) == ints[i].want
			&& e == ints[i].s + ints[i].used,
			"strtoll of [%s]", ints[i].s);
	ok(strtol("2147483648", nil, 10) == 0x7FFFFFFF,
		"strtol stops at its end");
	ok(strtol("-2147483649", nil, 10) == -0x7FFFFFFF-1, "and at the other");
	ok(strtoul("4294967296", nil, 10) == 0xFFFFFFFF, "strtoul");
	ok(strtoul("-1", nil, 10) == 0xFFFFFFFF, "strtoul of -1");
	ok(strtoull("18446744073709551616", nil, 10) == ~0ULL, "strtoull");
	ok(atoi("0x10") == 16 && atoi("010") == 8 && atol("-3") == -3, "atoi");
}

/* 32 random bits that lean to the ends */
static ulong
word(void)
{
	ulong x;

	x = (ulong)lrand()<<1 | (lrand()&1);
	switch(nrand(6)){
	case 0:	return x >> nrand(32);
	case 1:	return 1UL << nrand(32);
	case 2:	return ~0UL << nrand(32);
	case 3:	return (1UL << nrand(32)) - 1;
	}
	return x;
}

/* long division, a bit at a time */
static uvlong
slowdiv(uvlong n, uvlong d, uvlong *r)
{
	uvlong q;
	int i, over;

	q = *r = 0;
	for(i = 63; i >= 0; i--){
		over = *r >> 63;
		*r = *r << 1 | (n >> i & 1);
		if(over || *r >= d){
			*r -= d;
			q |= 1ULL << i;
		}
	}
	return q;
}

static void
division(void)
{
	uvlong n, d, q, r;
	vlong sn, sd;
	int i, bad, sbad;

	bad = sbad = 0;
	for(i = 0; i < 100000; i++){
		n = (uvlong)word() << 32 | word();
		d = nrand(3) == 0 ? word() : (uvlong)word() << 32 | word();
		if(d == 0)
			d = 1;
		q = slowdiv(n, d, &r);
		if(n/d != q || n%d != r)
			bad++;
		sn = n;
		sd = d;
		if(sd == -1 && sn < 0 && -sn < 0)
			continue;
		q = sn/sd;
		r = sn%sd;
		if(q*d + r != n || ((vlong)r < 0) != (sn < 0 && r != 0)
		|| slowdiv(sn < 0 ? -n : n, sd < 0 ? -d : d, &n) !=
			((sn < 0) != (sd < 0) ? -q : q))
			sbad++;
	}
	ok(bad == 0, "unsigned 64-bit division");
	ok(sbad == 0, "signed 64-bit division");
}

typedef struct Flt Flt;
struct Flt
{
	char	*s;
	ulong	hi;
	ulong	lo;
	int	used;
};

static Flt flts[] = {
	{"0", 0, 0, 1},			{"-0", 0x80000000, 0, 2},
	{"1", 0x3FF00000, 0, 1},	{"0.1", 0x3FB99999, 0x9999999A, 3},
	{".5", 0x3FE00000, 0, 2},	{"5.", 0x40140000, 0, 2},
	{"1e2x", 0x40590000, 0, 3},	{"1e", 0x3FF00000, 0, 1},
	{"1e+", 0x3FF00000, 0, 1},	{"1e-400", 0, 0, 6},
	{"1e400", 0x7FF00000, 0, 5},	{".", 0, 0, 0},
	{"1.7976931348623157e308", 0x7FEFFFFF, 0xFFFFFFFF, 22},
	{"1.7976931348623159e308", 0x7FF00000, 0, 22},
	{"4.9e-324", 0, 1, 8},		{"2.4703282292062327e-324", 0, 0, 23},
	{"2.4703282292062328e-324", 0, 1, 23},
	{"2.2250738585072014e-308", 0x00100000, 0, 23},
	{"2.2250738585072011e-308", 0x000FFFFF, 0xFFFFFFFF, 23},
	{"9007199254740993", 0x43400000, 0, 16},
	{"9007199254740993.0000000000000000000000000000001",
		0x43400000, 1, 48},
	{"-Inf", 0xFFF00000, 0, 4},	{"infinity", 0x7FF00000, 0, 8},
	{"  +1.5e-3", 0x3F589374, 0xBC6A7EFA, 9},
	{"8.41", 0x4020D1EB, 0x851EB852, 4},
	{"9.5367431640625e-07", 0x3EB00000, 0, 19},
};

static void
doubles(void)
{
	FPdbleword a, b;
	char buf[40], *e;
	int i, bad;

	for(i = 0; i < nelem(flts); i++){
		a.x = strtod(flts[i].s, &e);
		ok(a.hi == flts[i].hi && a.lo == flts[i].lo
			&& e == flts[i].s + flts[i].used,
			"strtod of [%s]", flts[i].s);
	}
	bad = 0;
	for(i = 0; i < 20000; i++){
		a.hi = word();
		a.lo = word();
		if(isNaN(a.x) || isInf(a.x, 0))
			continue;
		snprint(buf, sizeof buf, i&1 ? "%.17g" : "%.16e", a.x);
		b.x = strtod(buf, nil);
		if(b.hi != a.hi || b.lo != a.lo)
			bad++;
	}
	ok(bad == 0, "17 digits bring every double back");
	ok(isNaN(NaN()) && isNaN(strtod("nan", nil)), "NaN");
	snprint(buf, sizeof buf, "%g %g %g %5.1f", NaN(), Inf(1), Inf(-1),
		NaN());
	same(buf, "NaN +Inf -Inf   NaN", "NaN and Inf printed");
	ok(floor(-1.5) == -2 && ceil(-1.5) == -1 && floor(1e300) == 1e300
		&& ceil(2) == 2, "floor and ceil");
	ok(pow10(3) == 1000 && pow10(-2) == 0.01, "pow10");
	ok(frexp(8, &i) == 0.5 && i == 4 && ldexp(0.5, 4) == 8, "frexp, ldexp");
	a.x = ldexp(1.5, -1074);
	ok(a.hi == 0 && a.lo == 2, "ldexp into the subnormal rounds once");
	ok(modf(-2.5, &b.x) == -0.5 && b.x == -2, "modf");
	ok(sqrt(2) > 1.41421356 && sqrt(2) < 1.41421357, "sqrt");
	ok((uvlong)1.8446744073709550e19 == 18446744073709549568ULL
		&& (double)~0ULL == 18446744073709551616.0,
			"uvlong and double");
}

static int
cmp(void *a, void *b)
{
	int x, y;

	x = *(int*)a;
	y = *(int*)b;
	return x < y ? -1 : x > y;
}

static ulong ncmp;

static int
cmp3(void *a, void *b)
{
	ncmp++;
	return memcmp(a, b, 3);
}

static void
sorting(void)
{
	static int a[3000];
	static char c[3000];
	static char *how[] = {"random", "sorted", "falling", "equal",
		"organ pipe"};
	ulong sum, sum2;
	int i, j, n, bad;

	for(j = 0; j < nelem(how); j++){
		sum = 0;
		n = nelem(a);
		for(i = 0; i < n; i++){
			switch(j){
			case 0:	a[i] = lrand()%1000 - 500; break;
			case 1:	a[i] = i; break;
			case 2:	a[i] = n-i; break;
			case 3:	a[i] = 7; break;
			case 4:	a[i] = i < n/2 ? i : n-i; break;
			}
			sum += a[i]*a[i];
		}
		qsort(a, n, sizeof a[0], cmp);
		bad = 0;
		sum2 = a[0]*a[0];
		for(i = 1; i < n; i++){
			sum2 += a[i]*a[i];
			if(a[i-1] > a[i])
				bad++;
		}
		ok(bad == 0 && sum == sum2, "qsort of %s", how[j]);
	}
	for(i = 0; i < nelem(c); i++)
		c[i] = 'a' + nrand(26);
	qsort(c, nelem(c)/3, 3, cmp3);
	bad = 0;
	for(i = 3; i < nelem(c); i += 3)
		if(memcmp(c+i-3, c+i, 3) > 0)
			bad++;
	ok(bad == 0 && ncmp < 40000, "qsort of three bytes each");
	qsort(a, 0, 4, cmp);
	qsort(a, 1, 4, cmp);
}

static void
dates(void)
{
	Tm *tm;
	vlong t;
	int bad;

	same(asctime(gmtime(0)), "Thu Jan  1 00:00:00 GMT 1970\n", "time 0");
	same(asctime(gmtime(951782400)), "Tue Feb 29 00:00:00 GMT 2000\n",
		"a leap day");
	same(asctime(gmtime(1577836799)), "Tue Dec 31 23:59:59 GMT 2019\n",
		"the last second of a year");
	same(asctime(gmtime(-1)), "Wed Dec 31 23:59:59 GMT 1969\n",
		"before 1970");
	tm = gmtime(1609372800);
	ok(tm->yday == 365 && tm->wday == 4, "yday and wday");
	bad = 0;
	for(t = -0x7FFFFFFF; t < 0x7FFFFFFF; t += 1234567)
		if(tm2sec(gmtime(t)) != t)
			bad++;
	ok(bad == 0, "tm2sec undoes gmtime");
}

static void
random(void)
{
	long a, b;
	int count[10], i, bad;

	srand(1);
	a = lrand();
	srand(1);
	b = lrand();
	ok(a == b && a >= 0, "the seed decides");
	memset(count, 0, sizeof count);
	for(i = 0; i < 100000; i++)
		count[nrand(10)]++;
	bad = 0;
	for(i = 0; i < 10; i++)
		if(count[i] < 9600 || count[i] > 10400)
			bad++;
	ok(bad == 0, "nrand is even");
	ok(frand() >= 0 && frand() < 1, "frand");
}

void
main(int argc, char **argv)
{
	USED(argc, argv);
	integers();
	division();
	doubles();
	sorting();
	dates();
	random();
	plan();
}
