/*
 * Notes held off.  A process has a mask of the classes of notes it does
 * not want now, set by notemask(2) with one atomic instruction, and a word
 * in its Tos that it adds to and takes from without a call: while bits 0
 * to 30 of that are not 0, all classes are held.  A note that is held
 * stays queued; bit 31 of the word tells that one is there because of it.
 *
 * The mask is looked at by whoever posts, on any CPU, to see whether the
 * process needs to be woken; the word only by the process itself, on its
 * way to user mode, so that a plain add is enough in user code.  A note
 * posted while the mask changes is either seen by the changer, which looks
 * at the queue after it, on its way out, or the poster sees the new mask.
 */
#include "u.h"
#include "tos.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum				/* notemask's first argument */
{
	Mblock,
	Munblock,
	Mset,

	Bufsize	= 1024,		/* of what notehold reads */
};

#define	Heldnote	0x80000000UL	/* the word's bit 31 */
#define	WORDADDR	(USTKTOP - sizeof(Tos) + offsetof(Tos, notehold))

/* of the form of notemask that is there to be measured */
static struct
{
	Lock;
	uvlong	calls;
	uvlong	waits;		/* that found it locked, */
	uvlong	waited;		/* and cycles until they had it */
} masklock;

/* class of a note, 0: it cannot be held; any level */
int
noteclass(char *msg, int flag)
{
	if(flag != NUser || strncmp(msg, "sys:", 4) == 0)
		return 0;
	if(strcmp(msg, "alarm") == 0)
		return Nhalarm;
	if(strcmp(msg, "interrupt") == 0)
		return Nhinterrupt;
	if(strcmp(msg, "hangup") == 0)
		return Nhhangup;
	return Nhother;
}

/* the caller's word, nil: its stack has none; process context */
static ulong*
holdword(void)
{
	if(!okaddr(WORDADDR, BY2WD, 1))
		return nil;
	return (ulong*)WORDADDR;
}

/*
 * Classes of notes that the caller holds, by mask and word.  Process
 * context, interrupts on, no locks: may fault.
 */
int
notesheld(void)
{
	ulong *w;

	w = holdword();
	if(w != nil && (*w & ~Heldnote) != 0)
		return Nhall;
	return up->notemask;
}

/* tell the caller's program that a note waits for its word; as notesheld */
void
noteheld(void)
{
	ulong *w;

	w = holdword();
	if(w != nil && (*w & ~Heldnote) != 0 && (*w & Heldnote) == 0)
		*w |= Heldnote;
}

/*
 * System call: how (0 block, 1 unblock, 2 set), classes; gives the mask
 * there was.  What is no longer held arrives before the call returns.
 */
long
sysnotemask(ulong *arg)
{
	ulong mask;

	mask = arg[1] & Nhall;
	switch(arg[0]){
	case Mblock:
		return __sync_fetch_and_or(&up->notemask, mask);
	case Munblock:
		return __sync_fetch_and_and(&up->notemask, ~mask);
	case Mset:
		return xchg(&up->notemask, mask);
	}
	error(Ebadarg);
}

static void
takelock(void)
{
	uvlong t;

	if(!canlock(&masklock)){
		t = rdcycles();
		lock(&masklock);
		masklock.waits++;
		masklock.waited += rdcycles() - t;
	}
	masklock.calls++;
}

/* the same under one lock for all, as a kernel with one lock does it */
long
sysnotemaskl(ulong *arg)
{
	long old;

	if(arg[0] > Mset)
		error(Ebadarg);
	takelock();
	old = sysnotemask(arg);
	unlock(&masklock);
	return old;
}

/* read #P/notelock: what masklock counts */
static long
notelockread(Chan *c, void *a, long n, vlong off)
{
	char buf[128];
	uvlong calls, waits, waited;

	USED(c);
	lock(&masklock);
	calls = masklock.calls;
	waits = masklock.waits;
	waited = masklock.waited;
	unlock(&masklock);
	snprint(buf, sizeof buf, "calls %llud\nwaits %llud\nwaited %llud\n",
		calls, waits, waited);
	return readstr(off, a, n, buf);
}

/* make the file #P/notelock; at boot */
static void
noteholdlink(void)
{
	addarchfile("notelock", 0444, notelockread, nil);
}
LINK(noteholdlink);

/*
 * Read #p/n/notehold of p, whose pid is pid, into n bytes at a from off:
 * the mask, address and value of the word, and the notes being held.
 * Raises Eprocdied.  Process context without locks.
 */
long
procnotehold(Proc *p, ulong pid, char *a, long n, vlong off)
{
	ulong word;
	int i, held;
	char *buf, *s, *e;

	word = 0;
	if(procmem(p, pid, (char*)&word, sizeof word, WORDADDR, 1) != sizeof word)
		word = 0;
	buf = smalloc(Bufsize);
	if(waserror()){
		free(buf);
		nexterror();
	}
	e = buf + Bufsize;
	held = (word & ~Heldnote) != 0? Nhall: p->notemask;
	s = seprint(buf, e, "mask 0x%lux\nword 0x%lux 0x%.8lux\n",
		p->notemask, (ulong)WORDADDR, word);
	ilock(&p->notelock);
	for(i = 0; i < p->nnote; i++)
		if(p->note[i].class & held)
			s = seprint(s, e, "held %q\n", p->note[i].msg);
	iunlock(&p->notelock);
	n = readstr(off, a, n, buf);
	poperror();
	free(buf);
	return n;
}
