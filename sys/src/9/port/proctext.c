/*
 * The longer texts of #p: args, fd, ns, segment and status.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Numsize	= 12,
	Fdline	= 512,		/* a line of fd, its name cut to fit */
};

/* put s at p, in n columns, without blanks within */
static void
putname(char *p, char *s, int n)
{
	int i;

	for(i = 0; i < n && s[i] != 0; i++)
		p[i] = s[i] <= ' ' && s[i] > 0? '_': s[i];
}

/* v in 11 columns and a blank */
static char*
putnum(char *p, ulong v)
{
	char buf[Numsize+1];

	snprint(buf, sizeof buf, "%11lud ", v);
	memmove(p, buf, Numsize);
	return p+Numsize;
}

/*
 * Bytes of p's segments but for the stack.  Process context without locks.
 */
ulong
procsize(Proc *p)
{
	Segment *s;
	ulong size;
	int i;

	size = 0;
	qlock(&p->seglock);
	for(i = 0; i < NSEG; i++){
		s = p->seg[i];
		if(i != SSEG && s != nil)
			size += s->top - s->base;
	}
	qunlock(&p->seglock);
	return size;
}

/*
 * Make p's status, 176 bytes, at buf: name, user and state, the times
 * in ms (user, system, real, then of children), KiB of its size, base and
 * current priority.  The caller holds p->debug.
 */
void
procstatus(Proc *p, ulong size, char *buf)
{
	char *b, *state;
	int i;

	state = p->psstate;
	if(state == nil)
		state = statename[p->state];
	b = buf;
	memset(b, ' ', 2*KNAMELEN + 12);
	putname(b, p->text, KNAMELEN-1);
	b += KNAMELEN;
	putname(b, p->user, KNAMELEN-1);
	b += KNAMELEN;
	putname(b, state, 11);
	b += 12;
	for(i = TUser; i <= TCReal; i++)
		b = putnum(b, procms(p, i));
	b = putnum(b, size/KiB);
	b = putnum(b, p->basepri);
	putnum(b, p->priority);
}

/*
 * Make p's arguments at buf, n bytes: quoted words.  The caller holds
 * p->debug.
 */
void
procargs(Proc *p, char *buf, int n)
{
	char *b, *e, *s, *end;

	b = buf;
	e = buf+n;
	*b = 0;
	if(p->args == nil)
		return;
	if(p->setargs){
		seprint(b, e, "%s [%s]", p->text, p->args);
		return;
	}
	end = p->args + p->nargs;
	for(s = p->args; s < end; s += strlen(s)+1){
		if(s != p->args)
			b = seprint(b, e, " ");
		b = seprint(b, e, "%q", s);
	}
}

/*
 * Put the line that tells about channel c, descriptor fd, at s, n bytes.
 * Gives its length.  Process context; the caller has a reference to c.
 */
int
procfdprint(Chan *c, int fd, char *s, int n)
{
	static char *mode[] = { "r ", " w", "rw", "r " };

	return snprint(s, n,
		"%3d %.2s %C %4ld (%.16llux %lud %.2ux) %5ld %8lld %s\n",
		fd, mode[c->mode&3], devtab[c->type]->dc, (long)c->dev,
		c->qid.path, c->qid.vers, c->qid.type, (long)c->iounit,
		c->offset, chanpath(c));
}

/* the first descriptor from *fd on and its channel, referenced, or nil */
static Chan*
nextfd(Fgrp *f, int *fd)
{
	Chan *c;

	c = nil;
	lock(f);
	for(; *fd <= f->maxfd; (*fd)++){
		c = f->fd[*fd];
		if(c != nil){
			incref(c);
			break;
		}
		if(*fd % DELTAFD == 0){		/* others may want the CPU */
			unlock(f);
			lock(f);
		}
	}
	unlock(f);
	return c;
}

/* of the l bytes at s, which begin at offset *at, put what off asks for at a */
static long
piece(char *a, long n, vlong off, vlong *at, char *s, int l)
{
	long skip;

	skip = off > *at? off - *at: 0;
	*at += l;
	if(skip >= l)
		return 0;
	if(n > l-skip)
		n = l-skip;
	memmove(a, s+skip, n);
	return n;
}

/* references to p's descriptors and dot, while its pid is pid */
static Fgrp*
getfgrp(Proc *p, ulong pid, Chan **dot)
{
	Fgrp *f;

	qlock(&p->debug);
	f = p->fgrp;
	if(p->pid != pid || f == nil || p->dot == nil){
		qunlock(&p->debug);
		error(Eprocdied);
	}
	incref(f);
	*dot = p->dot;
	incref(*dot);
	qunlock(&p->debug);
	return f;
}

/*
 * Read n bytes at offset off of p's fd file into user memory a: its
 * current directory, then a line for each open file.  Raises Eprocdied if
 * p's pid is not pid any more.  Process context without locks.
 */
long
procfds(Proc *p, ulong pid, char *a, long n, vlong off)
{
	char *buf;
	Fgrp *f;
	Chan *c, *dot;
	volatile long done;
	vlong at;
	int fd, l;

	buf = smalloc(Fdline);
	if(waserror()){
		free(buf);
		nexterror();
	}
	f = getfgrp(p, pid, &dot);
	if(waserror()){
		closefgrp(f);
		cclose(dot);
		nexterror();
	}
	at = 0;
	l = snprint(buf, Fdline, "%s\n", chanpath(dot));
	done = piece(a, n, off, &at, buf, l);
	for(fd = 0; done < n && (c = nextfd(f, &fd)) != nil; fd++){
		l = procfdprint(c, fd, buf, Fdline);
		cclose(c);
		done += piece(a+done, n-done, off, &at, buf, l);
	}
	poperror();
	closefgrp(f);
	cclose(dot);
	poperror();
	free(buf);
	return done;
}

/*
 * Read n bytes at offset off of p's segment file into user memory a: a
 * line for each with its kind, R for read-only, base, top, references.
 * Process context without locks.
 */
long
procsegments(Proc *p, char *a, long n, vlong off)
{
	static char *kind[] = {
		"Text", "Data", "Bss", "Stack",
		"Shared", "Phys", "Fixed", "Sticky",
	};
	char buf[NSEG*48 + 1], *b;
	Segment *s;
	vlong at;
	int i;

	b = buf;
	*b = 0;
	qlock(&p->seglock);
	for(i = 0; i < NSEG; i++){
		s = p->seg[i];
		if(s == nil)
			continue;
		b = seprint(b, buf+sizeof buf, "%-6s %c%c %.8lux %.8lux %4ld\n",
			kind[s->type & SG_TYPE],
			(s->type & SG_RONLY) != 0? 'R': ' ',
			s->profiled? 'P': ' ', s->base, s->top, s->ref);
	}
	qunlock(&p->seglock);
	at = 0;
	return piece(a, n, off < 0? 0: off, &at, buf, b-buf);
}

/* bind's flags as letters */
static char*
flagletters(int flag, char *buf)
{
	char *b;

	b = buf;
	*b++ = '-';
	if((flag & MORDER) == MAFTER)
		*b++ = 'a';
	if((flag & MORDER) == MBEFORE)
		*b++ = 'b';
	if(flag & MCREATE)
		*b++ = 'c';
	if(flag & MCACHE)
		*b++ = 'C';
	*b = 0;
	return b == buf+1? "": buf;
}

/* the line for f */
static void
nsline(Mount *f, Chan *from, char *buf, int n)
{
	char flag[8];
	Chan *to;

	to = f->to;
	if(to->mchan != nil && to->mchan != to && f->spec != nil)
		snprint(buf, n, "mount %s %q %q %q\n",
			flagletters(f->mflag, flag), chanpath(to->mchan),
			chanpath(from), f->spec);
	else
		snprint(buf, n, "bind %s %q %q\n",
			flagletters(f->mflag, flag), chanpath(to),
			chanpath(from));
}

/*
 * Make the line of the mount of pg with the lowest id above *id, which
 * becomes that; 0: there is none.
 */
static int
nextmount(Pgrp *pg, ulong *id, char *buf, int n)
{
	Mhead *mh;
	Mount *f;
	ulong best;
	int i;

	best = ~0UL;
	rlock(&pg->ns);
	for(i = 0; i < MNTHASH; i++)
		for(mh = pg->mnthash[i]; mh != nil; mh = mh->hash){
			rlock(&mh->lock);
			for(f = mh->mount; f != nil; f = f->next)
				if(f->mountid > *id && f->mountid < best){
					best = f->mountid;
					nsline(f, mh->from, buf, n);
				}
			runlock(&mh->lock);
		}
	runlock(&pg->ns);
	*id = best;
	return best != ~0UL;
}

/*
 * Read the next line of p's ns file into n bytes of user memory a: the
 * binds and mounts in order, then cd and the current directory; *id is
 * where it was, 0 at first.  Raises Eprocdied if p's pid is not pid any
 * more.  Process context without locks.
 */
long
procns(Proc *p, ulong pid, ulong *id, char *a, long n)
{
	enum { Line = 2048 };
	char *buf;
	Pgrp *pg;
	Chan *dot;

	if(*id == ~0UL)
		return 0;
	buf = smalloc(Line);
	if(waserror()){
		free(buf);
		nexterror();
	}
	qlock(&p->debug);
	pg = p->pgrp;
	dot = p->dot;
	if(p->pid != pid || pg == nil || dot == nil){
		qunlock(&p->debug);
		error(Eprocdied);
	}
	incref(pg);
	incref(dot);
	qunlock(&p->debug);
	if(!nextmount(pg, id, buf, Line))
		snprint(buf, Line, "cd %q\n", chanpath(dot));
	closepgrp(pg);
	cclose(dot);
	n = readstr(0, a, n, buf);
	poperror();
	free(buf);
	return n;
}
