/*
 * Names.  A Path is the name a channel was reached by, cleaned, and for
 * each element (and the root, element 0) the channel that was left when
 * a mount point was crossed there, or nil.  Walking `..' back out of a
 * mounted tree returns to that channel.  Paths are shared and counted; who
 * changes one makes sure first that it has the only reference.
 *
 * Here are also the checks of names that users give, and the errors that
 * quote a name.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Slop	= 24,		/* spare bytes in a new path */
	Mslop	= 4,		/* spare elements */
	MAXNAME	= 1<<16,	/* bytes of a name in a system call */
	MAXPATH	= 16*1024,	/* bytes of a path; dot may be as deep */
};

/* 1 if s is nil or "" */
int
emptystr(char *s)
{
	return s == nil || s[0] == '\0';
}

/*
 * Copies string t to the n bytes at s, cut at a character boundary if it
 * is too long; s always ends in NUL.
 */
void
kstrcpy(char *s, char *t, int n)
{
	int nt;

	nt = strlen(t);
	if(nt >= n){
		nt = n-1;
		while(nt > 0 && (t[nt] & 0xc0) == 0x80)
			nt--;
	}
	memmove(s, t, nt);
	s[nt] = '\0';
}

/*
 * Replaces the allocated string *p (or nil) by a copy of s.  Waits for
 * memory.
 */
void
kstrdup(char **p, char *s)
{
	int n;
	char *t, *old;

	n = strlen(s)+1;
	t = smalloc(n);
	memmove(t, s, n);
	old = *p;
	*p = t;
	free(old);
}

/* an empty path, with room for len bytes, mlen elements and some more */
static Path*
mkpath(int len, int mlen)
{
	Path *p;
	int alen, malen;

	alen = len+1+Slop;
	malen = mlen+Mslop;
	p = smalloc(sizeof(Path) + malen*sizeof(Chan*) + alen);
	p->ref = 1;
	p->mtpt = (Chan**)(p+1);
	p->malen = malen;
	p->s = (char*)(p->mtpt+malen);
	p->alen = alen;
	return p;
}

/* Gives a path of the one name s, with one reference. */
Path*
newpath(char *s)
{
	Path *p;
	int len;

	len = strlen(s);
	p = mkpath(len, 1);
	memmove(p->s, s, len+1);
	p->len = len;
	p->mlen = 1;
	return p;
}

/* Drops one reference to p (or nil); the last frees it. */
void
pathclose(Path *p)
{
	int i;

	if(p == nil || decref(p) > 0)
		return;
	for(i = 0; i < p->mlen; i++)
		if(p->mtpt[i] != nil)
			cclose(p->mtpt[i]);
	free(p);
}

/*
 * a path equal to p that the caller may change, with room for n bytes and
 * one element more; takes over the caller's reference to p
 */
static Path*
roompath(Path *p, int n)
{
	Path *np;
	int i;

	if(p->ref == 1 && p->len+n < p->alen && p->mlen < p->malen)
		return p;
	np = mkpath(p->len+n, p->mlen);
	memmove(np->s, p->s, p->len+1);
	np->len = p->len;
	np->mlen = p->mlen;
	for(i = 0; i < p->mlen; i++){
		np->mtpt[i] = p->mtpt[i];
		if(np->mtpt[i] != nil)
			incref(np->mtpt[i]);
	}
	pathclose(p);
	return np;
}

/*
 * Gives a path equal to p that the caller may change, taking over the
 * caller's reference to p.
 */
Path*
uniquepath(Path *p)
{
	return roompath(p, 0);
}

/* bytes of p->s that name its root: /, #/ or #c with its specifier */
static int
rootlen(Path *p)
{
	char *s;

	if(p->s[0] != '#')
		return p->s[0] == '/';
	if(p->s[1] == '/')
		return 2;
	s = strchr(p->s, '/');
	return s == nil? p->len: s - p->s;
}

/* take the last element off p; the root stays */
static void
dropelem(Path *p)
{
	char *s;
	int n;
	Chan *c;

	s = strrchr(p->s, '/');
	if(s != nil){
		n = rootlen(p);
		p->len = s - p->s;
		if(p->len < n)
			p->len = n;
		p->s[p->len] = '\0';
	}
	if(p->mlen > 1){
		c = p->mtpt[--p->mlen];
		p->mtpt[p->mlen] = nil;
		if(c != nil)
			cclose(c);
	}
}

/*
 * Adds element s to *pp, which may be replaced by a copy; ".." takes the
 * last element off.  Raises Etoolong.
 */
void
addelem(Path **pp, char *s)
{
	int n;
	Path *p;

	if(s[0] == '.' && s[1] == '\0')
		return;
	if(strcmp(s, "..") == 0){
		*pp = uniquepath(*pp);
		dropelem(*pp);
		return;
	}
	n = strlen(s);
	if((*pp)->len+1+n >= MAXPATH)
		error(Etoolong);
	p = *pp = roompath(*pp, n+1);
	if(p->len > 0 && p->s[p->len-1] != '/' && s[0] != '/')
		p->s[p->len++] = '/';
	memmove(p->s+p->len, s, n+1);
	p->len += n;
	p->mtpt[p->mlen++] = nil;
}

/* Adds spec to the device name in *pp, a path of that alone. */
void
addspec(Path **pp, char *spec)
{
	int n;
	Path *p;

	n = strlen(spec);
	if(n >= MAXPATH)
		error(Etoolong);
	p = *pp = roompath(*pp, n);
	memmove(p->s+p->len, spec, n+1);
	p->len += n;
}

/*
 * After a walk to `..' gave c and took an element off path: if the
 * element that path ends in now was a mount point, gives the channel that
 * was mounted upon instead of c, which is closed.
 */
Chan*
undomount(Chan *c, Path *path)
{
	Chan **mt;

	mt = &path->mtpt[path->mlen-1];
	if(*mt == nil)
		return c;
	cclose(c);
	c = *mt;
	*mt = nil;
	return c;
}

/* Notes that at the last element of p, the caller's own, c was left. */
void
setmtpt(Path *p, Chan *c)
{
	Chan *old;

	old = p->mtpt[p->mlen-1];
	p->mtpt[p->mlen-1] = c;
	incref(c);
	if(old != nil)
		cclose(old);
}

/* Gives the name c (or nil) was reached by, for messages. */
char*
chanpath(Chan *c)
{
	if(c == nil)
		return "<nil chan>";
	if(c->path == nil)
		return "<nil path>";
	return c->path->s;
}

/* Gives the last element of p, nil if p is nil or a root. */
char*
pathlast(Path *p)
{
	char *s;

	if(p == nil || p->len == 0)
		return nil;
	s = strrchr(p->s, '/');
	if(s == nil)
		return p->s;
	return s[1] == '\0'? nil: s+1;
}

/*
 * Raises Ebadchar if name has a control character, bad UTF-8 or (unless
 * slashok) a slash.  Name is in the kernel.
 */
void
validname(char *name, int slashok)
{
	int c, n;
	Rune r;

	while((c = *(uchar*)name) != 0){
		if(c >= Runeself){
			n = chartorune(&r, name);
			if(r == Runeerror && n == 1)
				error(Ebadchar);
			name += n;
			continue;
		}
		if(c < ' ' || c == 0x7f || (c == '/' && !slashok))
			error(Ebadchar);
		name++;
	}
}

/*
 * Gives an allocated copy of the name at user (or kernel) address aname,
 * checked as by validname.  Raises Ebadarg for a bad address, "name too
 * long", Ebadchar.
 */
char*
validnamedup(char *aname, int slashok)
{
	char *e, *s;
	int n;

	if((ulong)aname >= KZERO)
		n = strlen(aname);
	else{
		validaddr((ulong)aname, 1, 0);
		e = vmemchr(aname, 0, MAXNAME);
		if(e == nil)
			error(Etoolong);
		n = e - aname;
	}
	s = smalloc(n+1);
	if(waserror()){
		free(s);
		nexterror();
	}
	memmove(s, aname, n);
	s[n] = '\0';
	validname(s, slashok);
	poperror();
	return s;
}

/* how long the first n bytes of name are once quoted */
static int
quotedlen(char *name, int n)
{
	int i, q;

	q = 2;
	for(i = 0; i < n; i++)
		q += name[i] == '\''? 2: 1;
	return q;
}

/*
 * Turns the text of up->errstr into `'name' text', where name is the
 * first n bytes of name in quotes.  A name that does not fit is shown as
 * "...tail".
 */
void
quoteerror(char *name, int n)
{
	char *d, *e, *start, *dots;
	int len, q;

	e = name+n;
	len = strlen(up->errstr);
	if(len > ERRMAX/2)
		len = ERRMAX/2;
	dots = "";
	start = name;
	if(n > ERRMAX){
		start = e-ERRMAX;
		dots = "...";
	}
	for(; start < e; start++){
		if((*start & 0xc0) == 0x80)
			continue;
		q = quotedlen(start, e-start);
		if(q+1+len+3 < ERRMAX)
			break;
		dots = "...";
	}
	q = quotedlen(start, e-start) + strlen(dots);
	len = strlen(up->errstr);
	if(q+1+len >= ERRMAX)
		len = ERRMAX-1-q-1;
	while(len > 0 && (up->errstr[len] & 0xc0) == 0x80)
		len--;
	memmove(up->errstr+q+1, up->errstr, len);
	up->errstr[q+1+len] = '\0';
	d = up->errstr;
	*d++ = '\'';
	while(*dots != '\0')
		*d++ = *dots++;
	for(; start < e; start++){
		if(*start == '\'')
			*d++ = '\'';
		*d++ = *start;
	}
	*d++ = '\'';
	*d = ' ';
}
