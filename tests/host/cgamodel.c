/*
 * A plain model of the console: a screen, a cursor, and every byte does what
 * it should, one after the other.
 */
#include <string.h>
#include "cgamodel.h"

enum
{
	Blank	= 0x0720,
	Bad	= 0x07fe,
};

/* code page 437 as text: four bytes at most for each code from 0x80 */
static char upper[] =
	"ÇüéâäàåçêëèïîìÄÅ"
	"ÉæÆôöòûùÿÖÜ¢£¥₧ƒ"
	"áíóúñÑªº¿⌐¬½¼¡«»"
	"░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
	"└┴┬├─┼╞╟╚╔╩╦╠═╬╧"
	"╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
	"αßΓπΣσµτΦΘΩδ∞φε∩"
	"≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
static char lower[] = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼";

/* length of the rune that starts with b; 0: none does */
static int
length(int b)
{
	if(b < 0x80)
		return 1;
	if(b < 0xc0 || b >= 0xf8)
		return 0;
	return b < 0xe0? 2: b < 0xf0? 3: 4;
}

/* the n bytes at s, is there an encoding that starts with them? */
static int
prefix(unsigned char *s, int n)
{
	static long least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	long lo, hi;
	int i, len;

	len = length(s[0]);
	if(len < 2 || n > len)
		return 0;
	lo = hi = s[0] & (0x7f>>len);
	for(i = 1; i < len; i++){
		if(i < n && (s[i] < 0x80 || s[i] > 0xbf))
			return 0;
		lo = lo*64 + (i < n? s[i]-0x80: 0);
		hi = hi*64 + (i < n? s[i]-0x80: 63);
	}
	if(hi < least[len] || lo > 0x10ffff)
		return 0;
	return lo < 0xd800 || hi > 0xdfff;
}

/* position of the n bytes at s in text, in runes; -1: not there */
static int
find(char *text, unsigned char *s, int n)
{
	int i, len;

	for(i = 0; *text != 0; i++){
		len = length((unsigned char)*text);
		if(len == n && memcmp(text, s, n) == 0)
			return i;
		text += len;
	}
	return -1;
}

static void
down(Model *m)
{
	int c;

	if(++m->row < 25)
		return;
	memmove(m->cell[0], m->cell[1], 24*sizeof m->cell[0]);
	for(c = 0; c < 80; c++)
		m->cell[24][c] = Blank;
	m->row = 24;
}

static void
show(Model *m, int cell)
{
	m->cell[m->row][m->col] = cell;
	if(++m->col == 80){
		m->col = 0;
		down(m);
	}
}

static void
single(Model *m, int c)
{
	switch(c){
	case 0:
		break;
	case '\n':
		m->col = 0;
		down(m);
		break;
	case '\r':
		m->col = 0;
		break;
	case '\t':
		show(m, Blank);
		while(m->col%8 != 0)
			show(m, Blank);
		break;
	case '\b':
		if(m->col == 0 && m->row == 0)
			break;
		if(--m->col < 0){
			m->col = 79;
			m->row--;
		}
		m->cell[m->row][m->col] = Blank;
		break;
	default:
		show(m, c < ' '? Bad: 0x0700|c);
		break;
	}
}

/* show the rune that the n bytes at s are */
static void
rune(Model *m, unsigned char *s, int n)
{
	int i;

	if((i = find(upper, s, n)) >= 0)
		show(m, 0x0700 | (0x80+i));
	else if((i = find(lower, s, n)) >= 0)
		show(m, 0x0700 | (1+i));
	else if(n == 3 && memcmp(s, "\u2302", 3) == 0)
		show(m, 0x077f);
	else
		show(m, Bad);
}

/* n bytes at s from source src */
void
modelput(Model *m, int src, char *s, int n)
{
	unsigned char *p;
	int *np;

	p = m->part[src];
	np = &m->npart[src];
	for(; n > 0; n--){
		p[(*np)++] = *s++;
		while(*np > 0){
			if(*np == 1 && p[0] < 0x80){
				single(m, p[0]);
				*np = 0;
			}else if(!prefix(p, *np)){
				show(m, Bad);	/* for the first byte */
				memmove(p, p+1, --*np);
			}else if(*np == length(p[0])){
				rune(m, p, *np);
				*np = 0;
			}else
				break;
		}
	}
}

/* start with a screen and a cursor, as the hardware has them */
void
modelinit(Model *m, unsigned short *screen, int pos)
{
	memset(m, 0, sizeof *m);
	memmove(m->cell, screen, sizeof m->cell);
	if(pos > 1999)
		pos = 1999;
	m->row = pos/80;
	m->col = pos%80;
}
