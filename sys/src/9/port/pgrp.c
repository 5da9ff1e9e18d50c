/*
 * What processes share in groups: the name space (Pgrp), the file
 * descriptors (Fgrp) and the meeting place of rendezvous (Rgrp).  Each is
 * counted; rfork shares, copies or renews them.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

static Ref pgrpids;

/* Gives an empty name space, one reference. */
Pgrp*
newpgrp(void)
{
	Pgrp *p;

	p = smalloc(sizeof(Pgrp));
	p->ref = 1;
	p->pgrpid = incref(&pgrpids);
	return p;
}

/* Drops one reference to p (or nil); the last unmounts everything. */
void
closepgrp(Pgrp *p)
{
	int i;
	Mhead *mh, *next;

	if(p == nil || decref(p) > 0)
		return;
	for(i = 0; i < MNTHASH; i++)
		for(mh = p->mnthash[i]; mh != nil; mh = next){
			next = mh->hash;
			mh->hash = nil;
			putmhead(mh);
		}
	free(p);
}

/* a copy of mh, which is locked, and its mounts at *l; 0: no memory */
static int
mheadcpy(Mhead **l, Mhead *mh)
{
	Mhead *nh;
	Mount *f, **fl;

	if(memlow())
		return 0;
	nh = newmhead(mh->from);
	*l = nh;
	fl = &nh->mount;
	for(f = mh->mount; f != nil; f = f->next){
		*fl = newmount(nh, f->to, f->mflag, f->spec);
		(*fl)->mountid = f->mountid;
		fl = &(*fl)->next;
	}
	return 1;
}

/*
 * Makes the empty name space to equal to from, mount ids too.  Raises
 * Enomem; then to has some of it.
 */
void
pgrpcpy(Pgrp *to, Pgrp *from)
{
	int i, ok;
	Mhead *mh, **l;

	rlock(&from->ns);
	to->noattach = from->noattach;
	to->nmount = from->nmount;
	for(i = 0; i < MNTHASH; i++){
		l = &to->mnthash[i];
		for(mh = from->mnthash[i]; mh != nil; mh = mh->hash){
			rlock(&mh->lock);
			ok = mheadcpy(l, mh);
			runlock(&mh->lock);
			if(!ok){
				runlock(&from->ns);
				error(Enomem);
			}
			l = &(*l)->hash;
		}
	}
	runlock(&from->ns);
}

/* Gives an empty rendezvous group, one reference. */
Rgrp*
newrgrp(void)
{
	Rgrp *r;

	r = smalloc(sizeof(Rgrp));
	r->ref = 1;
	return r;
}

/* Drops one reference to r (or nil). */
void
closergrp(Rgrp *r)
{
	if(r != nil && decref(r) == 0)
		free(r);
}

/* tables for n descriptors; 0 if there is no memory */
static int
fdtables(Fgrp *f, int n)
{
	f->fd = malloc(n*sizeof(Chan*));
	f->flag = malloc(n);
	if(f->fd == nil || f->flag == nil){
		free(f->fd);
		free(f->flag);
		return 0;
	}
	memset(f->fd, 0, n*sizeof(Chan*));
	memset(f->flag, 0, n);
	f->nfd = n;
	return 1;
}

/* Gives an empty descriptor table, one reference.  Raises Enomem. */
Fgrp*
newfgrp(void)
{
	Fgrp *f;

	f = smalloc(sizeof(Fgrp));
	f->ref = 1;
	if(!fdtables(f, DELTAFD)){
		free(f);
		error(Enomem);
	}
	return f;
}

/*
 * Gives a copy of f, one reference, on the same channels; an empty table
 * if f is nil.  Raises Enomem.
 */
Fgrp*
dupfgrp(Fgrp *f)
{
	Fgrp *nf;
	Chan *c;
	int i, n;

	if(f == nil)
		return newfgrp();
	nf = smalloc(sizeof(Fgrp));
	nf->ref = 1;
	n = f->nfd;
	for(;;){
		if(!fdtables(nf, n)){
			free(nf);
			error(Enomem);
		}
		lock(f);
		if(f->maxfd < n)
			break;
		n = f->nfd;		/* it grew meanwhile */
		unlock(f);
		free(nf->fd);
		free(nf->flag);
	}
	nf->maxfd = f->maxfd;
	for(i = 0; i <= f->maxfd; i++){
		c = f->fd[i];
		if(c != nil){
			incref(c);
			nf->fd[i] = c;
			nf->flag[i] = f->flag[i];
		}
	}
	unlock(f);
	return nf;
}

/*
 * Makes room in f, which is locked, for descriptor fd.  Gives 0 and
 * unlocks f if there cannot be; else 1, f locked, though it was not in
 * between.
 */
int
growfd(Fgrp *f, int fd)
{
	Fgrp t;
	Chan **ofd;
	uchar *oflag;
	int n;

	while(fd >= f->nfd){
		n = f->nfd + DELTAFD;
		if(fd >= n)
			n = ROUND(fd+1, DELTAFD);
		if(n > MAXFD)
			n = MAXFD;
		unlock(f);
		if(fd >= MAXFD || !fdtables(&t, n))
			return 0;
		lock(f);
		ofd = t.fd;
		oflag = t.flag;
		if(n > f->nfd){
			memmove(t.fd, f->fd, f->nfd*sizeof(Chan*));
			memmove(t.flag, f->flag, f->nfd);
			ofd = f->fd;
			oflag = f->flag;
			f->fd = t.fd;
			f->flag = t.flag;
			f->nfd = n;
		}
		unlock(f);
		free(ofd);
		free(oflag);
		lock(f);
	}
	return 1;
}

/*
 * Drops one reference to f (or nil); the last closes all descriptors.  A
 * process that has been killed does not wait for file servers.
 */
void
closefgrp(Fgrp *f)
{
	int i, killed;

	if(f == nil || decref(f) > 0)
		return;
	killed = up->procctl == Proc_exitme || up->procctl == Proc_exitbig;
	for(i = 0; i <= f->maxfd; i++)
		if(f->fd[i] == nil)
			continue;
		else if(killed)
			ccloseq(f->fd[i]);
		else
			cclose(f->fd[i]);
	free(f->fd);
	free(f->flag);
	free(f);
}
