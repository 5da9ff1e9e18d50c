/*
 * #e, the environment: a file for each variable of the process's
 * environment group; #ec, that of the kernel's configuration, the same for
 * all.  Names and values are what programs make of them.
 *
 * Values are copied through memory of the kernel, so that the group is
 * never locked while a user's page may have to be fetched.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Maxvalue	= 512*1024,
	Maxgroup	= 1024*1024,	/* bytes of names and values */

	Dconf		= 'c',		/* Chan.dev of #ec */
};

static Egrp confegrp = { .ref = 1 };

/* the group that c shows: the kernel's, or that of whoever asks */
static Egrp*
egrpof(Chan *c)
{
	return c->dev == Dconf? &confegrp: up->egrp;
}

/* the variable with this name, or if name is nil this qid; nil: none */
static Evalue*
envlook(Egrp *eg, char *name, uvlong path)
{
	Evalue *e;

	for(e = eg->entries; e != nil; e = e->link)
		if(name != nil? strcmp(e->name, name) == 0: e->qid.path == path)
			return e;
	return nil;
}

/* raises Eperm if the caller may not change the group */
static void
maywrite(Egrp *eg)
{
	if(eg == &confegrp && !iseve())
		error(Eperm);
}

/* by name, by place in the directory, or (c a file) by c's own qid */
static int
envgen(Chan *c, char *name, Dirtab *tab, int ntab, int s, Dir *dp)
{
	Egrp *eg;
	Evalue *e;

	USED(tab, ntab);
	eg = egrpof(c);
	if(s == DEVDOTDOT){
		devdir(c, (Qid){0, 0, QTDIR}, c->dev == Dconf? "#ec": "#e", 0,
			eve, 0775, dp);
		return 1;
	}
	rlock(eg);
	if(name != nil)
		e = s > 0? nil: envlook(eg, name, 0);
	else if(c->qid.type & QTDIR)
		for(e = eg->entries; e != nil && s > 0; e = e->link)
			s--;
	else
		e = s > 0? nil: envlook(eg, nil, c->qid.path);
	if(e == nil || strlen(e->name) >= sizeof up->genbuf){
		runlock(eg);
		return e == nil? -1: 0;
	}
	strcpy(up->genbuf, e->name);
	devdir(c, e->qid, up->genbuf, e->len, eve, 0666, dp);
	runlock(eg);
	return 1;
}

/* #e or #ec */
static Chan*
envattach(char *spec)
{
	Chan *c;

	if(spec[0] != '\0' && strcmp(spec, "c") != 0)
		error(Ebadarg);
	c = devattach('e', spec);
	c->dev = spec[0];
	return c;
}

static Walkqid*
envwalk(Chan *c, Chan *nc, char **name, int nname)
{
	return devwalk(c, nc, name, nname, nil, 0, envgen);
}

static int
envstat(Chan *c, uchar *db, int n)
{
	Dir d;

	if(c->qid.type & QTDIR){
		devdir(c, c->qid, c->dev == Dconf? "#ec": "#e", 0, eve,
			0775, &d);
		n = convD2M(&d, db, n);
		if(n < 2)
			error(Eshortstat);
		return n;
	}
	return devstat(c, db, n, nil, 0, envgen);
}

/* empty the value of e; the group is locked */
static void
envtrunc(Egrp *eg, Evalue *e)
{
	free(e->value);
	e->value = nil;
	eg->size -= e->len;
	e->len = 0;
	e->qid.vers = ++eg->vers;
}

/* no permissions but that of the kernel's group */
static Chan*
envopen(Chan *c, int omode)
{
	Egrp *eg;
	Evalue *e;
	int mode;

	mode = openmode(omode);
	eg = egrpof(c);
	if(c->qid.type & QTDIR){
		if(omode != OREAD)
			error(Eperm);
	}else{
		devpermcheck(eve, 0666, omode);
		if(mode != OREAD || (omode & OTRUNC))
			maywrite(eg);
		wlock(eg);
		e = envlook(eg, nil, c->qid.path);
		if(e == nil){
			wunlock(eg);
			error(Enonexist);
		}
		if(omode & OTRUNC)
			envtrunc(eg, e);
		wunlock(eg);
	}
	c->mode = mode;
	c->flag |= COPEN;
	c->offset = 0;
	return c;
}

/* a new, empty variable at the end; the group is locked */
static Evalue*
envnew(Egrp *eg, char *name)
{
	Evalue *e, **l;

	e = smalloc(sizeof(Evalue));
	kstrdup(&e->name, name);
	e->qid.path = ++eg->path;
	e->qid.vers = ++eg->vers;
	for(l = &eg->entries; *l != nil; l = &(*l)->link)
		;
	*l = e;
	eg->nent++;
	eg->size += sizeof(Evalue) + strlen(name);
	return e;
}

/* a new variable; namec has seen that there is none of this name */
static void
envcreate(Chan *c, char *name, int omode, ulong perm)
{
	Egrp *eg;
	Evalue *e;

	if((c->qid.type & QTDIR) == 0 || (perm & DMDIR))
		error(Eperm);
	if(strlen(name) >= sizeof up->genbuf)
		error(Etoolong);
	omode = openmode(omode & ~OEXCL);
	eg = egrpof(c);
	maywrite(eg);
	wlock(eg);
	if(envlook(eg, name, 0) != nil){
		wunlock(eg);
		error(Eexist);
	}
	if(eg->size + strlen(name) + sizeof(Evalue) > Maxgroup){
		wunlock(eg);
		error(Enomem);
	}
	e = envnew(eg, name);
	c->qid = e->qid;
	wunlock(eg);
	c->offset = 0;
	c->mode = omode;
	c->flag |= COPEN;
}

/* take the variable with qid path out of the group; 0: there is none */
static int
envunlink(Egrp *eg, uvlong path)
{
	Evalue *e, **l;

	wlock(eg);
	for(l = &eg->entries; (e = *l) != nil; l = &e->link)
		if(e->qid.path == path)
			break;
	if(e != nil){
		*l = e->link;
		eg->nent--;
		eg->size -= sizeof(Evalue) + strlen(e->name) + e->len;
		eg->vers++;
	}
	wunlock(eg);
	if(e == nil)
		return 0;
	free(e->name);
	free(e->value);
	free(e);
	return 1;
}

static void
envremove(Chan *c)
{
	Egrp *eg;

	if(c->qid.type & QTDIR)
		error(Eperm);
	eg = egrpof(c);
	maywrite(eg);
	if(!envunlink(eg, c->qid.path))
		error(Enonexist);
}

/* a variable opened with ORCLOSE goes */
static void
envclose(Chan *c)
{
	Egrp *eg;

	eg = egrpof(c);
	/* a kernel process has no environment */
	if((c->flag & (COPEN|CRCLOSE)) == (COPEN|CRCLOSE) && eg != nil)
		envunlink(eg, c->qid.path);
}

/*
 * copy at most n bytes at off of the value with qid path to buf, unless
 * that is nil; gives how many there are
 */
static long
envget(Egrp *eg, uvlong path, char *buf, long n, vlong off)
{
	Evalue *e;

	rlock(eg);
	e = envlook(eg, nil, path);
	if(e == nil){
		runlock(eg);
		error(Enonexist);
	}
	if(off >= e->len)
		n = 0;
	else if(n > e->len - off)
		n = e->len - off;
	if(buf != nil)
		memmove(buf, e->value+off, n);
	runlock(eg);
	return n;
}

/* through a buffer: see above */
static long
envread(Chan *c, void *a, long n, vlong off)
{
	Egrp *eg;
	char *buf;

	if(c->qid.type & QTDIR)
		return devdirread(c, a, n, nil, 0, envgen);
	if(n > Maxvalue)
		n = Maxvalue;
	eg = egrpof(c);
	n = envget(eg, c->qid.path, nil, n, off);
	buf = malloc(n+1);
	if(buf == nil)
		error(Enomem);
	if(waserror()){
		free(buf);
		nexterror();
	}
	n = envget(eg, c->qid.path, buf, n, off);
	memmove(a, buf, n);
	poperror();
	free(buf);
	return n;
}

/* put the n bytes at buf at off in the value; the group is locked */
static char*
envput(Egrp *eg, Evalue *e, char *buf, long n, long off)
{
	char *s;
	long len;

	len = off+n;
	if(len > e->len){
		if(eg->size + len - e->len > Maxgroup)
			return Etoobig;
		s = malloc(len);
		if(s == nil)
			return Enomem;
		memmove(s, e->value, e->len);
		memset(s+e->len, 0, len-e->len);
		free(e->value);
		e->value = s;
		eg->size += len - e->len;
		e->len = len;
	}
	memmove(e->value+off, buf, n);
	e->qid.vers = ++eg->vers;
	return nil;
}

/* at off, the value growing as needed */
static long
envwrite(Chan *c, void *a, long n, vlong off)
{
	Egrp *eg;
	Evalue *e;
	char *buf, *err;

	if(n <= 0)
		return 0;
	if(off > Maxvalue || n > Maxvalue - off)
		error(Etoobig);
	buf = malloc(n);
	if(buf == nil)
		error(Enomem);
	if(waserror()){
		free(buf);
		nexterror();
	}
	memmove(buf, a, n);
	eg = egrpof(c);
	wlock(eg);
	e = envlook(eg, nil, c->qid.path);
	err = e == nil? Enonexist: envput(eg, e, buf, n, off);
	wunlock(eg);
	if(err != nil)
		error(err);
	poperror();
	free(buf);
	return n;
}

/* a copy of e; nil: no memory */
static Evalue*
evaluecpy(Evalue *e)
{
	Evalue *ne;

	if(memlow())
		return nil;
	ne = smalloc(sizeof(Evalue));
	if(e->len > 0){
		ne->value = malloc(e->len);
		if(ne->value == nil){
			free(ne);
			return nil;
		}
		memmove(ne->value, e->value, e->len);
		ne->len = e->len;
	}
	kstrdup(&ne->name, e->name);
	ne->qid = e->qid;
	return ne;
}

/*
 * Copies the variables of from to the empty group to.  Raises Enomem; then
 * to has some of them.
 */
void
envcpy(Egrp *to, Egrp *from)
{
	Evalue *e, **l;

	l = &to->entries;
	rlock(from);
	for(e = from->entries; e != nil; e = e->link){
		*l = evaluecpy(e);
		if(*l == nil){
			runlock(from);
			error(Enomem);
		}
		l = &(*l)->link;
	}
	to->nent = from->nent;
	to->size = from->size;
	to->path = from->path;
	to->vers = from->vers;
	runlock(from);
}

/* Drops one reference to eg (or nil); the last frees the variables. */
void
closeegrp(Egrp *eg)
{
	Evalue *e, *next;

	if(eg == nil || decref(eg) > 0)
		return;
	for(e = eg->entries; e != nil; e = next){
		next = e->link;
		free(e->name);
		free(e->value);
		free(e);
	}
	free(eg);
}

/* Sets the variable name of the kernel's configuration, #ec.  At boot. */
void
ksetenv(char *name, char *value)
{
	Evalue *e;

	wlock(&confegrp);
	e = envlook(&confegrp, name, 0);
	if(e == nil)
		e = envnew(&confegrp, name);
	envtrunc(&confegrp, e);
	envput(&confegrp, e, value, strlen(value), 0);
	wunlock(&confegrp);
}

Dev envdevtab = {
	.dc = 'e',
	.name = "env",

	.reset = devreset,
	.init = devinit,
	.shutdown = devshutdown,
	.attach = envattach,
	.walk = envwalk,
	.stat = envstat,
	.open = envopen,
	.create = envcreate,
	.close = envclose,
	.read = envread,
	.bread = devbread,
	.write = envwrite,
	.bwrite = devbwrite,
	.remove = envremove,
	.wstat = devwstat,
};
