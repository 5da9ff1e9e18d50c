/*
 * Which CPUs and I/O APICs this machine has, and how its interrupt lines
 * reach them: from ACPI's MADT, or from the older MP tables.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "mp.h"

enum
{
	/* MADT */
	Madtapic	= 36,		/* address of the local APICs */
	Madtentry	= 44,		/* first entry */
	Mcpu		= 0,		/* types of entry */
	Mioapic		= 1,
	Moverride	= 2,

	/* MP floating pointer and table */
	Fpsize		= 16,
	Fptable		= 4,
	Fpfeature2	= 12,
	Imcrp		= 1<<7,		/* interrupts go by an IMCR */
	Tlen		= 4,
	Tcount		= 34,
	Tapic		= 36,
	Tentry		= 44,
	Tcpu		= 0,		/* types of entry */
	Tbus		= 1,
	Tioapic		= 2,
	Tintr		= 3,
	Tcpusize	= 20,
	Tsize		= 8,		/* of all others */

	Enabled		= 1<<0,
	Isa		= 0,		/* bus of MADT's overrides */

	Imcraddr	= 0x22,
	Imcrdata	= 0x23,
	Imcrreg		= 0x70,
};

Mpinfo	mpinfo;

static void
addcpu(int apicid)
{
	if(mpinfo.ncpu == MAXMACH){
		print("mp: cpu with apic id %d left out: too many\n", apicid);
		return;
	}
	mpinfo.cpu[mpinfo.ncpu++] = apicid;
}

static void
addioapic(int id, ulong pa, int base)
{
	Ioapic *io;

	if(mpinfo.nioapic == Nioapic || pa == 0)
		return;
	io = &mpinfo.ioapic[mpinfo.nioapic++];
	io->id = id;
	io->pa = pa;
	io->base = base;
}

/* line irq comes in at gsi, with the flags of the tables */
static void
setirq(int irq, int gsi, int flags)
{
	Irqroute *r;

	if(irq < 0 || irq >= Nirq)
		return;
	r = &mpinfo.irq[irq];
	r->gsi = gsi;
	r->low = (flags & 3) == 3;
	r->level = ((flags>>2) & 3) == 3;
}

static void
isairqs(void)
{
	int i;

	for(i = 0; i < Nirq; i++)
		setirq(i, i, 0);
}

static int
get2(uchar *p)
{
	return p[0] | p[1]<<8;
}

/* 1: there is a MADT that lists what is needed */
static int
madt(void)
{
	uchar *t, *p, *e;
	ulong len;

	t = acpitable("APIC", &len);
	if(t == nil || len < Madtentry)
		return 0;
	mpinfo.lapicpa = get4(t+Madtapic);
	isairqs();
	e = t + len;
	for(p = t+Madtentry; p+2 <= e && p[1] >= 2 && p+p[1] <= e; p += p[1])
		switch(p[0]){
		case Mcpu:
			if(p[1] >= 8 && get4(p+4) & Enabled)
				addcpu(p[3]);
			break;
		case Mioapic:
			if(p[1] >= 12)
				addioapic(p[2], get4(p+4), get4(p+8));
			break;
		case Moverride:
			if(p[1] >= 10 && p[2] == Isa)
				setirq(p[3], get4(p+4), get2(p+8));
			break;
		}
	return mpinfo.ncpu > 0 && mpinfo.nioapic > 0;
}

/* an MP table's interrupt entry, if it is of the ISA bus */
static void
mpintr(uchar *p, int isabus)
{
	int i;

	if(p[1] != 0 || p[4] != isabus)
		return;
	for(i = 0; i < mpinfo.nioapic; i++)
		if(mpinfo.ioapic[i].id == p[6] || p[6] == 0xff){
			setirq(p[5], mpinfo.ioapic[i].base + p[7], get2(p+2));
			return;
		}
}

/* 1: there are MP tables that list what is needed */
static int
mptables(void)
{
	uchar *fp, *t, *p, *e;
	int n, isabus, base;

	fp = biosfind("_MP_", 4, Fpsize);
	if(fp == nil || get4(fp+Fptable) == 0)
		return 0;
	t = KADDR(get4(fp+Fptable));
	if(cankaddr(get4(fp+Fptable)) < Tentry || memcmp(t, "PCMP", 4) != 0)
		return 0;
	memset(&mpinfo, 0, sizeof mpinfo);
	mpinfo.lapicpa = get4(t+Tapic);
	isairqs();
	isabus = -1;
	base = 0;
	e = t + get2(t+Tlen);
	p = t + Tentry;
	for(n = get2(t+Tcount); n > 0 && p < e; n--){
		switch(p[0]){
		case Tcpu:
			if(p[3] & Enabled)
				addcpu(p[1]);
			p += Tcpusize - Tsize;
			break;
		case Tbus:
			if(memcmp(p+2, "ISA", 3) == 0)
				isabus = p[1];
			break;
		case Tioapic:
			if(p[3] & Enabled){
				addioapic(p[1], get4(p+4), base);
				base += ioapiclines(get4(p+4));
			}
			break;
		case Tintr:
			mpintr(p, isabus);
			break;
		}
		p += Tsize;
	}
	if(fp[Fpfeature2] & Imcrp){
		outb(Imcraddr, Imcrreg);
		outb(Imcrdata, inb(Imcrdata) | 1);
	}
	return mpinfo.ncpu > 0 && mpinfo.nioapic > 0;
}

/* fill in mpinfo: 1, or 0 if the firmware does not say; at boot */
int
mpfind(void)
{
	return madt() || mptables();
}
