/*
 * What devices have in common: a device whose files are in a table, or
 * come from a gen function, passes both to these and writes only its own
 * read and write.
 *
 * A gen function gen(c, name, tab, ntab, i, dp) fills *dp with entry i of
 * directory c and gives 1; 0: there is no such entry just now; -1: i is
 * beyond the last.  If name is not nil it may look for that name instead
 * of counting.  i is DEVDOTDOT for the parent of c.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

ulong	kerndate;		/* when the kernel was started */

/*
 * Gives the index in devtab of the device with character dc; -1, or a
 * panic unless user, if there is none.
 */
int
devno(int dc, int user)
{
	int i;

	for(i = 0; devtab[i] != nil; i++)
		if(devtab[i]->dc == dc)
			return i;
	if(!user)
		panic("devno: no device %C %#ux", dc, dc);
	return -1;
}

/* seconds since 1970, looked up some times a second */
static ulong
roughtime(void)
{
	static ulong at, now;
	ulong t;

	t = MACHP(0)->ticks/(HZ/8);
	if(t != at || now == 0){
		now = seconds();
		at = t;
	}
	return now;
}

/*
 * Fills *dp for a file of c's device: its qid, name n, length, owner user
 * (also of muid; the group is eve) and permissions.
 */
void
devdir(Chan *c, Qid qid, char *n, vlong length, char *user, long perm, Dir *dp)
{
	dp->name = n;
	if(c->flag & CMSG)
		qid.type |= QTMOUNT;
	dp->qid = qid;
	dp->type = devtab[c->type]->dc;
	dp->dev = c->dev;
	dp->mode = perm | (ulong)qid.type<<24;
	dp->atime = roughtime();
	dp->mtime = kerndate;
	dp->length = length;
	dp->uid = user;
	dp->gid = eve;
	dp->muid = user;
}

/*
 * The gen function for a device that is one table: tab[0] may be "." for
 * the directory itself.
 */
int
devgen(Chan *c, char *name, Dirtab *tab, int ntab, int i, Dir *dp)
{
	if(tab == nil)
		return -1;
	if(i == DEVDOTDOT){
		devdir(c, (Qid){tab[0].qid.path, 0, QTDIR}, ".", 0, eve,
			0555, dp);
		return 1;
	}
	if(strcmp(tab[0].name, ".") == 0)
		i++;
	if(i >= ntab)
		return -1;
	tab += i;
	if(name != nil && strcmp(name, tab->name) != 0)
		return 0;
	devdir(c, tab->qid, tab->name, tab->length, eve, tab->perm, dp);
	return 1;
}

/* For a Dev with nothing to reset. */
void
devreset(void)
{
}

/* For a Dev with nothing to initialise. */
void
devinit(void)
{
}

/* For a Dev with nothing to shut down. */
void
devshutdown(void)
{
}

/*
 * Gives a channel on the root (qid.path 0) of the device with character
 * tc, named by it and spec.
 */
Chan*
devattach(int tc, char *spec)
{
	Chan *c;
	char name[1+UTFmax+1];
	Rune r;

	c = newchan();
	c->type = devno(tc, 0);
	c->qid = (Qid){0, 0, QTDIR};
	r = tc;
	name[0] = '#';
	name[1+runetochar(name+1, &r)] = '\0';
	c->path = newpath(name);
	if(spec != nil && spec[0] != '\0')
		addspec(&c->path, spec);
	return c;
}

/* Gives an unopened copy of c, which must not be open. */
Chan*
devclone(Chan *c)
{
	Chan *nc;

	if(c->flag & COPEN)
		panic("devclone: open channel %s", chanpath(c));
	nc = newchan();
	nc->type = c->type;
	nc->dev = c->dev;
	nc->mode = c->mode;
	nc->qid = c->qid;
	nc->offset = c->offset;
	nc->aux = c->aux;
	nc->mqid = c->mqid;
	nc->path = c->path;
	if(nc->path != nil)
		incref(nc->path);
	return nc;
}

/* look name up in directory c; 1 and *dp, or 0 */
static int
devlookup(Chan *c, char *name, Dirtab *tab, int ntab, Devgen *gen, Dir *dp)
{
	int i, r;

	for(i = 0; ; i++){
		r = gen(c, name, tab, ntab, i, dp);
		if(r < 0)
			return 0;
		if(r > 0 && strcmp(name, dp->name) == 0)
			return 1;
	}
}

/* one step of devwalk; raises Enotdir, Enonexist */
static Qid
devstep(Chan *c, char *name, Dirtab *tab, int ntab, Devgen *gen)
{
	Dir dir;

	isdir(c);
	if(strcmp(name, ".") == 0)
		return c->qid;
	if(strcmp(name, "..") == 0){
		if(gen(c, nil, tab, ntab, DEVDOTDOT, &dir) != 1)
			error(Enonexist);
		return dir.qid;
	}
	if(!devlookup(c, name, tab, ntab, gen, &dir))
		error(Enonexist);
	return dir.qid;
}

/*
 * Walks c along name[0..nname), on nc or (nil) on a clone.  Gives the qids
 * passed, and in clone the channel if all names were found.  If not even
 * the first was, gives nil with the text in up->errstr.
 */
Walkqid*
devwalk(Chan *c, Chan *nc, char **name, int nname, Dirtab *tab, int ntab,
	Devgen *gen)
{
	int i, isnew;
	Walkqid *wq;

	isnew = nc == nil;
	if(isnew)
		nc = devclone(c);
	wq = smalloc(sizeof(Walkqid)+nname*sizeof(Qid));
	if(waserror()){
		if(isnew)
			chanfree(nc);
		wq->clone = nil;
		if(wq->nqid > 0)
			return wq;
		free(wq);
		return nil;
	}
	for(i = 0; i < nname; i++){
		nc->qid = devstep(nc, name[i], tab, ntab, gen);
		wq->qid[wq->nqid++] = nc->qid;
	}
	poperror();
	wq->clone = nc;
	return wq;
}

/* find c's own entry; 1 and *dp, or 0 */
static int
devself(Chan *c, Dirtab *tab, int ntab, Devgen *gen, Dir *dp)
{
	int i, r;

	for(i = 0; ; i++){
		r = gen(c, nil, tab, ntab, i, dp);
		if(r < 0)
			return 0;
		if(r > 0 && dp->qid.path == c->qid.path)
			return 1;
	}
}

/*
 * Puts the stat message of c in the n bytes at db and gives its length; 2
 * if it did not fit, and then just its size is there.  A directory that
 * gen does not tell of is made up.  Raises Eshortstat, Enonexist.
 */
int
devstat(Chan *c, uchar *db, int n, Dirtab *tab, int ntab, Devgen *gen)
{
	Dir dir;
	char *elem;

	if(!devself(c, tab, ntab, gen, &dir)){
		if((c->qid.type & QTDIR) == 0)
			error(Enonexist);
		elem = pathlast(c->path);
		if(elem == nil)
			elem = "/";
		devdir(c, c->qid, elem, 0, eve, DMDIR|0555, &dir);
	}
	n = convD2M(&dir, db, n);
	if(n < 2)
		error(Eshortstat);
	return n;
}

/*
 * Puts as many whole entries of directory c at d as fit in n bytes,
 * starting with entry c->dri, which moves on.  Gives the bytes; raises
 * Eshort if not even one fits.
 */
long
devdirread(Chan *c, char *d, long n, Dirtab *tab, int ntab, Devgen *gen)
{
	long m, k;
	Dir dir;
	int r;

	for(m = 0; m < n; c->dri++){
		r = gen(c, nil, tab, ntab, c->dri, &dir);
		if(r < 0)
			break;
		if(r == 0)
			continue;
		k = convD2M(&dir, (uchar*)d+m, n-m);
		if(k <= 2){
			if(m == 0)
				error(Eshort);
			break;
		}
		m += k;
	}
	return m;
}

/*
 * Raises Eperm unless the caller may open, as omode says, a file of owner
 * fileuid with permissions perm.  Eve is in every group.
 */
void
devpermcheck(char *fileuid, ulong perm, int omode)
{
	static ushort need[] = { 0400, 0200, 0600, 0100 };
	ulong t;

	if(strcmp(up->user, fileuid) != 0){
		perm <<= 3;
		if(strcmp(up->user, eve) != 0)
			perm <<= 3;
	}
	t = need[omode & 3];
	if((t & perm) != t)
		error(Eperm);
}

/*
 * Gives the open mode (OREAD, OWRITE, ORDWR) in o, a mode of open; OEXEC
 * reads.  Raises Ebadarg.
 */
int
openmode(ulong o)
{
	o &= ~(OTRUNC|OCEXEC|ORCLOSE);
	if(o > OEXEC)
		error(Ebadarg);
	return o == OEXEC? OREAD: o;
}

/* Opens c, checking its permissions; gives c.  Raises Eperm. */
Chan*
devopen(Chan *c, int omode, Dirtab *tab, int ntab, Devgen *gen)
{
	Dir dir;
	int mode;

	mode = openmode(omode);
	if(devself(c, tab, ntab, gen, &dir))
		devpermcheck(dir.uid, dir.mode, omode);
	if((c->qid.type & QTDIR) && mode != OREAD)
		error(Eperm);
	c->offset = 0;
	c->mode = mode;
	c->flag |= COPEN;
	return c;
}

/* For a Dev where nothing can be created: raises Eperm. */
void
devcreate(Chan *c, char *name, int omode, ulong perm)
{
	USED(c, name, omode, perm);
	error(Eperm);
}

/* For a Dev whose files stay: raises Eperm. */
void
devremove(Chan *c)
{
	USED(c);
	error(Eperm);
}

/* For a Dev whose files do not change: raises Eperm. */
int
devwstat(Chan *c, uchar *dp, int n)
{
	USED(c, dp, n);
	error(Eperm);
}

/* Reads n bytes at offset by the device's read; gives them in a Block. */
Block*
devbread(Chan *c, long n, ulong offset)
{
	Block *b;

	b = allocb(n);
	if(waserror()){
		freeb(b);
		nexterror();
	}
	b->wp += devtab[c->type]->read(c, b->wp, n, offset);
	poperror();
	return b;
}

/* Writes Block b, which is freed, at offset by the device's write. */
long
devbwrite(Chan *c, Block *b, ulong offset)
{
	long n;

	if(waserror()){
		freeb(b);
		nexterror();
	}
	n = devtab[c->type]->write(c, b->rp, BLEN(b), offset);
	poperror();
	freeb(b);
	return n;
}
