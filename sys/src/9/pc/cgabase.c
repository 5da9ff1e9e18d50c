/*
 * Other ways of drawing the console than cga.c's, to measure it against;
 * cga.c calls them through its pointers and works without this file.
 *
 *	none	text is dropped: what everything else costs
 *	stock	cells and cursor go to the hardware one by one, and a line
 *		is scrolled by moving VGA memory
 *	shadow	lines are scrolled in RAM, and the screen stored anew at
 *		each; the cursor is set once a string
 *	batch	the same, but for a string of more than Batchmin bytes the
 *		screen is stored once, at its end
 *
 * All of them keep interrupts off for the whole string, as the drivers did
 * that they stand for, so the Lock is held for long and nobody needs a queue.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "io.h"
#include "../port/error.h"

enum
{
	Screen		= 0xb8000,
	Crtindex	= 0x3d4,
	Crtdata		= 0x3d5,
	Curhigh		= 0x0e,
	Curlow		= 0x0f,

	Width		= 80,
	Height		= 25,
	Cells		= Width*Height,
	Blank		= 0x0720,
	Batchmin	= 40,
};

enum				/* ways of drawing */
{
	Tail,			/* not here: cga.c's own */
	None,
	Stock,
	Shadow,
	Batch,
};

static char *wayname[] = { "tail", "none", "stock", "shadow", "batch" };

enum				/* counters */
{
	Writes, Bytes, Runes, Newlines,
	Printcount, Printcycles, Printmax,
	Scrollcount, Scrollcycles, Scrollmax,
	Drawcount, Drawcycles, Drawmax,
	Total, Vgacells, Stores, Reads, Crtc, Hold, Printhold, Busy,
	Ncount,
};

static char *countname[Ncount] = {
	"writes", "bytes", "runes", "newlines",
	"printcount", "printcycles", "printmax",
	"scrollcount", "scrollcycles", "scrollmax",
	"drawcount", "drawcycles", "drawmax",
	"totalcycles", "cells", "stores", "reads", "crtc",
	"hold", "printhold", "busy",
};

static struct
{
	Lock;
	int	way;
	int	pos;		/* cursor, in cells */
	uchar	utf[2][8];	/* rune begun, with interrupts off and on */
	ushort	cell[Cells];	/* the shadow, of shadow and batch */
	uvlong	*n[Ncount];	/* cga.c's counters */
} base;

static int	baseputs(char*, int);
static char*	baseway(char*, ushort*, int*);

int	(*cgaother)(char*, int) = baseputs;
char*	(*cgaway)(char*, ushort*, int*) = baseway;

static uvlong
since(uvlong t)
{
	uvlong now;

	cycles(&now);
	return (vlong)(now - t) < 0? 0: now - t;
}

static void
longest(int i, uvlong t)
{
	if(*base.n[i] < t)
		*base.n[i] = t;
}

/* account t cycles to one of the groups of three */
static void
spent(int count, uvlong t)
{
	*base.n[count] += 1;
	*base.n[count+1] += t;
	longest(count+2, t);
}

static void
setcursor(void)
{
	outb(Crtindex, Curhigh);
	outb(Crtdata, base.pos>>8);
	outb(Crtindex, Curlow);
	outb(Crtdata, base.pos & 0xff);
	*base.n[Crtc] += 4;
}

/* store all of the shadow */
static void
redraw(void)
{
	uvlong t;

	cycles(&t);
	memmove(KADDR(Screen), base.cell, sizeof base.cell);
	*base.n[Stores] += Cells/2;
	*base.n[Vgacells] += Cells;
	spent(Drawcount, since(t));
}

/* move everything up a row, on the screen itself or in the shadow */
static void
scroll(int unseen)
{
	uvlong t;
	ushort *c;
	ulong *last;
	int i;

	cycles(&t);
	c = base.way == Stock? KADDR(Screen): base.cell;
	memmove(c, c + Width, (Cells-Width)*sizeof *c);
	last = (ulong*)(c + Cells-Width);
	for(i = 0; i < Width/2; i++)
		last[i] = Blank<<16 | Blank;
	if(base.way == Stock){
		*base.n[Reads] += Cells-Width;
		*base.n[Stores] += Cells/2;
		*base.n[Vgacells] += Cells;
	}
	spent(Scrollcount, since(t));
	if(base.way != Stock && !unseen)
		redraw();
	if(conf.nmach > 1)
		pause();	/* an emulator may run CPUs in turn */
}

static void
cell(int c, int unseen)
{
	if(base.way != Stock)
		base.cell[base.pos] = c;
	if(!unseen){
		((volatile ushort*)KADDR(Screen))[base.pos] = c;
		*base.n[Stores] += 1;
		*base.n[Vgacells] += 1;
	}
}

/* do what c says, as cgadecode gave it */
static void
put(int c, int unseen)
{
	switch(c){
	case '\n':
		*base.n[Newlines] += 1;
		base.pos += Width - base.pos%Width;
		break;
	case '\r':
		base.pos -= base.pos%Width;
		break;
	case '\t':
		do{
			cell(Blank, unseen);
			base.pos++;
		}while(base.pos & 7);
		break;
	case '\b':
		if(base.pos > 0){
			base.pos--;
			cell(Blank, unseen);
		}
		break;
	default:
		*base.n[Runes] += 1;
		cell(c, unseen);
		base.pos++;
		break;
	}
	if(base.pos >= Cells){
		scroll(unseen);
		base.pos -= Width;
	}
	if(base.way == Stock)
		setcursor();
}

static void
string(uchar *s, int n, uchar *utf)
{
	ushort out[4];
	uchar *e;
	int i, k, unseen;

	unseen = base.way == Batch && n > Batchmin;
	for(e = s + n; s < e;){
		k = cgadecode(utf, *s++, out);
		for(i = 0; i < k; i++)
			put(out[i], unseen);
	}
	if(unseen)
		redraw();
	if(base.way != Stock)
		setcursor();
}

/* cgaother: see cga.c.  Any level, any CPU */
static int
baseputs(char *s, int n)
{
	uvlong t, moved;
	int x, got, on, other;

	if(base.way == Tail)
		return 0;
	on = islo() != 0;
	x = splhi();
	cycles(&t);
	got = canlock(&base);
	if(!got)
		*base.n[Busy] += !on;
	while(!got && !panicking){
		pause();
		got = canlock(&base);
	}
	other = base.way != Tail;
	if(other && n > 0){
		*base.n[Writes] += 1;
		*base.n[Bytes] += n;
		moved = *base.n[Scrollcycles] + *base.n[Drawcycles];
		if(base.way != None){
			string((uchar*)s, n, base.utf[on]);
			moved = *base.n[Scrollcycles] + *base.n[Drawcycles] - moved;
			spent(Printcount, since(t + moved));
		}
		*base.n[Total] += since(t);
		longest(on? Hold: Printhold, since(t));
	}
	if(got)
		unlock(&base);
	splx(x);
	return other;
}

/* cgaway: see cga.c.  Process context; the screen's Lock is held */
static char*
baseway(char *name, ushort *glass, int *pos)
{
	int i, x, way;

	for(way = 0; strcmp(name, wayname[way]) != 0;)
		if(++way == nelem(wayname))
			return nil;
	for(i = 0; i < Ncount; i++)
		base.n[i] = cgacount(countname[i]);
	x = splhi();
	while(!canlock(&base))
		pause();
	if(base.way == Stock){
		memmove(glass, KADDR(Screen), Cells*sizeof *glass);
		*base.n[Reads] += Cells;
	}else if(base.way == Shadow || base.way == Batch)
		memmove(glass, base.cell, sizeof base.cell);
	if(base.way != Tail)
		*pos = base.pos;
	base.pos = *pos;
	memmove(base.cell, glass, sizeof base.cell);
	base.way = way;
	unlock(&base);
	splx(x);
	return wayname[way];
}
