/*
 * From a name to a channel.  A name starts at the root (/...), at a
 * device (#c/...) or at the current directory; the rest is walked.  What
 * then happens depends on the access mode:
 *
 *	Aaccess, Aremove	cross the last mount point
 *	Aopen			cross it, open; a union is remembered
 *	Abind			cross it, the whole union is meant
 *	Atodir			stay in front of it: every later walk crosses
 *	Amount			stay: mounts pile up on the original
 *	Acreate			make the last element, or open what is there
 *
 * Errors show the name as far as it was good, in quotes.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

/* a name in work */
typedef struct Name Name;
struct Name
{
	char	*aname;		/* the whole */
	char	**elem;		/* its elements; also owns their text */
	int	*end;		/* of element i in aname */
	int	n;		/* elements to be walked */
	int	nerror;		/* elements an error shows, 0: just the text */
	int	mustbedir;	/* ends in / or /. */
	int	nomount;	/* starts with #: mount points do not count */
	Chan	*c;		/* so far */
	Chan	*dir;		/* where the new file is made */
	Mhead	*mh;
	Path	*path;
	char	*errstr;	/* why create failed */
};

/* past slashes and elements `.' */
static char*
skipslash(char *s)
{
	for(;;){
		while(*s == '/')
			s++;
		if(s[0] != '.' || (s[1] != '\0' && s[1] != '/'))
			return s;
		s++;
	}
}

/* fill in elem, end, n, mustbedir; the elements start at byte off of aname */
static void
parsename(Name *n, int off)
{
	char *s, *text;
	int max;

	max = 1;
	for(s = n->aname+off; *s != '\0'; s++)
		if(*s == '/')
			max++;
	n->elem = malloc(max*(sizeof(char*)+sizeof(int)) + (s-n->aname)+1);
	if(n->elem == nil)
		error(Enomem);
	n->end = (int*)(n->elem+max);
	text = (char*)(n->end+max);
	strcpy(text, n->aname);
	n->n = 0;
	n->mustbedir = 1;
	for(s = skipslash(text+off); *s != '\0'; s = skipslash(s)){
		n->elem[n->n] = s;
		while(*s != '\0' && *s != '/')
			s++;
		n->end[n->n++] = s - text;
		n->mustbedir = *s != '\0';
		if(*s != '\0')
			*s++ = '\0';
	}
	n->nerror = n->n;
}

/* attach the device named #Xspec at the start of n; gives that name's length */
static int
attachname(Name *n)
{
	char *s, *e;
	int type, c;
	Rune r;

	s = n->aname+1;
	if(*s == '\0')
		error(Ebadsharp);
	s += chartorune(&r, s);
	e = s;
	if(r != '/')
		while(*e != '\0' && *e != '/')
			e++;
	if(r == 'M')
		error(Enoattach);
	if(up->pgrp->noattach && utfrune("|decp", r) == nil)
		error(Enoattach);
	type = devno(r, 1);
	if(type < 0)
		error(Ebadsharp);
	c = *e;
	*e = '\0';
	if(waserror()){
		*e = c;
		nexterror();
	}
	n->c = devtab[type]->attach(s);
	poperror();
	*e = c;
	return e - n->aname;
}

/* set the channel the walk starts from, and parse */
static void
startname(Name *n)
{
	int off;

	off = 0;
	switch(n->aname[0]){
	case '\0':
		error("empty file name");
	case '/':
		n->c = up->slash;
		incref(n->c);
		break;
	case '#':
		n->nomount = 1;
		off = attachname(n);
		break;
	default:
		n->c = up->dot;
		incref(n->c);
		break;
	}
	parsename(n, off);
}

/* cross the mount point at the end; n->c becomes the caller's own */
static void
cross(Name *n)
{
	n->path = n->c->path;
	incref(n->path);
	if(!n->nomount)
		domount(&n->c, &n->mh, &n->path);
	n->c = cunique(n->c);
	pathclose(n->c->path);
	n->c->path = n->path;
	n->path = nil;
	n->c->ismtpt = n->mh != nil;
}

/* open n->c, which cross prepared */
static void
opened(Name *n, int omode)
{
	Mhead *mh;

	mh = n->mh;
	if(mh != nil && mh->mount != nil && mh->mount->next != nil){
		n->c->umh = mh;
		n->mh = nil;
	}
	n->c = devtab[n->c->type]->open(n->c, omode & ~OCEXEC);
	if(omode & ORCLOSE)
		n->c->flag |= CRCLOSE;
}

/* set n->dir to the directory in which a create in n->c takes place */
static void
createdir(Name *n)
{
	Chan *c;
	Mount *f;

	c = n->c;
	if(!n->nomount && findmount(&n->dir, &n->mh, c->type, c->dev, c->qid)){
		rlock(&n->mh->lock);
		for(f = n->mh->mount; f != nil; f = f->next)
			if(f->mflag & MCREATE)
				break;
		if(f == nil){
			runlock(&n->mh->lock);
			error(Enocreate);
		}
		incref(f->to);
		cclose(n->dir);
		n->dir = f->to;
		runlock(&n->mh->lock);
		putmhead(n->mh);
		n->mh = nil;
	}else{
		n->dir = c;
		incref(c);
	}
	n->dir = cunique(n->dir);
	pathclose(n->dir->path);
	n->dir->path = c->path;
	incref(c->path);
}

/* make file last in n->c and open it; if it exists, open it truncated */
static void
created(Name *n, char *last, int omode, ulong perm)
{
	if((omode & OEXCL) == 0)
		if(walk(&n->c, &last, 1, n->nomount, nil) == 0)
			goto Exists;
	createdir(n);
	if(waserror()){
		if(omode & OEXCL)
			nexterror();
		kstrdup(&n->errstr, up->errstr);
		if(walk(&n->c, &last, 1, n->nomount, nil) == 0)
			goto Exists;		/* somebody was faster */
		kstrcpy(up->errstr, n->errstr, ERRMAX);
		nexterror();
	}
	devtab[n->dir->type]->create(n->dir, last, omode & ~OCEXEC, perm);
	poperror();
	if(omode & ORCLOSE)
		n->dir->flag |= CRCLOSE;
	addelem(&n->dir->path, last);
	cclose(n->c);
	n->c = n->dir;
	n->dir = nil;
	return;

Exists:
	cross(n);
	opened(n, (omode & ~OEXCL) | OTRUNC);
}

/* the walked name's last part, as amode wants it */
static void
finish(Name *n, int amode, int omode, ulong perm)
{
	switch(amode){
	case Aaccess:
	case Aremove:
		cross(n);
		break;
	case Aopen:
		cross(n);
		opened(n, omode);
		break;
	case Abind:
		if(!n->nomount)
			domount(&n->c, &n->mh, nil);
		n->c = cunique(n->c);
		n->c->umh = n->mh;
		n->mh = nil;
		break;
	case Atodir:
		isdir(n->c);
		break;
	case Amount:
		break;
	case Acreate:
		created(n, n->elem[n->n], omode, perm);
		break;
	default:
		panic("namec: mode %d", amode);
	}
}

/* free what n still holds */
static void
endname(Name *n)
{
	if(n->dir != nil)
		cclose(n->dir);
	putmhead(n->mh);
	pathclose(n->path);
	free(n->elem);
	free(n->errstr);
	free(n->aname);
}

/* put the name, as far as the error is about, in front of the error text */
static void
errname(Name *n)
{
	if(n->nerror > 0)
		quoteerror(n->aname, n->end[n->nerror-1]);
	if(n->c != nil)
		cclose(n->c);
	endname(n);
}

/* checks between the start and the walk */
static void
checkname(Name *n, int amode, ulong perm)
{
	if(amode != Acreate)
		return;
	if(n->n == 0)
		error(Eexist);
	if(n->mustbedir && (perm & DMDIR) == 0)
		error("create without DMDIR");
	n->n--;
}

/*
 * Gives the channel for the name at aname (in user or kernel memory); see
 * above for amode.  Omode is the open mode for Aopen and Acreate, perm the
 * permissions for Acreate.  The caller gets one reference and is the only
 * one to have it, except that Aopen on #d and #s gives channels others
 * have too.  Raises the errors of names, devices and file servers, with
 * the name in front; Enomem.  Process context; may sleep.
 */
Chan*
namec(char *aname, int amode, int omode, ulong perm)
{
	Name n;

	if(amode != Aremove && memlow())
		error(Enomem);
	memset(&n, 0, sizeof n);
	n.aname = validnamedup(aname, 1);
	if(waserror()){
		errname(&n);
		nexterror();
	}
	startname(&n);
	checkname(&n, amode, perm);
	if(walk(&n.c, n.elem, n.n, n.nomount, &n.nerror) < 0)
		nexterror();
	if(amode == Acreate)
		n.nerror = n.n+1;
	else if(n.mustbedir)
		isdir(n.c);
	if(amode == Aopen && (omode & 3) == OEXEC && (n.c->qid.type & QTDIR))
		error("cannot exec directory");
	finish(&n, amode, omode, perm);
	poperror();
	endname(&n);
	return n.c;
}
