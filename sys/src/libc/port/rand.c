/*
 * Random numbers that the seed alone decides: a 64-bit multiplicative
 * generator, of which the upper bits are given out.
 */
#include <u.h>
#include <libc.h>

static uvlong state = 0x853C49E6748FEA9BULL;
static Lock randl;

void
srand(long seed)
{
	lock(&randl);
	state = ((uvlong)(ulong)seed << 1 | 1) * 0x9E3779B97F4A7C15ULL;
	unlock(&randl);
}

/* 31 bits */
long
lrand(void)
{
	uvlong x;

	lock(&randl);
	state = state*6364136223846793005ULL + 1442695040888963407ULL;
	x = state;
	unlock(&randl);
	x ^= x >> 27;
	return x >> 33;
}

/* 15 bits */
int
rand(void)
{
	return lrand() & 0x7FFF;
}

/* 0 to n-1, all equally likely */
long
lnrand(long n)
{
	long limit, v;

	if(n < 2)
		return 0;
	limit = 0x7FFFFFFF - 0x7FFFFFFF%n;
	do
		v = lrand();
	while(v >= limit);
	return v%n;
}

int
nrand(int n)
{
	return lnrand(n);
}
