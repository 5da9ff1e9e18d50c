/*
 * #s, the service registry: a file here stands for an open channel.
 * Creating one and writing a descriptor's number to it posts that
 * descriptor's channel; who opens the file gets the same channel, usually
 * one end of a pipe on whose other end a file server listens.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

typedef struct Srv Srv;
struct Srv
{
	char	*name;
	char	*owner;
	ulong	perm;
	Chan	*chan;		/* posted, nil: not yet */
	Srv	*link;
	ulong	path;
};

enum
{
	Maxsrv	= 1000,		/* entries */
	Maxname	= 96,		/* bytes of a name, with NUL */
};

static struct
{
	QLock;
	Srv	*list;		/* the oldest first */
	int	n;
	ulong	path;		/* of the last one made */
} srv;

/* link that points to the entry with this name, or if nil this path */
static Srv**
srvlook(char *name, ulong path)
{
	Srv **l;

	for(l = &srv.list; *l != nil; l = &(*l)->link)
		if(name != nil? strcmp((*l)->name, name) == 0:
		    (*l)->path == path)
			break;
	return l;
}

/* by name, by place, or (c a file) by c's own qid; strings go to genbuf */
static int
srvgen(Chan *c, char *name, Dirtab *tab, int ntab, int s, Dir *dp)
{
	Srv *sp;
	char *owner;

	USED(tab, ntab);
	if(s == DEVDOTDOT){
		devdir(c, (Qid){0, 0, QTDIR}, "#s", 0, eve, 0555, dp);
		return 1;
	}
	qlock(&srv);
	if(name != nil || (c->qid.type & QTDIR) == 0)
		sp = s > 0? nil: *srvlook(name, c->qid.path);
	else
		for(sp = srv.list; sp != nil && s > 0; sp = sp->link)
			s--;
	if(sp == nil){
		qunlock(&srv);
		return -1;
	}
	owner = up->genbuf+Maxname;
	kstrcpy(up->genbuf, sp->name, Maxname);
	kstrcpy(owner, sp->owner, sizeof up->genbuf - Maxname);
	devdir(c, (Qid){sp->path, 0, QTFILE}, up->genbuf, 0, owner,
		sp->perm, dp);
	qunlock(&srv);
	return 1;
}

static Chan*
srvattach(char *spec)
{
	return devattach('s', spec);
}

static Walkqid*
srvwalk(Chan *c, Chan *nc, char **name, int nname)
{
	return devwalk(c, nc, name, nname, nil, 0, srvgen);
}

static int
srvstat(Chan *c, uchar *db, int n)
{
	return devstat(c, db, n, nil, 0, srvgen);
}

/* may a channel open for have be given out for want */
static int
modefits(int have, int want)
{
	return have == ORDWR || have == want;
}

/* the posted channel takes the place of c */
static Chan*
srvopen(Chan *c, int omode)
{
	Srv *sp;
	Chan *nc;

	if(c->qid.type & QTDIR){
		if(omode != OREAD)
			error(Eisdir);
		c->mode = OREAD;
		c->flag |= COPEN;
		c->offset = 0;
		return c;
	}
	qlock(&srv);
	if(waserror()){
		qunlock(&srv);
		nexterror();
	}
	sp = *srvlook(nil, c->qid.path);
	if(sp == nil || sp->chan == nil)
		error(Eshutdown);
	if(omode & OTRUNC)
		error("srv file already exists");
	devpermcheck(sp->owner, sp->perm, omode);
	if(!modefits(sp->chan->mode, openmode(omode)))
		error(Eperm);
	nc = sp->chan;
	incref(nc);
	poperror();
	qunlock(&srv);
	cclose(c);
	return nc;
}

/* an entry without a channel, which the first write posts */
static void
srvcreate(Chan *c, char *name, int omode, ulong perm)
{
	Srv *sp;

	if(openmode(omode & ~OEXCL) != OWRITE || (perm & DMDIR))
		error(Eperm);
	if(strlen(name) >= Maxname)
		error(Etoolong);
	qlock(&srv);
	if(waserror()){
		qunlock(&srv);
		nexterror();
	}
	if(*srvlook(name, 0) != nil)
		error(Eexist);
	if(srv.n >= Maxsrv)
		error(Enodev);
	sp = smalloc(sizeof(Srv));
	kstrdup(&sp->name, name);
	kstrdup(&sp->owner, up->user);
	sp->perm = perm & 0777;
	sp->path = ++srv.path;
	*srvlook(nil, sp->path) = sp;
	srv.n++;
	c->qid = (Qid){sp->path, 0, QTFILE};
	poperror();
	qunlock(&srv);
	c->flag |= COPEN;
	c->mode = OWRITE;
	c->offset = 0;
}

/* take *l out of the list, which is locked; gives it */
static Srv*
srvunlink(Srv **l)
{
	Srv *sp;

	sp = *l;
	*l = sp->link;
	srv.n--;
	return sp;
}

static void
srvfree(Srv *sp)
{
	if(sp->chan != nil)
		cclose(sp->chan);
	free(sp->name);
	free(sp->owner);
	free(sp);
}

/* only the owner and eve may */
static void
srvremove(Chan *c)
{
	Srv *sp, **l;

	if(c->qid.type & QTDIR)
		error(Eperm);
	qlock(&srv);
	if(waserror()){
		qunlock(&srv);
		nexterror();
	}
	l = srvlook(nil, c->qid.path);
	if(*l == nil)
		error(Enonexist);
	if(strcmp((*l)->owner, up->user) != 0 && !iseve())
		error(Eperm);
	sp = srvunlink(l);
	poperror();
	qunlock(&srv);
	srvfree(sp);
}

/* an entry made with ORCLOSE goes */
static void
srvclose(Chan *c)
{
	Srv **l, *sp;

	if((c->flag & (COPEN|CRCLOSE)) != (COPEN|CRCLOSE))
		return;
	sp = nil;
	qlock(&srv);
	l = srvlook(nil, c->qid.path);
	if(*l != nil)
		sp = srvunlink(l);
	qunlock(&srv);
	if(sp != nil)
		srvfree(sp);
}

static long
srvread(Chan *c, void *va, long n, vlong off)
{
	USED(off);
	isdir(c);
	return devdirread(c, va, n, nil, 0, srvgen);
}

/* the channel of the descriptor that the n characters at va name */
static Chan*
srvchan(void *va, long n)
{
	char buf[16];
	Chan *c;
	int fd;

	if(n >= sizeof buf)
		error(Etoobig);
	memmove(buf, va, n);
	buf[n] = '\0';
	fd = strtoul(buf, nil, 0);
	c = fdtochan(fd, -1, 0, 1);
	if((c->flag & CRCLOSE) || fdcexec(fd)){
		cclose(c);
		error("posted fd has remove-on-close or close-on-exec");
	}
	if(c->qid.type & QTAUTH){
		cclose(c);
		error("cannot post auth file in srv");
	}
	return c;
}

/* post a descriptor of the caller */
static long
srvwrite(Chan *c, void *va, long n, vlong off)
{
	Srv *sp;
	Chan *nc;

	USED(off);
	nc = srvchan(va, n);
	qlock(&srv);
	if(waserror()){
		qunlock(&srv);
		cclose(nc);
		nexterror();
	}
	if(c->qid.type & QTDIR)
		error(Eperm);
	sp = *srvlook(nil, c->qid.path);
	if(sp == nil)
		error(Enonexist);
	if(sp->chan != nil)
		error(Ebadusefd);
	sp->chan = nc;
	poperror();
	qunlock(&srv);
	return n;
}

/* for wstat: give sp what d wants; the registry is locked */
static void
srvchange(Srv *sp, Dir *d)
{
	if(strcmp(sp->owner, up->user) != 0 && !iseve())
		error(Eperm);
	if(d->name[0] != '\0' && strcmp(d->name, sp->name) != 0){
		if(strchr(d->name, '/') != nil)
			error(Ebadchar);
		if(strlen(d->name) >= Maxname)
			error(Etoolong);
		if(*srvlook(d->name, 0) != nil)
			error(Eexist);
		kstrdup(&sp->name, d->name);
	}
	if(d->uid[0] != '\0' && strlen(d->uid) < KNAMELEN)
		kstrdup(&sp->owner, d->uid);
	if(d->mode != ~0UL)
		sp->perm = d->mode & 0777;
}

/* name, owner and permissions can change */
static int
srvwstat(Chan *c, uchar *dp, int n)
{
	Srv *sp;
	Dir d;
	char *strs;

	if(c->qid.type & QTDIR)
		error(Eperm);
	strs = smalloc(n);
	qlock(&srv);
	if(waserror()){
		qunlock(&srv);
		free(strs);
		nexterror();
	}
	sp = *srvlook(nil, c->qid.path);
	if(sp == nil)
		error(Enonexist);
	n = convM2D(dp, n, &d, strs);
	if(n == 0)
		error(Eshortstat);
	srvchange(sp, &d);
	poperror();
	qunlock(&srv);
	free(strs);
	return n;
}

Dev srvdevtab = {
	.dc = 's',
	.name = "srv",

	.reset = devreset,
	.init = devinit,
	.shutdown = devshutdown,
	.attach = srvattach,
	.walk = srvwalk,
	.stat = srvstat,
	.open = srvopen,
	.create = srvcreate,
	.close = srvclose,
	.read = srvread,
	.bread = devbread,
	.write = srvwrite,
	.bwrite = devbwrite,
	.remove = srvremove,
	.wstat = srvwstat,
};
