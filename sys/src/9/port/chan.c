/*
 * Channels.  A Chan is the kernel's hold on a file: the device that has
 * it, the device's qid for it, whether it is open, and the Path by which
 * it was reached.  Channels are counted; the last cclose tells the device
 * and frees the memory.
 *
 * A channel holds its Path, the Path holds the channels crossed on the
 * way, and those hold their own Paths, as deep as a user cares to nest
 * mounts.  So cclose never recurses: a channel whose last reference goes
 * while another is being closed waits in up->closeq.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

/* channels whose close may take long, closed by a kernel process */
static struct
{
	Lock;
	Chan	*head;
	Chan	*tail;
	Rendez	r;
} slowq;

/*
 * Gives a channel on nothing (type -1 until the caller sets it) with one
 * reference and no path.  Process context; waits for memory.
 */
Chan*
newchan(void)
{
	Chan *c;

	c = smalloc(sizeof(Chan));
	c->ref = 1;
	c->type = (ushort)-1;
	return c;
}

/*
 * Gives back the memory of c and what it holds, without telling the
 * device: for a channel that has no device yet, or that was told.
 */
void
chanfree(Chan *c)
{
	c->flag = CFREE;
	if(c->dirrock != nil)
		free(c->dirrock);
	if(c->umh != nil)
		putmhead(c->umh);
	if(c->umc != nil)
		cclose(c->umc);
	if(c->mchan != nil)
		cclose(c->mchan);
	if(c->mux != nil)
		mntclosed(c->mux);
	pathclose(c->path);
	free(c);
}

/* the last reference to c is gone */
static void
closechan(Chan *c)
{
	if(c->type != (ushort)-1 && !waserror()){
		devtab[c->type]->close(c);
		poperror();
	}
	chanfree(c);
}

/*
 * Drops one reference to c, closing it if that was the last one.  Any
 * process, with no spin locks held; raises no errors.  The device's close
 * may sleep.
 */
void
cclose(Chan *c)
{
	if(c->flag & CFREE)
		panic("cclose: channel %#lux closed twice", (ulong)c);
	if(decref(c) > 0)
		return;
	if(up->closing){
		c->link = up->closeq;
		up->closeq = c;
		return;
	}
	up->closing = 1;
	for(;;){
		closechan(c);
		c = up->closeq;
		if(c == nil)
			break;
		up->closeq = c->link;
	}
	up->closing = 0;
}

static int
slowwork(void *v)
{
	USED(v);
	return slowq.head != nil;
}

/* kernel process: closes what is in slowq, for ever */
static void
slowproc(void *v)
{
	Chan *c;

	USED(v);
	while(waserror())
		;
	for(;;){
		sleep(&slowq.r, slowwork, nil);
		lock(&slowq);
		c = slowq.head;
		if(c != nil)
			slowq.head = c->next;
		unlock(&slowq);
		if(c != nil)
			cclose(c);
	}
}

/*
 * Drops one reference to c as cclose does, but never waits for the
 * device: a close that may take long is left to a kernel process.
 */
void
ccloseq(Chan *c)
{
	if(c->mchan == nil || c->ref > 1){
		cclose(c);
		return;
	}
	lock(&slowq);
	c->next = nil;
	if(slowq.head == nil)
		slowq.head = c;
	else
		slowq.tail->next = c;
	slowq.tail = c;
	unlock(&slowq);
	wakeup(&slowq.r);
}

/*
 * Gives a second, unopened channel on the file of c, under the same name.
 * Raises what the device's walk raises.
 */
Chan*
cclone(Chan *c)
{
	Chan *nc;
	Walkqid *wq;

	if(c == nil || (c->flag & CFREE))
		panic("cclone: channel %#lux is free", (ulong)c);
	wq = devtab[c->type]->walk(c, nil, nil, 0);
	if(wq == nil)
		error("clone failed");
	nc = wq->clone;
	free(wq);
	if(nc == nil)
		error("clone failed");
	if(nc->path != c->path){
		pathclose(nc->path);
		nc->path = c->path;
		if(c->path != nil)
			incref(c->path);
	}
	return nc;
}

/*
 * Gives a channel on c's file that nobody else holds: c itself if the
 * caller has the only reference, else a clone, and c is closed.
 */
Chan*
cunique(Chan *c)
{
	Chan *nc;

	if(c->ref != 1){
		nc = cclone(c);
		cclose(c);
		c = nc;
	}
	if(c->umh != nil){
		putmhead(c->umh);
		c->umh = nil;
	}
	return c;
}

/* 1 if a and b are the same version of the same file */
int
eqqid(Qid a, Qid b)
{
	return a.path == b.path && a.vers == b.vers;
}

/*
 * 1 if a and b are channels on the same file; with pathonly the version
 * may differ.
 */
int
eqchan(Chan *a, Chan *b, int pathonly)
{
	return eqchantdqid(a, b->type, b->dev, b->qid, pathonly);
}

/* as eqchan, b given by its device type, instance and qid */
int
eqchantdqid(Chan *a, int type, int dev, Qid qid, int pathonly)
{
	if(a->qid.path != qid.path || a->type != type || (int)a->dev != dev)
		return 0;
	return pathonly || a->qid.vers == qid.vers;
}

/* Raises Enotdir unless c is a directory. */
void
isdir(Chan *c)
{
	if((c->qid.type & QTDIR) == 0)
		error(Enotdir);
}

/* Resets all devices, before the first process. */
void
chandevreset(void)
{
	int i;

	for(i = 0; devtab[i] != nil; i++)
		devtab[i]->reset();
}

/*
 * Initialises all devices, and starts the process for ccloseq; the first
 * process does it.
 */
void
chandevinit(void)
{
	int i;

	kerndate = seconds();
	kproc("closeproc", slowproc, nil);
	for(i = 0; devtab[i] != nil; i++)
		devtab[i]->init();
}

/* Shuts all devices down, the last one first. */
void
chandevshutdown(void)
{
	int i;

	for(i = 0; devtab[i] != nil; i++)
		;
	for(i--; i >= 0; i--)
		devtab[i]->shutdown();
}
