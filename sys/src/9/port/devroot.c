/*
 * #/, the root: directories for the name space to be built on, and the
 * files of the archive that came with the kernel as a multiboot module.
 * All of it is read only.  The archive stays where the loader put it and
 * a read is one copy out of it.
 *
 * The tree is built once at boot.  A file is its index in rt.f, which is
 * also its qid.path; names are found by a hash of directory and name, and
 * the files of one directory are neighbours in rt.kid.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

typedef struct Rfile Rfile;
struct Rfile
{
	char	*name;
	int	dir;		/* it is in */
	int	hash;		/* next with the same hash, -1: none */
	int	isdir;
	int	kid;		/* of a directory: its first in rt.kid, */
	int	nkid;		/* and how many */
	uchar	*data;
	ulong	length;
	ulong	mtime;
	ulong	mode;
};

static struct
{
	uchar	*archive;
	ulong	len;
	Rfile	*f;
	int	nf;
	int	maxf;
	int	*hash;
	int	nhash;		/* a power of 2 */
	int	*kid;
} rt;

static char *dirs[] =
{
	"bin", "boot", "dev", "env", "fd", "mnt", "n", "net", "net.alt",
	"proc", "rc", "root", "shr", "srv", "tmp",
};

/*
 * Says that the root archive is the n bytes at addr, which stay there.
 * Once at boot, before chandevreset.
 */
void
rootarchive(uchar *addr, ulong n)
{
	rt.archive = addr;
	rt.len = n;
}

/* where the hash chain of this name starts */
static int*
bucket(int dir, char *name, int n)
{
	ulong h;
	int i;

	h = dir;
	for(i = 0; i < n; i++)
		h = h*33 + (uchar)name[i];
	return &rt.hash[(h ^ h>>16) & (rt.nhash-1)];
}

/* the file called by the n bytes at name in dir; -1: none */
static int
lookup(int dir, char *name, int n)
{
	int i;
	Rfile *f;

	for(i = *bucket(dir, name, n); i >= 0; i = f->hash){
		f = &rt.f[i];
		if(f->dir == dir && strncmp(f->name, name, n) == 0
		&& f->name[n] == '\0')
			return i;
	}
	return -1;
}

/* a new directory; it may be made a file later */
static int
addfile(int dir, char *name, int n)
{
	Rfile *f;
	int *b;

	if(rt.nf == rt.maxf){
		rt.maxf += rt.maxf/2 + 64;
		f = realloc(rt.f, rt.maxf*sizeof(Rfile));
		if(f == nil)
			panic("devroot: no memory for %d files", rt.maxf);
		rt.f = f;
	}
	f = &rt.f[rt.nf];
	memset(f, 0, sizeof *f);
	f->name = smalloc(n+1);
	memmove(f->name, name, n);
	f->dir = dir;
	f->isdir = 1;
	f->mode = 0555;
	f->mtime = kerndate;
	b = bucket(dir, name, n);
	f->hash = *b;
	*b = rt.nf;
	return rt.nf++;
}

/*
 * the file that path names, made if create, with the directories on the
 * way; -1: there is none, or a file is in the way
 */
static int
pathfile(char *path, int create)
{
	int dir, i, n;

	dir = 0;
	for(;; path += n){
		while(*path == '/')
			path++;
		if(*path == '\0')
			return dir;
		for(n = 0; path[n] != '\0' && path[n] != '/'; n++)
			;
		if(n == 1 && path[0] == '.')
			continue;
		if(n == 2 && path[0] == '.' && path[1] == '.')
			return -1;
		if(!rt.f[dir].isdir)
			return -1;
		i = lookup(dir, path, n);
		if(i < 0){
			if(!create)
				return -1;
			i = addfile(dir, path, n);
			rt.f[dir].nkid++;
		}
		dir = i;
	}
}

/* one archive entry into the tree; gives what is wrong with it, or nil */
static char*
addentry(Tarfile *t)
{
	int i, old, isnew;
	Rfile *f;

	if(t->kind == Tarsym || t->kind == Tarother)
		return "neither file nor directory, left out";
	old = -1;
	if(t->kind == Tarlink){
		old = pathfile(t->link, 0);
		if(old < 0 || rt.f[old].isdir)
			return "link to nothing, left out";
	}
	isnew = rt.nf;
	i = pathfile(t->name, 1);
	if(i < 0)
		return "name in the way of another, left out";
	f = &rt.f[i];
	if(t->kind == Tardir){
		if(!f->isdir)
			return "was a file before, left out";
		f->mtime = t->mtime;
		return nil;
	}
	if(f->isdir && i < isnew)
		return "was a directory before, left out";
	f->isdir = 0;
	f->data = t->data;
	f->length = t->length;
	if(old >= 0){
		f->data = rt.f[old].data;
		f->length = rt.f[old].length;
	}
	f->mtime = t->mtime;
	f->mode = t->mode & 0555;
	return nil;
}

/* read the whole archive */
static void
readarchive(Tarfile *t)
{
	uchar *p, *next, *end;
	char *err;

	end = rt.archive + rt.len;
	for(p = rt.archive; ; p = next){
		next = tarnext(p, end, t, &err);
		if(next == nil)
			break;
		err = addentry(t);
		if(err != nil)
			print("root archive: %s: %s\n", t->name, err);
	}
	if(err != nil)
		print("root archive: %s, at byte %ld of %lud; "
			"what comes before is used\n",
			err, (long)(p - rt.archive), rt.len);
}

/* lay the files of each directory side by side in rt.kid */
static void
sortkids(void)
{
	int i, n;
	Rfile *f;

	rt.kid = malloc(rt.nf*sizeof(int));
	if(rt.kid == nil)
		panic("devroot: no memory for %d files", rt.nf);
	n = 0;
	for(i = 0; i < rt.nf; i++){
		f = &rt.f[i];
		f->kid = n;
		n += f->nkid;
		f->nkid = 0;
	}
	for(i = 1; i < rt.nf; i++){
		f = &rt.f[rt.f[i].dir];
		rt.kid[f->kid + f->nkid++] = i;
	}
}

/* build the tree */
static void
rootreset(void)
{
	int i;
	Tarfile *t;

	rt.nhash = 64;
	while(rt.nhash < 16*1024 && rt.nhash*2048 < rt.len)
		rt.nhash *= 2;
	rt.hash = malloc(rt.nhash*sizeof(int));
	t = malloc(sizeof(Tarfile));
	if(rt.hash == nil || t == nil)
		panic("devroot: no memory for the root");
	for(i = 0; i < rt.nhash; i++)
		rt.hash[i] = -1;
	addfile(0, "", 0);
	for(i = 0; i < nelem(dirs); i++)
		pathfile(dirs[i], 1);
	if(rt.archive != nil)
		readarchive(t);
	else
		print("no root archive: the kernel wants one "
			"as its first multiboot module (-initrd)\n");
	sortkids();
	free(t);
}

static Qid
rootqid(int i)
{
	return (Qid){i, 0, rt.f[i].isdir? QTDIR: QTFILE};
}

/* what stat says of file i */
static void
rootdir(Chan *c, int i, Dir *dp)
{
	Rfile *f;

	f = &rt.f[i];
	devdir(c, rootqid(i), i == 0? "/": f->name, f->length, eve,
		f->mode, dp);
	dp->mtime = f->mtime;
}

/* the qid.path of c says which directory; a name is found by its hash */
static int
rootgen(Chan *c, char *name, Dirtab *tab, int ntab, int i, Dir *dp)
{
	int dir;
	Rfile *f;

	USED(tab, ntab);
	dir = c->qid.path;
	f = &rt.f[dir];
	if(i == DEVDOTDOT){
		rootdir(c, f->dir, dp);
		return 1;
	}
	if(name != nil){
		if(i > 0)
			return -1;
		i = lookup(dir, name, strlen(name));
		if(i < 0)
			return -1;
	}else{
		if(i >= f->nkid)
			return -1;
		i = rt.kid[f->kid+i];
	}
	rootdir(c, i, dp);
	return 1;
}

static Chan*
rootattach(char *spec)
{
	return devattach('/', spec);
}

static Walkqid*
rootwalk(Chan *c, Chan *nc, char **name, int nname)
{
	return devwalk(c, nc, name, nname, nil, 0, rootgen);
}

/* without a search: the qid is the index */
static int
rootstat(Chan *c, uchar *dp, int n)
{
	Dir dir;

	rootdir(c, c->qid.path, &dir);
	n = convD2M(&dir, dp, n);
	if(n < 2)
		error(Eshortstat);
	return n;
}

/* by the permissions in the archive, never for writing */
static Chan*
rootopen(Chan *c, int omode)
{
	int mode;

	mode = openmode(omode);
	devpermcheck(eve, rt.f[c->qid.path].mode, omode);
	if(mode != OREAD || (omode & OTRUNC))
		error(Eperm);
	c->mode = mode;
	c->offset = 0;
	c->flag |= COPEN;
	return c;
}

static void
rootclose(Chan *c)
{
	USED(c);
}

/* one copy out of the archive */
static long
rootread(Chan *c, void *buf, long n, vlong off)
{
	Rfile *f;

	if(c->qid.type & QTDIR)
		return devdirread(c, buf, n, nil, 0, rootgen);
	f = &rt.f[c->qid.path];
	if(off >= f->length)
		return 0;
	if(n > f->length - off)
		n = f->length - off;
	memmove(buf, f->data+off, n);
	return n;
}

static long
rootwrite(Chan *c, void *buf, long n, vlong off)
{
	USED(c, buf, n, off);
	error(Eperm);
}

Dev rootdevtab = {
	.dc = '/',
	.name = "root",

	.reset = rootreset,
	.init = devinit,
	.shutdown = devshutdown,
	.attach = rootattach,
	.walk = rootwalk,
	.stat = rootstat,
	.open = rootopen,
	.create = devcreate,
	.close = rootclose,
	.read = rootread,
	.bread = devbread,
	.write = rootwrite,
	.bwrite = devbwrite,
	.remove = devremove,
	.wstat = devwstat,
};
