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

enum				/* sizes, in bytes or units of work */
{
	Nring		= 16*1024,	/* of both rings, a power of 2 */
	Long		= 4096,		/* new text worth looking through */
	Short		= 512,		/* what is rendered unseen */
	Stretch		= 512,		/* looked through in one piece of work */
	Piece		= 128,		/* rendered in one, see render */
	Rows		= 4,		/* drawn in one */
	Slowcost	= 4,		/* of what is not plain text, see render */
	Scrollcost	= 20,
	Stepmax		= 3*Piece,	/* piece after which a step ends */
};

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

/* all that rendering moves on; replaced as a whole, see commit */
struct Pos
{
	int	top;		/* row of the shadow that is the screen's first */
	int	row;		/* cursor, on the screen */
	int	col;
	int	left;		/* units of work left in this piece */
	ulong	tail[2];	/* of each ring, bytes ever taken */
	uchar	utf[2][8];	/* rune begun in each, see cgadecode */
};

/* text from one source: the last Nring bytes of those ever put */
struct Ring
{
	Lock;
	ulong	head;		/* bytes ever put */
	uchar	buf[Nring];
	uvlong	n[Ncount];	/* counted under this Lock */
};

static struct
{
	Ring;			/* from processes; its Lock is the screen's */
	Ring	late;		/* from callers with interrupts off; locked last */
	Pos	pos[2];
	int	cur;		/* the pos that holds */
	ushort	cell[Nrow][Width];	/* the shadow */
	uchar	used[Nrow];	/* columns from here on are blank */

	ulong	*vga;		/* nil: not taken over */
	ulong	glass[Height][Pairs];	/* what vga shows, */
	uchar	glassused[Height];	/* and from where on it is blank */
	int	cursor;		/* where it is, -1: not known */
	ulong	dirty;		/* rows that may differ from the glass */
	ulong	stale;		/* rows of which glass is not to be trusted */
	void	(*owner)(char*, int);	/* screenputs when last called */

	int	looking;	/* skip is under way: */
	ulong	upto;		/* it began here, */
	ulong	at;		/* has come down to here, */
	int	lines;		/* met so many newlines, */
	ulong	from;		/* the Heightth of them just before here */

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

static ushort ascii[256];		/* cell of a byte; 0: not so simple */
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

	for(i = ' '; i < 0x80; i++)
		ascii[i] = (ushort)(Attr | i);
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
spent(int count, uvlong t)
{
	cga.n[count]++;
	cga.n[count+1] += t;
	longest(count+2, t);
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
	p->left -= Scrollcost;
	spent(Scrollcount, since(t));
}

/* n cells were written at the cursor, which has room for them */
static void
advance(Pos *p, int n)
{
	int r;

	p->col += n;
	r = shadow(p, p->row);
	if((int)cga.used[r] < p->col)
		cga.used[r] = (uchar)p->col;
	cga.dirty |= 1UL<<p->row;
	if(p->col >= Width)
		newline(p);
}

/* do what c says: a cell to show, or a control character */
static void
put(Pos *p, int c)
{
	ushort *cell;
	int i, n;

	cell = &cga.cell[shadow(p, p->row)][p->col];
	switch(c){
	case '\n':
		cga.n[Newlines]++;
		newline(p);
		break;
	case '\t':
		n = 8 - (p->col & 7);
		for(i = 0; i < n; i++)
			cell[i] = Blank;
		advance(p, n);
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
	default:
		*cell = (ushort)c;
		cga.n[Runes]++;
		advance(p, 1);
		break;
	}
}

/*
 * Render what p->left allows of n bytes at s, from source i, and give how
 * many that was.  A plain byte counts 1, about eight instructions; others
 * more, so that a piece scrolls at most seven times: the old screen's rows
 * are still there and a panic may render the piece again.
 */
static int
render(Pos *p, int src, uchar *s, int n)
{
	ushort *cell, g, out[4];
	int i, j, k;

	for(j = 0; j < n && p->left > 0;){
		if(p->utf[src][0] == 0){
			cell = &cga.cell[shadow(p, p->row)][p->col];
			k = MIN(Width - p->col, n - j);
			for(i = 0; i < k && (g = ascii[s[j+i]]) != 0; i++)
				cell[i] = g;
			if(i > 0){
				j += i;
				p->left -= i + Slowcost;
				cga.n[Runes] += i;
				advance(p, i);
				continue;
			}
			if(s[j] == '\n' || s[j] == '\t'){
				p->left -= Slowcost;
				put(p, s[j++]);
				continue;
			}
		}
		k = cgadecode(p->utf[src], s[j++], out);
		p->left -= Slowcost;
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

/* waiting text of processes that skip has not looked through */
static ulong
unseen(Pos *p)
{
	ulong n;

	n = cga.head - cga.upto;
	if(n > cga.head - p->tail[0])
		n = cga.head - p->tail[0];
	return n;
}

/* the text before from cannot be seen; what follows fills the screen */
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
	p->utf[0][0] = 0;
	p->tail[0] = from;
	commit(p);
	spent(Scrollcount, since(t));
}

/*
 * Move on to the last screenful of the waiting text, if what comes before
 * it cannot be seen: look backwards for the newline that starts it, the
 * Heightth from the end.  Was it on the last row, then it and all newlines
 * after it bring a blank row each and nothing older stays.  It surely was if
 * there are Height-1 newlines more before it, wherever the cursor was before
 * them; fewer if the cursor's row is known, at the start of the text.
 * A backspace may go up again, so the search ends there.  One stretch in
 * each call.
 */
static void
skip(Pos *p)
{
	uchar *s, *e, *lo;
	int n, end;

	if(!cga.looking){
		cga.upto = cga.at = cga.head;
		cga.lines = 0;
		cga.looking = 1;
	}
	n = (int)((cga.at-1) & (Nring-1)) + 1;
	e = cga.buf + n;
	lo = e - MIN(MIN(n, Stretch), (int)(cga.at - p->tail[0]));
	end = 0;
	for(s = e; s > lo && !end;){
		while(s-lo >= 4 && s[-1] > '\n' && s[-2] > '\n'
		&& s[-3] > '\n' && s[-4] > '\n')
			s -= 4;
		if(s == lo || *--s > '\n')
			continue;
		if(*s == '\n'){
			if(++cga.lines == Height)
				cga.from = cga.at - (ulong)(e-s) + 1;
			end = cga.lines == 2*Height-1;
		}else
			end = *s == '\b';
	}
	cga.at -= (ulong)(e-s);
	n = cga.lines - Height;
	if(cga.at == p->tail[0]){
		end = 1;
		if(n >= 0)
			n += p->row;
	}
	if(end)
		cga.looking = 0;
	if(n >= Height-1)
		restart(p, cga.from);
}

/* render a piece of what processes wrote */
static void
renderwrites(Pos *p)
{
	ulong i, n;

	i = p->tail[0] & (Nring-1);
	n = MIN(cga.head - p->tail[0], Nring - i);
	n = MIN(n, Piece);
	p->tail[0] += (ulong)render(p, 0, cga.buf + i, (int)n);
	commit(p);
}

/* take the Lock of the late ring; not for ever in a panic: 0 */
static int
hold(void)
{
	while(!canlock(&cga.late))
		if(panicking)
			return 0;
	return 1;
}

/*
 * Render a piece of what came with interrupts off.  If more was queued
 * than the ring holds, the oldest is lost.
 */
static void
renderlate(Pos *p)
{
	uchar buf[Piece];
	ulong i, n;
	int x, got;

	x = splhi();
	got = hold();
	n = cga.late.head - p->tail[1];
	if(n > Nring){
		cga.n[Lost] += n - Nring;
		p->tail[1] += n - Nring;
		n = Nring;
	}
	i = p->tail[1] & (Nring-1);
	n = MIN(n, Nring - i);
	n = MIN(n, Piece);
	memmove(buf, cga.late.buf + i, n);
	if(got)
		unlock(&cga.late);
	splx(x);
	p->tail[1] += (ulong)render(p, 1, buf, (int)n);
	commit(p);
}

/* bring row r of the glass up to date; pairs that differ, ascending */
static void
drawrow(Pos *p, int r)
{
	volatile ulong *v;
	ulong *c, *g, bit;
	int i, n, same;

	bit = 1UL<<r;
	c = (ulong*)cga.cell[shadow(p, r)];
	g = cga.glass[r];
	v = cga.vga + r*Pairs;
	n = cga.used[shadow(p, r)];
	if(cga.stale & bit){
		for(i = 0; i < Pairs; i++)
			g[i] = ~c[i];
		cga.glassused[r] = Width;
	}
	n = (MAX(n, (int)cga.glassused[r]) + 1)/2;
	same = 0;
	for(i = 0; i < n; i++)
		if(c[i] == g[i])
			same++;
		else
			v[i] = g[i] = c[i];
	cga.n[Stores] += n - same;
	cga.n[Vgacells] += 2*(n - same);
	cga.glassused[r] = cga.used[shadow(p, r)];
	cga.dirty &= ~bit;
	cga.stale &= ~bit;
}

static void
draw(Pos *p)
{
	int r, n;

	n = 0;
	for(r = 0; r < Height && n < Rows; r++)
		if(cga.dirty & 1UL<<r){
			drawrow(p, r);
			n++;
		}
}

static int
crtread(int reg)
{
	outb(Crtindex, reg);
	return inb(Crtdata);
}

static void
crtwrite(int reg, int v)
{
	outb(Crtindex, reg);
	outb(Crtdata, v);
	cga.n[Crtc] += 2;
}

/* move the hardware's cursor, by the halves that change */
static void
movecursor(int pos)
{
	int old;

	old = cga.cursor;
	if(old < 0 || (old^pos) & 0xff00)
		crtwrite(Curhigh, pos>>8);
	if(old < 0 || (old^pos) & 0xff)
		crtwrite(Curlow, pos & 0xff);
	cga.cursor = pos;
}

/*
 * Do a piece of what stands between the text and the glass; gives about
 * what it cost, in eights of instructions, or 0 if nothing was left to do.
 * The screen's Lock is held, or this is a panic and everything clamped.
 */
static int
work(void)
{
	Pos p;
	uvlong t, moved;

	p = cga.pos[cga.cur];
	p.row = MAX(0, MIN(p.row, Height-1));
	p.col = MAX(0, MIN(p.col, Width-1));
	p.left = Piece;
	moved = cga.n[Scrollcycles];
	cycles(&t);
	if(cga.head != p.tail[0] || cga.late.head != p.tail[1]){
		if(cga.looking || unseen(&p) > Short)
			skip(&p);
		else if(cga.head != p.tail[0])
			renderwrites(&p);
		else
			renderlate(&p);
		spent(Printcount, since(t + cga.n[Scrollcycles] - moved));
		return Piece;
	}
	if(screenputs != cga.owner || cga.vga == nil)
		return 0;
	if(cga.dirty != 0){
		draw(&p);
		cga.drawing += since(t);
		return Piece;
	}
	if(cga.cursor != p.row*Width + p.col){
		movecursor(p.row*Width + p.col);
		cga.drawing += since(t);
	}
	if(cga.drawing != 0){
		spent(Drawcount, cga.drawing);
		cga.drawing = 0;
	}
	return 0;
}

/* draw everything now; the screen's Lock is held */
static void
frame(void)
{
	while(work() != 0)
		;
	if(cga.clock == Due)
		cga.clock = Drawn;
}

/*
 * Without the screen, look whether it has to be taken: prints are queued,
 * or text waits that no frame will come for.
 */
static void
look(void)
{
	uvlong t;
	Pos *p;

	for(;;){
		coherence();
		p = &cga.pos[cga.cur];
		if(cga.late.head == p->tail[1]
		&& (cga.head == p->tail[0] || cga.clock != Quiet))
			break;
		if(!canlock(&cga))
			break;
		cycles(&t);
		frame();
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

/* is there nothing to draw, or no place to? */
static int
idle(void)
{
	Pos *p;

	p = &cga.pos[cga.cur];
	return screenputs != cga.owner || cga.dirty == 0
		&& cga.head == p->tail[0] && cga.late.head == p->tail[1];
}

/*
 * The timer fired, with interrupts off.  The clock's state is changed by
 * this function, or under the Lock from Quiet and from Due only: so what
 * it does without the Lock is safe, and only it starts the timer again.
 */
static void
tick(Ureg*, Timer *timer)
{
	uvlong t;
	int n, k;

	if(panicking)
		return;
	cycles(&t);
	timer->tns = Grace;
	if(!canlock(&cga)){
		if(cga.clock == Pacing)
			cga.clock = Due;
	}else{
		switch(cga.clock){
		case Pacing:
			cga.clock = idle()? Quiet: Due;
			break;
		case Drawn:
			cga.clock = Pacing;
			timer->tns = Frametime;
			break;
		case Due:
			k = 0;
			for(n = 0; n < Stepmax && (k = work()) != 0; n += k)
				;
			timer->tns = Steptime;
			if(k == 0){
				cga.clock = Pacing;
				timer->tns = Frametime;
			}
			break;
		}
		if(cga.clock == Quiet)
			timer = nil;
		longest(Stephold, since(t));
		release(t);
	}
	if(timer != nil)
		timeradd(timer);
}

/* start the clock, with the first text after a quiet time */
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
	ulong i;
	int k;

	i = r->head & (Nring-1);
	k = MIN(n, (int)(Nring - i));
	memmove(r->buf + i, s, (ulong)k);
	if(k < n)
		memmove(r->buf, s + k, (ulong)(n - k));
	coherence();
	r->head += (ulong)n;
}

/* n bytes from a process: they wait for a frame, if one is to come */
static void
fromproc(char *s, int n)
{
	uvlong t;
	Pos *p;

	lock(&cga);
	cycles(&t);
	append(&cga, s, n);
	cga.n[Writes]++;
	cga.n[Bytes] += (ulong)n;
	if(cga.largest < n)
		cga.largest = n;
	spent(Printcount, since(t));
	p = &cga.pos[cga.cur];
	if(unseen(p) >= Long)
		for(; cga.head - p->tail[0] > Short; p = &cga.pos[cga.cur])
			work();
	n = cga.clock == Quiet || cga.clock == Due;
	if(cga.clock == Quiet && up != nil)
		arm();
	if(n || cga.late.head != p->tail[1])
		frame();
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
	held = hold();
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
		frame();
	}
	if(got){
		frame();
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

	p = cga.pos[cga.cur];
	p.top = 0;
	p.row = pos / Width;
	p.col = pos % Width;
	memmove(cga.cell, cga.glass, sizeof cga.glass);
	memset(cga.used, Width, Height);
	memset(cga.glassused, Width, Height);
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
	frame();
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
	got = hold();
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
	pos = crtread(Curhigh)<<8 | crtread(Curlow);
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
	ulong *v, pair;
	int r;

	pair = (ulong)(Attr | hex[code & 0xf])<<16 | Attr | hex[code>>4 & 0xf];
	if(cga.vga == nil){
		v = KADDR(Screen);
		if(getconf("*nocga") == nil)
			v[Height*Pairs-1] = pair;
		return;
	}
	r = shadow(&cga.pos[cga.cur], Height-1);
	((ulong*)cga.cell[r])[Pairs-1] = pair;
	cga.used[r] = Width;
	if(screenputs != cga.owner){
		cga.dirty |= 1UL<<(Height-1);
		return;
	}
	cga.vga[Height*Pairs-1] = cga.glass[Height-1][Pairs-1] = pair;
	cga.glassused[Height-1] = Width;
	cga.n[Stores]++;
	cga.n[Vgacells] += 2;
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
	frame();
	release(t);
}
