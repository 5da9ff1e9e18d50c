/*
 * The console's line discipline: what a typed character does to the line
 * being typed, and what is shown for it.  Nothing here waits, locks or
 * prints; kbdq.c calls it for each character that comes in.
 *
 *	backspace	takes back the last character
 *	^U		takes back the line
 *	newline		ends the line, return (a serial terminal's) too
 *	^D		ends what was typed without a newline; on an empty
 *			line that is the end of the file
 *	DEL		takes back the line and interrupts
 *
 * In raw mode each character is passed on at once and nothing is shown.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Eof	= 0x04,		/* ^D */
	Kill	= 0x15,		/* ^U */
	Del	= 0x7f,
};

/* set the text to show for this character */
static void
echo(Consline *l, char *s)
{
	l->necho = strlen(s);
	memmove(l->echo, s, l->necho);
}

static void
add(Consline *l, Rune r)
{
	l->n += runetochar(l->buf+l->n, &r);
}

/* take back the last rune */
static void
erase(Consline *l)
{
	if(l->n == 0)
		return;
	do
		l->n--;
	while(l->n > 0 && (l->buf[l->n] & 0xc0) == 0x80);
	echo(l, "\b");
}

/*
 * Take character r into line l.  Gives Lmore, or Lsend: l->buf[0..l->n)
 * is now input for readers, up to whom it is to set l->n to 0; it ends
 * in a newline, in ^D, or in neither if the line is too long or raw; or
 * Lintr: interrupt the readers.  l->echo has l->necho bytes to show.
 */
int
consline(Consline *l, Rune r)
{
	l->necho = 0;
	if(l->raw){
		add(l, r);
		return Lsend;
	}
	switch(r){
	case '\b':
		erase(l);
		return Lmore;
	case Kill:
		l->n = 0;
		echo(l, "^U\n");
		return Lmore;
	case Del:
		l->n = 0;
		return Lintr;
	case Eof:
		add(l, r);
		return Lsend;
	case '\r':
	case '\n':
		add(l, '\n');
		echo(l, "\n");
		return Lsend;
	}
	add(l, r);
	l->necho = runetochar(l->echo, &r);
	return l->n >= Linemax? Lsend: Lmore;
}
