/*
 * The console on the text screen of a CGA, EGA or VGA: 80 columns by 25
 * rows at physical b8000, two bytes a cell, the glyph in code page 437 and
 * an attribute; and a cursor that a register pair of the CRT controller
 * places.  A store there costs a hundred times one to RAM, a read more, so
 * the screen is read once, when the driver takes it over, and stored to
 * only where it differs from what should be seen.  Positions are counted
 * in cells.
 *
 * Text goes from a ring of bytes (waiting) through render into rows of
 * cells (the shadow) and from there through draw onto the glass.  All three
 * steps are done in bounded pieces by work(), under the screen's Lock: by a
 * writer with interrupts on; by a timer, a few pieces to an interrupt; or by
 * a print that came with interrupts off.  Text that would have scrolled off
 * again is never rendered: see skip.
 *
 * Anybody may call the puts function, at any level, on any CPU.  It never
 * sleeps, prints, or allocates.  A caller with interrupts off gets what it
 * prints onto the glass before it returns, unless the screen is busy: then
 * the text is queued, and drawn by whoever has the screen.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum				/* CRT controller */
{
	Crtindex	= 0x3d4,
	Crtdata		= 0x3d5,
	Curhigh		= 0x0e,
	Curlow		= 0x0f,
};

enum				/* the screen */
{
	Screen		= 0xb8000,
	Width		= 80,
	Height		= 25,
	Cells		= Width*Height,
	Pairs		= Width/2,	/* a 32-bit store is two cells */
	Attr		= 0x07<<8,	/* light grey on black */
	Attrs		= Attr<<16 | Attr,
	Blank		= Attr | ' ',
	Bad		= Attr | 0xfe,	/* not in the code page */
	Allrows		= (1<<Height) - 1,
	Nrow		= 64,		/* rows kept: Height and some to spare */
	Nrune		= 0x2700,	/* no glyph is for one from here on */
};

enum				/* sizes */
{
	Nring		= 16*1024,	/* bytes in a Ring, a power of 2 */
	Nline		= 64,		/* lines that it knows, a power of 2 */
	Many		= 1024,		/* bytes that are looked through first */
	Chunk		= 256,		/* bytes taken at once, and */
	Special		= 32,		/* newlines and the like among them */
	Screenful	= Cells + 3*Chunk,	/* that may wait, */
	Short		= 512,		/* after a long write, */
	Mostrough	= 32,		/* or if not all are ASCII */
};

enum				/* pieces of work, in plain bytes */
{
	Piece		= 160,		/* with interrupts on */
	Step		= 256,		/* of the timer */
	Whole		= 896,		/* with interrupts off anyway */
	Rowwork		= 32,		/* that drawing a row is */
	Spare		= Nrow-Height-4,	/* rows that one may scroll */
};

#define	Tops	0x80808080UL	/* the top bit of each byte of a word */

enum				/* the clock, ns */
{
	Frametime	= 15000000,	/* from a frame until the next is due */
	Grace		= 500000,	/* for a writer to come and draw it */
	Steptime	= 50000,	/* between steps of the timer's own */
};

enum				/* the clock's state */
{
	Quiet,			/* not running: text is drawn at once */
	Pacing,			/* text waits until the timer fires */
	Due,			/* a frame is due, the timer fires soon */
	Drawn,			/* it was drawn before the timer came to it */
};

enum				/* counters; *count, *cycles, *max in this order */
{
	Writes, Bytes, Runes, Newlines,
	Printcount, Printcycles, Printmax,
	Scrollcount, Scrollcycles, Scrollmax,
	Drawcount, Drawcycles, Drawmax,
	Totalcycles,
	Vgacells, Stores, Reads, Crtc,
	Hold, Stephold, Printhold,
	Busy, Lost,
	Ncount,
};

static char *countname[Ncount] = {
	"writes", "bytes", "runes", "newlines",
	"printcount", "printcycles", "printmax",
	"scrollcount", "scrollcycles", "scrollmax",
	"drawcount", "drawcycles", "drawmax",
	"totalcycles",
	"cells", "stores", "reads", "crtc",
	"hold", "stephold", "printhold",
	"busy", "lost",
};

typedef struct Pos Pos;
typedef struct Ring Ring;

enum				/* the two sources of text, each with a Ring */
{
	Proc0,			/* interrupts were on: processes */
	Intr,			/* interrupts were off: handlers, panic */
};

/* text: the last Nring bytes of those ever put */
struct Ring
{
	Lock;
	ulong	head;		/* bytes ever put, */
	ulong	nl;		/* and newlines */
	ulong	line[Nline];	/* where lines begin: after the last newlines */
	ulong	back;		/* after the last backspace, */
	ulong	backnl;		/* and newlines before it */
	ulong	rough;		/* after the last byte that is not plain */
	uchar	buf[Nring];
	uvlong	n[Ncount];	/* counted under this Lock */
};

/* all that rendering moves on; replaced as a whole, see commit */
struct Pos
{
	ulong	tail[2];	/* bytes ever taken from the Rings, */
	ulong	nl[2];		/* and newlines */
	uchar	utf[2][8];	/* rune begun in each, see cgadecode */
	int	top;		/* row of the shadow that is the screen's first */
	int	row;		/* cursor, on the screen */
	int	col;
	int	blank;		/* nothing is on it since a restart */
	int	left;		/* work left in this piece, in which */
	int	low;		/* the screen moved down so many rows, see scroll, */
	int	lines;		/* and so many newlines were met */
};

static struct
{
	Ring;			/* Proc0's; its Lock is the screen's */
	Ring	late;		/* Intr's; locked last, and never for long */
	Pos	pos[2];
	int	cur;		/* the pos that holds */
	ushort	cell[Nrow][Width];	/* the shadow */
	uchar	used[Nrow];	/* columns from here on are blank */

	ulong	*vga;		/* nil: not taken over */
	ulong	glass[Height][Pairs];	/* what vga shows, */
	uchar	glassused[Height];	/* and from where on it is blank */
	ulong	dirty;		/* rows that may differ from the glass */
	ulong	stale;		/* rows of which glass is not to be trusted */
	int	cursor;		/* of the hardware, -1: not known */
	void	(*owner)(char*, int);	/* screenputs when last called */

	Timer	timer;
	int	clock;
	uvlong	drawing;	/* cycles, since the last whole frame */
	int	largest;	/* text that came at once */
	char	*way;		/* of drawing */
} cga = { .cursor = -1, .way = "tail" };

/*
 * For files beside this one, which define these initialised; nil in trees
 * without them.  cgaother draws text in another way than this driver's and
 * gives 1, or 0 if this one is in use.  cgaway changes to the named way (its
 * locks are taken after the screen's): it gets the screen and the cursor,
 * gives back the way's name and both as the last way left them, or nil for a
 * name it does not know.  cgachunk sets (n > 0) and gives the bytes of a
 * write that come at once; -1 is an error.
 */
int	(*cgaother)(char*, int);
char*	(*cgaway)(char*, ushort*, int*);
int	(*cgachunk)(int);

extern int panicking;		/* in no header of the 4th edition */

/* code page 437, from the Unicode Consortium's CP437.TXT and IBMGRAPH.TXT */
static Rune cp437[] = {			/* 01 to 1f */
	        0x263a, 0x263b, 0x2665, 0x2666, 0x2663, 0x2660, 0x2022,
	0x25d8, 0x25cb, 0x25d9, 0x2642, 0x2640, 0x266a, 0x266b, 0x263c,
	0x25ba, 0x25c4, 0x2195, 0x203c, 0x00b6, 0x00a7, 0x25ac, 0x21a8,
	0x2191, 0x2193, 0x2192, 0x2190, 0x221f, 0x2194, 0x25b2, 0x25bc,
	0x2302,				/* 7f */
	0x00c7, 0x00fc, 0x00e9, 0x00e2, 0x00e4, 0x00e0, 0x00e5, 0x00e7,
	0x00ea, 0x00eb, 0x00e8, 0x00ef, 0x00ee, 0x00ec, 0x00c4, 0x00c5,
	0x00c9, 0x00e6, 0x00c6, 0x00f4, 0x00f6, 0x00f2, 0x00fb, 0x00f9,
	0x00ff, 0x00d6, 0x00dc, 0x00a2, 0x00a3, 0x00a5, 0x20a7, 0x0192,
	0x00e1, 0x00ed, 0x00f3, 0x00fa, 0x00f1, 0x00d1, 0x00aa, 0x00ba,
	0x00bf, 0x2310, 0x00ac, 0x00bd, 0x00bc, 0x00a1, 0x00ab, 0x00bb,
	0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556,
	0x2555, 0x2563, 0x2551, 0x2557, 0x255d, 0x255c, 0x255b, 0x2510,
	0x2514, 0x2534, 0x252c, 0x251c, 0x2500, 0x253c, 0x255e, 0x255f,
	0x255a, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256c, 0x2567,
	0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256b,
	0x256a, 0x2518, 0x250c, 0x2588, 0x2584, 0x258c, 0x2590, 0x2580,
	0x03b1, 0x00df, 0x0393, 0x03c0, 0x03a3, 0x03c3, 0x00b5, 0x03c4,
	0x03a6, 0x0398, 0x03a9, 0x03b4, 0x221e, 0x03c6, 0x03b5, 0x2229,
	0x2261, 0x00b1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00f7, 0x2248,
	0x00b0, 0x2219, 0x00b7, 0x221a, 0x207f, 0x00b2, 0x25a0, 0x00a0,
};

static ushort blanks[Width];
static ushort glyphs[Nrune];		/* the cells that show them, 0: none */

static void
mkglyphs(void)
{
	int i;

	for(i = 0; i < Width; i++)
		blanks[i] = Blank;
	for(i = 0; i < nelem(cp437); i++)
		glyphs[cp437[i]] = (ushort)(Attr | (i < 0x1f? i+1: i+0x7f-0x1f));
}

/* the cell that shows r, which is not ASCII */
static ushort
glyph(Rune r)
{
	if(r >= Nrune || glyphs[r] == 0)
		return Bad;
	return glyphs[r];
}

/* can b be the next byte of the rune begun in u? */
static int
continues(uchar *u, int b)
{
	if(b < 0x80 || b > 0xbf)
		return 0;
	if(u[0] == 1)
		switch(u[1]){
		case 0xe0:		/* too long a form */
			return b >= 0xa0;
		case 0xed:		/* a surrogate */
			return b < 0xa0;
		case 0xf0:		/* too long a form */
			return b >= 0x90;
		case 0xf4:		/* beyond 10ffff */
			return b < 0x90;
		}
	return 1;
}

/*
 * Decode UTF-8, one byte b after the other.  u is the source's state,
 * zeroed at first: how many bytes of a rune are held in u+1.  What b
 * brings goes to out, at most four of them: cells, or control characters
 * that move the cursor.  Gives their number.  Any level.
 */
int
cgadecode(uchar *u, int b, ushort *out)
{
	Rune r;
	int i, n;

	n = 0;
	if(u[0] > 0 && !continues(u, b))
		for(; u[0] > 0; u[0]--)
			out[n++] = Bad;
	if(u[0] > 0 || b >= 0xc2 && b <= 0xf4){
		u[++u[0]] = (uchar)b;
		if(u[0] == 1 || u[0] < (u[1] < 0xe0? 2: u[1] < 0xf0? 3: 4))
			return n;
		r = u[1] & (0xff >> (u[0]+1));
		for(i = 2; i <= (int)u[0]; i++)
			r = r<<6 | u[i] & 0x3f;
		u[0] = 0;
		out[n++] = glyph(r);
	}else if(b == '\n' || b == '\t' || b == '\b' || b == '\r')
		out[n++] = (ushort)b;
	else if(b >= ' ' && b < 0x80)
		out[n++] = (ushort)(Attr | b);
	else if(b != 0)
		out[n++] = Bad;
	return n;
}

/* cycles since t; none if they ran backwards, on another CPU */
static uvlong
since(uvlong t)
{
	uvlong now;

	cycles(&now);
	if((vlong)(now - t) < 0)
		return 0;
	return now - t;
}

static void
longest(int i, uvlong t)
{
	if(cga.n[i] < t)
		cga.n[i] = t;
}

/* account t cycles to one of the groups of three */
static void
spent(int i, uvlong t)
{
	cga.n[i]++;
	cga.n[i+1] += t;
	longest(i+2, t);
}

/* row of the shadow that is row r of the screen */
static int
shadow(Pos *p, int r)
{
	return (p->top + r) & (Nrow-1);
}

static void
blankrow(int r)
{
	if(cga.used[r] == 0)
		return;
	memmove(cga.cell[r], blanks, cga.used[r]*sizeof(ushort));
	cga.used[r] = 0;
}

/*
 * The screen's top moves only at the end of a piece of work, by scroll: what
 * is on the screen stays until then, so that a panic may do the piece again.
 */
static void
newline(Pos *p)
{
	p->col = 0;
	p->row++;
	if(p->row - p->low < Height)
		return;
	p->low++;
	blankrow(shadow(p, p->row));
}

static void
scroll(Pos *p)
{
	uvlong t;

	cycles(&t);
	p->top = shadow(p, p->low);
	p->row -= p->low;
	cga.dirty = Allrows;
	cga.n[Scrollcount] += (ulong)p->low - 1;
	p->low = 0;
	spent(Scrollcount, since(t));
}

/* the cursor's row is written up to the cursor, which may be beyond the row */
static void
shown(Pos *p)
{
	int r;

	r = shadow(p, p->row);
	if((int)cga.used[r] < p->col)
		cga.used[r] = (uchar)p->col;
	if(p->low == 0)
		cga.dirty |= 1UL<<p->row;
	if(p->col >= Width)
		newline(p);
}

/*
 * Render printing ASCII, tabs and newlines from s up to e, as far as there is
 * nothing else and p->left allows, and give where that is.
 */
static uchar*
plain(Pos *p, uchar *s, uchar *e)
{
	ushort *row, *c;
	uchar *end;
	ulong w;
	int k;

	do{
		k = shadow(p, p->row);
		row = cga.cell[k];
		c = row + p->col;
		end = MIN(e, s + Width - p->col);
		for(; s <= end-4; s += 4){
			w = *(ulong*)s;
			if(((w - 0x20202020UL) | w) & Tops)
				break;
			*(ulong*)c = ((ulong)s[1]<<16) + s[0] + Attrs;
			*(ulong*)(c+2) = ((ulong)s[3]<<16) + s[2] + Attrs;
			c += 4;
		}
		for(; s < end && *s >= ' ' && *s < 0x80; s++)
			*c++ = (ushort)(Attr | *s);
		p->left -= 12 + (int)(c - row) - p->col;
		p->col = (int)(c - row);
		if(s < end && *s == '\t'){
			for(p->col = (p->col|7) + 1; c < row + p->col; c++)
				if(c < row + cga.used[k])
					*c = Blank;
			s++;
		}
		shown(p);
		if(s < end && *s == '\n'){
			p->lines++;
			newline(p);
			s++;
		}
	}while(s < e && (*s >= ' ' && *s < 0x80 || *s == '\t' || *s == '\n')
		&& p->left > 0 && p->low < Spare);
	return s;
}

/* do what c says: a cell to show, or a control character */
static void
put(Pos *p, int c)
{
	uchar *t;

	switch(c){
	case '\n':
		p->lines++;
		newline(p);
		break;
	case '\b':
		if(p->col > 0)
			p->col--;
		else if(p->row > p->low){
			p->row--;
			p->col = Width-1;
		}else
			break;
		cga.cell[shadow(p, p->row)][p->col] = Blank;
		if(p->low == 0)
			cga.dirty |= 1UL<<p->row;
		break;
	case '\r':
		p->col = 0;
		break;
	case '\t':
		t = (uchar*)"\t";
		plain(p, t, t + 1);
		break;
	default:
		cga.cell[shadow(p, p->row)][p->col++] = (ushort)c;
		cga.n[Runes]++;
		shown(p);
		break;
	}
}

/*
 * Render of n bytes at s, from source src, what p->left allows; how many that
 * was.  A byte's work is about eight instructions.
 */
static int
render(Pos *p, int src, uchar *s, int n)
{
	ushort out[4];
	uchar *t, *e, *utf;
	int i, k;

	e = s + n;
	utf = p->utf[src];
	p->blank &= n == 0;
	p->lines = 0;
	while(s < e && p->left > 0 && p->low < Spare){
		if(utf[0] == 0){
			k = p->lines;
			t = plain(p, s, e);
			cga.n[Runes] += (ulong)(t - s - p->lines + k);
			s = t;
			if(s == e || p->left <= 0 || p->low >= Spare)
				break;
		}
		p->left -= 12;
		k = cgadecode(utf, *s++, out);
		for(i = 0; i < k; i++)
			put(p, out[i]);
	}
	p->nl[src] += (ulong)p->lines;
	cga.n[Newlines] += (ulong)p->lines;
	if(p->low > 0)
		scroll(p);
	return n - (int)(e - s);
}

/* make p hold: by one store, so that a panic finds the old pos or the new */
static void
commit(Pos *p)
{
	cga.pos[cga.cur^1] = *p;
	coherence();
	cga.cur ^= 1;
}

/* take the late ring's Lock, interrupts are off; 0: it would last a panic */
static int
grab(void)
{
	while(!canlock(&cga.late))
		if(panicking)
			return 0;
	return 1;
}

/*
 * What source src put from byte from on, after nl newlines, fills the screen:
 * leave out what waits before it.
 */
static void
restart(Pos *p, int src, ulong from, ulong nl)
{
	uvlong t;
	int i;

	cycles(&t);
	for(i = 0; i < Height; i++)
		blankrow(shadow(p, i));
	cga.dirty = Allrows;
	p->row = p->col = 0;
	p->blank = 1;
	p->utf[src][0] = 0;
	p->tail[src] = from;
	p->nl[src] = nl;
	commit(p);
	spent(Scrollcount, since(t));
}

/*
 * Move on to the last screenful of r, if nothing older can be seen; 1: done.
 * That begins after the Heightth newline from the end.  Was the cursor on the
 * last row there, or all blank above it, then this newline and all after it
 * bring a blank row each.  Newlines before it bring the cursor down, only
 * backspaces up.
 */
static int
skip(Pos *p, int src, Ring *r)
{
	ulong nl;
	int n;

	nl = r->nl;
	n = (int)(nl - p->nl[src]) + (p->blank? Height-1: p->row);
	if((long)(r->back - p->tail[src]) > 0)
		n = (int)(nl - r->backnl);
	if(n < 2*Height - 1)
		return 0;
	restart(p, src, r->line[(nl-Height) & (Nline-1)], nl - (Height-1));
	return 1;
}

/* render a piece of what waits in the ring of source src */
static void
text(Pos *p, int src)
{
	uchar buf[Chunk], *s;
	Ring *r;
	ulong i, n;
	int x, got;

	x = got = 0;
	r = &cga;
	if(src == Intr){
		r = &cga.late;
		x = splhi();
		got = grab();
		n = r->head - p->tail[src];
		if(n > Nring){
			cga.n[Lost] += n - Nring;
			p->tail[src] += n - Nring;
			p->nl[src] = r->nl;
		}
	}
	n = 0;
	s = buf;
	if(!skip(p, src, r)){
		i = p->tail[src] & (Nring-1);
		n = MIN(r->head - p->tail[src], Nring - i);
		n = MIN(n, MIN((ulong)p->left, sizeof buf));
		s = r->buf + i;
		if(src == Intr)
			s = memmove(buf, s, n);
	}
	if(got)
		unlock(r);
	if(src == Intr)
		splx(x);
	p->tail[src] += (ulong)render(p, src, s, (int)n);
	commit(p);
}

/* do more than n bytes of processes wait, or text that takes as long? */
static int
full(ulong most)
{
	ulong nl;
	Pos *p;

	p = &cga.pos[cga.cur];
	nl = cga.nl - p->nl[Proc0];
	most = MIN(most, Short + nl*Width);	/* without, none is skipped */
	if((long)(cga.rough - p->tail[Proc0]) > 0)
		most = Mostrough;
	return cga.head - p->tail[Proc0] > most || nl >= 2*Height;
}

/*
 * The last screenful of n bytes at s begins at the byte that is given, if
 * that needs no knowledge of what was before; else 0.  *ascii tells what is
 * in it.  Words without a byte below 0b or above 7f need no closer look.
 */
static int
lastscreen(uchar *s, int n, int *ascii)
{
	ulong w;
	int lines, from, odd;

	from = lines = odd = 0;
	for(;;){
		for(; n >= 8; n -= 8){
			w = *(ulong*)(s+n-4);
			if(((w - 0x0b0b0b0bUL) | w) & Tops)
				break;
			w = *(ulong*)(s+n-8);
			if(((w - 0x0b0b0b0bUL) | w) & Tops)
				break;
		}
		for(; n > 0 && s[n-1] != '\n' && s[n-1] != '\b'; n--)
			if(s[n-1] >= 0x80 && from == 0)
				odd = 1;
		if(n == 0 || s[n-1] == '\b')
			return 0;
		if(++lines == Height)
			from = n;
		if(lines == 2*Height - 1){
			*ascii = !odd;
			return from;
		}
		n--;
	}
}

/*
 * Store of the pairs at c those that differ from the glass at g, ascending;
 * gives their number.  n is a multiple of four, as many are done in a turn.
 */
static int
store(ulong *v, ulong *g, ulong *c, int n)
{
	ulong w;
	int i, same;

	same = 0;
	for(i = 0; i < n; i += 4){
		w = c[i];
		if(w == g[i])
			same++;
		else
			v[i] = g[i] = w;
		w = c[i+1];
		if(w == g[i+1])
			same++;
		else
			v[i+1] = g[i+1] = w;
		w = c[i+2];
		if(w == g[i+2])
			same++;
		else
			v[i+2] = g[i+2] = w;
		w = c[i+3];
		if(w == g[i+3])
			same++;
		else
			v[i+3] = g[i+3] = w;
	}
	return n - same;
}

/* count n stores to the screen */
static void
stored(int n)
{
	cga.n[Stores] += (ulong)n;
	cga.n[Vgacells] += (ulong)n*2;
}

/* bring rows of the glass up to date, as many as p->left allows */
static void
draw(Pos *p)
{
	ulong *c, *g, done, bit;
	int i, n, r, k, used;

	n = 0;
	done = 0;
	for(r = 0; r < Height && p->left > 0; r++){
		bit = 1UL<<r;
		if((cga.dirty & bit) == 0)
			continue;
		k = shadow(p, r);
		c = (ulong*)cga.cell[k];
		g = cga.glass[r];
		used = cga.used[k];
		i = MAX(used, (int)cga.glassused[r]);
		if(cga.stale & bit)
			for(i = 0; i < Width; i += 2)
				g[i/2] = ~c[i/2];
		n += store(cga.vga + r*Pairs, g, c, (i+7)/8*4);
		cga.glassused[r] = (uchar)used;
		done |= bit;
		p->left -= Rowwork;
	}
	cga.dirty &= ~done;
	cga.stale &= ~done;
	stored(n);
}

/* move the hardware's cursor, by the bytes that change */
static void
setcursor(int at)
{
	int i, change;

	change = cga.cursor < 0? 0xffff: cga.cursor ^ at;
	for(i = 0; i < 2; i++, change <<= 8, at <<= 8)
		if(change & 0xff00){
			outb(Crtindex, Curhigh + i);
			outb(Crtdata, at>>8 & 0xff);
			cga.n[Crtc] += 2;
		}
}

/* text that waits, as bits of its sources */
static int
waiting(void)
{
	Pos *p;

	p = &cga.pos[cga.cur];
	return (cga.head != p->tail[Proc0])<<Proc0
		| (cga.late.head != p->tail[Intr])<<Intr;
}

/*
 * Do a piece of what stands between the text and the glass; 0: nothing was
 * left.  The screen's Lock is held, or this is a panic: several CPUs may be
 * here, so the cursor is clamped.
 */
static int
work(int left)
{
	uvlong t, moved;
	Pos p;
	int at, from;

	p = cga.pos[cga.cur];
	p.row = MAX(0, MIN(p.row, Height-1));
	p.col = MAX(0, MIN(p.col, Width-1));
	p.left = left;
	cycles(&t);
	from = waiting();
	if(from != 0){
		moved = cga.n[Scrollcycles];
		text(&p, from & 1<<Proc0? Proc0: Intr);
		spent(Printcount, since(t + cga.n[Scrollcycles] - moved));
		if(p.left <= 0 || waiting() != 0)
			return 1;
		cycles(&t);
	}
	at = p.row*Width + p.col;
	if(screenputs != cga.owner || cga.vga == nil
	|| cga.dirty == 0 && cga.cursor == at)
		return 0;
	draw(&p);
	if(cga.dirty == 0 && cga.cursor != at){
		setcursor(at);
		cga.cursor = at;
	}
	cga.drawing += since(t);
	if(cga.dirty != 0)
		return 1;
	spent(Drawcount, cga.drawing);
	cga.drawing = 0;
	return 0;
}

/*
 * Between two pieces of work all is in order: with interrupts on, a better
 * process may have the CPU now, which unlock sees to.  The time away counts
 * as before the caller's start, *t.  The screen's Lock is held, no other.
 */
static void
breathe(uvlong *t)
{
	uvlong away;

	if(!islo())
		return;
	cycles(&away);
	unlock(&cga);
	lock(&cga);
	*t += since(away);
}

/* draw everything now; the screen's Lock is held since t */
static void
frame(uvlong *t)
{
	int left;

	left = islo()? Piece: Whole;
	while(work(left))
		breathe(t);
	if(cga.clock == Due)
		cga.clock = Drawn;
}

/*
 * Take the screen if prints are queued, or text waits that no timer will
 * draw.  After letting go of the screen, and after queueing.
 */
static void
look(void)
{
	uvlong t;
	int n;

	for(;;){
		coherence();
		n = waiting();
		if(n == 0 || n == 1<<Proc0 && cga.clock != Quiet)
			break;
		if(!canlock(&cga))
			break;
		cycles(&t);
		frame(&t);
		cga.n[Totalcycles] += since(t);
		unlock(&cga);
	}
}

/* let go of the screen after t cycles */
static void
release(uvlong t)
{
	cga.n[Totalcycles] += t;
	unlock(&cga);
	look();
}

/* do what the timer finds to do, and give when it is to come again */
static vlong
paced(void)
{
	switch(cga.clock){
	case Pacing:
		cga.clock = Quiet;
		if(screenputs == cga.owner && (cga.dirty != 0 || waiting()))
			cga.clock = Due;
		return Grace;
	case Due:
		if(work(Step))
			return Steptime;
	}
	cga.clock = Pacing;
	return Frametime;
}

/*
 * The timer went off, with interrupts off.  From Pacing and Drawn only this
 * function changes the clock's state, so it may do it without the Lock; and
 * while the state is not Quiet, only it starts the timer.
 */
static void
tick(Ureg*, Timer *timer)
{
	uvlong t;

	if(panicking)
		return;
	cycles(&t);
	if(canlock(&cga)){
		timer->tns = paced();
		if(cga.clock == Quiet)
			timer = nil;
		longest(Stephold, since(t));
		release(since(t));
	}else{
		timer->tns = Grace;
		if(cga.clock == Pacing)
			cga.clock = Due;
	}
	if(timer != nil)
		timeradd(timer);
}

/* start the clock; not without a process, nor with interrupts off before */
static void
arm(void)
{
	uvlong t;
	int x;

	x = splhi();
	cycles(&t);
	cga.clock = Pacing;
	cga.timer.tmode = Trelative;
	cga.timer.tns = Frametime;
	cga.timer.tf = tick;
	timeradd(&cga.timer);
	longest(Hold, since(t));
	splx(x);
}

/*
 * The first byte from s up to e that is not printing ASCII; e: there is none.
 * Of a word's bytes the first that is marked below is one.
 */
static uchar*
special(uchar *s, uchar *e)
{
	ulong w;

	for(; s <= e-4; s += 4){
		w = *(ulong*)s;
		w = ((w - 0x20202020UL) | w) & Tops;
		if(w != 0){
			for(; (w & 0xff) == 0; w >>= 8)
				s++;
			return s;
		}
	}
	while(s < e && *s >= ' ' && *s < 0x80)
		s++;
	return s;
}

/*
 * Note what is special in n bytes at s, which come next in r, at most Chunk
 * and Special of that; gives how many bytes it is about.  A panic may come
 * between any two stores: what is known of bytes beyond head is not used, or
 * stops a skip.
 */
static int
note(Ring *r, uchar *s, int n, ulong *nl)
{
	uchar *t, *e;
	ulong at;
	int left;

	left = Special;
	e = s + MIN(n, Chunk);
	for(t = s;;){
		t = special(t, e);
		if(t == e)
			break;
		at = r->head + (ulong)(++t - s);
		if(t[-1] == '\t')
			continue;
		if(t[-1] == '\n')
			r->line[(*nl)++ & (Nline-1)] = at;
		else
			r->rough = at;
		if(t[-1] == '\b'){
			r->back = at;
			r->backnl = *nl;
		}
		if(--left == 0)
			e = t;
	}
	return (int)(e - s);
}

/* put n bytes at s into r, which has nl newlines then */
static void
append(Ring *r, uchar *s, int n, ulong nl)
{
	int i, k;

	r->n[Bytes] += (ulong)n;
	i = (int)(r->head & (Nring-1));
	k = MIN(n, Nring - i);
	memmove(r->buf + i, s, (ulong)k);
	if(k < n)
		memmove(r->buf, s + k, (ulong)(n - k));
	coherence();
	r->head += (ulong)n;
	r->nl = nl;
}

/* as much of n bytes of a process as may be put into the ring at once */
static int
take(uchar *s, int n)
{
	ulong nl;

	nl = cga.nl;
	n = note(&cga, s, n, &nl);
	append(&cga, s, n, nl);
	return n;
}

/*
 * Put n bytes, the last screenful of a long write, all ASCII, in place of
 * what waits.  The lines in it are not known one by one, so no skip is to
 * begin there: as if it ended with a backspace.
 */
static void
takeall(uchar *s, int n)
{
	ulong nl;

	nl = cga.nl + Height-1;
	cga.back = cga.head + (ulong)n;
	cga.backnl = nl;
	append(&cga, s, n, nl);
}

/* n bytes from a process: they wait for a frame, if one is to come */
static void
fromproc(uchar *s, int n)
{
	uvlong t, d, looked, done;
	ulong most;
	Pos p;
	int k, now, from, ascii;

	from = ascii = now = 0;
	looked = 0;
	most = Screenful;
	if(n >= Many){
		cycles(&t);
		from = lastscreen(s, n, &ascii);
		looked = since(t);
		most = Short;
	}
	lock(&cga);
	cycles(&t);
	t -= looked;
	done = cga.n[Printcycles] + cga.n[Scrollcycles];
	cga.n[Writes]++;
	cga.largest = MAX(cga.largest, n);
	for(; n > 0; s += k, n -= k){
		while(waiting() & 1<<Intr){	/* that came before */
			now = 1;
			work(Piece);
			breathe(&t);
		}
		if(from > 0){
			p = cga.pos[cga.cur];
			restart(&p, Proc0, cga.head, cga.nl);
			cga.n[Bytes] += (ulong)from;
			s += from;
			n -= from;
		}
		k = n;
		if(from > 0 && ascii && n <= Screenful)
			takeall(s, n);
		else
			k = take(s, n);
		from = 0;
		while(full(most)){
			p = cga.pos[cga.cur];
			p.left = Piece;
			text(&p, Proc0);
			if(ascii)
				breathe(&t);
		}
		if(k < n)
			breathe(&t);
	}
	if(cga.clock == Quiet || cga.clock == Due)
		now = 1;
	if(cga.clock == Quiet && up != nil)
		arm();
	d = since(t);
	spent(Printcount, d - (cga.n[Printcycles] + cga.n[Scrollcycles] - done));
	if(now){
		frame(&t);
		d = since(t);
	}
	release(d);
}

/* n bytes that came with interrupts off, or in a panic */
static void
fromintr(uchar *s, int n)
{
	uvlong t;
	ulong nl;
	int x, k, got, held;

	x = splhi();
	cycles(&t);
	got = canlock(&cga);
	held = grab();
	cga.late.n[Writes]++;
	cga.late.n[Busy] += !got;
	for(; n > 0; s += k, n -= k){
		nl = cga.late.nl;
		k = note(&cga.late, s, n, &nl);
		append(&cga.late, s, k, nl);
	}
	if(held)
		unlock(&cga.late);
	if(panicking){
		cga.dirty = cga.stale = Allrows;
		cga.cursor = -1;
		frame(&t);
	}
	if(got){
		frame(&t);
		longest(Printhold, since(t));
		release(since(t));
	}else
		look();
	splx(x);
}

/* screenputs: show n bytes at s.  Any level, any CPU; never sleeps */
static void
cgaputs(char *s, int n)
{
	int k;

	cga.owner = screenputs;
	if(cgaother != nil && (*cgaother)(s, n))
		return;
	for(; n > 0; s += k, n -= k){
		k = MIN(n, Nring/2);
		if(islo() && !panicking)
			fromproc((uchar*)s, k);
		else
			fromintr((uchar*)s, k);
	}
}

/* start from the screen in glass and the cursor at pos */
static void
load(int pos)
{
	Pos p;
	int r;

	p = cga.pos[cga.cur];
	p.top = 0;
	p.row = pos / Width;
	p.col = pos % Width;
	memmove(cga.cell, cga.glass, sizeof cga.glass);
	memset(cga.used, Width, sizeof cga.used);
	memset(cga.glassused, Width, sizeof cga.glassused);
	for(r = Height; r < Nrow; r++)
		blankrow(r);
	cga.cursor = pos;
	commit(&p);
}

/* draw in the way that name says, 0: there is no such; process context */
static int
setway(char *name)
{
	uvlong t;
	char *way;
	int pos;

	if(cgaway == nil)
		return 0;
	lock(&cga);
	cycles(&t);
	frame(&t);
	pos = cga.pos[cga.cur].row*Width + cga.pos[cga.cur].col;
	way = (*cgaway)(name, (ushort*)cga.glass, &pos);
	if(way != nil){
		cga.way = way;
		load(pos);
	}
	release(since(t));
	return way != nil;
}

/* copy the counters to n, or zero them if it is nil */
static void
count(uvlong *n)
{
	uvlong t;
	int i, x, got;

	lock(&cga);
	cycles(&t);
	x = splhi();
	got = grab();
	for(i = 0; i < Ncount; i++)
		if(n != nil)
			n[i] = cga.n[i] + cga.late.n[i];
		else
			cga.n[i] = cga.late.n[i] = 0;
	if(got)
		unlock(&cga.late);
	splx(x);
	if(n == nil)
		cycles(&t);
	release(since(t));
}

/* the file #P/cga */
static long
cgaread(Chan*, void *a, long n, vlong offset)
{
	char buf[1024], *p, *e;
	uvlong v[Ncount];
	int i;

	count(v);
	e = buf + sizeof buf;
	i = cgachunk == nil? cga.largest: (*cgachunk)(0);
	p = seprint(buf, e, "mode %s\nchunk %d\n", cga.way, i);
	for(i = 0; i < Ncount; i++)
		p = seprint(p, e, "%s %llud\n", countname[i], v[i]);
	return readstr((ulong)offset, a, (ulong)n, buf);
}

static long
cgawrite(Chan*, void *a, long n, vlong)
{
	char buf[64], *f[3], *e;
	long v;
	int nf, ok;

	if(n < 0 || n >= (long)sizeof buf)
		error(Ebadctl);
	memmove(buf, a, (ulong)n);
	buf[n] = 0;
	nf = tokenize(buf, f, nelem(f));
	ok = 0;
	if(nf == 1 && strcmp(f[0], "reset") == 0){
		count(nil);
		ok = 1;
	}else if(nf == 2 && strcmp(f[0], "mode") == 0)
		ok = setway(f[1]);
	else if(nf == 2 && strcmp(f[0], "chunk") == 0 && cgachunk != nil){
		v = strtol(f[1], &e, 10);
		ok = *e == 0 && v > 0 && (*cgachunk)((int)v) > 0;
	}
	if(!ok)
		error(Ebadctl);
	return n;
}

/* the counter called name; nil: there is none */
uvlong*
cgacount(char *name)
{
	int i;

	for(i = 0; i < Ncount; i++)
		if(strcmp(countname[i], name) == 0)
			return &cga.n[i];
	return nil;
}

/* read the screen and the cursor, for the first and last time */
static void
takeover(void)
{
	volatile ulong *v;
	ulong *g;
	int i, pos;

	mkglyphs();
	outb(Crtindex, Curhigh);
	pos = inb(Crtdata)<<8;
	outb(Crtindex, Curlow);
	pos |= inb(Crtdata);
	v = cga.vga = KADDR(Screen);
	g = cga.glass[0];
	for(i = 0; i < Height*Pairs; i++)
		g[i] = v[i];
	cga.n[Reads] += Cells;
	load(MIN(pos, Cells-1));
	if(pos >= Cells)
		cga.cursor = -1;
}

/*
 * Show two digits of how far the kernel has come, in the last two cells.
 * At boot; before screeninit, too.
 */
void
cgapost(int code)
{
	static char hex[] = "0123456789ABCDEF";
	ulong *last, *c, pair;
	int r;

	pair = (ulong)(Attr | hex[code & 0xf])<<16
		| (ulong)(Attr | hex[code>>4 & 0xf]);
	last = cga.vga == nil? KADDR(Screen): cga.vga;
	last += Height*Pairs - 1;
	if(cga.vga == nil){
		if(getconf("*nocga") == nil)
			*last = pair;
		return;
	}
	r = shadow(&cga.pos[cga.cur], Height-1);
	cga.used[r] = cga.glassused[Height-1] = Width;
	c = (ulong*)cga.cell[r] + Pairs-4;
	c[3] = pair;
	if(screenputs == cga.owner)
		stored(store(last-3, &cga.glass[Height-1][Pairs-4], c, 4));
	else
		cga.dirty |= 1UL<<(Height-1);
}

/*
 * Take the console over, unless the boot arguments forbid it; called again,
 * draw everything that somebody else may have overwritten.
 */
void
screeninit(void)
{
	uvlong t;
	int first;

	if(getconf("*nocga") != nil)
		return;
	first = cga.vga == nil;
	if(first){
		takeover();
		addarchfile("cga", 0664, cgaread, cgawrite);
	}
	screenputs = cga.owner = cgaputs;
	if(first){
		if(getconf("cga") != nil)
			setway(getconf("cga"));
		return;
	}
	lock(&cga);
	cycles(&t);
	cga.dirty = cga.stale = Allrows;
	cga.cursor = -1;
	frame(&t);
	release(since(t));
}
