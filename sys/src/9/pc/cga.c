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
	Blank		= Attr | ' ',
	Bad		= Attr | 0xfe,	/* not in the code page */
	Allrows		= (1<<Height) - 1,
	Nrow		= 32,		/* rows kept: Height and seven to spare */
};

enum				/* sizes, in bytes */
{
	Nring		= 16*1024,	/* of the rings, a power of 2 */
	Many		= 2*1024,	/* that come at once are looked through, */
	Long		= 7*1024,	/* or so much new text in all, */
	Short		= 384,		/* and so little left waiting then */
	Stretch		= 256,		/* looked through in one piece of work */
	Piece		= 128,		/* rendered in one, see render */
	Rows		= 4,		/* drawn in one, and */
	Pieces		= 2,		/* in a step of the timer's */
	Enough		= 2*Height - 1,	/* newlines, see skip */
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

typedef struct Look Look;
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
	ulong	head;		/* bytes ever put */
	uchar	buf[Nring];
	uvlong	n[Ncount];	/* counted under this Lock */
};

/* all that rendering moves on; replaced as a whole, see commit */
struct Pos
{
	ulong	tail[2];	/* bytes ever taken from the Rings */
	uchar	utf[2][8];	/* rune begun in each, see cgadecode */
	int	top;		/* row of the shadow that is the screen's first */
	int	row;		/* cursor, on the screen */
	int	col;
	int	left;		/* work left in this piece */
};

/* a search backwards, see skip */
struct Look
{
	ulong	at;		/* has come down to this byte, */
	int	lines;		/* met so many newlines, */
	ulong	from;		/* the Heightth of them just before this byte */
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

	Look;
	int	looking;	/* Look is under way */
	ulong	upto;		/* where it began */
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
static struct
{
	Rune	r;
	ushort	cell;
} sorted[nelem(cp437)];			/* the same by rune */

/* make these tables; sorting by insertion will do, once */
static void
mkglyphs(void)
{
	int i, j;

	for(i = 0; i < Width; i++)
		blanks[i] = Blank;
	for(i = 0; i < nelem(cp437); i++){
		for(j = i; j > 0 && sorted[j-1].r > cp437[i]; j--)
			sorted[j] = sorted[j-1];
		sorted[j].r = cp437[i];
		sorted[j].cell = (ushort)(Attr | (i < 0x1f? i+1: i+0x7f-0x1f));
	}
}

/* the cell that shows r, which is not ASCII */
static ushort
glyph(Rune r)
{
	int lo, hi, i;

	lo = 0;
	hi = nelem(sorted);
	while(lo < hi){
		i = (lo + hi)/2;
		if(sorted[i].r == r)
			return sorted[i].cell;
		if(sorted[i].r < r)
			lo = i + 1;
		else
			hi = i;
	}
	return Bad;
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
	memmove(cga.cell[r], blanks, cga.used[r]*sizeof(ushort));
	cga.used[r] = 0;
}

static void
newline(Pos *p)
{
	uvlong t;

	p->col = 0;
	if(p->row < Height-1){
		p->row++;
		return;
	}
	cycles(&t);
	p->top = shadow(p, 1);
	blankrow(shadow(p, Height-1));
	cga.dirty = Allrows;
	p->left -= 32;
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
	cga.dirty |= 1UL<<p->row;
	if(p->col >= Width)
		newline(p);
}

/*
 * Render printing ASCII and tabs until the cursor's row is full, the n bytes
 * at s are done or something else comes; gives how many bytes that was.
 */
static int
plain(Pos *p, uchar *s, int n)
{
	ushort *row, *c;
	ulong w;
	int i, k, col, used;

	k = shadow(p, p->row);
	row = cga.cell[k];
	used = cga.used[k];
	col = p->col;
	for(i = 0; i < n && col < Width; i++){
		c = row + col - i;
		k = i + MIN(n - i, Width - col);
		col -= i;
		for(; i <= k-4; i += 4){
			w = *(ulong*)(s+i);
			if(((w - 0x20202020UL) | w) & Tops)
				break;
			c[i] = (ushort)(Attr | s[i]);
			c[i+1] = (ushort)(Attr | s[i+1]);
			c[i+2] = (ushort)(Attr | s[i+2]);
			c[i+3] = (ushort)(Attr | s[i+3]);
		}
		for(; i < k && s[i] >= ' ' && s[i] < 0x80; i++)
			c[i] = (ushort)(Attr | s[i]);
		col += i;
		if(i == k || s[i] != '\t')
			break;
		for(k = (col|7) + 1; col < used && col < k; col++)
			row[col] = Blank;
		col = k;
	}
	p->col = col;
	return i;
}

/* do what c says: a cell to show, or a control character */
static void
put(Pos *p, int c)
{
	p->left -= 8;
	switch(c){
	case '\n':
		cga.n[Newlines]++;
		newline(p);
		break;
	case '\b':
		if(p->col > 0)
			p->col--;
		else if(p->row > 0){
			p->row--;
			p->col = Width-1;
		}else
			break;
		cga.cell[shadow(p, p->row)][p->col] = Blank;
		cga.dirty |= 1UL<<p->row;
		break;
	case '\r':
		p->col = 0;
		break;
	case '\t':
		plain(p, (uchar*)"\t", 1);
		shown(p);
		break;
	default:
		cga.cell[shadow(p, p->row)][p->col++] = (ushort)c;
		cga.n[Runes]++;
		shown(p);
		break;
	}
}

/*
 * Render of n bytes at s, from source src, what p->left allows, and give how
 * many that was.  A plain byte counts 1, about eight instructions; others
 * more, so that a piece scrolls less than seven times: the old screen's rows
 * are then still there, and a panic may render the piece again.
 */
static int
render(Pos *p, int src, uchar *s, int n)
{
	ushort out[4];
	int i, j, k;

	for(j = 0; j < n && p->left > 0;){
		if(p->utf[src][0] == 0){
			k = p->col;
			i = plain(p, s + j, n - j);
			if(i > 0){
				p->left -= p->col - k + 8;
				cga.n[Runes] += (ulong)i;
				shown(p);
				j += i;
			}
			if(j < n && s[j] == '\n'){
				put(p, '\n');
				j++;
				continue;
			}
			if(i > 0)
				continue;
		}
		p->left -= 12;
		k = cgadecode(p->utf[src], s[j++], out);
		for(i = 0; i < k; i++)
			put(p, out[i]);
	}
	return j;
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

/* render a piece of what processes wrote */
static void
renderproc(Pos *p)
{
	ulong i, n;

	i = p->tail[Proc0] & (Nring-1);
	n = MIN(cga.head - p->tail[Proc0], Nring - i);
	n = MIN(n, (ulong)p->left);
	p->tail[Proc0] += (ulong)render(p, Proc0, cga.buf + i, (int)n);
	commit(p);
}

/* render a piece of the late ring; what it could not hold is lost */
static void
renderlate(Pos *p)
{
	uchar buf[2*Piece];
	ulong i, n;
	int x, got;

	x = splhi();
	got = grab();
	n = cga.late.head - p->tail[Intr];
	if(n > Nring){
		cga.n[Lost] += n - Nring;
		p->tail[Intr] += n - Nring;
		n = Nring;
	}
	i = p->tail[Intr] & (Nring-1);
	n = MIN(n, Nring - i);
	n = MIN(n, (ulong)p->left);
	memmove(buf, cga.late.buf + i, n);
	if(got)
		unlock(&cga.late);
	splx(x);
	p->tail[Intr] += (ulong)render(p, Intr, buf, (int)n);
	commit(p);
}

/* what waits before byte from cannot be seen; what follows fills the screen */
static void
restart(Pos *p, ulong from)
{
	uvlong t;
	int r;

	cycles(&t);
	for(r = 0; r < Height; r++)
		blankrow(shadow(p, r));
	cga.dirty = Allrows;
	p->row = p->col = 0;
	p->utf[Proc0][0] = 0;
	p->tail[Proc0] = from;
	commit(p);
	spent(Scrollcount, since(t));
}

/*
 * Search in the n bytes at s, backwards from l->at; 1: it is over.  Words
 * without a byte below 0b need no closer look.
 */
static int
search(Look *l, uchar *s, int n)
{
	ulong w, end;

	end = l->at - (ulong)n;
	for(;;){
		for(; n >= 4; n -= 4){
			w = *(ulong*)(s+n-4);
			if((w - 0x0b0b0b0bUL) & ~w & Tops)
				break;
		}
		while(n > 0 && s[n-1] != '\n' && s[n-1] != '\b')
			n--;
		if(n == 0)
			break;
		n--;
		if(s[n] == '\n' && ++l->lines == Height)
			l->from = end + (ulong)n + 1;
		if(s[n] == '\b' || l->lines == Enough)
			return 1;
	}
	l->at = end;
	return 0;
}

/*
 * Move on to the last screenful of the waiting text, if nothing older can be
 * seen: search backwards for the newline that starts it, the Heightth.  Was
 * the cursor on the last row there, then this newline and all after it bring
 * a blank row each.  It surely was if there are Height-1 newlines more before
 * this one, wherever the cursor was before them; where the text begins its
 * row is known.  A backspace may go up again, so it ends the search.
 * One stretch in each call.
 */
static void
skip(Pos *p)
{
	int i, n, over;

	if(!cga.looking){
		cga.upto = cga.at = cga.head;
		cga.lines = 0;
		cga.looking = 1;
	}
	i = (int)((cga.at-1) & (Nring-1)) + 1;
	n = MIN((int)(cga.at - p->tail[Proc0]), Stretch);
	n = MIN(n, i);
	over = search(&cga, cga.buf + i - n, n);
	n = cga.lines - Height;
	if(!over && cga.at == p->tail[Proc0]){
		over = 1;
		if(n >= 0)
			n += p->row;
	}
	cga.looking = !over;
	if(over && n >= Height-1)
		restart(p, cga.from);
}

/* waiting text of processes through which skip has not looked */
static ulong
unseen(Pos *p)
{
	return MIN(cga.head - cga.upto, cga.head - p->tail[Proc0]);
}

/*
 * Store of the pairs at c those that differ from the glass at g, ascending;
 * gives their number.  n is even: two in a turn keep a full frame short.
 */
static int
store(ulong *v, ulong *g, ulong *c, int n)
{
	ulong w;
	int i, same;

	same = 0;
	for(i = 0; i < n; i += 2){
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

/* bring rows of the glass up to date, at most so many */
static void
draw(Pos *p, int left)
{
	ulong *c, *g;
	int i, n, r, s;

	n = 0;
	for(r = 0; r < Height && left > 0; r++){
		if((cga.dirty & 1UL<<r) == 0)
			continue;
		s = shadow(p, r);
		c = (ulong*)cga.cell[s];
		g = cga.glass[r];
		if(cga.stale & 1UL<<r){
			for(i = 0; i < Pairs; i++)
				g[i] = ~c[i];
			cga.glassused[r] = Width;
		}
		i = MAX((int)cga.used[s], (int)cga.glassused[r]);
		n += store(cga.vga + r*Pairs, g, c, (i+3)/4*2);
		cga.glassused[r] = cga.used[s];
		cga.dirty &= ~(1UL<<r);
		cga.stale &= ~(1UL<<r);
		left--;
	}
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

/*
 * Do a piece of what stands between the text and the glass, at most so many
 * rows of drawing, and give how many pieces it counts; 0: nothing was left.
 * The screen's Lock is held, or this is a panic: several CPUs may be here,
 * so the cursor is clamped.
 */
static int
work(int rows)
{
	uvlong t, moved;
	Pos p;
	int n, at;

	p = cga.pos[cga.cur];
	p.row = MAX(0, MIN(p.row, Height-1));
	p.col = MAX(0, MIN(p.col, Width-1));
	p.left = rows < Height? Piece: 2*Piece;
	moved = cga.n[Scrollcycles];
	cycles(&t);
	if(cga.head != p.tail[Proc0] || cga.late.head != p.tail[Intr]){
		n = 1;
		if(cga.looking || unseen(&p) > Short){
			skip(&p);
			if(!cga.looking)
				n = Pieces;
		}else if(cga.head != p.tail[Proc0])
			renderproc(&p);
		else
			renderlate(&p);
		spent(Printcount, since(t + cga.n[Scrollcycles] - moved));
		return n;
	}
	if(screenputs != cga.owner || cga.vga == nil)
		return 0;
	at = p.row*Width + p.col;
	if(cga.dirty != 0 || cga.cursor != at){
		if(cga.dirty != 0)
			draw(&p, rows);
		else{
			setcursor(at);
			cga.cursor = at;
		}
		cga.drawing += since(t);
		return 1;
	}
	if(cga.drawing != 0)
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
	int n, rows;

	rows = islo()? Rows: Height;
	for(n = 1; work(rows) > 0; n++)
		if(n%2 == 0)
			breathe(t);
	if(cga.clock == Due)
		cga.clock = Drawn;
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

/* let go of the screen, which was taken at t */
static void
release(uvlong t)
{
	cga.n[Totalcycles] += since(t);
	unlock(&cga);
	look();
}

/* do what the timer finds to do, and give when it is to come again */
static vlong
paced(void)
{
	int n, k;

	switch(cga.clock){
	case Pacing:
		cga.clock = Quiet;
		if(screenputs == cga.owner && (cga.dirty != 0 || waiting()))
			cga.clock = Due;
		return Grace;
	case Due:
		k = 0;
		for(n = 0; n < Pieces && (k = work(Rows)) > 0; n += k)
			;
		if(k > 0)
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
		release(t);
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

static void
append(Ring *r, char *s, int n)
{
	int i, k;

	i = (int)(r->head & (Nring-1));
	k = MIN(n, Nring - i);
	memmove(r->buf + i, s, (ulong)k);
	memmove(r->buf, s + k, (ulong)(n - k));
	coherence();
	r->head += (ulong)n;
}

/*
 * Look through and render what waits, until it is no more than most, or until
 * all of it is rendered that came before a queued print, and the print.
 */
static void
settle(ulong most, uvlong *t)
{
	Pos p;

	for(;;){
		p = cga.pos[cga.cur];
		if(most == Short && (cga.looking || unseen(&p) > Short))
			skip(&p);
		else if(cga.head - p.tail[Proc0] > (cga.late.head != p.tail[Intr]? 0: most)){
			p.left = 2*Piece;
			renderproc(&p);
		}else if(cga.late.head != p.tail[Intr]){
			p.left = 2*Piece;
			renderlate(&p);
		}else
			return;
		breathe(t);
	}
}

/*
 * Put n bytes into the ring of processes; if they are many, only what can be
 * seen of them by l, and most of it rendered, so that a print with interrupts
 * off finds little to do. The Lock is held since t.
 */
static void
take(char *s, int n, Look *l, uvlong *t)
{
	Pos p;
	int many;

	many = n >= Many;
	settle(Nring - (ulong)n, t);
	cga.n[Writes]++;
	cga.n[Bytes] += (ulong)n;
	cga.largest = MAX(cga.largest, n);
	if(l->lines == Enough){
		p = cga.pos[cga.cur];
		restart(&p, cga.head);
		cga.looking = 0;
		s += l->from;
		n -= (int)l->from;
		cga.upto = cga.head + (ulong)n;
	}
	append(&cga, s, n);
	if(many || unseen(&cga.pos[cga.cur]) >= Long)
		settle(Short, t);
}

/* n bytes from a process: they wait for a frame, if one is to come */
static void
fromproc(char *s, int n)
{
	uvlong t, looked, moved;
	Look l;
	int now;

	looked = 0;
	l.lines = 0;
	if(n >= Many){
		cycles(&t);
		l.at = (ulong)n;
		if(!search(&l, (uchar*)s, n))
			l.lines = 0;
		looked = since(t);
	}
	lock(&cga);
	cycles(&t);
	t -= looked;
	moved = cga.n[Scrollcycles];
	now = waiting() & 1<<Intr;
	take(s, n, &l, &t);
	spent(Printcount, since(t + cga.n[Scrollcycles] - moved));
	now |= cga.clock == Quiet || cga.clock == Due;
	if(cga.clock == Quiet && up != nil)
		arm();
	if(now || waiting() & 1<<Intr)
		frame(&t);
	release(t);
}

/* n bytes that came with interrupts off, or in a panic */
static void
fromintr(char *s, int n)
{
	uvlong t;
	int x, got, held;

	x = splhi();
	cycles(&t);
	got = canlock(&cga);
	held = grab();
	append(&cga.late, s, n);
	cga.late.n[Writes]++;
	cga.late.n[Bytes] += (ulong)n;
	cga.late.n[Busy] += !got;
	if(held)
		unlock(&cga.late);
	if(panicking){
		cga.looking = 0;
		cga.dirty = cga.stale = Allrows;
		cga.cursor = -1;
		frame(&t);
	}
	if(got){
		frame(&t);
		longest(Printhold, since(t));
		release(t);
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
			fromproc(s, k);
		else
			fromintr(s, k);
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
	release(t);
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
	release(t);
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
	c = (ulong*)cga.cell[r] + Pairs-2;
	c[1] = pair;
	if(screenputs == cga.owner)
		stored(store(last-1, &cga.glass[Height-1][Pairs-2], c, 2));
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
	release(t);
}
