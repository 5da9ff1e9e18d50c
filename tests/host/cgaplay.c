/*
 * Play what bytes say: writes and prints cut anywhere, time that passes,
 * interrupts, other processes and another CPU wherever the driver calls out
 * of itself.  In the end the screen is as the model has it.
 *
 * Text becomes the model's when it is taken by the driver: a process's as
 * its bytes are counted, a print's when the Lock for it is taken.
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
	Home	= 2000,		/* backspaces that clear the screen */
};

static uchar *data, *edata;
static int depth;			/* of what happens inside the driver */
typedef struct Pending Pending;
static struct Pending
{
	char	*s;
	int	n;
} pending[2];			/* text not yet taken */
static uvlong counted;		/* bytes of processes that were */

/* the next byte, 0 when all are used up */
static int
next(void)
{
	return data < edata? *data++: 0;
}

static char buf[4][9000];

/* text as the bytes say it, n bytes of it */
static char*
text(int n)
{
	static char *bits[] = {
		"\n", "\t", "\b", "\r", "a", "word ", "\xc3\xa9", "\xe2\x96\x91",
		"\xe2\x96", "\xff", "\x01", "0123456789012345678901234567890\n",
		"\n\n\n\n\n\n\n\n\n\n", "\b\b\b\b\b\b\b\b", "\n\n", "x\n",
	};
	char *s, *b;
	int i, k;

	s = buf[depth];
	for(i = 0; i < n; i += k){
		if(data < edata && (k = next()) < 0xc0)
			b = bits[k & 15];
		else
			b = bits[rnd(4)? 5+rnd(7): rnd(16)];
		k = MIN(strlen(b), n-i);
		memmove(s+i, b, k);
	}
	return s;
}

static void
taken(int src, int n)
{
	modelput(&model, src, pending[src].s, n);
	pending[src].s += n;
	pending[src].n -= n;
}

/* bytes of processes that the driver took since the last call */
static int
procbytes(void)
{
	uvlong was;

	was = counted;
	counted = *cgacount("bytes");
	return counted - was;
}

static void
puttext(int src, int n)
{
	char *s;
	int on;

	if(n == 0)
		return;
	s = text(n);
	pending[src].s = s;
	pending[src].n = n;
	on = fake.on;
	fake.on = src == Process;
	screenputs(s, n);
	fake.on = on;
	if(src == Process)
		taken(src, procbytes());
	if(pending[src].n != 0)
		bad("%d bytes were not taken", pending[src].n);
}

/* something happens where the driver is at the moment */
static void
happens(char *where)
{
	Pending saved[2];
	int intick;

	USED(where);
	taken(Process, procbytes());
	if(fake.got != nil && fake.got != fake.screen)
		taken(Intr, pending[Intr].n);
	fake.got = nil;
	if(depth == 3 || data >= edata || rnd(20) != 0)
		return;
	if(fake.depth - (fake.screen != nil && fake.screen->key) > 0)
		return;
	depth++;
	memmove(saved, pending, sizeof saved);
	intick = fake.intick;
	switch(next() & 7){
	case 0: case 1: case 2:
		fake.intick = 0;
		puttext(Intr, next());
		break;
	case 3:
		if(fake.on)
			fire();
		break;
	case 4: case 5:
		if(fake.on && fake.depth == 0)
			puttext(Process, next());
		break;
	}
	fake.intick = intick;
	memmove(pending, saved, sizeof saved);
	depth--;
}

/* n bytes at p say what to do; the screen is cleared before */
void
play(uchar *p, int n)
{
	static char home[Home];
	int i;

	fake.at = nil;
	writes(".");
	prints(".");
	for(i = 0; i < Home; i++)
		home[i] = '\b';
	writen(home, Home);
	pass(100000000);
	same("cleared");
	procbytes();
	data = p;
	edata = p + n;
	seedrnd(n);
	fake.at = happens;
	while(data < edata)
		switch(next() & 15){
		case 0: case 1: case 2: case 3: case 4:
			puttext(Process, next());
			break;
		case 5:
			puttext(Process, 32*next());
			break;
		case 6: case 7: case 8:
			puttext(Intr, next());
			break;
		case 9:
			puttext(Intr, 16*next());
			break;
		case 10: case 11:
			pass(next() * 100000ULL);
			break;
		case 12:
			fire();
			break;
		case 13:
			puttext(Process, 256);
			break;
		default:
			pass(20000000);
			break;
		}
	fake.at = nil;
	pass(200000000);
	if(fake.depth != 0 || proc0.nlocks != 0 || !fake.on)
		bad("Locks or interrupts are not as before");
	if(counter("lost") != 0)
		bad("text was lost");
	same("in the end");
}
