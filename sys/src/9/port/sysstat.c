/*
 * System calls that read and change what a directory says of a file.
 * Stat messages pass through a buffer of the kernel: the device fills it,
 * the name becomes that by which the user knows the file, and only then
 * is it the user's.  The old calls have a fixed form of 116 bytes.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Oldname	= 28,		/* bytes of a name in an old stat */
	Oldlen	= 116,		/* of all of it */

	NAMEOFF	= 41,		/* of the name's count in a stat message */
	Firsttry = 400,		/* bytes that most stat messages need */
};

/* a 2-byte count */
static int
get2(uchar *p)
{
	return p[0] | p[1]<<8;
}

/* the device's stat of c in buf of max bytes; 2 if it did not fit */
static long
devicestat(Chan *c, uchar *buf, long max)
{
	long n;

	n = devtab[c->type]->stat(c, buf, max);
	if(n != 2 && (n < STATFIXLEN || n > max || statcheck(buf, n) < 0))
		error(Ebadstat);
	return n;
}

/*
 * Gives the stat message of c in an allocated buffer, with name (unless
 * nil) instead of its own; *np is its length.  Raises what the device
 * raises, Ebadstat, Enomem.
 */
uchar*
chanstat(Chan *c, char *name, long *np)
{
	uchar *buf;
	long n, max;
	int extra;

	extra = name == nil? 0: strlen(name);
	max = Firsttry;
	do{
		buf = malloc(max+extra);
		if(buf == nil)
			error(Enomem);
		if(waserror()){
			free(buf);
			nexterror();
		}
		n = devicestat(c, buf, max);
		poperror();
		if(n == 2){
			if(max > Firsttry || 2+get2(buf) <= Firsttry){
				free(buf);
				error(Ebadstat);
			}
			max = 2+get2(buf);
			free(buf);
		}
	}while(n == 2);
	if(name != nil)
		n = setdirname(name, buf, n, max+extra);
	*np = n;
	return buf;
}

/* put the stat of c, which is closed, in the user's n bytes at va */
static long
userstat(Chan *c, char *name, ulong va, ulong n)
{
	uchar *buf;
	long len;

	if(waserror()){
		cclose(c);
		nexterror();
	}
	buf = chanstat(c, name, &len);
	if(waserror()){
		free(buf);
		nexterror();
	}
	if(len > n)
		len = 2;
	memmove((void*)va, buf, len);
	poperror();
	free(buf);
	poperror();
	cclose(c);
	return len;
}

/* checks of the user's buffer for a stat message */
static void
statbuf(ulong va, long n)
{
	if(n < 2)
		error(Eshortstat);
	validaddr(va, n, 1);
}

/* stat(path, buf, n) */
long
sysstat(ulong *arg)
{
	Chan *c;

	statbuf(arg[1], arg[2]);
	c = namec(userstr(arg[0]), Aaccess, 0, 0);
	return userstat(c, pathlast(c->path), arg[1], arg[2]);
}

/* fstat(fd, buf, n) */
long
sysfstat(ulong *arg)
{
	statbuf(arg[1], arg[2]);
	return userstat(fdtochan(arg[0], -1, 0, 1), nil, arg[1], arg[2]);
}

/* v at p, lowest byte first; gives what follows */
static uchar*
put4(uchar *p, ulong v)
{
	p[0] = v;
	p[1] = v>>8;
	p[2] = v>>16;
	p[3] = v>>24;
	return p+4;
}

/* a name in its 28 bytes; gives what follows */
static uchar*
putname(uchar *p, char *s)
{
	kstrcpy((char*)p, s, Oldname);
	return p+Oldname;
}

/* d in the old form at p */
static void
packold(uchar *p, Dir *d)
{
	memset(p, 0, Oldlen);
	p = putname(p, d->name);
	p = putname(p, d->uid);
	p = putname(p, d->gid);
	p = put4(p, (ulong)d->qid.path | (d->mode & DMDIR));
	p = put4(p, d->qid.vers);
	p = put4(p, d->mode);
	p = put4(p, d->atime);
	p = put4(p, d->mtime);
	p = put4(p, d->length);
	p = put4(p, d->length>>32);
	p[0] = d->type;
	p[1] = d->type>>8;
	p[2] = d->dev;
	p[3] = d->dev>>8;
}

/* the old stat of c, which is closed, to the user's va */
static long
useroldstat(Chan *c, char *name, ulong va)
{
	uchar *buf, *old;
	char *strs;
	long n;
	Dir d;

	if(waserror()){
		cclose(c);
		nexterror();
	}
	buf = chanstat(c, name, &n);
	strs = smalloc(n+Oldlen);
	old = (uchar*)strs+n;
	convM2D(buf, n, &d, strs);
	packold(old, &d);
	free(buf);
	if(waserror()){
		free(strs);
		nexterror();
	}
	memmove((void*)va, old, Oldlen);
	poperror();
	free(strs);
	poperror();
	cclose(c);
	return 0;
}

/* stat(path, buf), of old programs */
long
sys_stat(ulong *arg)
{
	Chan *c;

	validaddr(arg[1], Oldlen, 1);
	c = namec(userstr(arg[0]), Aaccess, 0, 0);
	return useroldstat(c, pathlast(c->path), arg[1]);
}

/* fstat(fd, buf), of old programs */
long
sys_fstat(ulong *arg)
{
	validaddr(arg[1], Oldlen, 1);
	return useroldstat(fdtochan(arg[0], -1, 0, 1), nil, arg[1]);
}

/* an allocated copy of the user's stat message, found to be well formed */
static uchar*
getstat(ulong va, ulong n)
{
	uchar *buf;
	char *name;
	int len;

	buf = malloc(n+1);
	if(buf == nil)
		error(Enomem);
	if(waserror()){
		free(buf);
		nexterror();
	}
	memmove(buf, (void*)va, n);
	if(statcheck(buf, n) < 0)
		error(Ebadstat);
	len = get2(buf+NAMEOFF);
	name = smalloc(len+1);
	if(waserror()){
		free(name);
		nexterror();
	}
	memmove(name, buf+NAMEOFF+2, len);
	if(strcmp(name, "/") != 0)
		validname(name, 0);
	poperror();
	free(name);
	poperror();
	return buf;
}

/* does the stat message want another name than last */
static int
renames(uchar *buf, char *last)
{
	int n;

	n = get2(buf+NAMEOFF);
	if(n == 0)
		return 0;
	return last == nil || strlen(last) != n
		|| memcmp(buf+NAMEOFF+2, last, n) != 0;
}

/* change c, which is closed, as the user's stat message at va says */
static long
userwstat(Chan *c, ulong va, ulong n)
{
	uchar *buf;
	long len;

	if(waserror()){
		cclose(c);
		nexterror();
	}
	buf = getstat(va, n);
	if(waserror()){
		free(buf);
		nexterror();
	}
	if(c->ismtpt && renames(buf, pathlast(c->path)))
		error(Eismtpt);
	len = devtab[c->type]->wstat(c, buf, n);
	poperror();
	free(buf);
	poperror();
	cclose(c);
	return len;
}

/* checks of the user's stat message, as far as they need no copy */
static void
wstatbuf(ulong va, ulong n)
{
	if(n > STATMAX+2)
		error(Ebadstat);
	validaddr(va, n, 0);
}

/* wstat(path, buf, n) */
long
syswstat(ulong *arg)
{
	wstatbuf(arg[1], arg[2]);
	return userwstat(namec(userstr(arg[0]), Aaccess, 0, 0), arg[1], arg[2]);
}

/* fwstat(fd, buf, n) */
long
sysfwstat(ulong *arg)
{
	wstatbuf(arg[1], arg[2]);
	return userwstat(fdtochan(arg[0], -1, 1, 1), arg[1], arg[2]);
}

/* wstat of the third edition and before */
long
sys_wstat(ulong *arg)
{
	USED(arg);
	error("old wstat system call - recompile");
}

/* fwstat of the third edition and before */
long
sys_fwstat(ulong *arg)
{
	USED(arg);
	error("old fwstat system call - recompile");
}
