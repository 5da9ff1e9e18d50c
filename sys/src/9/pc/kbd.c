/*
 * The PS/2 keyboard behind its 8042 controller, which translates to scan
 * code set 1: a byte for each key pressed, with the top bit when it is
 * let go, 0xe0 in front for the keys that an AT did not have.
 *
 * Keys become runes here, at interrupt level; kbdputc does the rest.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "io.h"

enum
{
	Data		= 0x60,		/* ports */
	Status		= 0x64,
	Cmd		= 0x64,

	Inready		= 0x01,		/* Status: a byte is there */
	Outbusy		= 0x02,
	Fromaux		= 0x20,		/* it is the mouse's */

	Rdccb		= 0x20,		/* Cmd: read and write its command byte */
	Wrccb		= 0x60,
	Ckbdint		= 1<<0,		/* command byte: interrupt IrqKBD */
	Csf		= 1<<2,		/* system flag */
	Ckeybdis	= 1<<4,
	Cscs1		= 1<<6,		/* translate to scan code set 1 */

	Keyup		= 0x80,
	Esc0		= 0xe0,
	Esc1		= 0xe1,		/* Pause: two more bytes */

	Maxwait		= 1000,		/* looks, 2 us apart */

	/* runes of keys that have no character */
	KF		= 0xf000,
	Kdown		= 0xf800,
	Khome		= KF|13,
	Kup		= KF|14,
	Kpgup		= KF|15,
	Kprint		= KF|16,
	Kleft		= KF|17,
	Kright		= KF|18,
	Kpgdown		= KF|19,
	Kins		= KF|20,
	Kend		= KF|24,
	Kdel		= 0x7f,

	/* not runes: what changes the others */
	Shift		= 0x110000,
	Ctl,
	Alt,
	Caps,
	Num,
	None		= 0,
};

static Rune plain[] =
{
[0x00]	None,	0x1b,	'1',	'2',	'3',	'4',	'5',	'6',
[0x08]	'7',	'8',	'9',	'0',	'-',	'=',	'\b',	'\t',
[0x10]	'q',	'w',	'e',	'r',	't',	'y',	'u',	'i',
[0x18]	'o',	'p',	'[',	']',	'\n',	Ctl,	'a',	's',
[0x20]	'd',	'f',	'g',	'h',	'j',	'k',	'l',	';',
[0x28]	'\'',	'`',	Shift,	'\\',	'z',	'x',	'c',	'v',
[0x30]	'b',	'n',	'm',	',',	'.',	'/',	Shift,	'*',
[0x38]	Alt,	' ',	Caps,	KF|1,	KF|2,	KF|3,	KF|4,	KF|5,
[0x40]	KF|6,	KF|7,	KF|8,	KF|9,	KF|10,	Num,	None,	'7',
[0x48]	'8',	'9',	'-',	'4',	'5',	'6',	'+',	'1',
[0x50]	'2',	'3',	'0',	'.',	None,	None,	'\\',	KF|11,
[0x58]	KF|12,
};

static Rune shifted[] =
{
[0x00]	None,	0x1b,	'!',	'@',	'#',	'$',	'%',	'^',
[0x08]	'&',	'*',	'(',	')',	'_',	'+',	'\b',	'\t',
[0x10]	'Q',	'W',	'E',	'R',	'T',	'Y',	'U',	'I',
[0x18]	'O',	'P',	'{',	'}',	'\n',	Ctl,	'A',	'S',
[0x20]	'D',	'F',	'G',	'H',	'J',	'K',	'L',	':',
[0x28]	'"',	'~',	Shift,	'|',	'Z',	'X',	'C',	'V',
[0x30]	'B',	'N',	'M',	'<',	'>',	'?',	Shift,	'*',
[0x38]	Alt,	' ',	Caps,	KF|1,	KF|2,	KF|3,	KF|4,	KF|5,
[0x40]	KF|6,	KF|7,	KF|8,	KF|9,	KF|10,	Num,	None,	'7',
[0x48]	'8',	'9',	'-',	'4',	'5',	'6',	'+',	'1',
[0x50]	'2',	'3',	'0',	'.',	None,	None,	'|',	KF|11,
[0x58]	KF|12,
};

/* after 0xe0 */
static Rune escaped[] =
{
[0x1c]	'\n',
[0x1d]	Ctl,
[0x35]	'/',
[0x37]	Kprint,
[0x38]	Alt,
[0x47]	Khome,	Kup,	Kpgup,	None,	Kleft,	None,	Kright,	None,
[0x4f]	Kend,	Kdown,	Kpgdown,	Kins,	Kdel,
};

static struct
{
	int	shift;		/* held down now */
	int	ctl;
	int	alt;
	int	caps;		/* locked */
	int	esc;		/* 0xe0 came before */
	int	skip;		/* bytes of Pause to come */
} kbd;

static Rune
lookup(int c)
{
	Rune *tab, r;
	int n;

	if(kbd.esc){
		tab = escaped;
		n = nelem(escaped);
	}else if(kbd.shift){
		tab = shifted;
		n = nelem(shifted);
	}else{
		tab = plain;
		n = nelem(plain);
	}
	r = c < n? tab[c]: None;
	if(kbd.caps && !kbd.esc){
		if(r >= 'a' && r <= 'z')
			r += 'A' - 'a';
		else if(r >= 'A' && r <= 'Z')
			r += 'a' - 'A';
	}
	return r;
}

/* is r a key that changes others?  then note that it is up or down */
static int
modifier(Rune r, int isup)
{
	switch(r){
	case Shift:
		kbd.shift = !isup;
		return 1;
	case Ctl:
		kbd.ctl = !isup;
		return 1;
	case Alt:
		kbd.alt = !isup;
		return 1;
	case Caps:
		if(!isup)
			kbd.caps = !kbd.caps;
		return 1;
	case Num:
		return 1;
	}
	return 0;
}

/* a byte from the keyboard */
static void
scancode(int c)
{
	Rune r;
	int isup;

	if(kbd.skip > 0){
		kbd.skip--;
		return;
	}
	if(c == Esc0){
		kbd.esc = 1;
		return;
	}
	if(c == Esc1){
		kbd.skip = 2;
		return;
	}
	isup = c & Keyup;
	c &= ~Keyup;
	r = lookup(c);
	if(kbd.esc && (c == 0x2a || c == 0x36))
		r = None;	/* shift around an arrow is not a shift */
	kbd.esc = 0;
	if(r == None || modifier(r, isup) || isup)
		return;
	if(kbd.shift && (r == Kpgup || r == Kpgdown)){
		scrollkey(r == Kpgup? 1: -1);
		return;
	}
	if(kbd.ctl && r < 0x80){
		if(kbd.alt && r == Kdel)
			reboot();
		if(r != '\n' && r != '\b' && r != Kdel)
			r &= 0x1f;
	}
	kbdputc(r);
}

static void
kbdintr(Ureg *ureg, void *a)
{
	int s, c;

	USED(ureg, a);
	s = inb(Status);
	if((s & Inready) == 0)
		return;
	c = inb(Data);
	if((s & Fromaux) == 0)
		scancode(c);
}

/* wait until the controller takes a byte */
static int
outready(void)
{
	int i;

	for(i = 0; i < Maxwait; i++){
		if((inb(Status) & Outbusy) == 0)
			return 1;
		microdelay(2);
	}
	return 0;
}

static int
inready(void)
{
	int i;

	for(i = 0; i < Maxwait; i++){
		if(inb(Status) & Inready)
			return 1;
		microdelay(2);
	}
	return 0;
}

/* throw away what was typed before */
static void
drain(void)
{
	int i;

	for(i = 0; i < Maxwait && inb(Status) & Inready; i++){
		inb(Data);
		microdelay(2);
	}
}

/* set the controller up; at boot, after i8253init */
void
kbdinit(void)
{
	int ccb;

	drain();
	outb(Cmd, Rdccb);
	if(!inready())
		return;
	ccb = (inb(Data) & ~Ckeybdis) | Csf | Ckbdint | Cscs1;
	if(!outready())
		return;
	outb(Cmd, Wrccb);
	if(outready())
		outb(Data, ccb);
	outready();
}

/* let keys come; at boot, when interrupts can be enabled */
void
kbdenable(void)
{
	intrenable(IrqKBD, kbdintr, nil, "kbd");
	drain();
}
