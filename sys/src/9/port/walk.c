/*
 * Walking: from a channel along a list of names, across mount points and
 * through unions.
 *
 * A step hands the device as many names as it can take, up to the next
 * `..'.  Then the qids it returned are looked up in the mount table: at
 * the first that is mounted upon, the walk continues from what is mounted
 * there.  The last name's own mount point is not crossed, that is the
 * caller's choice (see namec).  `..' is walked from the channel mounted
 * upon, never from the mounted one, so it leaves the mounted tree.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	MAXWELEM	= 16,		/* names in one 9P walk */
};

/* where a walk is */
typedef struct Pos Pos;
struct Pos
{
	Chan	*c;
	Mhead	*mh;		/* c is its first mount; nil: not crossed */
	Path	*path;		/* name of c */
};

/* the device's walk; nil and text in up->errstr if it fails */
static Walkqid*
ewalk(Chan *c, char **names, int n)
{
	Walkqid *wq;

	if(waserror())
		return nil;
	wq = devtab[c->type]->walk(c, nil, names, n);
	poperror();
	return wq;
}

/* try the second and further members; type and dev are the one's that knew */
static Walkqid*
unionwalk(Mhead *mh, char **names, int n, int *type, int *dev)
{
	int i;
	Chan *c;
	Walkqid *wq;

	for(i = 1; (c = unionchan(mh, i)) != nil; i++){
		wq = ewalk(c, names, n);
		*type = c->type;
		*dev = c->dev;
		cclose(c);
		if(wq != nil)
			return wq;
	}
	return nil;
}

/* names that can go to the device at once: up to the next `..' */
static int
together(char **names, int n)
{
	int i;

	if(n > MAXWELEM)
		n = MAXWELEM;
	for(i = 0; i < n; i++)
		if(strcmp(names[i], "..") == 0)
			return i == 0? 1: i;
	return n;
}

static int
fail(char *e)
{
	kstrcpy(up->errstr, e, ERRMAX);
	return -1;
}

/* names[0..n) were walked and led to c; mh as in Pos */
static int
advance(Pos *p, Chan *c, Mhead *mh, char **names, int n)
{
	int i;

	cclose(p->c);
	putmhead(p->mh);
	p->c = c;
	p->mh = mh;
	if(waserror())
		return -1;
	for(i = 0; i < n; i++)
		addelem(&p->path, names[i]);
	poperror();
	if(mh != nil){
		p->path = uniquepath(p->path);
		setmtpt(p->path, mh->from);
	}
	return n;
}

/* one step to `..' */
static int
stepup(Pos *p, char **names)
{
	Walkqid *wq;
	Chan *c;

	wq = ewalk(p->c, names, 1);
	if(wq == nil)
		return -1;
	c = wq->clone;
	free(wq);
	if(c == nil)
		return fail(Enonexist);
	if(advance(p, c, nil, names, 1) < 0)
		return -1;
	p->c = undomount(p->c, p->path);
	return 1;
}

/* why wq, which the device gave for a walk of several, ends early */
static int
stopped(Walkqid *wq, int *nok)
{
	*nok += wq->nqid;
	if(wq->nqid > 0 && (wq->qid[wq->nqid-1].type & QTDIR) == 0)
		return fail(Enotdir);
	*nok += 1;
	return fail(Enonexist);
}

/*
 * one step along at most n names; gives how many were used, or -1 with
 * *nok increased by those to be shown in the error
 */
static int
step(Pos *p, char **names, int n, int nomount, int *nok)
{
	int i, type, dev;
	Walkqid *wq;
	Chan *nc;
	Mhead *nmh;

	if((p->c->qid.type & QTDIR) == 0)
		return fail(Enotdir);
	n = together(names, n);
	if(strcmp(names[0], "..") == 0)
		return stepup(p, names);
	if(!nomount && p->mh == nil)
		domount(&p->c, &p->mh, &p->path);
	type = p->c->type;
	dev = p->c->dev;
	wq = ewalk(p->c, names, n);
	if(wq == nil && p->mh != nil)
		wq = unionwalk(p->mh, names, n, &type, &dev);
	if(wq == nil){
		*nok += 1;
		return -1;
	}
	nc = nil;
	nmh = nil;
	if(!nomount)
		for(i = 0; i < wq->nqid && i < n-1; i++)
			if(findmount(&nc, &nmh, type, dev, wq->qid[i]))
				break;
	if(nc != nil){
		n = i+1;
		if(wq->clone != nil)
			cclose(wq->clone);
	}else if((nc = wq->clone) == nil){
		stopped(wq, nok);
		n = -1;
	}else
		n = wq->nqid;
	free(wq);
	if(n < 0)
		return -1;
	return advance(p, nc, nmh, names, n);
}

/* make p->c the caller's own, named p->path */
static int
settle(Pos *p)
{
	Walkqid *wq;
	Chan *c;

	if(p->c->ref != 1){
		wq = ewalk(p->c, nil, 0);
		if(wq == nil)
			return -1;
		c = wq->clone;
		free(wq);
		if(c == nil)
			return fail("clone failed");
		cclose(p->c);
		p->c = c;
	}
	if(p->c->umh != nil){
		putmhead(p->c->umh);
		p->c->umh = nil;
	}
	pathclose(p->c->path);
	p->c->path = p->path;
	p->path = nil;
	return 0;
}

/*
 * Walks *cp along names[0..nnames), replacing it by a channel of the
 * caller's own; mount points are ignored if nomount.  Gives 0, or -1 with
 * the text in up->errstr and in *nerror (unless nil) the number of names
 * up to the one to blame; *cp stays then.  Process context; may sleep.
 */
int
walk(Chan **cp, char **names, int nnames, int nomount, int *nerror)
{
	int nhave, n;
	Pos p;

	p.c = *cp;
	incref(p.c);
	p.path = p.c->path;
	incref(p.path);
	p.mh = nil;
	for(nhave = 0; nhave < nnames; nhave += n){
		n = step(&p, names+nhave, nnames-nhave, nomount, &nhave);
		if(n < 0)
			goto Fail;
	}
	if(settle(&p) < 0)
		goto Fail;
	putmhead(p.mh);
	cclose(*cp);
	*cp = p.c;
	return 0;

Fail:
	if(nerror != nil)
		*nerror = nhave;
	putmhead(p.mh);
	cclose(p.c);
	pathclose(p.path);
	return -1;
}
