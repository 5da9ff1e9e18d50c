/*
 * Interrupts, traps and system calls: from the entries of l.S to who
 * handles them, and back to user mode.
 *
 * All gates turn interrupts off.  Handlers of interrupts run like that;
 * what happens for the sake of a process turns them on.  A process may be
 * switched away at the end of any interrupt that came with interrupts on
 * and found no spin lock held.
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
	Nvector		= 256,

	SEGPG		= 0x8000,	/* gate: present */
	SEGIG		= 0x0e00,	/* interrupt gate */
	SEGUSER		= 0x6000,	/* int instructions may use it */

	Pfwrite		= 1<<1,		/* error code of a page fault */

	Tflag		= 1<<8,		/* eflags: single step */

	Irqsize		= 4096,		/* bytes of #P/irqalloc */

	Nrrfork		= 19,		/* calls that return in their own way */
	Nrnoted		= 29,
};

typedef struct Sysargs Sysargs;
struct Sysargs
{
	ulong	a[MAXSYSARG];
};

extern	uchar	vectors[][16];

static	Lock	vctllock;
static	Vctl	*vctl[Nvector];
static	Segdesc	idt[Nvector] __attribute__((aligned(8)));

static	void	attend(Ureg*);

static char *excname[] =
{
	"divide error",
	"debug exception",
	"nonmaskable interrupt",
	"breakpoint",
	"overflow",
	"bounds check",
	"invalid opcode",
	"coprocessor not available",
	"double fault",
	"coprocessor segment overrun",
	"invalid TSS",
	"segment not present",
	"stack exception",
	"general protection violation",
	"page fault",
	"15 (reserved)",
	"coprocessor error",
	"alignment check",
	"machine check",
};

/*
 * Make the interrupt descriptor table and load it on the first CPU.
 * Before anything can trap.
 */
void
trapinit0(void)
{
	ulong a;
	int v, priv;

	for(v = 0; v < Nvector; v++){
		a = (ulong)vectors[v];
		priv = v == VectorBPT || v == VectorOF || v == VectorSYSCALL?
			SEGUSER: 0;
		idt[v].d0 = (KESEL<<16) | (a & 0xffff);
		idt[v].d1 = (a & 0xffff0000) | SEGPG | SEGIG | priv;
	}
	gdtinit(idt);
}

/* load the descriptor tables on another CPU */
void
trapinitcpu(void)
{
	gdtinit(idt);
}

static void
addvctl(Vctl *v)
{
	Vctl **l;

	for(l = &vctl[v->vno]; *l != nil; l = &(*l)->next)
		;
	*l = v;
}

static Vctl*
newvctl(void (*f)(Ureg*, void*), void *a, char *name)
{
	Vctl *v;

	v = xalloc(sizeof(Vctl));
	if(v == nil)
		panic("trap: no memory for the handler of %s", name);
	v->f = f;
	v->a = a;
	utfecpy(v->name, v->name+sizeof v->name, name);
	return v;
}

/*
 * Have f(ureg, a) called, interrupts off, for interrupts of ISA line irq.
 * Lines may be shared.  At boot or in process context.
 */
void
intrenable(int irq, void (*f)(Ureg*, void*), void *a, char *name)
{
	Vctl *v;

	v = newvctl(f, a, name);
	v->isintr = 1;
	v->irq = irq;
	ilock(&vctllock);
	v->vno = arch->intrenable(v);
	if(v->vno >= 0)
		addvctl(v);
	iunlock(&vctllock);
	if(v->vno < 0)
		print("%s: no interrupt %d\n", name, irq);
}

/*
 * Have f(ureg, a) called, interrupts off, for vector vno; eoi, if not
 * nil, afterwards.  At boot.
 */
void
trapenable(int vno, void (*f)(Ureg*, void*), void *a, int (*eoi)(int),
	char *name)
{
	Vctl *v;

	v = newvctl(f, a, name);
	v->isintr = vno >= VectorPIC;
	v->irq = -1;
	v->vno = vno;
	v->eoi = eoi;
	ilock(&vctllock);
	addvctl(v);
	iunlock(&vctllock);
}

/* read #P/irqalloc: a line "vector irq name" a handler; process context */
int
irqallocread(char *buf, long n, vlong off)
{
	char *p, *e;
	Vctl *v;
	int vno;

	p = malloc(Irqsize);
	if(p == nil)
		error(Enomem);
	if(waserror()){
		free(p);
		nexterror();
	}
	e = p;
	for(vno = 0; vno < Nvector; vno++)
		for(v = vctl[vno]; v != nil; v = v->next)
			e = seprint(e, p+Irqsize, "%11d %11d %.28s\n",
				vno, v->irq, v->name);
	n = readstr(off, buf, n, p);
	poperror();
	free(p);
	return n;
}

static int
userureg(Ureg *ureg)
{
	return (ureg->cs & 3) == 3;
}

/* time since p's last mark goes to sum; gives the time */
static inline uvlong
charge(Proc *p, uvlong *sum)
{
	uvlong t;

	t = rdcycles();
	*sum += t - p->mark;
	p->mark = t;
	return t;
}

/*
 * The kernel was entered when cycles was t.  What it counts are fastticks,
 * nearly, so it also shows whether a tick is due.
 */
static inline void
ticked(uvlong t)
{
	if((long)((ulong)(t>>10) - tickat) >= 0)
		tickupdate(nowticks());
}

/* the caller, p, comes from user mode */
static inline void
enter(Proc *p)
{
	ticked(charge(p, &p->ucycles));
}

/*
 * Tell the process in its Tos what the kernel knows, before it gets the
 * CPU.  Interrupts are on, as the page may be missing; off afterwards.
 */
static inline void
leave(Proc *p)
{
	Tos *tos;

	charge(p, &p->kcycles);
	tos = (Tos*)(USTKTOP-sizeof(Tos));
	tos->kcycles = p->kcycles;
	tos->pcycles = p->kcycles + p->ucycles;
	tos->pid = p->pid;
	cli();
	letothers(p);
}

/* switch to a better process, if the interrupted code allows that */
static void
preempt(Ureg *ureg)
{
	if(up == nil || up->state != Running || up->nlocks > 0
	|| (ureg->flags & IFLAG) == 0)
		return;
	sched();
	cli();
}

/* tell a process what it did; interrupts are on afterwards */
static void
trapnote(char *msg)
{
	spllo();
	postnote(up, 1, msg, NDebug);
}

/* an exception nobody handles */
static void
exception(Ureg *ureg, int vno, int user)
{
	char buf[ERRMAX];

	if(user && vno < VectorPIC){
		if(vno < nelem(excname))
			snprint(buf, sizeof buf, "sys: trap: %s", excname[vno]);
		else
			snprint(buf, sizeof buf, "sys: trap: %d (reserved)", vno);
		trapnote(buf);
		return;
	}
	if(vno == VectorNMI){
		if(active.exiting)
			stopcpu();
		iprint("cpu%d: nonmaskable interrupt, pc %#lux\n",
			m->machno, ureg->pc);
		return;
	}
	if(vno == VectorDB){
		ureg->flags &= ~Tflag;
		return;
	}
	if(vno >= VectorPIC){
		if(vno <= VectorPIC+MaxIrqPIC)
			i8259isr(vno);
		return;
	}
	dumpregs(ureg);
	panic("trap: %s in the kernel, pc %#lux",
		vno < nelem(excname)? excname[vno]: "exception", ureg->pc);
}

static void
interrupt(Ureg *ureg, Vctl *v, int vno)
{
	Vctl *first;
	uvlong t0;

	t0 = rdcycles();
	ticked(t0);
	m->intr++;
	first = v;
	if(v->isr != nil && v->isr(vno) == 0)
		return;
	for(; v != nil; v = v->next)
		v->f(ureg, v->a);
	if(first->eoi != nil)
		first->eoi(vno);
	m->intrcycles += rdcycles() - t0;
}

/*
 * All traps and interrupts but system calls come here from l.S,
 * interrupts off.
 */
void
trap(Ureg *ureg)
{
	Vctl *v;
	int vno, user;

	vno = ureg->trap;
	user = userureg(ureg);
	if(user){
		enter(up);
		up->dbgreg = ureg;
	}
	v = vctl[vno];
	if(v == nil)
		exception(ureg, vno, user);
	else if(v->isintr)
		interrupt(ureg, v, vno);
	else
		v->f(ureg, v->a);
	cli();
	if(user)
		kexit(ureg);
	else if(m->preempt)
		preempt(ureg);
	else if(up != nil)
		letothers(up);
}

/* a page fault in the kernel that cannot be served */
static void
kernelfault(Ureg *ureg, ulong addr)
{
	if(up != nil && addr < USTKTOP && up->nlocks == 0
	&& ureg->flags & IFLAG){
		/* user memory went away under a system call */
		spllo();
		if(up->nerrlab > 0)
			error(Ebadarg);
		pprint("suicide: bad address %#lux\n", addr);
		pexit("Suicide", 1);
	}
	dumpregs(ureg);
	panic("fault: %#lux in the kernel, pc %#lux", addr, ureg->pc);
}

static void
pagefault(Ureg *ureg, void *a)
{
	char buf[ERRMAX];
	ulong addr;
	int read, insyscall;

	USED(a);
	addr = getcr2();
	read = (ureg->ecode & Pfwrite) == 0;
	if(!userureg(ureg) && (up == nil || addr >= USTKTOP || up->nlocks > 0
	|| (ureg->flags & IFLAG) == 0))
		kernelfault(ureg, addr);
	m->pfault++;
	insyscall = up->insyscall;
	up->insyscall = 1;
	spllo();
	if(fault(addr, read) < 0){
		if(!userureg(ureg))
			kernelfault(ureg, addr);
		snprint(buf, sizeof buf, "sys: trap: fault %s addr=0x%lux",
			read? "read": "write", addr);
		postnote(up, 1, buf, NDebug);
	}
	up->insyscall = insyscall;
}

static void
breakpoint(Ureg *ureg, void *a)
{
	USED(a);
	if(!userureg(ureg))
		panic("trap: breakpoint in the kernel, pc %#lux", ureg->pc);
	ureg->pc--;
	trapnote("sys: breakpoint");
}

/* install the handlers of exceptions; after xinit */
void
trapinit(void)
{
	trapenable(VectorBPT, breakpoint, nil, nil, "breakpoint");
	trapenable(VectorPF, pagefault, nil, nil, "page fault");
	fpuinit();
}

static void
badsyscall(Ureg *ureg, ulong nr)
{
	pprint("bad sys call number %lud pc %#lux\n", nr, ureg->pc);
	postnote(up, 1, "sys: bad sys call", NDebug);
	error(Ebadarg);
}

/* stop for a tracer, before and after each call */
static void
tracestop(void)
{
	if(up->procctl == Proc_tracesyscall){
		up->procctl = Proc_stopme;
		procctl(up);
	}
}

/* a call is done, with ret; interrupts are off afterwards */
static inline void
sysret(Ureg *ureg, Proc *p, ulong nr, long ret)
{
	if(p->nerrlab != 0)
		panic("syscall: %s: %d error labels left", sysctab[nr],
			p->nerrlab);
	ureg->ax = ret;
	if(p->procctl != 0)
		tracestop();
	p->insyscall = 0;
	p->psstate = nil;
	if(nr == Nrnoted)
		noted(ureg, p->sargs[0]);
	leave(p);
	if(nr != Nrrfork && (p->procctl != 0 || p->nnote != 0 || m->preempt))
		attend(ureg);
}

/*
 * A system call, from l.S with interrupts off.  The number is in ax,
 * where the result goes; the arguments lie above the return address of
 * the stub that made the call.  The outermost error label is made by
 * hand, to lead to sysfail.
 */
void
syscall(Ureg *ureg)
{
	Proc *p;
	ulong nr, sp;
	long ret;

	p = up;
	m->syscall++;
	enter(p);
	sti();
	nr = ureg->ax;
	p->insyscall = 1;
	p->dbgreg = ureg;
	p->scallnr = nr;
	if(p->procctl != 0)
		tracestop();
	p->errlab[0].pc = (ulong)sysfail;
	p->errlab[0].sp = (ulong)ureg - 2*BY2WD;
	p->nerrlab = 1;
	sp = ureg->usp;
	if(sp < USTKTOP-BY2PG || sp > USTKTOP-(MAXSYSARG+1)*BY2WD)
		validaddr(sp, (MAXSYSARG+1)*BY2WD, 0);
	*(Sysargs*)p->sargs = *(Sysargs*)(sp+BY2WD);
	if(nr >= nsyscall || systab[nr] == nil)
		badsyscall(ureg, nr);
	p->psstate = sysctab[nr];
	ret = systab[nr](p->sargs);
	p->nerrlab--;
	sysret(ureg, p, nr, ret);
}

/* a system call raised an error; from sysfail in l.S */
void
syserror(Ureg *ureg)
{
	Proc *p;
	char *e;

	p = up;
	e = p->syserrstr;
	p->syserrstr = p->errstr;
	p->errstr = e;
	sysret(ureg, p, p->scallnr, -1);
}

/*
 * On the way to user mode: do what is asked of the process by /proc,
 * deliver notes, let a better process run.  Interrupts are off.
 */
static void
attend(Ureg *ureg)
{
	for(;;){
		if(up->procctl != 0 || up->nnote != 0){
			notify(ureg);
			accountkernel();
		}
		if(!m->preempt)
			break;
		sched();
		splhi();
	}
}

/*
 * Go back to user mode with ureg, from a trap.
 */
void
kexit(Ureg *ureg)
{
	spllo();
	leave(up);
	attend(ureg);
}

/* a process returns to user mode for the first time; from l.S */
void
forkexit(void)
{
	accountresume();
	spllo();
	leave(up);
}
