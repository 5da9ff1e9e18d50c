/*
 * The connection to a file server: 9P2000 messages over a channel, usually
 * a pipe.  Any number of processes may have a request under way; one of
 * those who wait reads the replies for all of them and hands over that
 * office when its own has come.
 *
 * A note to a waiting process makes it send Tflush and wait for either
 * answer; a second note makes it leave.  What it left stays in the
 * queue, so that its tag is not used again, until the server answers.  A
 * process that waits to close a file leaves at the first note.
 *
 * The Lock of the Mnt covers queue and rip and is held while a waiting
 * process is woken, so a request cannot go away under the waker's hands.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"
#include "../port/9p.h"

enum
{
	Msize		= 32*1024+IOhdr,	/* what we ask for */
	Minsize		= 256,
	Maxsize		= 1024*1024,
	Maxdepth	= 3,			/* servers on top of servers */
};

struct Mntrpc
{
	Mntrpc	*next;
	int	type;
	int	tag;
	int	oldtag;		/* of a Tflush */
	int	done;
	int	sent;
	int	notes;		/* that came while waiting */
	Rendez	*who;		/* waits for it; nil: nobody any more */
	Block	*reply;
	Mntrpc	*flush;		/* sent to stop this one */
	Mnt	*mnt;
	Rendez	sleep;
};

static Ref mntids;
static char version9p[] = "9P2000";

/* read until there are n bytes in m->in */
static void
fill(Mnt *mnt, int n)
{
	Block *b, **l;

	while(mnt->nin < n){
		b = devtab[mnt->c->type]->bread(mnt->c, mnt->msize, 0);
		if(BLEN(b) == 0){
			freeb(b);
			error(Emountrpc);
		}
		for(l = &mnt->in; *l != nil; l = &(*l)->next)
			;
		b->next = nil;
		*l = b;
		mnt->nin += BLEN(b);
	}
}

/* the first n bytes of m->in, copied to p and, if take, removed */
static void
peel(Mnt *mnt, uchar *p, int n, int take)
{
	Block *b, *next;
	int k;

	for(b = mnt->in; n > 0; b = next){
		next = b->next;
		k = BLEN(b);
		if(k > n)
			k = n;
		memmove(p, b->rp, k);
		p += k;
		n -= k;
		if(!take)
			continue;
		b->rp += k;
		mnt->nin -= k;
		if(BLEN(b) == 0){
			mnt->in = next;
			freeb(b);
		}
	}
}

/* the next message; raises Emountrpc and what the channel's read raises */
static Block*
readmsg(Mnt *mnt)
{
	Block *b;
	uchar hdr[4];
	ulong n;

	fill(mnt, sizeof hdr);
	peel(mnt, hdr, sizeof hdr, 0);
	n = get9p(hdr, 4);
	if(n < Hdrlen || n > mnt->msize){
		mnt->bad = 1;
		error(Emountrpc);
	}
	fill(mnt, n);
	b = mnt->in;
	if(BLEN(b) == n){
		mnt->in = b->next;
		mnt->nin -= n;
		return b;
	}
	b = allocb(n);
	peel(mnt, b->wp, n, 1);
	b->wp += n;
	return b;
}

/* is tag t in use; the queue is locked */
static int
tagused(Mnt *mnt, int t)
{
	Mntrpc *r;

	if(t == NOTAG)
		return 1;
	for(r = mnt->queue; r != nil; r = r->next)
		if(r->tag == t || (r->type == Tflush && r->oldtag == t))
			return 1;
	return 0;
}

/* a queued request for message b, which gets its size and a tag */
static Mntrpc*
newrpc(Mnt *mnt, Block *b)
{
	Mntrpc *r;

	r = smalloc(sizeof(Mntrpc));
	r->mnt = mnt;
	r->type = b->rp[4];
	r->who = &r->sleep;
	lock(mnt);
	do
		mnt->tag = (mnt->tag+1) & 0xffff;
	while(tagused(mnt, mnt->tag));
	r->tag = mnt->tag;
	r->next = mnt->queue;
	mnt->queue = r;
	unlock(mnt);
	put9p(b->rp, BLEN(b), 4);
	put9p(b->rp+5, r->tag, 2);
	return r;
}

static void
freerpc(Mntrpc *r)
{
	if(r == nil)
		return;
	freeb(r->reply);
	free(r);
}

/* take r off the queue, which is locked */
static void
unqueue(Mnt *mnt, Mntrpc *r)
{
	Mntrpc **l;

	for(l = &mnt->queue; *l != nil; l = &(*l)->next)
		if(*l == r){
			*l = r->next;
			break;
		}
}

/*
 * the waiting process is done with r: free it if it is answered or was
 * never sent, else leave it to whoever reads the reply
 */
static void
leaverpc(Mnt *mnt, Mntrpc *r)
{
	if(r == nil)
		return;
	lock(mnt);
	if(r->done || !r->sent || mnt->bad)
		unqueue(mnt, r);
	else{
		r->who = nil;
		r->flush = nil;
		r = nil;
	}
	unlock(mnt);
	freerpc(r);
}

/* the request that tag t is of; the queue is locked */
static Mntrpc*
tagged(Mnt *mnt, int t)
{
	Mntrpc *r;

	for(r = mnt->queue; r != nil; r = r->next)
		if(r->tag == t && !r->done)
			return r;
	return nil;
}

/*
 * hand reply b to the request it is for; if nobody waits for that, free
 * both, and with a Tflush what it was to stop
 */
static void
dispatch(Mnt *mnt, Block *b)
{
	Mntrpc *r, *old;

	old = nil;
	lock(mnt);
	mnt->stuck = 0;
	r = tagged(mnt, get9p(b->rp+5, 2));
	if(r != nil && r->who != nil){
		r->reply = b;
		r->done = 1;
		wakeup(r->who);
		r = nil;
		b = nil;
	}else if(r != nil){
		unqueue(mnt, r);
		if(r->type == Tflush)
			old = tagged(mnt, r->oldtag);
		if(old != nil && old->who == nil)
			unqueue(mnt, old);
		else
			old = nil;
	}
	unlock(mnt);
	freeb(b);
	freerpc(r);
	freerpc(old);
}

/* r has its reply, or what should stop it has */
static int
finished(Mntrpc *r)
{
	return r->done || (r->flush != nil && r->flush->done);
}

static int
attention(void *a)
{
	Mntrpc *r;

	r = a;
	return finished(r) || r->mnt->rip == nil;
}

/* let another waiting process read */
static void
passon(Mnt *mnt)
{
	Mntrpc *r;

	lock(mnt);
	mnt->rip = nil;
	for(r = mnt->queue; r != nil; r = r->next)
		if(!r->done && r->who != nil && wakeup(r->who) != nil)
			break;
	unlock(mnt);
}

/* read replies until r is finished */
static void
readfor(Mnt *mnt, Mntrpc *r)
{
	if(waserror()){
		passon(mnt);
		nexterror();
	}
	while(!finished(r))
		dispatch(mnt, readmsg(mnt));
	poperror();
	passon(mnt);
}

/* wait until r is finished */
static void
awaitreply(Mnt *mnt, Mntrpc *r)
{
	int reader;

	while(!finished(r)){
		if(mnt->bad)
			error(Emountrpc);
		lock(mnt);
		reader = mnt->rip == nil;
		if(reader)
			mnt->rip = up;
		unlock(mnt);
		if(reader)
			readfor(mnt, r);
		else
			sleep(&r->sleep, attention, r);
	}
}

/* send the message of r; b is gone then */
static void
sendmsg(Mnt *mnt, Mntrpc *r, Block *b)
{
	r->sent = 1;
	devtab[mnt->c->type]->bwrite(mnt->c, b, 0);
}

/* send a Tflush for r */
static void
sendflush(Mnt *mnt, Mntrpc *r)
{
	Block *b;

	b = tmsg(Tflush, 0, "2", r->tag);
	r->flush = newrpc(mnt, b);
	r->flush->who = &r->sleep;
	r->flush->oldtag = r->tag;
	sendmsg(mnt, r->flush, b);
}

/*
 * up->errstr has the error that ended the wait for r.  Gives 1 if the
 * wait shall go on, for the answer to a Tflush.
 */
static int
interrupted(Mnt *mnt, Mntrpc *r)
{
	if(strcmp(up->errstr, Eintr) != 0)
		return 0;
	if(r->type == Tclunk){
		mnt->stuck = 1;
		return 0;
	}
	return ++r->notes == 1;
}

/* send b and wait for the answer to r, or to its Tflush */
static void
mountio(Mnt *mnt, Mntrpc *r, Block *b)
{
	while(waserror())
		if(!interrupted(mnt, r)){
			leaverpc(mnt, r->flush);
			leaverpc(mnt, r);
			nexterror();
		}
	if(!r->sent)
		sendmsg(mnt, r, b);
	if(r->notes > 0 && r->flush == nil)
		sendflush(mnt, r);
	if(r->type != Tclunk || (!mnt->stuck && !up->kp))
		awaitreply(mnt, r);
	poperror();
}

/* b, a reply to a request of this type, without its header, or its error */
static Block*
checkreply(Block *b, int type)
{
	int n;

	if(b->rp[4] == type+1){
		b->rp += Hdrlen;
		return b;
	}
	if(b->rp[4] != Rerror || BLEN(b) < Hdrlen+2){
		freeb(b);
		error(Emountrpc);
	}
	n = get9p(b->rp+Hdrlen, 2);
	b->rp += Hdrlen+2;
	if(n > BLEN(b))
		n = BLEN(b);
	if(n > ERRMAX-1)
		n = ERRMAX-1;
	memmove(up->errstr, b->rp, n);
	up->errstr[n] = '\0';
	freeb(b);
	nexterror();
}

/*
 * Sends request b, which is freed, and gives the reply, its header taken
 * off and to be freed by the caller; nil for a Tclunk that was not waited
 * for.  Raises what the server answers, Eintr, and if the connection is
 * broken Emountrpc or what its channel raises.  Process context.
 */
Block*
mntrpc(Mnt *mnt, Block *b)
{
	Mntrpc *r;
	Block *reply;
	int n;

	if(mnt->bad){
		freeb(b);
		error(Emountrpc);
	}
	r = newrpc(mnt, b);
	mountio(mnt, r, b);
	n = r->type;
	reply = r->reply;
	r->reply = nil;
	if(r->flush != nil && r->flush->done)
		r->done = 1;
	leaverpc(mnt, r->flush);
	leaverpc(mnt, r);
	if(reply == nil){
		if(n == Tclunk)
			return nil;
		error(Eintr);
	}
	return checkreply(reply, n);
}

/* a connection over c, not known to c yet */
static Mnt*
newmnt(Chan *c, int msize)
{
	Mnt *mnt;
	int depth;

	depth = 0;
	if(c->mchan != nil && c->mchan->mux != nil)
		depth = c->mchan->mux->depth+1;
	if(depth > Maxdepth)
		error("too many file servers on top of each other");
	mnt = smalloc(sizeof(Mnt));
	mnt->c = c;
	mnt->msize = msize;
	mnt->depth = depth;
	return mnt;
}

/*
 * Frees mnt: its channel has been closed by all, so nobody waits for a
 * reply any more.
 */
void
mntclosed(Mnt *mnt)
{
	Mntrpc *r, *next;

	for(r = mnt->queue; r != nil; r = next){
		next = r->next;
		freerpc(r);
	}
	freeblist(mnt->in);
	free(mnt->version);
	free(mnt);
}

/* ask the server for this version; it may lower msize and shorten version */
static void
negotiate(Mnt *mnt, char *version)
{
	Block *b;
	ulong msize, n;

	b = tmsg(Tversion, 0, "4s", mnt->msize, version);
	put9p(b->rp, BLEN(b), 4);
	put9p(b->rp+5, NOTAG, 2);
	devtab[mnt->c->type]->bwrite(mnt->c, b, 0);
	b = checkreply(readmsg(mnt), Tversion);
	if(waserror()){
		freeb(b);
		nexterror();
	}
	rmsg(b, "42", &msize, &n);
	if(n > BLEN(b))
		error(Emountrpc);
	if(msize > mnt->msize)
		error("server tries to increase msize in fversion");
	if(msize < Minsize)
		error("nonsense value of msize in fversion");
	if(n > strlen(version) || memcmp(b->rp, version, n) != 0
	|| n < strlen(version9p))
		error("bad 9P version returned from server");
	mnt->msize = msize;
	mnt->version = smalloc(n+1);
	memmove(mnt->version, b->rp, n);
	poperror();
	freeb(b);
}

/* make the connection over c; its umqlock is held */
static void
connect(Chan *c, char *version, int msize)
{
	Mnt *mnt;

	mnt = newmnt(c, msize);
	if(waserror()){
		mntclosed(mnt);
		nexterror();
	}
	negotiate(mnt, version);
	poperror();
	mnt->id = incref(&mntids);
	lock(c);
	c->flag |= CMSG;
	c->mux = mnt;
	unlock(c);
}

/*
 * Makes c a connection to a file server, if it is none yet, that speaks
 * version ("": 9P2000) in messages of msize bytes at most (0: as we like).
 * If n > 0, the version agreed upon goes to the n bytes at version, not
 * ended by NUL.  Gives its length.
 */
long
mntversion(Chan *c, char *version, int msize, int n)
{
	char v[sizeof version9p + 8];
	long len;

	kstrcpy(v, version[0] == '\0'? version9p: version, sizeof v);
	if(msize == 0)
		msize = Msize;
	if(msize < Minsize || msize > Maxsize)
		error("bad iounit in version call");
	if(strncmp(v, version9p, strlen(version9p)) != 0)
		error("bad 9P version specification");
	qlock(&c->umqlock);
	if(waserror()){
		qunlock(&c->umqlock);
		nexterror();
	}
	if(c->mux == nil)
		connect(c, v, msize);
	else if(strcmp(c->mux->version, v) != 0)
		error("incompatible 9P versions");
	poperror();
	qunlock(&c->umqlock);
	len = strlen(c->mux->version);
	if(n > 0){
		if(len > n)
			error(Eshort);
		memmove(version, c->mux->version, len);
	}
	return len;
}
