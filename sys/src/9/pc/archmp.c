/*
 * A PC with APICs: interrupts come through I/O APICs to the first CPU,
 * timers and wakeups are the local APICs'.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "io.h"
#include "mp.h"

enum
{
	Cpuapic		= 1<<9,		/* cpuid: has a local APIC */

	/* I/O APIC */
	Ioregsel	= 0x00,		/* index */
	Iowin		= 0x10,		/* data */
	Iover		= 0x01,		/* highest line, in bits 16 to 23 */
	Redir		= 0x10,		/* two words a line */
	Low		= 1<<13,
	Level		= 1<<15,
	Masked		= 1<<16,
};

static	Lock	ioapiclock;

static ulong
iord(ulong va, int r)
{
	*(volatile ulong*)(va+Ioregsel) = r;
	return *(volatile ulong*)(va+Iowin);
}

static void
iowr(ulong va, int r, ulong v)
{
	*(volatile ulong*)(va+Ioregsel) = r;
	*(volatile ulong*)(va+Iowin) = v;
}

/* how many lines the I/O APIC at pa has, 0: it cannot be mapped */
int
ioapiclines(ulong pa)
{
	ulong va;

	va = (ulong)vmap(pa, 2*Iowin);
	if(va == 0)
		return 0;
	return ((iord(va, Iover)>>16) & 0xff) + 1;
}

/* 1: CPU and firmware have APICs, and we may use them */
static int
ident(void)
{
	return getconf("*nomp") == nil && m->cpuiddx & Cpuapic && mpfind();
}

static void
intrinit(void)
{
	Ioapic *io;
	ulong va;
	int i, j, n;

	i8259init();
	i8259off();
	lapicmap(mpinfo.lapicpa);
	lapictraps();
	lapiconline();
	m->apicid = lapicid();
	for(i = 0; i < mpinfo.nioapic; i++){
		io = &mpinfo.ioapic[i];
		va = (ulong)vmap(io->pa, 2*Iowin);
		n = ioapiclines(io->pa);
		for(j = 0; j < n; j++)
			iowr(va, Redir+2*j, Masked);
	}
}

/* route v's line to the first CPU and give its vector, -1: no such line */
static int
lineenable(Vctl *v)
{
	Irqroute *r;
	Ioapic *io;
	ulong va, lo;
	int i, line;

	if(v->irq < 0 || v->irq >= Nirq)
		return -1;
	r = &mpinfo.irq[v->irq];
	for(i = 0; i < mpinfo.nioapic; i++){
		io = &mpinfo.ioapic[i];
		line = r->gsi - io->base;
		if(line < 0 || line >= ioapiclines(io->pa))
			continue;
		va = (ulong)vmap(io->pa, 2*Iowin);
		lo = VectorAPIC + v->irq;
		if(r->low)
			lo |= Low;
		if(r->level)
			lo |= Level;
		ilock(&ioapiclock);
		iowr(va, Redir+2*line+1, (ulong)MACHP(0)->apicid<<24);
		iowr(va, Redir+2*line, lo);
		iunlock(&ioapiclock);
		v->eoi = lapiceoi;
		return VectorAPIC + v->irq;
	}
	return -1;
}

static void
wakecpu(int n)
{
	lapicipi(MACHP(n)->apicid, VectorWAKE);
}

static void
flushcpu(int n)
{
	lapicipi(MACHP(n)->apicid, VectorTLB);
}

PCArch archmp =
{
	.id = "mp",
	.ident = ident,
	.intrinit = intrinit,
	.intrenable = lineenable,
	.intron = lapiconline,
	.clockenable = lapicclock,
	.fastclock = i8253read,
	.timerset = lapictimerset,
	.wakecpu = wakecpu,
	.flushcpu = flushcpu,
	.stopcpus = lapicstop,
	.startcpus = startcpus,
};
