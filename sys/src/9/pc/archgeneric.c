/*
 * A PC with nothing but 8259s and an 8253; and the choice between that
 * and one with APICs.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

PCArch	*arch;

static int
always(void)
{
	return 1;
}

static void
nothing(void)
{
}

/* there is no other CPU */
static void
noother(int n)
{
	USED(n);
}

PCArch archgeneric =
{
	.id = "generic",
	.ident = always,
	.intrinit = i8259init,
	.intrenable = i8259enable,
	.intron = nothing,
	.clockenable = i8253enable,
	.fastclock = i8253read,
	.timerset = i8253timerset,
	.wakecpu = noother,
	.flushcpu = noother,
	.stopcpus = nothing,
	.startcpus = nothing,
};

static PCArch *archs[] =
{
	&archmp,
	&archgeneric,
};

/*
 * Choose arch and the clock: the cycle counter where there is one, else
 * the HPET, else the 8253; and the reference for it.  At boot, after
 * cpuidentify and mmuinit.
 */
void
archinit(void)
{
	int i, steady;

	i = 0;
	while(!archs[i]->ident())
		i++;
	pmtimerinit();
	steady = hpetinit();
	if(m->havetsc){
		archs[i]->fastclock = tscticks;
		fasttsc = 1;
	}else if(steady){
		archs[i]->fastclock = hpetread;
		refclock = nil;
	}
	arch = archs[i];
	arch->intrinit();
}

/*
 * The clock: it counts up from somewhere at *hz (hz may be nil) and is
 * the same on all CPUs.  Any level, after archinit.
 */
uvlong
fastticks(uvlong *hz)
{
	return arch->fastclock(hz);
}

/* interrupt this CPU when fastticks reaches t, 0: never; interrupts off */
void
timerset(uvlong t)
{
	arch->timerset(t);
}

/* a short, fast count for measurements and random bits; any level */
ulong
perfticks(void)
{
	uvlong t;

	cycles(&t);
	return t;
}

/* spin for at least us microseconds; any level, after i8253init */
void
microdelay(int us)
{
	uvlong (*clock)(uvlong*);
	uvlong hz, t0, n;

	clock = arch != nil? arch->fastclock: i8253read;
	t0 = clock(&hz);
	n = us*hz/1000000 + 1;
	while(clock(nil) - t0 < n)
		pause();
}

/* spin for at least ms milliseconds */
void
delay(int ms)
{
	while(ms-- > 0)
		microdelay(1000);
}
