/*
 * The local APICs, one in each CPU at the same address: they take
 * interrupts for the CPU, send them to others, and have a timer.  The
 * timer counts down once and interrupts at 0.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "io.h"

enum
{
	/* registers */
	Id		= 0x020,	/* id, in bits 24 to 31 */
	Ver		= 0x030,
	Tpr		= 0x080,	/* task priority */
	Eoi		= 0x0b0,
	Svr		= 0x0f0,	/* spurious vector */
	Esr		= 0x280,	/* errors */
	Icrlo		= 0x300,	/* interrupt command */
	Icrhi		= 0x310,	/* its destination */
	Lvttimer	= 0x320,	/* local vectors */
	Lvtperf		= 0x340,
	Lvtlint0	= 0x350,
	Lvtlint1	= 0x360,
	Lvterror	= 0x370,
	Ticr		= 0x380,	/* timer: initial count */
	Tccr		= 0x390,	/* current count */
	Tdcr		= 0x3e0,	/* divider */

	Enable		= 0x00000100,	/* Svr */
	Masked		= 0x00010000,	/* Lvt* */
	Extint		= 0x00000700,
	Nmi		= 0x00000400,
	Div16		= 3,		/* Tdcr */
	Busy		= 0x00001000,	/* Icrlo: not sent yet */
	Init		= 0x00000500,
	Startup		= 0x00000600,
	Assert		= 0x00004000,
	Level		= 0x00008000,
	Allbutself	= 0x000c0000,

	Maxlvtoff	= 16,		/* Ver: highest local vector */

	Windows		= 5,		/* of calibration, */
	Windowms	= 4,		/* each of so many ms, */
	Maxloops	= 4000000,	/* or so many looks */
	Offby		= 8,		/* it is within 2^-8, and too low */
	Maxcount	= 0xffffffff,
};

static struct
{
	ulong	base;
	uvlong	hz;		/* of the timer */
	uvlong	mult;		/* 2^32 * hz / fasthz */
	uvlong	maxfast;	/* fastticks in Maxcount */

	/* what CPU 0's timer is set to */
	ulong	wait;		/* for so many fastticks/1024 */
	ulong	due;		/* until these fastticks, low word */
	ulong	longwait;	/* a wait that is good to learn from */
} lapic;

static ulong
rd(int r)
{
	return *(volatile ulong*)(lapic.base+r);
}

static void
wr(int r, ulong v)
{
	*(volatile ulong*)(lapic.base+r) = v;
}

/* map the local APICs, at pa; on the first CPU, once */
void
lapicmap(ulong pa)
{
	lapic.base = (ulong)vmap(pa, BY2PG);
	if(lapic.base == 0)
		panic("apic: no room to map %#lux", pa);
}

/* this CPU's APIC id */
int
lapicid(void)
{
	return rd(Id)>>24;
}

/* end of interrupt, for Vctl.eoi */
int
lapiceoi(int vno)
{
	USED(vno);
	wr(Eoi, 0);
	return 1;
}

/* wait until the last command has gone out */
static void
icrwait(void)
{
	int i;

	for(i = 0; i < Maxloops && rd(Icrlo) & Busy; i++)
		pause();
}

static void
command(int apicid, ulong cmd)
{
	int s;

	s = splhi();
	icrwait();
	wr(Icrhi, (ulong)apicid<<24);
	wr(Icrlo, cmd);
	splx(s);
}

/*
 * Interrupt the CPU with that APIC id at vector vno.  Any level, also
 * with locks held.  The pause lets an emulator that runs one CPU at a
 * time get to it.
 */
void
lapicipi(int apicid, int vno)
{
	command(apicid, Assert|vno);
	pause();
}

/* stop all other CPUs, whatever they do: they get an NMI; any level */
void
lapicstop(void)
{
	command(0, Allbutself|Assert|Nmi);
	pause();
}

/* reset a CPU; lapicstart, 10 ms later, starts it at physical address pa */
void
lapicinit(int apicid)
{
	command(apicid, Level|Assert|Init);
	microdelay(200);
	command(apicid, Level|Init);
}

void
lapicstart(int apicid, ulong pa)
{
	command(apicid, Assert|Startup|pa/BY2PG);
	microdelay(200);
}

static void
ignore(Ureg *ureg, void *a)
{
	USED(ureg, a);
}

/*
 * CPU 0's timer has gone off after a long wait.  If that was early the
 * rate is a little higher than was measured: a window's ends are looked at
 * from outside.  That interrupts are late says nothing about the rate.
 */
static void
learn(void)
{
	long early;

	early = lapic.due - (ulong)fastticks(nil);
	if(early > 0 && early>>10 <= lapic.wait>>Offby)
		lapic.mult += lapic.mult*early / ((uvlong)lapic.wait<<10);
}

static void
timer(Ureg *ureg, void *a)
{
	USED(a);
	if(lapic.wait > lapic.longwait && m->machno == 0)
		learn();
	timerintr(ureg, 0);
}

static void
lapicerror(Ureg *ureg, void *a)
{
	USED(ureg, a);
	wr(Esr, 0);
	iprint("cpu%d: apic error %#lux\n", m->machno, rd(Esr));
}

/* install the handlers; once */
void
lapictraps(void)
{
	trapenable(VectorTIMER, timer, nil, lapiceoi, "apic timer");
	trapenable(VectorWAKE, ignore, nil, lapiceoi, "cpu wakeup");
	trapenable(VectorTLB, mmusync, nil, lapiceoi, "tlb flush");
	trapenable(VectorERROR, lapicerror, nil, lapiceoi, "apic error");
	trapenable(VectorSPURIOUS, ignore, nil, nil, "apic spurious");
}

/*
 * Turn on this CPU's APIC: no lines of its own but NMI, all priorities.
 */
void
lapiconline(void)
{
	wr(Svr, Enable|VectorSPURIOUS);
	wr(Lvttimer, Masked);
	wr(Lvtlint0, Masked);
	wr(Lvtlint1, Nmi);
	if(((rd(Ver)>>Maxlvtoff) & 0xff) >= 4)
		wr(Lvtperf, Masked);
	wr(Lvterror, VectorERROR);
	wr(Esr, 0);
	wr(Esr, 0);
	wr(Tdcr, Div16);
	wr(Ticr, 0);
	wr(Eoi, 0);
	wr(Tpr, 0);
}

/* counts of the timer in a second, by one window against fastticks */
static uvlong
window(void)
{
	uvlong t0, t, hz;
	ulong n;
	int i;

	t0 = fastticks(&hz);
	wr(Ticr, Maxcount);
	t = t0;
	for(i = 0; i < Maxloops && t - t0 < hz*Windowms/1000; i++){
		pause();
		t = fastticks(nil);
	}
	n = Maxcount - rd(Tccr);
	t = fastticks(nil);
	wr(Ticr, 0);
	return n*hz / (t - t0 + 1);
}

/*
 * Measure the timer, on the first CPU (they all run at the same rate):
 * the median of some windows.  1, or 0 if it does not count.
 */
static int
calibrate(void)
{
	uvlong w[Windows], v, hz;
	int i, j;

	wr(Lvttimer, Masked|VectorTIMER);
	for(i = 0; i < Windows; i++){
		v = window();
		for(j = i; j > 0 && w[j-1] > v; j--)
			w[j] = w[j-1];
		w[j] = v;
	}
	v = w[Windows/2];
	if(v < 1000)
		return 0;
	fastticks(&hz);
	while(v >= 1ULL<<32 || hz >= 1ULL<<32){
		v >>= 1;
		hz >>= 1;
	}
	lapic.mult = (v<<32) / hz;
	fastticks(&hz);
	lapic.longwait = hz>>16;
	lapic.hz = w[Windows/2];
	lapic.maxfast = Maxcount / lapic.hz * hz;
	return 1;
}

/* let this CPU's timer interrupt; on each CPU */
void
lapicclock(void)
{
	if(m->machno == 0 && !calibrate())
		panic("apic: the timer does not count");
	wr(Lvttimer, VectorTIMER);
}

/*
 * Interrupt when fastticks reaches next, 0: not at all.  It comes too
 * early if that is more than a minute or so away.  Interrupts off.
 */
void
lapictimerset(uvlong next)
{
	vlong d;
	ulong n;

	if(next == 0){
		wr(Ticr, 0);
		return;
	}
	d = next - nowticks();
	if(m->machno == 0){
		lapic.wait = d>>10;
		lapic.due = next;
	}
	if(d <= 0)
		n = 1;
	else if(d >= lapic.maxfast)
		n = Maxcount;
	else
		n = ((uvlong)(ulong)(d>>32)*lapic.mult)
			+ (((uvlong)(ulong)d*lapic.mult)>>32) + 1;
	wr(Ticr, n);
}
