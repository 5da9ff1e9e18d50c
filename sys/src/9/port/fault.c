/*
 * Page faults, and checks of addresses that programs hand to the kernel.
 *
 * A missing page of a segment is read from the program's file, or is zero.
 * A page is mapped writable only while its segment is the one that has it;
 * a write to another makes a copy first. Everything happens with
 * Segment.lk held, but for reading a file: the process that serves the file
 * may need the same segment.
 */
#include	"u.h"
#include	"../port/lib.h"
#include	"mem.h"
#include	"dat.h"
#include	"fns.h"
#include	"../port/error.h"

enum
{
	Patience	= 500,	/* times that memory is waited for */
};

/*
 * The segment of p that addr is in, nil: none; locked if dolock. The caller
 * is p, or holds p->seglock.
 */
Segment*
seg(Proc *p, ulong addr, int dolock)
{
	Segment *s;
	int i;

	for(i = 0; i < NSEG; i++){
		s = p->seg[i];
		if(s == nil || addr < s->base || addr >= s->top)
			continue;
		if(!dolock)
			return s;
		qlock(&s->lk);
		if(addr < s->top)
			return s;
		qunlock(&s->lk);
	}
	return nil;
}

/*
 * Fail for want of what msg names: c's data, or memory if c is nil. Raises
 * the error in a system call; otherwise the process ends.
 */
void
faulterror(char *msg, Chan *c)
{
	char buf[ERRMAX];

	if(c != nil){
		snprint(buf, sizeof buf, "%s accessing %s: %s", msg,
			chanpath(c), up->errstr);
		if(up->nerrlab > 0)
			postnote(up, 1, buf, NDebug);
		msg = buf;
	}
	if(up->nerrlab > 0)
		error(c != nil? Eioload: msg);
	pexit(c != nil? msg: "Killed: Insufficient physical memory", 1);
}

/* read n bytes at off of image i into page p: 0, or -1 with up->errstr set */
static int
readpage(Image *i, Page *p, ulong off, ulong n)
{
	Chan *c;
	char *psstate;
	volatile int noted;
	long r;

	c = i->c;
	noted = 0;
	psstate = up->psstate;
	up->psstate = "Fault";
	while(waserror()){
		if(strcmp(up->errstr, Eintr) != 0
		|| up->procctl == Proc_exitme || up->procctl == Proc_exitbig){
			up->psstate = psstate;
			return -1;
		}
		noted = 1;
	}
	r = devtab[c->type]->read(c, KADDR(p->pa), n, off);
	if(r != n)
		error(Eshort);
	poperror();
	up->psstate = psstate;
	if(noted)
		up->notepending = 1;
	memset((char*)KADDR(p->pa) + n, 0, BY2PG-n);
	return 0;
}

/* a page for va of s as it is at first; nil with up->errstr set */
static Page*
firstpage(Segment *s, ulong va)
{
	Page *p;
	ulong off, n;
	int r;

	off = va - s->base;
	n = 0;
	if(s->image != nil && off < s->flen)
		n = MIN(s->flen - off, BY2PG);
	p = newpage(n == 0);
	if(p == nil){
		kstrcpy(up->errstr, Enovmem, ERRMAX);
		return nil;
	}
	if(n == 0)
		return p;
	qunlock(&s->lk);
	r = readpage(s->image, p, s->fstart + off, n);
	qlock(&s->lk);
	if(r < 0){
		putpage(p);
		return nil;
	}
	return p;
}

/* replace the shared page at slot by a copy; nil with up->errstr set */
static Page*
owncopy(Segment *s, Page **slot, ulong va)
{
	Page *new, *old;

	old = *slot;
	new = newpage(0);
	if(new == nil){
		kstrcpy(up->errstr, Enovmem, ERRMAX);
		return nil;
	}
	copypage(old, new);
	*slot = new;
	if(s->ref > 1){
		mmuflush(up, va, va+BY2PG);
		flushpeers(s, va, va+BY2PG);
	}
	putpage(old);
	return new;
}

/*
 * The page of s at addr, made if it is not there, and s's own if it is to
 * be written (read is 0). s->lk is held by the caller, who has a reference
 * to s, and is held at the return, but perhaps not in between. nil: the
 * error is in up->errstr, for the caller to unlock and call nexterror.
 */
Page*
fixfault(Segment *s, ulong addr, int read)
{
	Page **slot, *p;

	addr = PPN(addr);
	slot = segslot(s, addr, 0);
	if(slot == nil || *slot == nil){
		p = firstpage(s, addr);
		if(p == nil)
			return nil;
		if(addr >= s->top){	/* moved meanwhile */
			putpage(p);
			kstrcpy(up->errstr, Enovmem, ERRMAX);
			return nil;
		}
		slot = segslot(s, addr, 1);
		if(slot == nil){
			putpage(p);
			kstrcpy(up->errstr, Enovmem, ERRMAX);
			return nil;
		}
		if(*slot == nil){
			*slot = p;
			return p;
		}
		putpage(p);	/* somebody else was faster */
	}
	if(!read && (*slot)->ref > 1)
		return owncopy(s, slot, addr);
	return *slot;
}

/* fault, once: 1 if there was no memory for it */
static int
tryfault(ulong addr, int read)
{
	Segment *s;
	Page *p;
	ulong pte;

	s = seg(up, addr, 1);
	if(s == nil)
		return -1;
	if(!read && (s->type & SG_RONLY) != 0){
		qunlock(&s->lk);
		return -1;
	}
	p = fixfault(s, addr, read);
	if(p == nil){
		qunlock(&s->lk);
		if(strcmp(up->errstr, Enovmem) == 0)
			return 1;
		faulterror(Eioload, s->image->c);
	}
	pte = p->pa | PTEVALID;
	if((s->type & SG_RONLY) == 0 && p->ref == 1)
		pte |= PTEWRITE;
	if(putmmu(PPN(addr), pte, p) < 0){
		qunlock(&s->lk);
		return 1;
	}
	qunlock(&s->lk);
	return 0;
}

/*
 * Make addr of the running process's memory accessible, for writing if read
 * is 0: 0, or -1 if there is no such memory. What exists but cannot be had
 * ends in faulterror; memory that is used up is waited for. With interrupts
 * on, no locks held; may sleep.
 */
int
fault(ulong addr, int read)
{
	int r, i;

	for(i = 0; (r = tryfault(addr, read)) > 0; i++)
		if(i == Patience || !nomemory())
			faulterror(Enovmem, nil);
	return r;
}

/* okaddr, for what is not on the stack */
int
okrange(ulong addr, ulong len, int write)
{
	Segment *s;

	s = up->seg[TSEG];
	if(!write && s != nil && addr >= s->base && addr < s->top
	&& len <= s->top - addr)
		return 1;
	if((long)len < 0 || addr + len < addr)
		return 0;
	for(;;){
		s = seg(up, addr, 0);
		if(s == nil || write && (s->type & SG_RONLY) != 0)
			return 0;
		if(len <= s->top - addr)
			return 1;
		len -= s->top - addr;
		addr = s->top;
	}
}

/*
 * Check a program's pointer as okaddr does; a bad one gets the program a
 * note and raises Ebadarg.
 */
void
validaddr(ulong addr, ulong len, int write)
{
	if(okaddr(addr, len, write))
		return;
	pprint("suicide: invalid address %#lux/%lud in sys call pc=%#lux\n",
		addr, len, userpc());
	postnote(up, 1, "sys: bad address in syscall", NDebug);
	error(Ebadarg);
}

/*
 * The first byte c in the n bytes at s, nil: none. A user's pages are
 * checked, as validaddr does, as far as the search gets.
 */
void*
vmemchr(void *s, int c, int n)
{
	ulong a, k;
	void *t;

	a = (ulong)s;
	while(n > 0){
		k = MIN(BY2PG - a%BY2PG, n);
		if(a < KZERO)
			validaddr(a, 1, 0);
		t = memchr((void*)a, c, k);
		if(t != nil)
			return t;
		a += k;
		n -= k;
	}
	return nil;
}
