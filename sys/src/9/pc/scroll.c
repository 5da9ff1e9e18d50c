/*
 * Older console text on the VGA text screen, for port/scrollback.c: it is
 * rendered again from the bytes, as cga.c does, and stored to the screen,
 * of which nothing is read.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Screen	= 0xb8000,
	Width	= 80,
	Height	= 25,
	Blank	= 0x0720,
};

/* rendering: the cursor, in a screen without end, and the part to be seen */
typedef struct View View;
struct View
{
	long	row;
	long	last;			/* row that was reached */
	int	col;
	long	first;			/* row at the top of cell */
	ushort	cell[Height*Width];
	uchar	utf[8];			/* cgadecode's state */
};

static View view;

static void
set(View *v, int c)
{
	long r;

	r = v->row - v->first;
	if(r >= 0 && r < Height)
		v->cell[r*Width + v->col] = c;
}

static void
newline(View *v)
{
	v->col = 0;
	if(++v->row > v->last)
		v->last = v->row;
}

/* a cell to show */
static void
show(View *v, int c)
{
	set(v, c);
	if(++v->col == Width)
		newline(v);
}

static void
back(View *v)
{
	if(v->col > 0)
		v->col--;
	else if(v->row > 0 && v->row > v->last - (Height-1)){
		v->row--;
		v->col = Width-1;
	}else
		return;
	set(v, Blank);
}

/* do what c says: a cell, or a control character */
static void
put(View *v, int c)
{
	switch(c){
	case '\n':
		newline(v);
		break;
	case '\b':
		back(v);
		break;
	case '\r':
		v->col = 0;
		break;
	case '\t':
		do
			show(v, Blank);
		while(v->col % 8 != 0);
		break;
	default:
		show(v, c);
	}
}

/* render text up to byte end, so that row first is at the top */
static void
render(View *v, Textring *r, uvlong end, long first)
{
	ushort out[4];
	uvlong at;
	ulong i, n;
	int j, k;
	char *s;

	memset(v, 0, sizeof *v);
	for(i = 0; i < Height*Width; i++)
		v->cell[i] = Blank;
	v->first = first;
	for(at = 0; (n = textspan(r, &at, end, &s)) > 0; at += n)
		for(i = 0; i < n; i++){
			k = cgadecode(v->utf, (uchar)s[i], out);
			for(j = 0; j < k; j++)
				put(v, out[j]);
		}
}

/*
 * Can the screen show older text: is it the driver's own, which can draw
 * its screen again?
 */
int
scrollable(void)
{
	return screenputs != nil && (cgaother == nil || !cgaother("", 0));
}

/*
 * Show the text of r up to byte end so that back rows are below the
 * screen, or as many as there are; gives that number, 0 if all fits.  By
 * one process, while nobody else draws.
 */
int
scrolldraw(Textring *r, uvlong end, int back)
{
	volatile ulong *v;
	ulong *c;
	long most;
	int i;

	render(&view, r, end, 0);
	most = MAX(0, view.last - (Height-1));
	back = MIN(back, most);
	if(back == 0)
		return 0;
	render(&view, r, end, most - back);
	v = KADDR(Screen);
	c = (ulong*)view.cell;
	for(i = 0; i < Height*Width/2; i++)
		v[i] = c[i];
	return back;
}
