/*
 * The user's side of notes: the frame that calls a handler, and the way
 * back from it, noted.
 *
 * Below 256 untouched bytes of the interrupted stack lie: the Ureg, the
 * address of the Ureg of an interrupted handler, the message, and the
 * handler's frame: its two arguments and a return address of 0.
 */
#include "u.h"
#include "tos.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "io.h"
#include "ureg.h"
#include "../port/error.h"

enum
{
	Redzone		= 256,
	Frame		= 4*BY2WD + ERRMAX,	/* below the Ureg */

	Userflags	= 0xcd5,	/* CF PF AF ZF SF DF OF */
	Handlerflags	= 0x500,	/* TF DF: not for a handler */
};

/* registers a user may not choose */
static void
userseg(Ureg *ureg)
{
	ureg->cs = UESEL;
	ureg->ss = UDSEL;
	ureg->ds = UDSEL;
	ureg->es = UDSEL;
	ureg->fs = UDSEL;
	ureg->gs = UDSEL;
}

/* end the process as note n says */
static void
die(Note *n)
{
	if(n->flag == NDebug)
		pprint("suicide: %s\n", n->msg);
	pexit(n->msg, n->flag != NDebug);
}

static void
suicide(char *why)
{
	pprint("suicide: %s\n", why);
	pexit("Suicide", 0);
}

/* say where, in a note of the system's */
static void
addpc(Note *n, ulong pc)
{
	char *p, suffix[16];
	int l;

	if(n->msg[0] != 's' || strncmp(n->msg, "sys:", 4) != 0)
		return;
	snprint(suffix, sizeof suffix, " pc=0x%.8lux", pc);
	l = strlen(suffix);
	p = n->msg + strlen(n->msg);
	if(p > n->msg+ERRMAX-1-l)
		p = n->msg+ERRMAX-1-l;
	strcpy(p, suffix);
	n->len = p+l+1 - n->msg;
}

/* make the handler's frame and have ureg return into the handler */
static void
callhandler(Ureg *ureg, Note *n)
{
	ulong u, *sp;

	u = ureg->usp - Redzone - sizeof(Ureg);
	if(!okaddr(up->notify, 1, 0)
	|| !okaddr(u-Frame, Frame+sizeof(Ureg), 1))
		suicide("bad address in notify");
	*(Ureg*)u = *ureg;
	((ulong*)u)[-1] = (ulong)up->ureg;
	sp = (ulong*)(u - Frame);
	notetext((char*)(sp+3), n);
	sp[2] = (ulong)(sp+3);
	sp[1] = u;
	sp[0] = 0;
	up->ureg = (void*)u;
	userseg(ureg);
	ureg->usp = (ulong)sp;
	ureg->pc = up->notify;
	ureg->flags &= ~Handlerflags;
}

/*
 * Do what /proc asks of the caller, then deliver its oldest note unless
 * a handler is running: 1 if ureg now goes to the handler.  On the way to
 * user mode; interrupts are off afterwards.
 */
int
notify(Ureg *ureg)
{
	Note *n;

	sti();
	if(up->procctl != 0)
		procctl(up);
	up->notepending = 0;
	if(up->nnote == 0 || up->notified && up->note[0].flag == NUser
	|| !popnote(up, &up->lastnote, notesheld())){
		if(up->nnote != 0)
			noteheld();
		cli();
		return 0;
	}
	n = &up->lastnote;
	addpc(n, ureg->pc);
	if(up->notify == 0 || up->notified){
		if(n->isalarm)
			alarmdelivered(up);
		die(n);
	}
	fpunotify();
	callhandler(ureg, n);
	up->notified = 1;
	if(n->isalarm)
		alarmdelivered(up);
	cli();
	return 1;
}

/*
 * Return from a handler as how says (NCONT and so on); the process dies
 * if it is in none.  From the system call, process context.
 */
void
noted(Ureg *ureg, ulong how)
{
	Ureg *nureg;
	ulong u, flags, *sp;

	if(how != NRSTR && !up->notified)
		suicide("call to noted when not notified");
	up->notified = 0;
	fpunoted();
	u = (ulong)up->ureg;
	if(!okaddr(u-Frame, Frame+sizeof(Ureg), 1))
		suicide("bad ureg in noted");
	nureg = (Ureg*)u;
	flags = ureg->flags & ~Userflags;
	*ureg = *nureg;
	ureg->flags = flags | nureg->flags & Userflags;
	ureg->trap = VectorSYSCALL;
	userseg(ureg);
	switch(how){
	case NCONT:
	case NRSTR:
		if(!okaddr(ureg->pc, 1, 0) || !okaddr(ureg->usp, BY2WD, 0))
			suicide("trap in noted");
		up->ureg = (void*)((ulong*)u)[-1];
		break;
	case NSAVE:
		sp = (ulong*)(u - Frame);
		if(!okaddr(ureg->pc, 1, 0))
			suicide("trap in noted");
		sp[1] = u;
		sp[0] = 0;
		ureg->usp = (ulong)sp;
		break;
	default:
		up->lastnote.flag = NDebug;
		/* fall through */
	case NDFLT:
		die(&up->lastnote);
	}
}

/*
 * A debugger writes n bytes of src over dst, which is part of p's ureg:
 * registers it may not choose stay as they were.
 */
void
setregisters(Ureg *ureg, char *dst, char *src, int n)
{
	ulong flags;

	flags = ureg->flags;
	memmove(dst, src, n);
	ureg->flags = (ureg->flags & Userflags) | (flags & ~Userflags);
	userseg(ureg);
}

/*
 * exec: have the caller start at entry with nargs arguments, whose vector
 * and strings are the topmost ssize bytes of the stack.  Gives exec's
 * result, the address of the Tos.
 */
long
execregs(ulong entry, ulong ssize, ulong nargs)
{
	Ureg *ureg;
	ulong *sp;

	sp = (ulong*)(USTKTOP - ssize);
	*--sp = nargs;
	ureg = up->dbgreg;
	memset(ureg, 0, sizeof(Ureg));
	userseg(ureg);
	ureg->flags = IFLAG;
	ureg->usp = (ulong)sp;
	ureg->pc = entry;
	ureg->trap = VectorSYSCALL;
	return USTKTOP - sizeof(Tos);
}
