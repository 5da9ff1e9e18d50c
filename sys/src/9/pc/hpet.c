/*
 * The HPET's main counter: the clock where there is no cycle counter, the
 * reference for that where there is one.  Its comparators are not used.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	/* the ACPI table */
	Space		= 40,		/* 0: memory */
	Address		= 44,		/* 8 bytes */

	/* registers */
	Cap		= 0x00,
	Period		= 0x04,		/* of the counter, in fs */
	Config		= 0x10,
	Counter		= 0xf0,
	Regs		= 0x400,

	Cap64		= 1<<13,	/* the counter has 64 bits */
	Enable		= 1<<0,

	Minperiod	= 100000,	/* 0.1 ns */
	Maxperiod	= 100000000,	/* 100 ns, says the standard */
};

static	uchar	*hpet;
static	uvlong	hpethz;
static	uvlong	hpetmask;

static ulong
reg(int r)
{
	return *(volatile ulong*)(hpet+r);
}

/* the counter, and its rate (hz may be nil); any level */
uvlong
hpetread(uvlong *hz)
{
	ulong hi, lo;

	if(hz != nil)
		*hz = hpethz;
	do{
		hi = reg(Counter+4);
		lo = reg(Counter);
	}while(hi != reg(Counter+4));
	return (uvlong)hi<<32 | lo;
}

static uvlong
refread(uvlong *hz, uvlong *mask)
{
	if(hz != nil)
		*hz = hpethz;
	if(mask != nil)
		*mask = hpetmask;
	return hpetmask == ~0ULL? hpetread(nil): reg(Counter);
}

/*
 * Find and start the HPET and make it refclock.  Gives 1 if it can be
 * the clock as well: its counter does not turn over.  At boot.
 */
int
hpetinit(void)
{
	uchar *p;
	ulong len, period, t0;
	int i;

	p = acpitable("HPET", &len);
	if(p == nil || len < Address+8 || p[Space] != 0 || get4(p+Address+4) != 0)
		return 0;
	hpet = vmap(get4(p+Address), Regs);
	if(hpet == nil)
		return 0;
	period = reg(Period);
	if(period < Minperiod || period > Maxperiod)
		return 0;
	*(volatile ulong*)(hpet+Config) |= Enable;
	t0 = reg(Counter);
	for(i = 0; i < 1000 && reg(Counter) == t0; i++)
		microdelay(1);
	if(reg(Counter) == t0)
		return 0;
	hpethz = 1000000000000000ULL / period;
	hpetmask = reg(Cap) & Cap64? ~0ULL: 0xffffffff;
	refclock = refread;
	return hpetmask == ~0ULL;
}
