/*
 * The x87.  Its registers are a process's from its first floating point
 * instruction, which traps because CR0's task switched bit is set, until
 * it is switched out: then they are saved and the bit is set again.  So a
 * process that uses none costs nothing.  A handler of notes may not use
 * any; what the handled process had is kept.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "io.h"
#include "ureg.h"

enum
{
	Sinvalid	= 1<<0,		/* status word */
	Sdenormal	= 1<<1,
	Szerodiv	= 1<<2,
	Soverflow	= 1<<3,
	Sunderflow	= 1<<4,
	Sprecision	= 1<<5,
	Sstack		= 1<<6,
	Sup		= 1<<9,		/* stack fault: overflow */
	Sall		= 0x80ff,	/* exceptions and their summary */
};

/* what FNSAVE begins with */
typedef struct Fpenv Fpenv;
struct Fpenv
{
	ulong	control;
	ulong	status;
	ulong	tag;
	ulong	pc;
};

static char*
fpmessage(ulong status)
{
	if(status & Sinvalid){
		if((status & Sstack) == 0)
			return "invalid operation";
		return status & Sup? "stack overflow": "stack underflow";
	}
	if(status & Szerodiv)
		return "division by zero";
	if(status & Soverflow)
		return "numeric overflow";
	if(status & Sunderflow)
		return "numeric underflow";
	if(status & Sdenormal)
		return "denormalized operand";
	if(status & Sprecision)
		return "precision loss";
	return "unknown exception";
}

/* save up's registers if they are in this CPU; interrupts off */
static void
unload(void)
{
	if(up->fpstate == FPactive){
		fpsave(&up->fpsave);
		up->fpstate = FPinactive;
	}
}

/* an exception, reported to the next floating point instruction */
static void
fperror(Ureg *ureg, void *a)
{
	char buf[ERRMAX];
	Fpenv *env;

	USED(a);
	if((ureg->cs & 3) != 3)
		panic("fpu: exception in the kernel, pc %#lux", ureg->pc);
	unload();
	env = (Fpenv*)&up->fpsave;
	snprint(buf, sizeof buf, "sys: fp: %s fppc=0x%lux status=0x%lux",
		fpmessage(env->status & (~env->control | Sup | Sstack) & 0xffff),
		env->pc, env->status & 0xffff);
	env->status &= ~Sall;
	spllo();
	postnote(up, 1, buf, NDebug);
}

/* the first floating point instruction in a while */
static void
fpload(Ureg *ureg, void *a)
{
	USED(a);
	if((ureg->cs & 3) != 3)
		panic("fpu: used in the kernel, pc %#lux", ureg->pc);
	if(up->fpstate & FPillegal){
		spllo();
		postnote(up, 1, "sys: floating point in note handler", NDebug);
		return;
	}
	if(up->fpstate == FPinit)
		fpinit();
	else
		fprestore(&up->fpsave);
	up->fpstate = FPactive;
}

/* a segment overrun: only a 387 does that */
static void
fpoverrun(Ureg *ureg, void *a)
{
	USED(ureg, a);
	spllo();
	postnote(up, 1, "sys: trap: coprocessor segment overrun", NDebug);
}

/* install the x87's traps; at boot */
void
fpuinit(void)
{
	trapenable(VectorCNA, fpload, nil, nil, "x87 load");
	trapenable(VectorCSO, fpoverrun, nil, nil, "x87 overrun");
	trapenable(VectorCERR, fperror, nil, nil, "x87 error");
}

/* the caller goes into a note handler; process context */
void
fpunotify(void)
{
	ulong s;

	s = intsoff();
	unload();
	up->fpstate |= FPillegal;
	intsback(s);
}

/* the caller leaves a note handler */
void
fpunoted(void)
{
	up->fpstate &= ~FPillegal;
}

/* p, the caller, starts a new program, or ends */
void
procsetup(Proc *p)
{
	int s;

	s = splhi();
	p->fpstate = FPinit;
	fpoff();
	splx(s);
	if(p->ioperm != nil)
		(*iohook.drop)();
}

/*
 * Give the new process p a copy of the caller's state: the last of what
 * it inherits, nothing can fail after it.
 */
void
procfork(Proc *p)
{
	int s;

	s = splhi();
	unload();
	p->fpsave = up->fpsave;
	p->fpstate = up->fpstate & ~FPillegal;
	splx(s);
	if(iohook.fork != nil)
		(*iohook.fork)(p);
}
