/*
 * wstat: all of what it asks for is done, or nothing.
 */
#include <u.h>
#include <libc.h>
#include "ramfs.h"

/* may fid's user make of its file what d says; nil: yes */
static char*
checkwstat(Fid *fid, Dir *d)
{
	File *f, *g;
	int owner;

	f = fid->f;
	owner = strcmp(fid->user, f->uid) == 0;
	if(d->name[0] != 0 && strcmp(d->name, f->name) != 0){
		if(f->parent == f || f->parent == nil)
			return Ewstat;
		if(!allowed(f->parent, fid->user, 2))
			return Eperm;
		if(strchr(d->name, '/') != nil || strcmp(d->name, ".") == 0
		|| strcmp(d->name, "..") == 0)
			return Ename;
		g = lookup(f->parent, d->name);
		if(g != nil && g != f)
			return Eexist;
	}
	if(d->mode != ~0UL){
		if(!owner)
			return Eperm;
		if((d->mode ^ f->mode) & DMDIR)
			return Ewstat;
	}
	if(d->mtime != ~0UL && !owner)
		return Eperm;
	if(d->gid[0] != 0 && strcmp(d->gid, f->gid) != 0 && !owner)
		return Eperm;
	if(d->uid[0] != 0 && strcmp(d->uid, f->uid) != 0)
		return Ewstat;
	if(d->length != ~0LL){
		if(f->qid.type & QTDIR && d->length != 0)
			return Ewstat;
		if(!allowed(f, fid->user, 2))
			return Eperm;
		if(d->length < 0 || d->length > Maxlen || !grow(f, d->length))
			return Enomem;
	}
	return nil;
}

/* nothing is changed unless all of it can be */
char*
rwstat(Fid *fid)
{
	static char strs[Msize];
	Dir d;
	File *f;
	int n;
	char *err, *name;

	n = get(2);
	f = fid->f;
	if(n > ie-ip || convM2D(ip, n, &d, strs) == 0)
		return Eshort;
	err = checkwstat(fid, &d);
	if(err != nil)
		return err;
	if(d.name[0] != 0 && strcmp(d.name, f->name) != 0){
		name = strdup(d.name);
		if(name == nil)
			return Enomem;
		free(f->name);
		f->name = name;
		changed(f->parent, fid->user);
	}
	if(d.length != ~0LL && (f->qid.type & QTDIR) == 0){
		if(d.length > f->len)
			memset(f->data+f->len, 0, d.length-f->len);
		f->len = d.length;
		changed(f, fid->user);
	}
	if(d.mode != ~0UL){
		f->mode = d.mode;
		f->qid.type = d.mode>>24;
	}
	if(d.mtime != ~0UL)
		f->mtime = d.mtime;
	if(d.gid[0] != 0)
		f->gid = username(d.gid);
	return nil;
}
