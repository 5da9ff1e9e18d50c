/*
 * #M, mounted file servers: each operation of a channel becomes a 9P2000
 * request on the connection of its mount, c->mchan->mux; see mntrpc.c.
 * The server knows the channel by c->fid.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"
#include "../port/9p.h"

static Ref fids;

/* the connection that c goes through */
static Mnt*
mntof(Chan *c)
{
	Mnt *mnt;

	mnt = c->mchan == nil? nil: c->mchan->mux;
	if(mnt == nil)
		error(Eshutdown);
	return mnt;
}

/*
 * a channel with a fid of its own; until the server knows that, its type
 * is not set, so that a close does not reach the server
 */
static Chan*
mntchan(Mnt *mnt)
{
	Chan *c;

	c = newchan();
	c->dev = mnt->id;
	c->mchan = mnt->c;
	incref(mnt->c);
	c->fid = incref(&fids);
	return c;
}

/* the server has a fid for c: from now on a close tells it */
static void
known(Chan *c)
{
	c->type = devno('M', 0);
}

/* one qid from the reply to b */
static Qid
qidrpc(Mnt *mnt, Block *b)
{
	Qid q;

	b = mntrpc(mnt, b);
	if(waserror()){
		freeb(b);
		nexterror();
	}
	rmsg(b, "q", &q);
	poperror();
	freeb(b);
	return q;
}

/*
 * Gives the authentication file for attaching to aname at the server on
 * c, open for ORDWR.
 */
Chan*
mntauth(Chan *c, char *aname)
{
	Mnt *mnt;
	Chan *ac;

	if(c->mux == nil)
		mntversion(c, "", 0, 0);
	mnt = c->mux;
	ac = mntchan(mnt);
	if(waserror()){
		cclose(ac);
		nexterror();
	}
	ac->qid = qidrpc(mnt, tmsg(Tauth, 0, "4ss", ac->fid, up->user, aname));
	known(ac);
	ac->path = newpath("#M");
	ac->mode = ORDWR;
	ac->flag |= COPEN;
	ac->iounit = mnt->msize-IOhdr;
	poperror();
	return ac;
}

/*
 * Gives the root of the file tree spec of the server on c; ac, unless
 * nil, is the authentication file for it; flags may have MCACHE.
 */
Chan*
mntattach(Chan *c, Chan *ac, char *spec, int flags)
{
	Mnt *mnt;
	Chan *nc;

	if(c->mux == nil)
		mntversion(c, "", 0, 0);
	mnt = c->mux;
	if(ac != nil && ac->mchan != c)
		error(Ebadusefd);
	nc = mntchan(mnt);
	if(waserror()){
		cclose(nc);
		nexterror();
	}
	nc->qid = qidrpc(mnt, tmsg(Tattach, 0, "44ss", nc->fid,
		ac == nil? NOFID: ac->fid, up->user, spec));
	known(nc);
	nc->mqid = nc->qid;
	nc->path = newpath("#M");
	if(flags & MCACHE)
		nc->flag |= CCACHE;
	poperror();
	return nc;
}

/* only mount gets here, by mntattach */
static Chan*
mntnoattach(char *spec)
{
	USED(spec);
	error(Enoattach);
}

/* the request to walk from c to nc */
static Block*
walkmsg(Chan *c, Chan *nc, char **name, int nname)
{
	Block *b;
	int i, n, len;

	n = 0;
	for(i = 0; i < nname; i++)
		n += 2+strlen(name[i]);
	b = tmsg(Twalk, n, "442", c->fid, nc->fid, nname);
	for(i = 0; i < nname; i++){
		len = strlen(name[i]);
		*b->wp++ = len;
		*b->wp++ = len>>8;
		memmove(b->wp, name[i], len);
		b->wp += len;
	}
	return b;
}

/* the qids of the answer to wq */
static void
walkreply(Block *b, Walkqid *wq, int nname)
{
	ulong n;

	if(waserror()){
		freeb(b);
		nexterror();
	}
	rmsg(b, "2", &n);
	if(n > nname)
		error("too many qids returned by walk");
	for(wq->nqid = 0; wq->nqid < n; wq->nqid++)
		rmsg(b, "q", &wq->qid[wq->nqid]);
	poperror();
	freeb(b);
}

/* nc, if the walk succeeds, is the fid that it made */
static Walkqid*
mntwalk(Chan *c, Chan *nc, char **name, int nname)
{
	Mnt *mnt;
	Walkqid *wq;

	mnt = mntof(c);
	if(nc != nil)
		panic("mntwalk: onto a channel");
	if(nname > MAXWELEM)
		error("too many name elements");
	wq = smalloc(sizeof(Walkqid)+nname*sizeof(Qid));
	nc = mntchan(mnt);
	if(waserror()){
		cclose(nc);
		free(wq);
		return nil;
	}
	walkreply(mntrpc(mnt, walkmsg(c, nc, name, nname)), wq, nname);
	poperror();
	if(wq->nqid < nname){
		cclose(nc);
		if(wq->nqid == 0){
			kstrcpy(up->errstr, Enonexist, ERRMAX);
			free(wq);
			return nil;
		}
		return wq;
	}
	known(nc);
	nc->qid = nname > 0? wq->qid[nname-1]: c->qid;
	nc->mqid = c->mqid;
	nc->flag |= c->flag & CCACHE;
	nc->path = c->path;
	if(nc->path != nil)
		incref(nc->path);
	wq->clone = nc;
	return wq;
}

/* entries of a mounted directory are of this device */
static void
fixdir(Chan *c, uchar *p)
{
	int t;

	t = devtab[c->type]->dc;
	p[2] = t;
	p[3] = t>>8;
	p[4] = c->dev;
	p[5] = c->dev>>8;
	p[6] = c->dev>>16;
	p[7] = c->dev>>24;
}

/* the server's stat, with our device and instance in it */
static int
mntstat(Chan *c, uchar *dp, int n)
{
	Mnt *mnt;
	Block *b;
	ulong len;

	if(n < 2)
		error(Eshortstat);
	mnt = mntof(c);
	b = mntrpc(mnt, tmsg(Tstat, 0, "4", c->fid));
	if(waserror()){
		freeb(b);
		nexterror();
	}
	rmsg(b, "2", &len);
	if(len > BLEN(b) || statcheck(b->rp, len) < 0)
		error(Ebadstat);
	if(len > n)
		len = 2;
	else
		fixdir(c, b->rp);
	memmove(dp, b->rp, len);
	poperror();
	freeb(b);
	return len;
}

/* c was opened or created: the reply's qid and iounit */
static void
opened(Chan *c, Mnt *mnt, Block *b, int omode)
{
	ulong iounit;

	b = mntrpc(mnt, b);
	if(waserror()){
		freeb(b);
		nexterror();
	}
	rmsg(b, "q4", &c->qid, &iounit);
	poperror();
	freeb(b);
	c->offset = 0;
	c->mode = openmode(omode);
	c->flag |= COPEN;
	c->iounit = iounit;
	if(iounit == 0 || iounit > mnt->msize-IOhdr)
		c->iounit = mnt->msize-IOhdr;
}

/* the server checks permissions and truncates */
static Chan*
mntopen(Chan *c, int omode)
{
	Mnt *mnt;

	mnt = mntof(c);
	openmode(omode);
	opened(c, mnt, tmsg(Topen, 0, "41", c->fid, omode), omode);
	return c;
}

/* c was the directory and becomes the file */
static void
mntcreate(Chan *c, char *name, int omode, ulong perm)
{
	Mnt *mnt;

	mnt = mntof(c);
	omode &= ~OEXCL;
	opened(c, mnt, tmsg(Tcreate, 0, "4s41", c->fid, name, perm, omode),
		omode);
}

/* the text of an error that went before is kept: who closes has it to report */
static void
mntclose(Chan *c)
{
	char *s;

	s = nil;
	kstrdup(&s, up->errstr);
	if(!waserror()){
		freeb(mntrpc(mntof(c), tmsg(Tclunk, 0, "4", c->fid)));
		poperror();
	}
	kstrcpy(up->errstr, s, ERRMAX);
	free(s);
}

/* even if it fails, the server has forgotten the fid */
static void
mntremove(Chan *c)
{
	c->type = (ushort)-1;
	freeb(mntrpc(mntof(c), tmsg(Tremove, 0, "4", c->fid)));
}

/* in one message, which must fit */
static int
mntwstat(Chan *c, uchar *dp, int n)
{
	Mnt *mnt;
	Block *b;

	mnt = mntof(c);
	b = tmsg(Twstat, n, "42", c->fid, n);
	if(BLEN(b)+n > mnt->msize){
		freeb(b);
		error(Etoobig);
	}
	memmove(b->wp, dp, n);
	b->wp += n;
	freeb(mntrpc(mnt, b));
	return n;
}

/* read at most n bytes in one request */
static long
read1(Chan *c, Mnt *mnt, uchar *p, long n, vlong off)
{
	Block *b;
	ulong got;

	b = mntrpc(mnt, tmsg(Tread, 0, "484", c->fid, off, n));
	if(waserror()){
		freeb(b);
		nexterror();
	}
	rmsg(b, "4", &got);
	if(got > n || got > BLEN(b))
		error(Emountrpc);
	memmove(p, b->rp, got);
	poperror();
	freeb(b);
	return got;
}

/* write n bytes in one request */
static long
write1(Chan *c, Mnt *mnt, uchar *p, long n, vlong off)
{
	Block *b;
	ulong put;

	b = tmsg(Twrite, n, "484", c->fid, off, n);
	if(waserror()){
		freeb(b);
		nexterror();
	}
	memmove(b->wp, p, n);
	poperror();
	b->wp += n;
	b = mntrpc(mnt, b);
	if(waserror()){
		freeb(b);
		nexterror();
	}
	rmsg(b, "4", &put);
	if(put > n)
		error(Emountrpc);
	poperror();
	freeb(b);
	return put;
}

/* in as many requests as it takes, until one falls short */
static long
rdwr(Chan *c, uchar *p, long n, vlong off,
	long (*one)(Chan*, Mnt*, uchar*, long, vlong))
{
	Mnt *mnt;
	long done, k, want;

	mnt = mntof(c);
	done = 0;
	do{
		want = n-done;
		if(c->iounit > 0 && want > c->iounit)
			want = c->iounit;
		k = one(c, mnt, p+done, want, off+done);
		done += k;
	}while(k == want && done < n);
	return done;
}

/* check the n bytes of entries at p and make them this device's */
static void
checkdir(Chan *c, uchar *p, long n)
{
	uchar *e;
	int len;

	for(e = p+n; p < e; p += len){
		if(e-p < STATFIXLEN)
			error(Ebadstat);
		len = 2 + (p[0] | p[1]<<8);
		if(len > e-p || statcheck(p, len) < 0)
			error(Ebadstat);
		fixdir(c, p);
	}
}

/* of a directory: entries checked, with our device in them */
static long
mntread(Chan *c, void *va, long n, vlong off)
{
	n = rdwr(c, va, n, off, read1);
	if(c->qid.type & QTDIR)
		checkdir(c, va, n);
	return n;
}

static long
mntwrite(Chan *c, void *va, long n, vlong off)
{
	return rdwr(c, va, n, off, write1);
}

Dev mntdevtab = {
	.dc = 'M',
	.name = "mnt",

	.reset = devreset,
	.init = devinit,
	.shutdown = devshutdown,
	.attach = mntnoattach,
	.walk = mntwalk,
	.stat = mntstat,
	.open = mntopen,
	.create = mntcreate,
	.close = mntclose,
	.read = mntread,
	.bread = devbread,
	.write = mntwrite,
	.bwrite = devbwrite,
	.remove = mntremove,
	.wstat = mntwstat,
};
