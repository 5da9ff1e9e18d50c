/*
 * Functions of the 386 PC kernel, then the portable ones.
 */
#include "../port/portfns.h"

/* arch*.c, devarch.c */
void		archinit(void);
Dirtab*		addarchfile(char*, int, long (*)(Chan*, void*, long, vlong),
			long (*)(Chan*, void*, long, vlong));
void		cpuidentify(void);
void		cpuidprint(void);
uvlong		tscticks(uvlong*);
void		tscsplit(void);
extern void	(*cycles)(uvlong*);
extern void	(*coherence)(void);
/* what cycles gives, inline for the ways into and out of the kernel */
static inline uvlong
rdcycles(void)
{
	uvlong t;

	if(__builtin_expect(m->havetsc, 1))
		return __builtin_ia32_rdtsc();
	(*cycles)(&t);
	return t;
}
/* index of the highest bit of v, which is not 0 */
static inline int
topbit(ulong v)
{
	return 31 - __builtin_clz(v);
}
uvlong		fastticks(uvlong*);
extern int	fasttsc;	/* fastticks is the cycle counter, unchanged */
/* fastticks(nil) */
static inline uvlong
nowticks(void)
{
	if(__builtin_expect(fasttsc, 1))
		return __builtin_ia32_rdtsc();
	return fastticks(nil);
}
void		timerset(uvlong);
ulong		perfticks(void);
/* scroll.c */
int		scrollable(void);
int		scrolldraw(Textring*, uvlong, int);
/* cga.c, and its seams for cgabase.c */
void		screeninit(void);
void		cgapost(int);
int		cgadecode(uchar*, int, ushort*);
uvlong*		cgacount(char*);
extern int	(*cgaother)(char*, int);
extern char*	(*cgaway)(char*, ushort*, int*);
/* i8253.c, i8259.c */
void		i8253init(void);
void		i8253enable(void);
uvlong		i8253read(uvlong*);
void		i8253timerset(uvlong);
uvlong		i8253calibrate(void);
void		delay(int);
void		microdelay(int);
void		i8259init(void);
int		i8259enable(Vctl*);
int		i8259isr(int);
void		i8259off(void);
/* kbd.c, uart */
void		kbdinit(void);
void		kbdenable(void);
void		i8250console(void);
void		uartputs(char*, int);
void		uartwrite(char*, int);
void		uartsend(char*, int);
void		uartflush(void);
void		uartenable(void);
int		uartopen(int);
void		uartclose(int);
long		uartread(char*, long);
int		uartctl(char*, int);
char*		uartstatus(char*, char*);
/* l.S */
int		inb(int);
int		ins(int);
ulong		inl(int);
void		outb(int, int);
void		outs(int, int);
void		outl(int, ulong);
int		splhi(void);
int		spllo(void);
void		splx(int);
int		islo(void);
/* spllo and splhi that remember nothing */
static inline void
sti(void)
{
	__asm__ volatile("sti" ::: "memory");
}
static inline void
cli(void)
{
	__asm__ volatile("cli" ::: "memory");
}
/* splhi and splx without a call */
static inline ulong
intsoff(void)
{
	ulong s;

	__asm__ volatile("pushfl; popl %0; cli": "=r"(s): : "memory");
	return s;
}
static inline void
intsback(ulong s)
{
	if(s & IFLAG)
		sti();
}
void		pause(void);
enum
{
	Cputurn	= 200000,	/* cycles, see letothers */
};
/*
 * p runs on.  Where an emulator runs CPUs in turn PAUSE gives it to the
 * others.  Not if p's time has come, as it waits again soon, nor before it
 * had a little of this turn, and more if others are many.
 */
static inline void
letothers(Proc *p)
{
	if(conf.nmach > 1 && !istimed(p)
	&& (ulong)rdcycles() - m->turn > Cputurn*(1 + nticking/4)){
		pause();
		m->turn = rdcycles();
	}
}
int		setlabel(Label*) __attribute__((returns_twice));
void		gotolabel(Label*) __attribute__((noreturn));
int		tas(void*);
/*
 * A Lock by who has interrupts off already and keeps them off: as ilock
 * and iunlock, but nothing is noted for dumps.
 */
static inline int
canhilock(Lock *l)
{
	return __sync_lock_test_and_set(&l->key, 1) == 0;
}
void		hicontend(Lock*);
static inline void
hilock(Lock *l)
{
	if(__builtin_expect(!canhilock(l), 0))
		hicontend(l);
}
static inline void
hiunlock(Lock *l)
{
	__sync_lock_release(&l->key);
}
int		xchg(ulong*, ulong);
int		cmpswap(long*, long, long);
long		xadd(long*, long);
void		halt(void);
void		idlehands(void);
ulong		getcr0(void);
ulong		getcr2(void);
ulong		getcr3(void);
ulong		getcr4(void);
void		putcr0(ulong);
void		putcr3(ulong);
void		putcr4(ulong);
void		invlpg(ulong);
void		lgdt(void*);
void		lidt(void*);
void		ltr(ulong);
void		rdtsc(uvlong*);
void		rdmsr(ulong, uvlong*);
void		wrmsr(ulong, uvlong);
int		cpuid(ulong, ulong*);
void		fpinit(void);
void		fpsave(FPsave*);
void		fprestore(FPsave*);
void		fpoff(void);
void		fpon(void);
void		touser(ulong) __attribute__((noreturn));
void		forkret(void);
/* main.c */
void		mach0init(void);
void		userinit(void);
void		exit(int) __attribute__((noreturn));
void		stopcpu(void) __attribute__((noreturn));
void		reboot(void) __attribute__((noreturn));
/* mmu.c */
void		mmuinit(void);
void		gdtinit(void*);
void		mmuswitch(Proc*);
void		mmurelease(Proc*);
void		flushmmu(void);
int		putmmu(ulong, ulong, Page*);
void*		vmap(ulong, ulong);
void		vunmap(void*, ulong);
void		mmuflush(Proc*, ulong, ulong);
void		mmusync(Ureg*, void*);
void		mmuprotect(ulong, ulong);
void		mmufork(Proc*);
int		mmureclaim(void);
ulong		cankaddr(ulong);
/* multiboot.c */
void		multiboot(ulong, ulong);
void		memprint(void);
/* acpi.c, hpet.c */
ulong		get4(uchar*);
uchar*		biosfind(char*, int, int);
uchar*		acpitable(char*, ulong*);
void		pmtimerinit(void);
int		hpetinit(void);
uvlong		hpetread(uvlong*);
/* a steady counter to discipline the clock by, nil: none */
extern uvlong	(*refclock)(uvlong*, uvlong*);
/* rtc.c */
long		rtctime(void);
/* dump.c */
void		dumpregs(Ureg*);
void		dumpstack(void);
/* fpu.c */
void		fpuinit(void);
void		fpunotify(void);
void		fpunoted(void);
void		procsetup(Proc*);
void		procfork(Proc*);
/* notify.c */
int		notify(Ureg*);
void		noted(Ureg*, ulong);
void		setregisters(Ureg*, char*, char*, int);
long		execregs(ulong, ulong, ulong);
/* pcproc.c */
void		forkchild(Proc*, Ureg*);
void		kprocchild(Proc*, void (*)(void*), void*);
void		procsave(Proc*);
void		procrestore(Proc*);
ulong		userpc(void);
ulong		usersp(void);
/* trap.c */
void		trapinit0(void);
void		trapinit(void);
void		trapinitcpu(void);
void		trapenable(int, void (*)(Ureg*, void*), void*, int (*)(int), char*);
void		trap(Ureg*);
void		syscall(Ureg*);
void		sysfail(void);
void		syserror(Ureg*);
void		kexit(Ureg*);
void		forkexit(void);
void		intrenable(int, void (*)(Ureg*, void*), void*, char*);
int		irqallocread(char*, long, vlong);
/* apic.c, archmp.c, squidboy.c */
void		lapicmap(ulong);
int		lapicid(void);
int		lapiceoi(int);
void		lapicipi(int, int);
void		lapicstop(void);
void		lapicinit(int);
void		lapicstart(int, ulong);
void		lapictraps(void);
void		lapiconline(void);
void		lapicclock(void);
void		lapictimerset(uvlong);
void		squidboy(void);
void		startcpus(void);
void		launchcpus(void);
extern PCArch	archgeneric;
extern PCArch	archmp;

/* the 386 keeps loads in order, and stores; the compiler must be told */
#define	barrier()	__asm__ volatile("": : : "memory")
#define	getcallerpc(arg)	((ulong)__builtin_return_address(0))
