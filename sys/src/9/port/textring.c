/*
 * Text kept in memory: of all bytes ever put, the last Textsize.  Room is
 * given out under the ring's lock and filled without it, so interrupts
 * stay off for a few instructions however long the text is.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

/*
 * Bytes from *at to end that stand together in the ring; what it no longer
 * has is passed over, so *at may grow.  Gives their number and where the
 * first stands.  Any level.
 */
ulong
textspan(Textring *r, uvlong *at, uvlong end, char **s)
{
	uvlong first;
	ulong i;

	first = r->n > Textsize? r->n - Textsize: 0;
	if(*at < first)
		*at = MIN(first, end);
	i = *at & (Textsize-1);
	*s = r->buf + i;
	return MIN(end - *at, Textsize - i);
}

/*
 * Fill room that was given out from byte at on: the n bytes at s, or the
 * last of them if they are more than the ring holds.  Any level.
 */
void
textfill(Textring *r, uvlong at, char *s, int n)
{
	ulong i, k;

	if(n > Textsize){
		at += n - Textsize;
		s += n - Textsize;
		n = Textsize;
	}
	i = at & (Textsize-1);
	k = MIN((ulong)n, Textsize - i);
	memmove(r->buf + i, s, k);
	memmove(r->buf, s + k, n - k);
}

/* Put n bytes at s.  Any level; a panic does not wait for the lock. */
void
textput(Textring *r, char *s, int n)
{
	uvlong at;
	int locked;

	locked = !panicking;
	if(locked)
		ilock(r);
	at = r->n;
	r->n += n;
	if(locked)
		iunlock(r);
	textfill(r, at, s, n);
}

/*
 * Read into n bytes of user memory at a what the ring has, from offset
 * off of that on.  Gives the bytes read.  Process context.
 */
long
textread(Textring *r, void *a, long n, vlong off)
{
	uvlong at, end;
	ulong k;
	char *s;

	ilock(r);
	end = r->n;
	iunlock(r);
	at = end > Textsize? end - Textsize: 0;
	if(off < 0 || n <= 0 || off >= end - at)
		return 0;
	at += off;
	k = textspan(r, &at, end, &s);
	if(n > k)
		n = k;
	memmove(a, s, n);
	return n;
}
