/*
 * Registers and stack, for people to read.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "ureg.h"

enum
{
	Maxcalls	= 32,		/* return addresses shown */
};

extern	char	etext[];

/* print a trap's registers; any level */
void
dumpregs(Ureg *ureg)
{
	iprint("cpu%d: registers for %s %lud\n", m->machno,
		up != nil && up->text != nil? up->text: "kernel",
		up != nil? up->pid: 0);
	iprint("flags %#lux trap %#lux ecode %#lux pc %#lux", ureg->flags,
		ureg->trap, ureg->ecode, ureg->pc);
	if((ureg->cs & 3) == 3)
		iprint(" ss %#lux sp %#lux\n", ureg->ss & 0xffff, ureg->usp);
	else
		iprint(" ksp %#lux\n", (ulong)&ureg->sp);
	iprint("ax %#8.8lux bx %#8.8lux cx %#8.8lux dx %#8.8lux\n",
		ureg->ax, ureg->bx, ureg->cx, ureg->dx);
	iprint("si %#8.8lux di %#8.8lux bp %#8.8lux\n",
		ureg->si, ureg->di, ureg->bp);
	iprint("cs %#lux ds %#lux es %#lux fs %#lux gs %#lux\n",
		ureg->cs & 0xffff, ureg->ds & 0xffff, ureg->es & 0xffff,
		ureg->fs & 0xffff, ureg->gs & 0xffff);
	iprint("cr0 %#lux cr2 %#lux cr3 %#lux\n", getcr0(), getcr2(), getcr3());
}

/* print what on the current kernel stack may be return addresses; any level */
void
dumpstack(void)
{
	ulong *sp, *top;
	int n;

	sp = (ulong*)&n;
	if(up != nil && (char*)sp >= up->kstack && (char*)sp < up->kstack+KSTACK)
		top = (ulong*)(up->kstack+KSTACK);
	else if((ulong)sp >= MACHADDR && (ulong)sp < MACHADDR+MACHSIZE)
		top = (ulong*)(MACHADDR+MACHSIZE);
	else
		return;
	iprint("kernel stack from %#p:\n", sp);
	for(n = 0; sp < top && n < Maxcalls; sp++)
		if(*sp >= KTZERO && *sp < (ulong)etext){
			iprint(" %lux", *sp);
			n++;
		}
	iprint("\n");
}
