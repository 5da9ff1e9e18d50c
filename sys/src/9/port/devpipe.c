/*
 * #|, pipes.  Each attach makes a pair of queues; `data' writes into one
 * and reads from the other, `data1' the reverse.  A write is a record: a
 * read gives bytes of one only.  When one end has been closed by all, the
 * other reads what is left, then 0, then an error; and who writes to it gets
 * a note.  When both are closed, the pipe is as new.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Pipesize	= 256*1024,	/* bytes queued each way */

	Qdir		= 0,
	Qdata0,
	Qdata1,
};

typedef struct Pipe Pipe;
struct Pipe
{
	Ref;			/* channels */
	QLock;			/* of open */
	ulong	path;		/* tells pipes apart */
	Queue	*q[2];
	int	open[2];	/* channels open at each end */
};

static Ref pipes;

/* qid.path is the pipe's number and one of Qdir, Qdata0, Qdata1 */
static int
which(Chan *c)
{
	return c->qid.path & 3;
}

static Qid
pipeqid(Pipe *p, int i)
{
	return (Qid){(uvlong)p->path<<2 | i, 0, i == Qdir? QTDIR: QTFILE};
}

/* a new pipe; c is its directory */
static Chan*
pipeattach(char *spec)
{
	Pipe *p;
	Chan *c;

	if(spec[0] != '\0')
		error(Ebadarg);
	p = malloc(sizeof(Pipe));
	if(p == nil)
		error(Enomem);
	p->ref = 1;
	p->q[0] = qopen(Pipesize, 0, nil, nil);
	p->q[1] = qopen(Pipesize, 0, nil, nil);
	if(p->q[0] == nil || p->q[1] == nil){
		qfree(p->q[0]);
		qfree(p->q[1]);
		free(p);
		error(Enomem);
	}
	p->path = incref(&pipes);
	c = devattach('|', spec);
	c->qid = pipeqid(p, Qdir);
	c->aux = p;
	return c;
}

/* the two ends; their length is what a read would find */
static int
pipegen(Chan *c, char *name, Dirtab *tab, int ntab, int i, Dir *dp)
{
	static char *names[] = { "data", "data1" };
	Pipe *p;
	int len;

	USED(name, tab, ntab);
	p = c->aux;
	if(i == DEVDOTDOT){
		devdir(c, pipeqid(p, Qdir), "#|", 0, eve, 0555, dp);
		return 1;
	}
	if(i >= nelem(names))
		return -1;
	len = qlen(p->q[i]);
	devdir(c, pipeqid(p, Qdata0+i), names[i], len, eve, 0666, dp);
	return 1;
}

/* each channel counts, open or not */
static Walkqid*
pipewalk(Chan *c, Chan *nc, char **name, int nname)
{
	Walkqid *wq;

	wq = devwalk(c, nc, name, nname, nil, 0, pipegen);
	if(wq != nil && wq->clone != nil && wq->clone != c)
		incref((Pipe*)c->aux);
	return wq;
}

static int
pipestat(Chan *c, uchar *db, int n)
{
	return devstat(c, db, n, nil, 0, pipegen);
}

/* an end may be opened by many; see pipeclose */
static Chan*
pipeopen(Chan *c, int omode)
{
	Pipe *p;
	int i;

	p = c->aux;
	i = which(c) - Qdata0;
	if(i < 0){
		if(omode != OREAD)
			error(Ebadarg);
	}else{
		omode = openmode(omode);
		qlock(p);
		p->open[i]++;
		qunlock(p);
		c->iounit = Pipesize/4;
	}
	c->mode = omode;
	c->offset = 0;
	c->flag |= COPEN;
	return c;
}

/* the last of an end hangs up, the last of all frees the pipe */
static void
pipeclose(Chan *c)
{
	Pipe *p;
	int i;

	p = c->aux;
	i = which(c) - Qdata0;
	if((c->flag & COPEN) && i >= 0){
		qlock(p);
		if(--p->open[i] == 0){
			qclose(p->q[i]);		/* nobody reads */
			qhangup(p->q[!i], nil);		/* nobody writes */
			if(p->open[!i] == 0){
				qclose(p->q[!i]);
				qreopen(p->q[0]);
				qreopen(p->q[1]);
			}
		}
		qunlock(p);
	}
	if(decref(p) == 0){
		qfree(p->q[0]);
		qfree(p->q[1]);
		free(p);
	}
}

/* data reads queue 0, data1 queue 1 */
static long
piperead(Chan *c, void *va, long n, vlong off)
{
	Pipe *p;

	USED(off);
	p = c->aux;
	switch(which(c)){
	case Qdata0:
		return qread(p->q[0], va, n);
	case Qdata1:
		return qread(p->q[1], va, n);
	}
	return devdirread(c, va, n, nil, 0, pipegen);
}

/* for devmnt: a whole Block, uncopied */
static Block*
pipebread(Chan *c, long n, ulong off)
{
	Pipe *p;

	p = c->aux;
	switch(which(c)){
	case Qdata0:
		return qbread(p->q[0], n);
	case Qdata1:
		return qbread(p->q[1], n);
	}
	return devbread(c, n, off);
}

/* the note to who writes where nobody reads; not for mounted pipes */
static void
pipenote(Chan *c)
{
	if((c->flag & CMSG) == 0 && strcmp(up->errstr, Ehungup) == 0)
		postnote(up, 1, "sys: write on closed pipe", NUser);
	nexterror();
}

/* data writes to queue 1, data1 to queue 0 */
static long
pipewrite(Chan *c, void *va, long n, vlong off)
{
	Pipe *p;

	USED(off);
	p = c->aux;
	if(waserror())
		pipenote(c);
	switch(which(c)){
	case Qdata0:
		n = qwrite(p->q[1], va, n);
		break;
	case Qdata1:
		n = qwrite(p->q[0], va, n);
		break;
	default:
		error(Eperm);
	}
	poperror();
	return n;
}

/* as pipewrite; the Block is the queue's then */
static long
pipebwrite(Chan *c, Block *b, ulong off)
{
	Pipe *p;
	long n;

	USED(off);
	p = c->aux;
	if(waserror())
		pipenote(c);
	n = 0;
	switch(which(c)){
	case Qdata0:
		n = qbwrite(p->q[1], b);
		break;
	case Qdata1:
		n = qbwrite(p->q[0], b);
		break;
	default:
		freeb(b);
		error(Eperm);
	}
	poperror();
	return n;
}

Dev pipedevtab = {
	.dc = '|',
	.name = "pipe",

	.reset = devreset,
	.init = devinit,
	.shutdown = devshutdown,
	.attach = pipeattach,
	.walk = pipewalk,
	.stat = pipestat,
	.open = pipeopen,
	.create = devcreate,
	.close = pipeclose,
	.read = piperead,
	.bread = pipebread,
	.write = pipewrite,
	.bwrite = pipebwrite,
	.remove = devremove,
	.wstat = devwstat,
};
