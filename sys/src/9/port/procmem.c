/*
 * #p's mem, regs and fpregs: a debugger's access to memory and registers.
 *
 * Memory goes page by page through the process's segment, so that what is
 * not there yet is made, and what is shared copied before it is written.
 * A page has a reference, and no lock is held, while it is copied from or
 * to the debugger's own memory.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "ureg.h"
#include "../port/error.h"

/* give p, whose seglock is held, a text segment of its own to write on */
static Segment*
owntext(Proc *p, Segment *s)
{
	Segment *n;
	int i;

	n = newseg(SG_DATA, s->base, s->size);
	n->fstart = s->fstart;
	n->flen = s->flen;
	n->image = s->image;
	incref(n->image);
	for(i = 0; i < NSEG; i++)
		if(p->seg[i] == s)
			p->seg[i] = n;
	mmuflush(p, n->base, n->top);
	return n;
}

/*
 * The segment of p at addr, with a reference; to be written if read is
 * 0.  Raises Ebadarg, Eprocdied.
 */
static Segment*
getseg(Proc *p, ulong pid, ulong addr, int read)
{
	Segment *s, *old;

	old = nil;
	qlock(&p->seglock);
	if(waserror()){
		qunlock(&p->seglock);
		nexterror();
	}
	if(p->pid != pid)
		error(Eprocdied);
	s = seg(p, addr, 0);
	if(s == nil)
		error(Ebadarg);
	if(!read && (s->type & SG_TYPE) == SG_TEXT && s->image != nil){
		if(!procsettled(p))
			error(Einuse);
		old = s;
		s = owntext(p, old);
	}else if(!read && (s->type & SG_RONLY) != 0)
		error(Ebadarg);
	incref(s);
	poperror();
	qunlock(&p->seglock);
	if(old != nil)
		putseg(old);
	return s;
}

/* the page of s at addr, with a reference; raises what fixfault found */
static Page*
getpage(Segment *s, ulong addr, int read)
{
	Page *pg;

	qlock(&s->lk);
	if(addr >= s->top){
		qunlock(&s->lk);
		error(Ebadarg);
	}
	pg = fixfault(s, addr, read);
	if(pg != nil)
		incpage(pg);
	qunlock(&s->lk);
	if(pg == nil)
		error(up->errstr);
	return pg;
}

/* copy n bytes within the page at addr of p */
static void
copyone(Proc *p, ulong pid, ulong addr, char *a, long n, int read)
{
	Segment *s;
	Page *pg;
	char *k;

	s = getseg(p, pid, addr, read);
	if(waserror()){
		putseg(s);
		nexterror();
	}
	pg = getpage(s, addr, read);
	if(waserror()){
		putpage(pg);
		nexterror();
	}
	k = (char*)KADDR(pg->pa) + addr%BY2PG;
	if(read)
		memmove(a, k, n);
	else
		memmove(k, a, n);
	poperror();
	putpage(pg);
	poperror();
	putseg(s);
}

/*
 * Copy n bytes of p's memory at off to user memory a or, if read is 0,
 * from a.  Gives the bytes copied, which are fewer where p's memory ends.
 * Raises Ebadarg, Eprocdied.  Process context without locks.
 */
long
procmem(Proc *p, ulong pid, char *a, long n, vlong off, int read)
{
	volatile long done;
	ulong addr;
	long l;

	if(p->privatemem)
		error(Eperm);
	if(off < 0 || off >= KZERO || n < 0)
		error(Ebadarg);
	done = 0;
	if(waserror()){
		if(done > 0)
			return done;
		nexterror();
	}
	while(done < n){
		addr = off+done;
		if(addr >= KZERO)
			break;
		l = MIN(n-done, BY2PG - addr%BY2PG);
		copyone(p, pid, addr, a+done, l, read);
		done += l;
	}
	poperror();
	return done;
}

/* p's registers, from user mode or the x87's; p->debug is held */
static char*
regsof(Proc *p, int fp, long *size)
{
	if(fp){
		if((p->fpstate & ~FPillegal) == FPinit)
			error(Enoreg);
		*size = sizeof(FPsave);
		return (char*)&p->fpsave;
	}
	if(p->dbgreg == nil || p->kp)
		error(Enoreg);
	*size = sizeof(Ureg);
	return p->dbgreg;
}

/*
 * Copy n bytes at off of p's registers, those of the x87 if fp, to user
 * memory a or, if read is 0, from a; then p must be stopped.  Gives the
 * bytes copied.  Raises Enoreg, Einuse, Eprocdied.  Process context
 * without locks.
 */
long
procregs(Proc *p, ulong pid, int fp, char *a, long n, vlong off, int read)
{
	char buf[MAX(sizeof(Ureg), sizeof(FPsave))], *r;
	long size;

	if(off < 0 || off >= sizeof buf || n < 0)
		return 0;
	if(n > sizeof buf - off)
		n = sizeof buf - off;
	if(!read)
		memmove(buf, a, n);
	qlock(&p->debug);
	if(waserror()){
		qunlock(&p->debug);
		nexterror();
	}
	if(p->pid != pid)
		error(Eprocdied);
	r = regsof(p, fp, &size);
	n = off >= size? 0: MIN(n, size-off);
	if(read)
		memmove(buf, r+off, n);
	else{
		if(!procsettled(p))
			error(Einuse);
		if(fp)
			memmove(r+off, buf, n);
		else
			setregisters((Ureg*)r, r+off, buf, n);
	}
	poperror();
	qunlock(&p->debug);
	if(read)
		memmove(a, buf, n);
	return n;
}
