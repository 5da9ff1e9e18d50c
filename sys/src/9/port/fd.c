/*
 * File descriptors: small numbers for the channels in up->fgrp.  Close on
 * exec belongs to the descriptor, not to the channel.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

/* may a channel opened for have be used for want (OREAD, OWRITE) */
static int
modeok(int have, int want)
{
	if(want < 0 || have == ORDWR)
		return 1;
	if(want & OTRUNC){
		if(have == OREAD)
			return 0;
		want &= ~OTRUNC;
	}
	return have == want;
}

/*
 * Gives the channel of descriptor fd, with a reference if iref; mode -1
 * takes any, else it must be open for mode.  Raises Ebadfd; Ebadusefd if
 * the mode is wrong, or, with chkmnt, if the channel is that of a mount.
 */
Chan*
fdtochan(int fd, int mode, int chkmnt, int iref)
{
	Chan *c;
	Fgrp *f;

	f = up->fgrp;
	lock(f);
	if(fd < 0 || fd > f->maxfd || (c = f->fd[fd]) == nil){
		unlock(f);
		error(Ebadfd);
	}
	if(iref)
		incref(c);
	unlock(f);
	if((chkmnt && (c->flag & CMSG)) || !modeok(c->mode, mode)){
		if(iref)
			cclose(c);
		error(Ebadusefd);
	}
	return c;
}

/* the lowest free descriptor; f is locked; -1: none, and f unlocked */
static int
findfree(Fgrp *f)
{
	int fd;

	for(fd = 0; ; fd++){
		if(fd >= f->nfd && !growfd(f, fd))
			return -1;
		if(f->fd[fd] == nil)
			break;
	}
	if(fd > f->maxfd)
		f->maxfd = fd;
	return fd;
}

/*
 * Gives a new descriptor, the lowest free, for c, whose reference it takes
 * over; OCEXEC in mode makes it close on exec.  -1 if there are too many.
 */
int
newfd(Chan *c, int mode)
{
	int fd;
	Fgrp *f;

	f = up->fgrp;
	lock(f);
	fd = findfree(f);
	if(fd < 0)
		return -1;
	f->fd[fd] = c;
	f->flag[fd] = (mode & OCEXEC)? CCEXEC: 0;
	unlock(f);
	return fd;
}

/*
 * Makes fd mean c, whose reference it takes over, closing what fd was;
 * not close on exec.  Raises Ebadfd, with c left to the caller.
 */
void
setfd(int fd, Chan *c)
{
	Chan *old;
	Fgrp *f;

	if(fd < 0)
		error(Ebadfd);
	f = up->fgrp;
	lock(f);
	if(!growfd(f, fd))
		error(Ebadfd);
	if(fd > f->maxfd)
		f->maxfd = fd;
	old = f->fd[fd];
	f->fd[fd] = c;
	f->flag[fd] = 0;
	unlock(f);
	if(old != nil)
		cclose(old);
}

/*
 * Closes descriptor fd, if it is open and, when flag is not 0, its flags
 * have flag (CCEXEC).
 */
void
fdclose(int fd, int flag)
{
	Chan *c;
	Fgrp *f;

	f = up->fgrp;
	lock(f);
	if(fd < 0 || fd > f->maxfd || (c = f->fd[fd]) == nil
	|| (flag != 0 && (f->flag[fd] & flag) == 0)){
		unlock(f);
		return;
	}
	f->fd[fd] = nil;
	f->flag[fd] = 0;
	while(f->maxfd > 0 && f->fd[f->maxfd] == nil)
		f->maxfd--;
	unlock(f);
	cclose(c);
}

/* 1 if descriptor fd is to be closed on exec */
int
fdcexec(int fd)
{
	int r;
	Fgrp *f;

	f = up->fgrp;
	lock(f);
	r = fd >= 0 && fd <= f->maxfd && (f->flag[fd] & CCEXEC) != 0;
	unlock(f);
	return r;
}
