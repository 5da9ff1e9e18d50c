#include <u.h>
#include <libc.h>
#include "fltdec.h"

enum
{
	Maxshift	= 27,		/* 9<<27, a carry added, fits a word */
};

/* drop zeros behind the last digit */
static void
trim(Dec *d)
{
	while(d->n > 0 && d->d[d->n-1] == 0)
		d->n--;
	if(d->n == 0)
		d->dp = 0;
}

/* d = v */
void
_decset(Dec *d, uvlong v)
{
	uchar t[20];
	int i;

	for(i = 0; v != 0; v /= 10)
		t[i++] = v%10;
	d->n = d->dp = i;
	d->more = 0;
	for(i = 0; i < d->n; i++)
		d->d[i] = t[d->n-1-i];
	trim(d);
}

/* multiply by 1<<k: from the last digit, the carries come out in front */
static void
left(Dec *d, int k)
{
	uchar t[10];
	uint acc;
	int i, n;

	acc = 0;
	for(i = d->n-1; i >= 0; i--){
		acc += (uint)d->d[i] << k;
		d->d[i] = acc%10;
		acc /= 10;
	}
	for(n = 0; acc != 0; acc /= 10)
		t[n++] = acc%10;
	d->dp += n;
	for(i = d->n-1; i >= 0; i--)
		if(i+n < Maxdig)
			d->d[i+n] = d->d[i];
		else if(d->d[i] != 0)
			d->more = 1;
	for(i = 0; i < n; i++)
		d->d[i] = t[n-1-i];
	d->n += n;
	if(d->n > Maxdig)
		d->n = Maxdig;
	trim(d);
}

/* divide by 1<<k: from the first digit, the rest makes new ones behind */
static void
right(Dec *d, int k)
{
	uint acc, q;
	int r, w, n;

	acc = 0;
	w = 0;
	n = d->n;
	for(r = 0; r < n || acc != 0; r++){
		acc *= 10;
		if(r < n)
			acc += d->d[r];
		q = acc >> k;
		acc &= (1<<k) - 1;
		if(w == 0 && q == 0){
			d->dp--;
			continue;
		}
		if(w < Maxdig)
			d->d[w++] = q;
		else if(q != 0)
			d->more = 1;
	}
	d->n = w;
	trim(d);
}

/* multiply by 2 to the power k */
void
_decscale(Dec *d, int k)
{
	if(d->n == 0)
		return;
	for(; k > Maxshift; k -= Maxshift)
		left(d, Maxshift);
	for(; k < -Maxshift; k += Maxshift)
		right(d, Maxshift);
	if(k > 0)
		left(d, k);
	else if(k < 0)
		right(d, -k);
}

/* would rounding to n digits, half to even, go up? */
int
_decroundup(Dec *d, int n)
{
	if(n < 0 || n >= d->n)
		return 0;
	if(d->d[n] == 5 && n+1 == d->n && !d->more)
		return n > 0 && (d->d[n-1] & 1) != 0;
	return d->d[n] >= 5;
}

/* keep n digits */
void
_decround(Dec *d, int n)
{
	int up;

	if(n >= d->n)
		return;
	up = _decroundup(d, n);
	d->n = n < 0 ? 0 : n;
	d->more = 0;
	if(up){
		while(d->n > 0 && d->d[d->n-1] == 9)
			d->n--;
		if(d->n == 0){
			d->d[d->n++] = 1;
			d->dp++;
		}else
			d->d[d->n-1]++;
		return;
	}
	trim(d);
}
