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
	Cells	= 2000,
	Canary	= 48,		/* cells after the last one */
};

Model model;
static uvlong seed = 1;

/* a number below n */
ulong
rnd(ulong n)
{
	seed = seed*6364136223846793005ULL + 1442695040888963407ULL;
	return (seed>>33) % n;
}

void
seedrnd(uvlong n)
{
	seed = n;
}

ushort*
glass(void)
{
	return KADDR(0xb8000);
}

/* a screen full of what a boot loader left, the cursor at pos; take it over */
void
boot(int pos)
{
	int i;

	for(i = 0; i < Cells; i++)
		glass()[i] = (i%3 == 0? 0x1e00: 0x0700) | ('a' + i%26);
	for(; i < Cells + Canary; i++)
		glass()[i] = 0xdead;
	modelinit(&model, glass(), pos);
	fake.crtbase = pos;
	fake.on = 0;
	up = nil;
	screeninit();
	up = &proc0;
	fake.on = 1;
}

/* the driver is back: it leaves nothing behind */
static void
left(int on)
{
	if(fake.depth != 0)
		bad("%d Locks are still held", fake.depth);
	if(proc0.nlocks != 0)
		bad("nlocks is %d", proc0.nlocks);
	if(fake.on != on)
		bad("interrupts are %s now", fake.on? "on": "off");
}

/* n bytes from a process */
void
writen(char *s, int n)
{
	modelput(&model, Process, s, n);
	fake.on = 1;
	screenputs(s, n);
	left(1);
}

void
writes(char *s)
{
	writen(s, strlen(s));
}

/* n bytes printed with interrupts off */
void
printn(char *s, int n)
{
	int on;

	modelput(&model, Intr, s, n);
	on = fake.on;
	fake.on = 0;
	screenputs(s, n);
	left(0);
	fake.on = on;
}

void
prints(char *s)
{
	printn(s, strlen(s));
}

/* glass and cursor are as the model says, and nothing else was touched */
void
same(char *what)
{
	ushort *g, *c;
	int i;

	g = glass();
	c = model.cell[0];
	for(i = 0; i < Cells; i++)
		if(g[i] != c[i])
			bad("%s: row %d column %d is %04x, not %04x",
				what, i/80, i%80, g[i], c[i]);
	for(; i < Cells + Canary; i++)
		if(g[i] != 0xdead)
			bad("%s: stored beyond the screen", what);
	i = model.row*80 + model.col;
	if(fake.crtbase != i)
		bad("%s: cursor at %d, not %d", what, fake.crtbase, i);
}

/* so they are by the time the next frame must be there */
void
samelater(char *what)
{
	pass(17000000);
	same(what);
}

void
expect(char *what, vlong v, vlong wanted)
{
	within(what, v, wanted, wanted);
}

void
within(char *what, vlong v, vlong lo, vlong hi)
{
	if(v < lo || v > hi)
		bad("%s: %lld, not %lld to %lld", what, v, lo, hi);
}

/* run a table of cases, each with a machine of its own; exit status */
int
cases(Case *c)
{
	int n, failed;

	failed = 0;
	for(n = 0; c[n].name != nil; n++){
		if(runcase(c[n].f, 60))
			printf("ok %d - %s\n", n+1, c[n].name);
		else{
			printf("not ok %d - %s\n", n+1, c[n].name);
			failed = 1;
		}
	}
	printf("1..%d\n", n);
	return failed;
}
