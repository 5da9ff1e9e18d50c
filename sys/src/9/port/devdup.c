/*
 * #d, the descriptors of the process as files.  Opening N gives the very
 * channel of descriptor N, if the mode is no wider than it was opened
 * for; Nctl tells about it in the form of /proc/n/fd.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

/* qid.path: 0 is the directory; 2*fd+1 is fd, 2*fd+2 its ctl */
enum
{
	Qdir,
	Qfd,

	Fdline	= 128,		/* bytes of a ctl line beside the name */
};

/* two entries for each open descriptor, readable as that is open */
static int
dupgen(Chan *c, char *name, Dirtab *tab, int ntab, int s, Dir *dp)
{
	static ulong perm[] = { 0400, 0200, 0600, 0400 };
	Fgrp *f;
	Chan *fc;
	int mode;

	USED(name, tab, ntab);
	if(s == DEVDOTDOT){
		devdir(c, (Qid){Qdir, 0, QTDIR}, "#d", 0, up->user, 0555, dp);
		return 1;
	}
	f = up->fgrp;
	lock(f);
	if(s/2 > f->maxfd){
		unlock(f);
		return -1;
	}
	fc = f->fd[s/2];
	mode = fc == nil? 0: fc->mode & 3;
	unlock(f);
	if(fc == nil)
		return 0;
	if(s & 1)
		mode = OREAD;
	snprint(up->genbuf, sizeof up->genbuf, "%d%s", s/2, s & 1? "ctl": "");
	devdir(c, (Qid){Qfd+s, 0, QTFILE}, up->genbuf, 0, up->user,
		perm[mode], dp);
	return 1;
}

static Chan*
dupattach(char *spec)
{
	return devattach('d', spec);
}

static Walkqid*
dupwalk(Chan *c, Chan *nc, char **name, int nname)
{
	return devwalk(c, nc, name, nname, nil, 0, dupgen);
}

static int
dupstat(Chan *c, uchar *db, int n)
{
	return devstat(c, db, n, nil, 0, dupgen);
}

/* the descriptor's channel takes the place of c */
static Chan*
dupopen(Chan *c, int omode)
{
	Chan *f;
	int s;

	s = c->qid.path - Qfd;
	if((c->qid.type & QTDIR) || (s & 1)){
		if(openmode(omode) != OREAD)
			error(Eperm);
		c->mode = OREAD;
		c->flag |= COPEN;
		c->offset = 0;
		return c;
	}
	f = fdtochan(s/2, openmode(omode), 0, 1);
	cclose(c);
	return f;
}

static void
dupclose(Chan *c)
{
	USED(c);
}

/* the directory, or the one line of a ctl file */
static long
dupread(Chan *c, void *va, long n, vlong off)
{
	char *buf;
	Chan *f;
	int fd, max;

	if(c->qid.type & QTDIR)
		return devdirread(c, va, n, nil, 0, dupgen);
	fd = (c->qid.path - Qfd)/2;
	f = fdtochan(fd, -1, 0, 1);
	max = Fdline+strlen(chanpath(f));
	buf = smalloc(max);
	if(waserror()){
		free(buf);
		cclose(f);
		nexterror();
	}
	procfdprint(f, fd, buf, max);
	n = readstr(off, va, n, buf);
	poperror();
	free(buf);
	cclose(f);
	return n;
}

static long
dupwrite(Chan *c, void *va, long n, vlong off)
{
	USED(c, va, n, off);
	error(Eperm);
}

Dev dupdevtab = {
	.dc = 'd',
	.name = "dup",

	.reset = devreset,
	.init = devinit,
	.shutdown = devshutdown,
	.attach = dupattach,
	.walk = dupwalk,
	.stat = dupstat,
	.open = dupopen,
	.create = devcreate,
	.close = dupclose,
	.read = dupread,
	.bread = devbread,
	.write = dupwrite,
	.bwrite = devbwrite,
	.remove = devremove,
	.wstat = devwstat,
};
