/*
 * The file tree and the fids that point into it. A file is counted: by
 * each fid, and by the tree while it is there, so that an open file that
 * is removed stays until it is closed.
 */
#include <u.h>
#include <libc.h>
#include "ramfs.h"

static Fid *fids[Nfid];
static uvlong path;

/* a file in no directory yet; nil: no memory */
File*
newfile(char *name, char *owner, ulong mode)
{
	File *f;

	f = mallocz(sizeof(File), 1);
	if(f == nil || (f->name = strdup(name)) == nil)
		return nil;
	f->uid = f->muid = owner;
	f->gid = owner;
	f->mode = mode;
	f->qid.path = path++;
	f->qid.type = mode>>24;
	f->atime = f->mtime = time(nil);
	f->ref = 1;
	return f;
}

/* one reference less */
void
putfile(File *f)
{
	if(--f->ref > 0)
		return;
	free(f->name);
	free(f->data);
	free(f);
}

/* a name of a user that stays valid */
char*
username(char *s)
{
	static char *known[200];
	int i;

	for(i = 0; i < nelem(known) && known[i] != nil; i++)
		if(strcmp(known[i], s) == 0)
			return known[i];
	if(i == nelem(known))
		return user;
	known[i] = strdup(s);
	return known[i] != nil ? known[i] : user;
}

/* may u do all of bits (4 read, 2 write, 1 execute) */
int
allowed(File *f, char *u, int bits)
{
	ulong m;

	m = f->mode & 7;
	if(strcmp(u, f->gid) == 0)
		m |= f->mode>>3 & 7;
	if(strcmp(u, f->uid) == 0)
		m |= f->mode>>6 & 7;
	return (m & bits) == bits;
}

File*
lookup(File *dir, char *name)
{
	File *f;

	for(f = dir->child; f != nil; f = f->next)
		if(strcmp(f->name, name) == 0)
			return f;
	return nil;
}

/* u has changed f */
void
changed(File *f, char *u)
{
	f->mtime = time(nil);
	f->muid = u;
	f->qid.vers++;
}

/* take f out of the tree */
char*
unlink(File *f, char *u)
{
	File **l;

	if(f->parent == f || f->parent == nil)
		return Eperm;
	if(!allowed(f->parent, u, 2))
		return Eperm;
	if(f->child != nil)
		return Enotempty;
	for(l = &f->parent->child; *l != f; l = &(*l)->next)
		;
	*l = f->next;
	changed(f->parent, u);
	f->parent = nil;
	putfile(f);
	return nil;
}

Fid**
fidlink(ulong n)
{
	Fid **l;

	for(l = &fids[n % Nfid]; *l != nil; l = &(*l)->next)
		if((*l)->fid == n)
			break;
	return l;
}

Fid*
newfid(ulong n, File *f, char *u)
{
	Fid *fid;

	fid = mallocz(sizeof(Fid), 1);
	if(fid == nil)
		return nil;
	fid->fid = n;
	fid->f = f;
	f->ref++;
	fid->user = u;
	fid->mode = -1;
	*fidlink(n) = fid;
	return fid;
}

/* forget fid, closing its file */
void
clunk(Fid *fid)
{
	Fid **l;

	l = fidlink(fid->fid);
	*l = fid->next;
	if(fid->mode >= 0){
		fid->f->nopen--;
		if(fid->rclose && fid->f->parent != nil)
			unlink(fid->f, fid->user);
	}
	putfile(fid->f);
	free(fid);
}

/* forget all fids */
void
clunkall(void)
{
	int i;

	for(i = 0; i < Nfid; i++)
		while(fids[i] != nil)
			clunk(fids[i]);
}

/* the stat message of f at p of n bytes; 0 if it does not fit */
int
packstat(File *f, uchar *p, int n)
{
	Dir d;
	int len;

	memset(&d, 0, sizeof d);
	d.name = f->name;
	d.uid = f->uid;
	d.gid = f->gid;
	d.muid = f->muid;
	d.qid = f->qid;
	d.mode = f->mode;
	d.length = f->len;
	d.atime = f->atime;
	d.mtime = f->mtime;
	len = convD2M(&d, p, n);
	return len <= 2 ? 0 : len;
}

/* room for len bytes in f */
int
grow(File *f, ulong len)
{
	uchar *p;
	ulong max;

	if(len <= f->max)
		return 1;
	max = len + len/2 + 128;
	p = realloc(f->data, max);
	if(p == nil && (p = realloc(f->data, max = len)) == nil)
		return 0;
	f->data = p;
	f->max = max;
	return 1;
}
