/*
 * Machine-dependent types of the 386 PC, then the portable ones.
 */
typedef struct FPsave	FPsave;
typedef struct ISAConf	ISAConf;
typedef struct Iohook	Iohook;
typedef struct Ioperm	Ioperm;
typedef struct Label	Label;
typedef struct Lock	Lock;
typedef struct Mach	Mach;
typedef struct MMU	MMU;
typedef struct Page	Page;
typedef struct PCArch	PCArch;
typedef struct Proc	Proc;
typedef struct Segdesc	Segdesc;
typedef struct Tss	Tss;
typedef struct Ureg	Ureg;
typedef struct Vctl	Vctl;

/* spin lock; holder (nil: none) and m are who has it, for dumps */
struct Lock
{
	ulong	key;
	ulong	sr;		/* eflags saved by ilock */
	ulong	pc;		/* of the last to take it */
	Proc	*holder;
	Mach	*m;
	ushort	isilock;
};

/* what setlabel keeps and gotolabel restores: callee-saved registers */
struct Label
{
	ulong	sp;
	ulong	pc;
	ulong	bx;
	ulong	si;
	ulong	di;
	ulong	bp;
};

/* x87 state as FNSAVE writes it, and what lazy switching needs */
struct FPsave
{
	uchar	regs[108];
};

enum				/* Proc.fpstate */
{
	FPinit,			/* first use will trap and initialise */
	FPactive,		/* registers are loaded on this CPU */
	FPinactive,		/* state is in fpsave */

	FPillegal	= 0x100,	/* in a note handler */
};

/* a process's page tables, owned by mmu.c, and its I/O ports, ioperm.c's */
struct MMU
{
	Page	*pdb;		/* page directory, nil: none yet */
	Page	*tables;	/* its page tables, linked by next */
	Page	*mmufree;	/* page tables to be used again */
	int	newtlb;		/* user mappings are to be dropped */
	Ioperm	*ioperm;	/* nil: none */
};

/* what ioperm.c, if the kernel has it, does for processes; see there */
struct Iohook
{
	void	(*load)(Ioperm*);	/* a switch to a process of other ports */
	void	(*drop)(void);		/* up, which has ports, loses them */
	void	(*fork)(Proc*);		/* up makes a process, nil: nothing to do */
};
extern	Iohook	iohook;

struct Segdesc
{
	ulong	d0;
	ulong	d1;
};

/* hardware task state segment: only ss0:esp0 and the I/O map's offset are used */
struct Tss
{
	ulong	backlink;
	ulong	sp0;
	ulong	ss0;
	ulong	unused[22];
	ushort	trap;
	ushort	iomap;
};

#include "../port/portdat.h"

/*
 * One for each CPU, mapped at MACHADDR on it and known to all at
 * MACHP(n).  The scheduler stack is above it in the same MACHSIZE.
 */
struct Mach
{
	int	machno;		/* known to assembler, as is splpc */
	ulong	splpc;		/* pc of the last caller of splhi */
	Proc	*externup;	/* process running here, nil: none */
	Label	sched;		/* scheduler's context */
	ulong	*pdb;		/* this CPU's page directory without user part */
	ulong	*machpt;	/* page table that maps MACHADDR here */
	ulong	ticks;		/* of 1/HZ since boot, MACHP(0)'s is the one */
	uvlong	tickat;		/* fastticks at which ticks moves on */
	int	online;
	int	apicid;
	int	pri;		/* of the process running here, -1: idle */
	int	preempt;	/* leave for a better process when allowed */
	int	inclockintr;
	int	ilockdepth;
	int	flushmmu;
	ulong	turn;		/* cycles when other CPUs had one, low word */

	int	cpuidax;
	int	cpuiddx;
	char	cpuidid[16];
	char	*cpuidtype;
	int	havetsc;
	int	havepge;
	int	cpumhz;
	uvlong	cyclefreq;	/* cycles() a second, 0: no counter */
	uvlong	cpuhz;
	vlong	tscoff;		/* to agree with CPU 0's cycle counter */

	int	cs;		/* counters of /dev/sysstat */
	int	intr;
	int	syscall;
	int	pfault;
	int	tlbfault;
	int	tlbpurge;
	int	load;
	uvlong	intrcycles;
	uvlong	idlecycles;	/* fastticks spent halted */

	Ioperm	*ioperm;	/* the ports that the TSS allows, nil: none */
	Segdesc	gdt[NSEGS];
	Tss	tss;
};

/* have f, which takes nothing, called at boot, after the devices' reset */
#define	LINK(f)	static void (*f##entry)(void)\
		__attribute__((used, section(".links"))) = f

static	Mach* const m = (Mach*)MACHADDR;
#define	up	(m->externup)
#define	MACHP(n)	(machp[n])

extern	Mach	*machp[MAXMACH];

/* which CPUs run, and whether they should stop */
struct
{
	Lock;
	char	machs[MAXMACH];
	int	exiting;
	int	thunderbirdsarego;	/* the others may leave squidboy */
} active;

/* an interrupt or trap handler, linked per vector */
struct Vctl
{
	Vctl	*next;
	char	name[28];
	int	isintr;
	int	irq;
	int	vno;
	int	(*isr)(int);	/* in service, before the handler */
	int	(*eoi)(int);
	void	(*f)(Ureg*, void*);
	void	*a;
};

/*
 * How this PC delivers interrupts and tells time: one of archgeneric
 * (8259, 8253) and archmp (APICs).
 */
struct PCArch
{
	char	*id;
	int	(*ident)(void);			/* 1: this machine is one */
	void	(*intrinit)(void);
	int	(*intrenable)(Vctl*);		/* vector number, -1 on error */
	void	(*intron)(void);		/* on each CPU */
	void	(*clockenable)(void);		/* on each CPU */
	uvlong	(*fastclock)(uvlong*);
	void	(*timerset)(uvlong);		/* fastticks, 0: none */
	void	(*wakecpu)(int);		/* interrupt CPU n, to look at runq */
	void	(*flushcpu)(int);		/* interrupt CPU n, for mmusync */
	void	(*stopcpus)(void);		/* all others, for good */
	void	(*startcpus)(void);
};

extern	PCArch	*arch;
extern	ulong	memsize;		/* bytes of usable RAM in KWINDOW */
