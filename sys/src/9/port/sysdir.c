/*
 * Reading directories.  Beyond what the device does, a read of a
 * directory goes through all members of a union, and an entry on which
 * something is mounted is shown as what is mounted there, under its own
 * name.  That can make entries longer; what no longer fits in the buffer
 * waits in c->dirrock ("under a rock") for the next read.
 *
 * The work is done in a buffer of the kernel, so the user cannot change
 * an entry in the middle of it.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Dirbuf	= 16*1024,	/* most bytes of entries read at once */
	NAMEOFF	= 41,		/* of the name's count in an entry */
};

/* 2-byte numbers, as stat messages have them */
static int
get2(uchar *p)
{
	return p[0] | p[1]<<8;
}

static void
put2(uchar *p, int v)
{
	p[0] = v;
	p[1] = v>>8;
}

/* bytes of the entry at p, n bytes before the end; 0: malformed */
static long
entrylen(uchar *p, long n)
{
	long l;

	if(n < STATFIXLEN)
		return 0;
	l = 2+get2(p);
	if(l > n || statcheck(p, l) < 0)
		return 0;
	return l;
}

/*
 * Replaces the name in the stat message of n bytes at p, in a buffer of
 * max bytes.  Gives the new length; 0, and nothing changed, if it does
 * not fit.
 */
long
setdirname(char *name, uchar *p, long n, long max)
{
	long old, len, delta;
	uchar *q;

	q = p+NAMEOFF;
	old = get2(q);
	len = strlen(name);
	delta = len-old;
	if(n+delta > max)
		return 0;
	q += 2;
	memmove(q+len, q+old, n-(NAMEOFF+2+old));
	memmove(q, name, len);
	put2(q-2, len);
	put2(p, n+delta-2);
	return n+delta;
}

/* the rest of the entries, for the next read */
static void
keeprock(Chan *c, uchar *p, long n)
{
	uchar *r;

	if(n == 0)
		return;
	if(c->nrock+n > c->mrock){
		r = smalloc(c->nrock+n);
		memmove(r, c->dirrock, c->nrock);
		free(c->dirrock);
		c->dirrock = r;
		c->mrock = c->nrock+n;
	}
	memmove(c->dirrock+c->nrock, p, n);
	c->nrock += n;
}

/* as many whole entries from the rock as fit */
static long
readrock(Chan *c, uchar *p, long n)
{
	long m, l;

	for(m = 0; m < c->nrock; m += l){
		l = entrylen(c->dirrock+m, c->nrock-m);
		if(l == 0 || m+l > n)
			break;
	}
	if(m == 0)
		error(Eshort);
	memmove(p, c->dirrock, m);
	c->nrock -= m;
	memmove(c->dirrock, c->dirrock+m, c->nrock);
	return m;
}

/* open member number c->uri of the union, in c->umc; 0 if there is none */
static int
openmember(Chan *c)
{
	Chan *to;

	to = unionchan(c->umh, c->uri);
	if(to == nil)
		return 0;
	if(waserror()){
		cclose(to);
		nexterror();
	}
	c->umc = cclone(to);
	poperror();
	cclose(to);
	c->umc = devtab[c->umc->type]->open(c->umc, OREAD);
	return 1;
}

/* done with c->umc, or failed to open it: on to the next */
static void
nextmember(Chan *c)
{
	Chan *umc;

	umc = c->umc;
	c->umc = nil;
	c->uri++;
	if(umc != nil)
		cclose(umc);
}

/* a member that fails is passed over */
static long
unionread(Chan *c, uchar *p, long n)
{
	long nr;

	for(;;){
		if(waserror()){
			if(strcmp(up->errstr, Eintr) == 0
			|| strcmp(up->errstr, Eshort) == 0)
				nexterror();
			nr = 0;
		}else{
			if(c->umc == nil && !openmember(c)){
				poperror();
				return 0;
			}
			nr = devtab[c->umc->type]->read(c->umc, p, n,
				c->umc->offset);
			c->umc->offset += nr;
			poperror();
		}
		if(nr > 0)
			return nr;
		nextmember(c);
	}
}

/*
 * the entry of l bytes at p, if it is mounted upon, as it shall be shown:
 * allocated, *nlp its length; else nil
 */
static uchar*
mountedentry(uchar *p, long l, long *nlp)
{
	Dir d;
	Chan *nc;
	Mhead *mh;
	char *strs;
	uchar *e;
	int type;
	long n;

	strs = smalloc(l);
	convM2D(p, l, &d, strs);
	nc = nil;
	mh = nil;
	type = devno(d.type, 1);
	if(type < 0 || !findmount(&nc, &mh, type, d.dev, d.qid)){
		free(strs);
		return nil;
	}
	putmhead(mh);
	e = smalloc(Dirbuf);
	n = 0;
	if(!waserror()){
		n = devtab[nc->type]->stat(nc, e, Dirbuf);
		if(n < STATFIXLEN || statcheck(e, n) < 0)
			n = 0;
		else
			n = setdirname(d.name, e, n, Dirbuf);
		poperror();
	}
	cclose(nc);
	free(strs);
	if(n == 0){
		free(e);
		return nil;
	}
	*nlp = n;
	return e;
}

/* show mounts in the n bytes of entries at p, a buffer of max bytes */
static long
fixmounts(Chan *c, uchar *p, long n, long max)
{
	long i, l, nl, tail;
	uchar *e;

	for(i = 0; i < n; i += l){
		l = entrylen(p+i, n-i);
		if(l == 0)
			break;
		e = mountedentry(p+i, l, &nl);
		if(e == nil)
			continue;
		tail = n-i-l;
		if(i+nl+tail > max){
			keeprock(c, e, nl);
			keeprock(c, p+i+l, tail);
			free(e);
			if(i == 0)
				error(Eshort);
			return i;
		}
		memmove(p+i+nl, p+i+l, tail);
		memmove(p+i, e, nl);
		free(e);
		n += nl-l;
		l = nl;
	}
	return n;
}

/* Makes the next read of directory c start at its beginning. */
void
dirrewind(Chan *c)
{
	Chan *umc;

	c->offset = 0;
	c->devoffset = 0;
	c->dri = 0;
	c->uri = 0;
	c->nrock = 0;
	umc = c->umc;
	c->umc = nil;
	if(umc != nil)
		cclose(umc);
}

/* entries into the kernel buffer p of n bytes; rockqlock is held */
static long
readentries(Chan *c, uchar *p, long n, vlong off)
{
	long m;

	if(off == 0)
		dirrewind(c);
	else if(off != c->offset)
		error(Edirseek);
	if(c->nrock > 0)
		m = readrock(c, p, n);
	else{
		if(c->umh != nil)
			m = unionread(c, p, n);
		else
			m = devtab[c->type]->read(c, p, n, c->devoffset);
		c->devoffset += m;
		m = fixmounts(c, p, m, n);
	}
	c->offset += m;
	return m;
}

/*
 * Reads whole entries of directory c into the n bytes at va, which may be
 * the user's.  Off must be 0, to start again, or where the last read
 * ended; c->offset moves on.  Raises Edirseek, Eshort, Enomem.
 */
long
dirread(Chan *c, void *va, long n, vlong off)
{
	uchar *buf;

	if(n > Dirbuf)
		n = Dirbuf;
	buf = malloc(n+1);
	if(buf == nil)
		error(Enomem);
	qlock(&c->rockqlock);
	if(waserror()){
		qunlock(&c->rockqlock);
		free(buf);
		nexterror();
	}
	n = readentries(c, buf, n, off);
	memmove(va, buf, n);
	poperror();
	qunlock(&c->rockqlock);
	free(buf);
	return n;
}
