/*
 * System calls on files: names and descriptors, reading and writing.
 * Each takes arg, the words on the caller's stack; a pointer among them is
 * checked with validaddr before it is used, and then the device works on
 * the user's memory itself.  What stat and mount do is in sysstat.c and
 * sysmount.c.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

/*
 * Gives the user's string at address a, of which the first byte is
 * checked; namec and validnamedup check the rest.  Raises Ebadarg.
 */
char*
userstr(ulong a)
{
	validaddr(a, 1, 0);
	return (char*)a;
}

/* a descriptor for c, which is closed if there is none */
static long
fdfor(Chan *c, int mode)
{
	int fd;

	fd = newfd(c, mode);
	if(fd < 0){
		cclose(c);
		error(Enofd);
	}
	return fd;
}

/* open(path, mode) */
long
sysopen(ulong *arg)
{
	openmode(arg[1]);
	return fdfor(namec(userstr(arg[0]), Aopen, arg[1], 0), arg[1]);
}

/* create(path, mode, perm) */
long
syscreate(ulong *arg)
{
	openmode(arg[1] & ~OEXCL);
	return fdfor(namec(userstr(arg[0]), Acreate, arg[1], arg[2]), arg[1]);
}

/* close(fd) */
long
sysclose(ulong *arg)
{
	fdtochan(arg[0], -1, 0, 0);
	fdclose(arg[0], 0);
	return 0;
}

/* dup(old, new) */
long
sysdup(ulong *arg)
{
	Chan *c;

	c = fdtochan(arg[0], -1, 0, 1);
	if((long)arg[1] == -1)
		return fdfor(c, 0);
	if(waserror()){
		cclose(c);
		nexterror();
	}
	setfd(arg[1], c);
	poperror();
	return arg[1];
}

/* the two ends of a new pipe, open */
static void
mkpipe(Chan *volatile *c)
{
	static char *end[2] = { "data", "data1" };
	Dev *d;
	Walkqid *wq;
	int i;

	d = devtab[devno('|', 0)];
	c[0] = d->attach("");
	c[1] = cclone(c[0]);
	for(i = 0; i < 2; i++){
		wq = d->walk(c[i], c[i], &end[i], 1);
		if(wq == nil)
			nexterror();
		free(wq);
		addelem(&c[i]->path, end[i]);
		c[i] = d->open(c[i], ORDWR);
	}
}

/* pipe(fd) */
long
syspipe(ulong *arg)
{
	Chan *volatile c[2];
	int fd[2], i;

	validaddr(arg[0], sizeof fd, 1);
	c[0] = nil;
	c[1] = nil;
	if(waserror()){
		for(i = 0; i < 2; i++)
			if(c[i] != nil)
				cclose(c[i]);
		nexterror();
	}
	mkpipe(c);
	for(i = 0; i < 2; i++){
		fd[i] = newfd(c[i], 0);
		if(fd[i] < 0){
			if(i == 1){
				fdclose(fd[0], 0);
				c[0] = nil;
			}
			error(Enofd);
		}
	}
	poperror();
	memmove((void*)arg[0], fd, sizeof fd);
	return 0;
}

/* fd2path(fd, buf, n) */
long
sysfd2path(ulong *arg)
{
	Chan *c;

	if((long)arg[2] < 0)
		error(Ebadarg);
	validaddr(arg[1], arg[2], 1);
	c = fdtochan(arg[0], -1, 0, 1);
	if(waserror()){
		cclose(c);
		nexterror();
	}
	if(arg[2] > 0)
		kstrcpy((char*)arg[1], chanpath(c), arg[2]);
	poperror();
	cclose(c);
	return 0;
}

/* chdir(path) */
long
syschdir(ulong *arg)
{
	Chan *c, *old;

	c = namec(userstr(arg[0]), Atodir, 0, 0);
	old = up->dot;
	up->dot = c;
	cclose(old);
	return 0;
}

/* remove(path) */
long
sysremove(ulong *arg)
{
	Chan *c;

	c = namec(userstr(arg[0]), Aremove, 0, 0);
	if(waserror()){
		cclose(c);
		nexterror();
	}
	if(c->ismtpt)
		error(Eismtpt);
	devtab[c->type]->remove(c);
	poperror();
	cclose(c);
	return 0;
}

/* read n bytes at offset off, -1: at the channel's, which moves on */
static long
fdread(int fd, ulong va, long n, vlong off)
{
	Chan *c;
	int keep;

	if(n < 0)
		error(Etoosmall);
	validaddr(va, n, 1);
	c = fdtochan(fd, OREAD, 1, 1);
	if(waserror()){
		cclose(c);
		nexterror();
	}
	keep = off == -1;
	if(keep)
		off = c->offset;
	if(off < 0)
		error(Enegoff);
	if(c->qid.type & QTDIR)
		n = dirread(c, (void*)va, n, off);
	else{
		n = devtab[c->type]->read(c, (void*)va, n, off);
		if(keep){
			lock(c);
			c->offset += n;
			unlock(c);
		}
	}
	poperror();
	cclose(c);
	return n;
}

/* take back what a failed write of n bytes added to the offset */
static void
unwritten(Chan *c, long n)
{
	lock(c);
	c->offset -= n;
	unlock(c);
}

/* write n bytes at offset off, -1: at the channel's, which moves on */
static long
fdwrite(int fd, ulong va, long n, vlong off)
{
	Chan *c;
	int keep;
	long nw;

	if(n < 0)
		error(Etoosmall);
	validaddr(va, n, 0);
	c = fdtochan(fd, OWRITE, 1, 1);
	keep = off == -1;
	if(keep){
		lock(c);
		off = c->offset;
		c->offset += n;
		unlock(c);
	}
	if(waserror()){
		if(keep)
			unwritten(c, n);
		cclose(c);
		nexterror();
	}
	if(c->qid.type & QTDIR)
		error(Eisdir);
	if(off < 0)
		error(Enegoff);
	nw = devtab[c->type]->write(c, (void*)va, n, off);
	if(keep && nw < n)
		unwritten(c, n-nw);
	poperror();
	cclose(c);
	return nw;
}

/* two words, the low one first */
static vlong
vlongarg(ulong *arg)
{
	return (uvlong)arg[1]<<32 | arg[0];
}

/* pread(fd, buf, n, off) */
long
syspread(ulong *arg)
{
	return fdread(arg[0], arg[1], arg[2], vlongarg(arg+3));
}

/* pwrite(fd, buf, n, off) */
long
syspwrite(ulong *arg)
{
	return fdwrite(arg[0], arg[1], arg[2], vlongarg(arg+3));
}

/* read(fd, buf, n), of old programs */
long
sys_read(ulong *arg)
{
	return fdread(arg[0], arg[1], arg[2], -1);
}

/* write(fd, buf, n), of old programs */
long
sys_write(ulong *arg)
{
	return fdwrite(arg[0], arg[1], arg[2], -1);
}

/* length of the file c by its stat */
static vlong
chanlength(Chan *c)
{
	uchar *buf;
	Dir d;
	long n;

	buf = chanstat(c, nil, &n);
	convM2D(buf, n, &d, nil);
	free(buf);
	return d.length;
}

/* move the offset of c, by whence 0 to, 1 by, 2 from the end by, off */
static vlong
chanseek(Chan *c, vlong off, ulong whence)
{
	if(devtab[c->type]->dc == '|')
		error(Eisstream);
	if(whence > 2)
		error(Ebadarg);
	if((c->qid.type & QTDIR) && (whence != 0 || off != 0))
		error(Eisdir);
	if(whence == 2)
		off += chanlength(c);
	lock(c);
	if(whence == 1)
		off += c->offset;
	if(off >= 0)
		c->offset = off;
	unlock(c);
	if(off < 0)
		error(Enegoff);
	return off;
}

/* the new offset of descriptor fd */
static vlong
fdseek(int fd, vlong off, ulong whence)
{
	Chan *c;

	c = fdtochan(fd, -1, 1, 1);
	if(waserror()){
		cclose(c);
		nexterror();
	}
	off = chanseek(c, off, whence);
	poperror();
	cclose(c);
	return off;
}

/* seek(ret, fd, off, whence) */
long
sysseek(ulong *arg)
{
	vlong off;

	validaddr(arg[0], sizeof(vlong), 1);
	off = fdseek(arg[1], vlongarg(arg+2), arg[4]);
	memmove((void*)arg[0], &off, sizeof off);
	return 0;
}

/* oseek(fd, off, whence), of old programs */
long
sysoseek(ulong *arg)
{
	return fdseek(arg[0], (long)arg[1], arg[2]);
}
