/*
 * The requests. Each takes its fields, after the fid, with get and getstr
 * and leaves those of the reply with put.
 */
#include <u.h>
#include <libc.h>
#include "ramfs.h"

char Eperm[] = "permission denied";
char Enofile[] = "file does not exist";
char Eexist[] = "file already exists";
char Enotdir[] = "not a directory";
char Eisdir[] = "file is a directory";
char Enotempty[] = "directory is not empty";
char Efid[] = "unknown fid";
char Efidused[] = "fid in use";
char Emode[] = "file not open for i/o, or not this way";
char Enomem[] = "no memory";
char Einuse[] = "exclusive file is in use";
char Ename[] = "bad file name";
char Eshort[] = "message too short";
char Eoffset[] = "seek in directory";
char Ewstat[] = "wstat of that is not allowed";

/* a new session: old fids are forgotten */
char*
rversion(Fid *fid)
{
	ulong n;
	char *v;

	USED(fid);
	n = get(4);
	v = getstr();
	clunkall();
	maxmsg = n < Msize ? n : Msize;
	if(maxmsg < 256)
		return "maxmsg too small";
	put(maxmsg, 4);
	v = strncmp(v, "9P2000", 6) == 0 ? "9P2000" : "unknown";
	put(strlen(v), 2);
	memmove(op, v, strlen(v));
	op += strlen(v);
	return nil;
}

char*
rauth(Fid *fid)
{
	USED(fid);
	return "ramfs: authentication not required";
}

/* any user may, as whom he says he is */
char*
rattach(Fid *fid)
{
	ulong n;
	char *u;

	if(fid != nil)
		return Efidused;
	/* the fid, which nobody knows yet, is behind us */
	ip -= 4;
	n = get(4);
	get(4);
	u = getstr();
	if(ip > ie)
		return Eshort;
	if(newfid(n, root, username(u)) == nil)
		return Enomem;
	putqid(root->qid);
	return nil;
}

/* what it is to stop has been answered */
char*
rflush(Fid *fid)
{
	USED(fid);
	return nil;
}

/* one step of a walk */
static char*
step(File **fp, char *name, char *u)
{
	File *f;

	f = *fp;
	if((f->qid.type & QTDIR) == 0)
		return Enotdir;
	if(!allowed(f, u, 1))
		return Eperm;
	if(strcmp(name, "..") == 0)
		f = f->parent != nil ? f->parent : root;
	else
		f = lookup(f, name);
	if(f == nil)
		return Enofile;
	*fp = f;
	return nil;
}

/* qids as far as it goes; the new fid only if it goes all the way */
char*
rwalk(Fid *fid)
{
	ulong nfid;
	int i, n;
	File *f;
	char *err;
	uchar *count;

	nfid = get(4);
	n = get(2);
	if(fid->mode >= 0)
		return Emode;
	if(nfid != fid->fid && *fidlink(nfid) != nil)
		return Efidused;
	if(n > Nwalk)
		return Ename;
	count = op;
	put(0, 2);
	f = fid->f;
	err = nil;
	for(i = 0; i < n; i++){
		err = step(&f, getstr(), fid->user);
		if(err != nil)
			break;
		putqid(f->qid);
	}
	if(i == 0 && err != nil)
		return err;
	count[0] = i;
	if(i < n)
		return nil;
	if(nfid != fid->fid)
		return newfid(nfid, f, fid->user) == nil ? Enomem : nil;
	f->ref++;
	putfile(fid->f);
	fid->f = f;
	return nil;
}

/* fid is open now */
static void
opened(Fid *fid, int mode)
{
	fid->mode = mode & 3;
	fid->rclose = (mode & ORCLOSE) != 0;
	fid->off = 0;
	fid->nth = 0;
	fid->f->nopen++;
	putqid(fid->f->qid);
	put(maxmsg-IOhdr, 4);
}

/* by owner, group, others; an exclusive file once at a time */
char*
ropen(Fid *fid)
{
	static int need[] = {4, 2, 6, 1};
	int mode, bits;
	File *f;

	mode = get(1);
	f = fid->f;
	if(fid->mode >= 0)
		return Emode;
	bits = need[mode & 3];
	if(mode & OTRUNC)
		bits |= 2;
	if((f->qid.type & QTDIR) && (mode & ~ORCLOSE) != OREAD)
		return Eisdir;
	if(!allowed(f, fid->user, bits))
		return Eperm;
	if((mode & ORCLOSE) && (f->parent == nil
	|| !allowed(f->parent, fid->user, 2)))
		return Eperm;
	if((f->mode & DMEXCL) && f->nopen > 0)
		return Einuse;
	if((mode & OTRUNC) && (f->mode & DMAPPEND) == 0){
		free(f->data);
		f->data = nil;
		f->len = 0;
		f->max = 0;
		changed(f, fid->user);
	}
	opened(fid, mode);
	return nil;
}

/* in the directory of fid, which becomes the new file */
char*
rcreate(Fid *fid)
{
	char *name;
	ulong perm;
	int mode;
	File *dir, *f, **l;

	name = getstr();
	perm = get(4);
	mode = get(1);
	dir = fid->f;
	if(ip > ie)
		return Eshort;
	if(fid->mode >= 0)
		return Emode;
	if((dir->qid.type & QTDIR) == 0)
		return Enotdir;
	if(dir->parent == nil || !allowed(dir, fid->user, 2))
		return Eperm;
	if(name[0] == 0 || strchr(name, '/') != nil
	|| strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return Ename;
	if(lookup(dir, name) != nil)
		return Eexist;
	if((perm & DMDIR) && (mode & ~ORCLOSE) != OREAD)
		return Eisdir;
	perm &= ~0666 | (dir->mode & 0666);
	if(perm & DMDIR)
		perm &= ~0777 | (dir->mode & 0777);
	f = newfile(name, fid->user, perm);
	if(f == nil)
		return Enomem;
	f->gid = dir->gid;
	f->parent = dir;
	for(l = &dir->child; *l != nil; l = &(*l)->next)
		;
	*l = f;
	changed(dir, fid->user);
	f->ref++;
	putfile(fid->f);
	fid->f = f;
	opened(fid, mode);
	return nil;
}

/* entries of the directory of fid into n bytes at op */
static char*
readdir(Fid *fid, vlong off, ulong n)
{
	File *f;
	uchar *count;
	int i, len;

	if(off == 0)
		fid->nth = 0;
	else if(off != fid->off)
		return Eoffset;
	count = op;
	op += 4;
	f = fid->f->child;
	for(i = 0; f != nil && i < fid->nth; i++)
		f = f->next;
	for(; f != nil; f = f->next){
		len = packstat(f, op, n - (op-count-4));
		if(len == 0)
			break;
		op += len;
		fid->nth++;
	}
	n = op-count-4;
	fid->off = off+n;
	op = count;
	put(n, 4);
	op += n;
	return nil;
}

char*
rread(Fid *fid)
{
	vlong off;
	ulong n;
	File *f;

	off = get(8);
	n = get(4);
	f = fid->f;
	if(fid->mode < 0 || fid->mode == OWRITE)
		return Emode;
	if(n > maxmsg-IOhdr)
		n = maxmsg-IOhdr;
	if(f->qid.type & QTDIR)
		return readdir(fid, off, n);
	f->atime = time(nil);
	if(off < 0 || off >= f->len)
		n = 0;
	else if(n > f->len - off)
		n = f->len - off;
	put(n, 4);
	memmove(op, f->data+off, n);
	op += n;
	return nil;
}

/* a gap before off is filled with zeros */
char*
rwrite(Fid *fid)
{
	vlong off;
	ulong n;
	File *f;

	off = get(8);
	n = get(4);
	f = fid->f;
	if(fid->mode != OWRITE && fid->mode != ORDWR)
		return Emode;
	if(n > ie-ip)
		return Eshort;
	if(f->mode & DMAPPEND)
		off = f->len;
	if(off < 0 || off > Maxlen || !grow(f, off+n))
		return Enomem;
	if(off > f->len)
		memset(f->data+f->len, 0, off-f->len);
	memmove(f->data+off, ip, n);
	if(off+n > f->len)
		f->len = off+n;
	changed(f, fid->user);
	put(n, 4);
	return nil;
}

char*
rclunk(Fid *fid)
{
	clunk(fid);
	return nil;
}

/* the fid goes in any case */
char*
rremove(Fid *fid)
{
	char *err;

	err = fid->f->parent == nil ? Enofile : unlink(fid->f, fid->user);
	fid->rclose = 0;
	clunk(fid);
	return err;
}

char*
rstat(Fid *fid)
{
	int n;

	n = packstat(fid->f, op+2, maxmsg-Hdr-2);
	put(n, 2);
	op += n;
	return nil;
}
