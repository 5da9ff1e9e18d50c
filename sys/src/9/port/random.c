/*
 * Random bytes for /dev/random: the ChaCha20 stream cipher, keyed from
 * what an outsider cannot know, mostly when the keys were hit and how far
 * the cycle counter was at each call.  After each request part of the
 * stream becomes the next key, so that what was given out cannot be
 * computed from the state later.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Nkey	= 8,		/* words of the key */
	Nblock	= 16,		/* words the cipher makes at once */
	Enough	= 64*1024,	/* bytes for one who has a note waiting */
};

static struct
{
	Lock;
	ulong	k[Nkey];
	uvlong	count;
	ulong	pool[4];	/* stirred in at the next request */
	int	npool;
	ulong	seed;		/* nrand's */
} rnd;

static ulong
rol(ulong x, int n)
{
	return x<<n | x>>(32-n);
}

static void
quarter(ulong *x, int a, int b, int c, int d)
{
	x[a] += x[b];
	x[d] = rol(x[d]^x[a], 16);
	x[c] += x[d];
	x[b] = rol(x[b]^x[c], 12);
	x[a] += x[b];
	x[d] = rol(x[d]^x[a], 8);
	x[c] += x[d];
	x[b] = rol(x[b]^x[c], 7);
}

/* the next block of the stream */
static void
block(ulong *key, uvlong count, ulong *out)
{
	static char sigma[] = "expand 32-byte k";
	ulong x[Nblock];
	int i;

	memmove(x, sigma, 16);
	memmove(x+4, key, Nkey*4);
	x[12] = count;
	x[13] = count>>32;
	x[14] = x[15] = 0;
	memmove(out, x, sizeof x);
	for(i = 0; i < 10; i++){
		quarter(x, 0, 4, 8, 12);
		quarter(x, 1, 5, 9, 13);
		quarter(x, 2, 6, 10, 14);
		quarter(x, 3, 7, 11, 15);
		quarter(x, 0, 5, 10, 15);
		quarter(x, 1, 6, 11, 12);
		quarter(x, 2, 7, 8, 13);
		quarter(x, 3, 4, 9, 14);
	}
	for(i = 0; i < Nblock; i++)
		out[i] += x[i];
}

/*
 * Something happened at a moment that nobody can foretell, such as a key
 * press: remember when.  Any level.
 */
void
randomstir(void)
{
	uvlong t;

	cycles(&t);
	rnd.pool[rnd.npool & 3] = rol(rnd.pool[rnd.npool & 3], 7) ^ (ulong)t;
	rnd.npool++;
}

/* a fresh key from the old one, the pool and the time; rnd is locked */
static void
rekey(void)
{
	ulong out[Nblock];
	uvlong t;
	int i;

	cycles(&t);
	for(i = 0; i < 4; i++)
		rnd.k[i] ^= rnd.pool[i];
	rnd.k[4] ^= (ulong)t;
	rnd.k[5] ^= (ulong)(t>>32);
	block(rnd.k, rnd.count++, out);
	memmove(rnd.k, out, sizeof rnd.k);
}

/*
 * Put n random bytes at a, which may be user memory.  Gives n, less if n
 * is large and a note comes.  Process context without locks.
 */
ulong
randomread(void *a, ulong n)
{
	ulong key[Nkey], out[Nblock], done, l;
	vlong now;
	uvlong count;

	now = todget(nil);
	ilock(&rnd);
	rnd.k[6] ^= (ulong)now;
	rnd.k[7] ^= up->pid;
	rekey();
	memmove(key, rnd.k, sizeof key);
	rekey();
	iunlock(&rnd);
	count = 0;
	for(done = 0; done < n; done += l){
		if(up->notepending && done >= Enough)
			break;
		block(key, count++, out);
		l = MIN(n-done, sizeof out);
		memmove((char*)a+done, out, l);
	}
	memset(key, 0, sizeof key);
	return done;
}

/*
 * A number from 0 to n-1, cheap and not for secrets.  Any level.
 */
int
nrand(int n)
{
	rnd.seed = rnd.seed*1664525 + 1013904223;
	return n <= 0? 0: (rnd.seed>>1) % n;
}
