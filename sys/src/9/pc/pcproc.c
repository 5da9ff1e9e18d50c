/*
 * Kernel stacks, and what of a process the CPU holds.
 *
 * The stack of a process grows down from kstack+KSTACK.  A process that
 * entered the kernel from user mode has its Ureg at the top.  The lowest
 * word is a guard that is looked at on every switch.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "ureg.h"

enum
{
	Guard	= 0x6b737461,
};

Iohook iohook;

static ulong*
guard(Proc *p)
{
	return (ulong*)p->kstack;
}

/* have p start at f when it is first switched to, with sp */
static void
startat(Proc *p, void (*f)(void), ulong sp)
{
	*guard(p) = Guard;
	p->sched.sp = sp - BY2WD;	/* gotolabel leaves f there */
	p->sched.pc = (ulong)f;
}

/*
 * p, new, is to return to user mode as the caller will with ureg, but
 * with 0 in ax.  Process context.
 */
void
forkchild(Proc *p, Ureg *ureg)
{
	Ureg *cureg;

	cureg = (Ureg*)(p->kstack+KSTACK) - 1;
	*cureg = *ureg;
	cureg->ax = 0;
	p->insyscall = 0;
	p->psstate = nil;
	startat(p, forkret, (ulong)cureg);
}

static void
kprocstart(void)
{
	accountresume();
	spllo();
	up->kpfun(up->kparg);
	pexit("kproc dying", 1);
}

/*
 * p, new, is to run f(arg) in the kernel and then to exit.  The place of
 * the Ureg is left free: it may become a user process.
 */
void
kprocchild(Proc *p, void (*f)(void*), void *arg)
{
	p->kpfun = f;
	p->kparg = arg;
	startat(p, kprocstart, (ulong)((Ureg*)(p->kstack+KSTACK) - 1));
}

/* p leaves this CPU; by the scheduler, interrupts off */
void
procsave(Proc *p)
{
	if(*guard(p) != Guard)
		panic("kernel stack overflow: pid %lud %s", p->pid, p->text);
	if(p->state == Moribund)
		fpoff();
	else if(p->fpstate == FPactive){
		fpsave(&p->fpsave);
		p->fpstate = FPinactive;
	}
}

/* p has come back to a CPU; the x87 is loaded when it is used */
void
procrestore(Proc *p)
{
	USED(p);
}

/* where the caller is in user mode; process context */
ulong
userpc(void)
{
	return up->dbgreg != nil? ((Ureg*)up->dbgreg)->pc: 0;
}

/* the caller's stack pointer in user mode; process context */
ulong
usersp(void)
{
	return up->dbgreg != nil? ((Ureg*)up->dbgreg)->usp: 0;
}

/*
 * Registers of p as a debugger of the kernel wants them: what a switched
 * out process goes on with.
 */
void
setkernur(Ureg *ureg, Proc *p)
{
	memset(ureg, 0, sizeof(Ureg));
	ureg->pc = p->sched.pc;
	ureg->sp = p->sched.sp + BY2WD;
	ureg->bx = p->sched.bx;
	ureg->si = p->sched.si;
	ureg->di = p->sched.di;
	ureg->bp = p->sched.bp;
}
