/*
 * The console driver and random bytes, from a seed: what each run plays is
 * the same everywhere.  An argument is the first seed.
 */
#include "u.h"
#include "../../sys/src/9/port/lib.h"
#include "../../sys/src/9/pc/mem.h"
#include "../../sys/src/9/pc/dat.h"
#include "../../sys/src/9/pc/fns.h"
#include "cgafake.h"
#include "cgahost.h"
#include "cgamodel.h"
#include "cgacase.h"

enum
{
	Games	= 10,		/* in a case */
	Cases	= 30,
	Most	= 1500,		/* bytes of a game */
};

static uvlong seed;

static void
games(void)
{
	static uchar buf[Most];
	int i, j, n;

	seedrnd(seed);
	boot(rnd(2100));
	for(i = 0; i < Games; i++){
		seedrnd(seed + i*7919);
		n = rnd(Most);
		for(j = 0; j < n; j++)
			buf[j] = rnd(256);
		play(buf, n);
	}
}

void
main(int argc, char **argv)
{
	int n, failed;

	fakeinit(argv);
	seed = argc > 1? strtoull(argv[1], nil, 0): 1;
	failed = 0;
	for(n = 1; n <= Cases; n++){
		if(runcase(games, 60))
			printf("ok %d - seed %lld\n", n, seed);
		else{
			printf("not ok %d - seed %lld\n", n, seed);
			failed = 1;
		}
		seed += 1000003;
	}
	printf("1..%d\n", Cases);
	_exit(failed);
}
