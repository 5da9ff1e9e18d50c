/*
 * The mount table.  Each name space (Pgrp) has a hash table of Mheads,
 * one for each file that something was mounted or bound upon, found by
 * the qid of that file (`from').  An Mhead lists in order what is there
 * now: one Mount for a plain mount, several for a union directory.
 *
 * The ns lock of the Pgrp covers the hash table, the lock of the Mhead its
 * list; ns is taken first.  An Mhead's `from' never changes.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	MAXMOUNT	= 2000,		/* Mounts in one name space */
};

static Ref mountids;

/*
 * Gives a Mount of channel to (which gains a reference) under mh, with
 * bind flags flag and a copy of spec (or nil).
 */
Mount*
newmount(Mhead *mh, Chan *to, int flag, char *spec)
{
	Mount *nm;

	nm = smalloc(sizeof(Mount));
	nm->to = to;
	incref(to);
	nm->head = mh;
	nm->mflag = flag;
	nm->mountid = incref(&mountids);
	if(spec != nil)
		kstrdup(&nm->spec, spec);
	return nm;
}

/* Frees a list of Mounts. */
void
mountfree(Mount *f)
{
	Mount *next;

	for(; f != nil; f = next){
		next = f->next;
		cclose(f->to);
		free(f->spec);
		free(f);
	}
}

/* Gives an empty Mhead, one reference, for mounts upon from. */
Mhead*
newmhead(Chan *from)
{
	Mhead *mh;

	mh = smalloc(sizeof(Mhead));
	mh->ref = 1;
	mh->from = from;
	incref(from);
	return mh;
}

/* Drops one reference to mh (or nil); the last frees it and its mounts. */
void
putmhead(Mhead *mh)
{
	if(mh == nil || decref(mh) > 0)
		return;
	cclose(mh->from);
	mountfree(mh->mount);
	free(mh);
}

/* link in the hash chain that points to what is mounted on type, dev, qid */
static Mhead**
lookmount(Pgrp *pg, int type, int dev, Qid qid)
{
	Mhead **l;

	for(l = &MOUNTH(pg, qid); *l != nil; l = &(*l)->hash)
		if(eqchantdqid((*l)->from, type, dev, qid, 1))
			break;
	return l;
}

/*
 * If something is mounted on the file type, dev, qid in the caller's name
 * space, puts the (first) channel mounted there in *cp and the Mhead in
 * *mp, each with a reference, dropping what they had before, and gives 1.
 * Else 0.
 */
int
findmount(Chan **cp, Mhead **mp, int type, int dev, Qid qid)
{
	Pgrp *pg;
	Mhead *mh;
	Chan *c;

	pg = up->pgrp;
	if(MOUNTH(pg, qid) == nil)
		return 0;
	rlock(&pg->ns);
	mh = *lookmount(pg, type, dev, qid);
	if(mh == nil){
		runlock(&pg->ns);
		return 0;
	}
	rlock(&mh->lock);
	runlock(&pg->ns);
	if(mh->mount == nil){		/* just unmounted */
		runlock(&mh->lock);
		return 0;
	}
	incref(mh);
	c = mh->mount->to;
	incref(c);
	runlock(&mh->lock);
	if(*mp != nil)
		putmhead(*mp);
	*mp = mh;
	if(*cp != nil)
		cclose(*cp);
	*cp = c;
	return 1;
}

/*
 * Steps from *cp to what is mounted on it, if anything is, as findmount
 * does; *pp, if pp is not nil, then remembers the way back.
 */
int
domount(Chan **cp, Mhead **mp, Path **pp)
{
	if(!findmount(cp, mp, (*cp)->type, (*cp)->dev, (*cp)->qid))
		return 0;
	if(pp != nil){
		*pp = uniquepath(*pp);
		setmtpt(*pp, (*mp)->from);
	}
	return 1;
}

/*
 * Gives the i'th channel of a union, with a reference; nil beyond the last.
 */
Chan*
unionchan(Mhead *mh, int i)
{
	Mount *f;
	Chan *c;

	rlock(&mh->lock);
	for(f = mh->mount; f != nil && i > 0; f = f->next)
		i--;
	c = nil;
	if(f != nil){
		c = f->to;
		incref(c);
	}
	runlock(&mh->lock);
	return c;
}

/* copies of the second and later mounts of the union um, flags flag, at *h */
static void
copyunion(Mount **h, Mhead *um, int flag)
{
	Mount *f;

	rlock(&um->lock);
	if(um->mount != nil)
		for(f = um->mount->next; f != nil; f = f->next){
			*h = newmount(nil, f->to, flag, f->spec);
			h = &(*h)->next;
		}
	runlock(&um->lock);
}

static int
mountlen(Mount *f)
{
	int n;

	for(n = 0; f != nil; f = f->next)
		n++;
	return n;
}

/* put the list nm at mh in the place that order says */
static void
linkmount(Mhead *mh, Mount *nm, int order)
{
	Mount **l;

	switch(order){
	case MREPL:
		mountfree(mh->mount);
		mh->mount = nm;
		break;
	case MAFTER:
		for(l = &mh->mount; *l != nil; l = &(*l)->next)
			;
		*l = nm;
		break;
	case MBEFORE:
		for(l = &nm; *l != nil; l = &(*l)->next)
			;
		*l = mh->mount;
		mh->mount = nm;
		break;
	}
}

/* the Mhead for old, made now if there is none; ns is locked */
static Mhead*
mheadfor(Pgrp *pg, Chan *old, int order)
{
	Mhead **l;

	l = lookmount(pg, old->type, old->dev, old->qid);
	if(*l == nil){
		*l = newmhead(old);
		if(order != MREPL){
			(*l)->mount = newmount(*l, old, 0, nil);
			pg->nmount++;
		}
	}
	return *l;
}

/*
 * Mounts *newp, which the caller alone holds, on old with bind flags flag;
 * spec (or nil) is what a mount call gave.  If *newp is a union (umh is
 * set, and is cleared here), all of it is bound.  Gives the mount
 * id, > 0.  Raises Emount for a file on a directory or the reverse, for
 * creation in a union that forbids it, and "too many mounts".
 */
int
cmount(Chan **newp, Chan *old, int flag, char *spec)
{
	int order, id;
	Pgrp *pg;
	Mhead *mh, *um;
	Mount *nm;

	if(((*newp)->qid.type ^ old->qid.type) & QTDIR)
		error(Emount);
	order = flag & MORDER;
	if((old->qid.type & QTDIR) == 0 && order != MREPL)
		error(Emount);
	um = (*newp)->umh;
	if((flag & MCREATE) && um != nil && um->mount != nil)
		if(um->mount->next != nil || !(um->mount->mflag & MCREATE))
			error(Emount);

	nm = newmount(nil, *newp, flag, spec);
	if(um != nil){
		copyunion(&nm->next, um, order == MREPL? MAFTER: order);
		(*newp)->umh = nil;
		putmhead(um);
	}
	pg = up->pgrp;
	wlock(&pg->ns);
	if(pg->nmount + mountlen(nm) > MAXMOUNT){
		wunlock(&pg->ns);
		mountfree(nm);
		error("too many mounts in name space");
	}
	mh = mheadfor(pg, old, order);
	wlock(&mh->lock);
	if(order == MREPL)
		pg->nmount -= mountlen(mh->mount);
	pg->nmount += mountlen(nm);
	/* the ids tell the order; old's may just have been made */
	id = incref(&mountids);
	nm->mountid = id;
	linkmount(mh, nm, order);
	for(; nm != nil; nm = nm->next)
		nm->head = mh;
	wunlock(&mh->lock);
	wunlock(&pg->ns);
	return id;
}

/* take what is mounted at *l off the hash table; ns is locked, mh->lock not */
static void
unlinkmhead(Pgrp *pg, Mhead **l)
{
	Mhead *mh;
	Mount *f;

	mh = *l;
	*l = mh->hash;
	wlock(&mh->lock);
	f = mh->mount;
	mh->mount = nil;
	wunlock(&mh->lock);
	pg->nmount -= mountlen(f);
	wunlock(&pg->ns);
	mountfree(f);
	putmhead(mh);
}

/* does mounted, as unmount found it, mean the mount f */
static int
ismounted(Mount *f, Chan *mounted)
{
	if(eqchan(f->to, mounted, 1))
		return 1;
	return f->to->mchan != nil && eqchan(f->to->mchan, mounted, 1);
}

/*
 * Undoes the mount of mounted on mnt; of all that is mounted on mnt if
 * mounted is nil.  Raises Eunmount, Eunion.
 */
void
cunmount(Chan *mnt, Chan *mounted)
{
	Pgrp *pg;
	Mhead **l, *mh;
	Mount *f, **p;

	pg = up->pgrp;
	wlock(&pg->ns);
	l = lookmount(pg, mnt->type, mnt->dev, mnt->qid);
	mh = *l;
	if(mh == nil){
		wunlock(&pg->ns);
		error(Eunmount);
	}
	if(mounted == nil){
		unlinkmhead(pg, l);
		return;
	}
	wlock(&mh->lock);
	for(p = &mh->mount; (f = *p) != nil; p = &f->next)
		if(ismounted(f, mounted))
			break;
	if(f == nil){
		wunlock(&mh->lock);
		wunlock(&pg->ns);
		error(Eunion);
	}
	*p = f->next;
	f->next = nil;
	pg->nmount--;
	wunlock(&mh->lock);
	if(mh->mount == nil)
		unlinkmhead(pg, l);
	else
		wunlock(&pg->ns);
	mountfree(f);
}
