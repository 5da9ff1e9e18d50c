/*
 * The serial line COM1, an 8250 or a descendant: 16550 and later have a
 * queue of 16 bytes each way.  One unit; #t/eia0 (devuart.c) is its file,
 * and with the boot argument console=0 it shows what the console shows
 * and types to it.
 *
 * Output goes through a ring.  The chip interrupts when it can take more
 * and gets a queue full, so whoever prints only copies into the ring.
 * Processes wait for room, the kernel's own text never does: what does not
 * fit is counted as lost.  Before interrupts come, and in a panic, the
 * chip is fed by polling.
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
	Com1	= 0x3f8,

	/* registers, from Com1 */
	Rbr	= 0,		/* received byte; when written, byte to send */
	Ier	= 1,		/* interrupts that are on */
	Iir	= 2,		/* the one that is due; when written, queues */
	Lcr	= 3,		/* format */
	Mcr	= 4,		/* modem lines out */
	Lsr	= 5,		/* state */
	Msr	= 6,		/* modem lines in */
	Scr	= 7,		/* scratch */
	Dll	= 0,		/* divisor, with Dlab set */
	Dlm	= 1,

	/* Ier */
	Erda	= 0x01,		/* byte received */
	Ethre	= 0x02,		/* can send */
	Els	= 0x04,		/* error received */

	/* Iir */
	Inone	= 0x01,
	Ffifo	= 0xc7,		/* queues on, empty, interrupt at 14 */

	/* Lcr */
	Bits	= 0x03,		/* of a byte, less 5 */
	Stop2	= 0x04,
	Paron	= 0x08,
	Pareven	= 0x10,
	Dlab	= 0x80,

	/* Mcr */
	Dtr	= 0x01,
	Rts	= 0x02,
	Out2	= 0x08,		/* lets interrupts out */

	/* Lsr */
	Dr	= 0x01,		/* byte received */
	Oe	= 0x02,		/* overrun */
	Pe	= 0x04,
	Fe	= 0x08,		/* framing error */
	Thre	= 0x20,		/* can send */

	Freq	= 115200,
	Queuelen = 16,
	Outsize	= 16*1024,	/* a power of 2 */
	Insize	= 16*1024,
	Piece	= 256,		/* bytes copied with interrupts off */
	Pollmax	= 200000,	/* looks at a line that does not move */
};

/* how the line is set */
typedef struct Line Line;
struct Line
{
	int	baud;
	int	lcr;
	int	mcr;
};

static struct
{
	Lock;			/* of what follows and of the chip */
	int	present;
	int	console;	/* console=0 */
	int	enabled;	/* interrupts come */
	int	ier;		/* what Ier holds */
	Line	line;
	int	nread;		/* eia0 is open for reading so many times */
	char	out[Outsize];
	uint	ri;		/* bytes ever sent */
	uint	wi;		/* and put */
	Queue	*in;		/* for readers of eia0 */
	ulong	lost;		/* kernel's bytes that found the ring full */
	ulong	overrun;
	ulong	framing;
	ulong	parity;
	ulong	dropped;	/* received and not read in time */
	Waitlist room;
} com = {
	.line	= { Freq, 8-5, Dtr|Rts|Out2 },
};

static int
get(int r)
{
	return inb(Com1+r);
}

static void
put(int r, int v)
{
	outb(Com1+r, v);
}

static void
setier(int v)
{
	if(com.ier != v){
		com.ier = v;
		put(Ier, v);
	}
}

static void
setline(void)
{
	int d;

	d = Freq/com.line.baud;
	put(Lcr, com.line.lcr|Dlab);
	put(Dll, d & 0xff);
	put(Dlm, d>>8);
	put(Lcr, com.line.lcr);
	put(Mcr, com.line.mcr);
}

/* is there a chip? its scratch register keeps what is written */
static int
probe(void)
{
	put(Scr, 0x5a);
	if(get(Scr) != 0x5a)
		return 0;
	put(Scr, 0xa5);
	return get(Scr) == 0xa5;
}

/*
 * Find the chip and see whether it is to be a console.  At boot, once the
 * boot arguments are known; prints from then on appear there.
 */
void
i8250console(void)
{
	char *p;

	if(!probe())
		return;
	com.present = 1;
	put(Ier, 0);
	setline();
	put(Iir, Ffifo);
	p = getconf("console");
	if(p == nil || p[0] != '0')
		return;
	com.console = 1;
	p = strchr(p, 'b');
	if(p != nil)
		uartctl(p, strlen(p));
}

/* give the chip what it can take; com is locked */
static void
feed(void)
{
	int i;

	if((get(Lsr) & Thre) == 0)
		return;
	for(i = 0; i < Queuelen && com.ri != com.wi; i++)
		put(Rbr, com.out[com.ri++ & (Outsize-1)]);
}

/* send all of the ring by polling; a dead line costs a bounded time */
static void
drain(void)
{
	int i;

	for(i = 0; i < Pollmax && com.ri != com.wi; i++){
		if(get(Lsr) & Thre){
			feed();
			i = 0;
		}else
			pause();
	}
	if(com.ri != com.wi){
		com.lost += com.wi - com.ri;
		com.ri = com.wi;
	}
}

/* have the chip ask for what is in the ring; com is locked */
static void
start(void)
{
	if(com.ri == com.wi)
		return;
	if(com.enabled && !panicking)
		setier(com.ier|Ethre);
	else
		drain();
}

/* copy into the ring as much as fits, Piece at most; com is locked */
static int
copyin(char *s, int n)
{
	int at, room, left;

	room = Outsize - (com.wi - com.ri);
	n = MIN(n, Piece);
	n = MIN(n, room);
	at = com.wi & (Outsize-1);
	left = Outsize - at;
	if(n > left){
		memmove(com.out+at, s, left);
		memmove(com.out, s+left, n-left);
	}else
		memmove(com.out+at, s, n);
	com.wi += n;
	return n;
}

/* copyin and start; gives the bytes that found room */
static int
enqueue(char *s, int n)
{
	int locked;

	locked = !panicking;
	if(locked)
		ilock(&com);
	n = copyin(s, n);
	start();
	if(locked)
		iunlock(&com);
	return n;
}

static int
haveroom(void *a)
{
	USED(a);
	return com.wi - com.ri <= Outsize/2;
}

/*
 * Send n bytes at s, in kernel memory, as they are.  Process context
 * without locks: waits for room in the ring, raises Eintr.
 */
void
uartsend(char *s, int n)
{
	int l;

	while(n > 0){
		l = enqueue(s, n);
		s += l;
		n -= l;
		if(l == 0)
			waitfor(&com.room, haveroom, nil);
	}
}

/* put n bytes at s into buf, 2*n long, newlines as a terminal wants them */
static int
crnl(char *buf, char *s, int n)
{
	char *b;

	for(b = buf; n > 0; n--){
		if(*s == '\n')
			*b++ = '\r';
		*b++ = *s++;
	}
	return b - buf;
}

/*
 * Show n bytes at s, text of a process, on the line if it is a console.
 * Process context without locks: waits for room, raises Eintr.
 */
void
uartwrite(char *s, int n)
{
	char buf[2*Piece];
	int l;

	if(!com.console)
		return;
	for(; n > 0; n -= l, s += l){
		l = MIN(n, Piece);
		uartsend(buf, crnl(buf, s, l));
	}
}

/*
 * Show n bytes at s, text of the kernel's, on the line if it is a console.
 * Any level; never waits.
 */
void
uartputs(char *s, int n)
{
	char buf[2*Piece];
	int l, i, k, did;

	if(!com.console)
		return;
	for(; n > 0; n -= l, s += l){
		l = MIN(n, Piece);
		k = crnl(buf, s, l);
		for(i = 0; i < k; i += did){
			did = enqueue(buf+i, k-i);
			if(did == 0){
				com.lost += k-i;
				break;
			}
		}
	}
}

/*
 * Send out what is in the ring, by polling.  Any level, before the machine
 * ends.
 */
void
uartflush(void)
{
	int locked;

	if(!com.present)
		return;
	locked = !panicking;
	if(locked)
		ilock(&com);
	drain();
	if(locked)
		iunlock(&com);
}

/* bytes came: to a reader of eia0 if there is one, else to the console */
static void
received(char *s, int n)
{
	if(n == 0)
		return;
	if(com.nread > 0){
		if(qproduce(com.in, s, n) < 0)
			com.dropped += n;
	}else if(com.console)
		kbdputs(s, n);
}

/* take what the chip received; com is locked */
static int
gather(char *buf, int size)
{
	int n, lsr;

	for(n = 0; n < size; ){
		lsr = get(Lsr);
		if(lsr & Oe)
			com.overrun++;
		if(lsr & Pe)
			com.parity++;
		if(lsr & Fe)
			com.framing++;
		if((lsr & Dr) == 0)
			break;
		buf[n++] = get(Rbr);
	}
	return n;
}

static void
interrupt(Ureg *ureg, void *a)
{
	char buf[4*Queuelen];
	int i, n, wake;

	USED(ureg, a);
	for(i = 0; i < 8; i++){
		ilock(&com);
		if(get(Iir) & Inone){
			iunlock(&com);
			return;
		}
		get(Msr);
		n = gather(buf, sizeof buf);
		feed();
		if(com.ri == com.wi)
			setier(com.ier & ~Ethre);
		wake = haveroom(nil);
		iunlock(&com);
		received(buf, n);
		if(wake)
			wakeall(&com.room);
	}
}

/*
 * Have the chip interrupt.  Once, when the first process starts.
 */
void
uartenable(void)
{
	if(!com.present)
		return;
	com.in = qopen(Insize, 0, nil, nil);
	if(com.in == nil)
		panic("uartenable: no memory");
	intrenable(IrqUART0, interrupt, nil, "eia0");
	ilock(&com);
	com.enabled = 1;
	setier(Erda|Els);
	start();
	iunlock(&com);
}

/*
 * eia0 is opened, for reading or not; raises Enodev if there is no
 * line.  Process context, as the following.
 */
int
uartopen(int reading)
{
	if(!com.present)
		error(Enodev);
	ilock(&com);
	com.nread += reading;
	iunlock(&com);
	return com.present;
}

/* eia0 is closed */
void
uartclose(int reading)
{
	ilock(&com);
	com.nread -= reading;
	iunlock(&com);
}

/* read up to n received bytes to a; waits for some, raises Eintr */
long
uartread(char *a, long n)
{
	return qread(com.in, a, n);
}

/* the format that word asks for, in *l; 0 if it is wrong */
static int
ctlword(Line *l, char *word)
{
	int v;

	v = atoi(word+1);
	switch(word[0]){
	case 'b':
		if(v < 2 || v > Freq)
			return 0;
		l->baud = v;
		return 1;
	case 'd':
		l->mcr = v? l->mcr|Dtr: l->mcr&~Dtr;
		return 1;
	case 'l':
		if(v < 5 || v > 8)
			return 0;
		l->lcr = l->lcr & ~Bits | (v-5);
		return 1;
	case 'p':
		if(word[1] == 0 || strchr("noe", word[1]) == nil)
			return 0;
		l->lcr &= ~(Paron|Pareven);
		if(word[1] != 'n')
			l->lcr |= Paron;
		if(word[1] == 'e')
			l->lcr |= Pareven;
		return 1;
	case 'r':
		l->mcr = v? l->mcr|Rts: l->mcr&~Rts;
		return 1;
	case 's':
		if(v != 1 && v != 2)
			return 0;
		l->lcr = v == 2? l->lcr|Stop2: l->lcr&~Stop2;
		return 1;
	}
	return 0;
}

/*
 * Do what the n bytes at s, in kernel memory, ask: words bN (baud rate),
 * lN (bits a byte), pn po pe (parity none, odd, even), sN (stop bits),
 * d0 d1 r0 r1 (the modem lines DTR and RTS).  0 if one of them is wrong,
 * which changes nothing.  Any level.
 */
int
uartctl(char *s, int n)
{
	char buf[64], *f[16];
	Line l;
	int i, nf;

	if(n < 0 || n >= sizeof buf)
		return 0;
	memmove(buf, s, n);
	buf[n] = 0;
	nf = tokenize(buf, f, nelem(f));
	ilock(&com);
	l = com.line;
	for(i = 0; i < nf; i++)
		if(!ctlword(&l, f[i]))
			break;
	if(i == nf){
		com.line = l;
		setline();
	}
	iunlock(&com);
	return i == nf;
}

/*
 * Put the state of the line at p, at most to e; gives the end.
 */
char*
uartstatus(char *p, char *e)
{
	Line *l;

	l = &com.line;
	p = seprint(p, e, "b%d c%d d%d l%d m0 p%c r%d s%d\n",
		l->baud, com.console, (l->mcr & Dtr) != 0, (l->lcr & Bits)+5,
		(l->lcr & Paron) == 0? 'n': (l->lcr & Pareven)? 'e': 'o',
		(l->mcr & Rts) != 0, (l->lcr & Stop2)? 2: 1);
	return seprint(p, e, "dev(0) type(0) framing(%lud) overruns(%lud)"
		" parity(%lud) lost(%lud) dropped(%lud)\n", com.framing,
		com.overrun, com.parity, com.lost, com.dropped);
}
