/*
 * Page tables and segment descriptors.
 *
 * The page tables of the kernel are static and the same in every page
 * directory, but for the last entry, which maps the running CPU's Mach at
 * MACHADDR: mmuswitch sets it in the directory it switches to.  A process
 * gets a directory and page tables for its user part as it faults; they
 * are a cache of its segments and may be dropped at any time.  Only the
 * process itself changes its tables, so other CPUs ask it to (newtlb)
 * and interrupt it; see mmuflush.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Segpresent	= 0x8000,	/* Segdesc.d1 */
	Seg4k		= 0x00c00000,	/* 32 bit code or data, up to 4 GiB */
	Segflat		= 0x000f0000,	/* limit */
	Segdata		= 0x1200,
	Segcode		= 0x1a00,
	Segtss		= 0x0900,
	Segpriv3	= 0x6000,

	Npde		= BY2PG/sizeof(ulong),
	Nuserpde	= KZERO>>22,
	Nchange		= 512,		/* entries changed one by one at most */
	Enough		= 32,		/* pages to take from others at once */
	Barren		= 20*HZ/1000,	/* ticks not to look, for there were few */
};

/* page tables of l.S */
extern	ulong	kpdir[], kpt[], mach0pt[];

static	ulong	chippt[WD2PG] __attribute__((aligned(BY2PG)));
static	ulong	vmappt[WD2PG] __attribute__((aligned(BY2PG)));
static	Lock	vmaplock;

static Segdesc	flatgdt[NSEGS] =
{
	[KDSEG]	= {0xffff, Seg4k|Segflat|Segpresent|Segdata},
	[KESEG]	= {0xffff, Seg4k|Segflat|Segpresent|Segcode},
	[UDSEG]	= {0xffff, Seg4k|Segflat|Segpresent|Segdata|Segpriv3},
	[UESEG]	= {0xffff, Seg4k|Segflat|Segpresent|Segcode|Segpriv3},
};

/* the pseudo-descriptor that LGDT and LIDT read */
static void
pseudodesc(uchar *p, void *a, ulong len)
{
	ulong v;

	v = (ulong)a;
	p[0] = len-1;
	p[1] = (len-1)>>8;
	p[2] = v;
	p[3] = v>>8;
	p[4] = v>>16;
	p[5] = v>>24;
}

/*
 * Load this CPU's descriptor tables; once on each CPU, before its first
 * trap.  idt has 256 entries.
 */
void
gdtinit(void *idt)
{
	uchar desc[6];
	ulong a;

	memmove(m->gdt, flatgdt, sizeof m->gdt);
	memset(&m->tss, 0, sizeof m->tss);
	m->tss.ss0 = KDSEL;
	m->tss.sp0 = MACHADDR + MACHSIZE;
	m->tss.iomap = sizeof m->tss;
	a = (ulong)&m->tss;
	m->gdt[TSSSEG].d0 = (a<<16) | (sizeof(Tss)-1);
	m->gdt[TSSSEG].d1 = (a & 0xff000000) | ((a>>16) & 0xff)
		| Segpresent | Segtss;
	pseudodesc(desc, m->gdt, sizeof m->gdt);
	lgdt(desc);
	pseudodesc(desc, idt, 256*sizeof(Segdesc));
	lidt(desc);
	ltr(TSSSEL);
}

/*
 * Map the chipset's registers and the range of vmap, which are not there
 * yet at the entry.  First CPU, once, before the first process.
 */
void
mmuinit(void)
{
	int i;

	for(i = 0; i < WD2PG; i++)
		chippt[i] = (CHIPSET + i*BY2PG)
			| PTEUNCACHED | PTEWT | PTEWRITE | PTEVALID;
	kpdir[PDX(CHIPSET)] = PADDR(chippt) | PTEWRITE | PTEVALID;
	kpdir[PDX(VMAP)] = PADDR(vmappt) | PTEWRITE | PTEVALID;
	m->pdb = kpdir;
	m->machpt = mach0pt;
	putcr3(PADDR(kpdir));
}

/*
 * Map size bytes of physical memory from pa on, uncached; nil if there is
 * no room.  What is in KWINDOW or the chipset's range is mapped anyway.
 */
void*
vmap(ulong pa, ulong size)
{
	ulong off, n, run, i;

	if(pa >= CHIPSET && pa < CHIPSET+CHIPSETSIZE)
		return (void*)pa;
	if(size <= KWINDOW && pa <= KWINDOW-size)
		return KADDR(pa);
	off = pa & (BY2PG-1);
	n = PGROUND(off+size) / BY2PG;
	ilock(&vmaplock);
	run = 0;
	for(i = 0; i < WD2PG && run < n; i++)
		run = vmappt[i] == 0? run+1: 0;
	if(run < n){
		iunlock(&vmaplock);
		return nil;
	}
	i -= n;
	for(run = 0; run < n; run++)
		vmappt[i+run] = (PPN(pa) + run*BY2PG)
			| PTEUNCACHED | PTEWT | PTEWRITE | PTEVALID;
	iunlock(&vmaplock);
	return (void*)(VMAP + i*BY2PG + off);
}

/* undo vmap; other CPUs' TLBs may still know it */
void
vunmap(void *v, ulong size)
{
	ulong a, stop;

	a = PPN((ulong)v);
	if(a < VMAP || a >= VMAP+VMAPSIZE)
		return;
	stop = PGROUND((ulong)v + size);
	ilock(&vmaplock);
	for(; a < stop; a += BY2PG){
		vmappt[PTX(a)] = 0;
		invlpg(a);
	}
	iunlock(&vmaplock);
}

/* bytes from physical address pa on that KADDR can reach, 0: none */
ulong
cankaddr(ulong pa)
{
	return pa < KWINDOW? KWINDOW - pa: 0;
}

/*
 * Drop the user part of p's tables, keeping the pages, not yet cleared, for
 * its next ones.
 */
static void
mmudrop(Proc *p)
{
	Page *t, *next;
	ulong *pdb;

	p->newtlb = 0;
	if(p->pdb == nil)
		return;
	pdb = KADDR(p->pdb->pa);
	for(t = p->tables; t != nil; t = next){
		next = t->next;
		pdb[t->pdx] = 0;
		t->next = p->mmufree;
		p->mmufree = t;
	}
	p->tables = nil;
}

/*
 * Make p's address space this CPU's; nil: that of no process.  At splhi,
 * from the scheduler or by p itself.
 */
void
mmuswitch(Proc *p)
{
	ulong *pdb;

	if(p == nil){
		putcr3(PADDR(m->pdb));
		return;
	}
	m->tss.sp0 = (ulong)p->kstack + KSTACK;
	if(p->ioperm != m->ioperm)
		(*iohook.load)(p->ioperm);
	if(p->newtlb)
		mmudrop(p);
	if(p->pdb == nil){
		putcr3(PADDR(m->pdb));
		return;
	}
	pdb = KADDR(p->pdb->pa);
	pdb[PDX(MACHADDR)] = m->pdb[PDX(MACHADDR)];
	putcr3(p->pdb->pa);
}

/* make a page table all zero again, and good for another use */
static void
cleartable(Page *t)
{
	if(t->lo < t->hi)
		memset((ulong*)KADDR(t->pa) + t->lo, 0,
			(t->hi - t->lo)*sizeof(ulong));
	t->lo = WD2PG;
	t->hi = 0;
}

/* free a page directory without user part, and tables; how many pages */
static int
freemmu(Page *pg, Page *t)
{
	Page *next;
	ulong *pdb;
	int n;

	n = 0;
	for(; t != nil; t = next){
		next = t->next;
		cleartable(t);
		putclean(t);
		n++;
	}
	if(pg != nil){
		pdb = KADDR(pg->pa);
		memset(pdb+Nuserpde, 0, (Npde-Nuserpde)*sizeof(ulong));
		putclean(pg);
		n++;
	}
	return n;
}

/* take p's page tables away; p cannot run meanwhile */
static void
detach(Proc *p, void *a)
{
	MMU *mmu;

	mmu = a;
	mmudrop(p);
	mmu->pdb = p->pdb;
	mmu->mmufree = p->mmufree;
	p->pdb = nil;
	p->mmufree = nil;
}

/*
 * Give back all of p's page tables: it exits.  By p itself, or after it
 * has stopped for good.
 */
void
mmurelease(Proc *p)
{
	MMU mmu;
	int s;

	s = splhi();
	if(p == up)
		putcr3(PADDR(m->pdb));
	detach(p, &mmu);
	splx(s);
	freemmu(mmu.pdb, mmu.mmufree);
}

/*
 * Memory is short: take the page tables of some processes that wait for
 * something, they will fault them in again.  The number of pages that are
 * free now, 0 also if the caller holds locks, or there were few just now.
 */
int
mmureclaim(void)
{
	static int next;
	static ulong barren;
	MMU mmu;
	Proc *p;
	int i, n;

	if(up == nil || up->nlocks > 0 || !islo())
		return 0;
	if(MACHP(0)->ticks - barren < Barren)
		return 0;
	n = 0;
	for(i = 0; i < conf.nproc && n < Enough; i++){
		p = proctab(next++);
		if(p == nil){
			next = 0;
			continue;
		}
		if(p->pdb != nil && p->state != Ready && p->mach == nil
		&& procquiet(p, detach, &mmu))
			n += freemmu(mmu.pdb, mmu.mmufree);
	}
	if(n < Enough)
		barren = MACHP(0)->ticks;
	return n;
}

/*
 * Forget all user mappings of the caller's tables: its segments have
 * changed.  Process context.
 */
void
flushmmu(void)
{
	int s;

	s = splhi();
	up->newtlb = 1;
	mmuswitch(up);
	splx(s);
}

/* a page directory without user part, nil if there is no memory */
static Page*
newpdb(void)
{
	Page *pg;
	ulong *pdb;

	pg = auxpage();
	if(pg == nil)
		return nil;
	pdb = KADDR(pg->pa);
	memmove(pdb+Nuserpde, kpdir+Nuserpde, (Npde-Nuserpde)*sizeof(ulong));
	return pg;
}

/* a cleared page for a page table, nil if there is no memory */
static Page*
newtable(void)
{
	Page *pg;

	pg = auxpage();
	if(pg == nil)
		return nil;
	pg->lo = WD2PG;
	pg->hi = 0;
	return pg;
}

/* the same for the caller, one of those it has if there is one */
static Page*
mytable(void)
{
	Page *pg;
	int s;

	s = splhi();
	pg = up->mmufree;
	if(pg != nil)
		up->mmufree = pg->next;
	splx(s);
	if(pg == nil)
		return newtable();
	cleartable(pg);
	return pg;
}

/* let p use t as its table for the directory entry pdx */
static void
settable(Proc *p, Page *t, ulong pdx)
{
	t->pdx = pdx;
	t->next = p->tables;
	p->tables = t;
	((ulong*)KADDR(p->pdb->pa))[pdx] = t->pa|PTEUSER|PTEWRITE|PTEVALID;
}

/* set entry i of table t */
static void
setpte(Page *t, ulong i, ulong pte)
{
	((ulong*)KADDR(t->pa))[i] = pte;
	if(i < t->lo)
		t->lo = i;
	if(i >= t->hi)
		t->hi = i+1;
}

/* give the caller a directory, which is not there: 0, or -1: no memory */
static int
needpdb(void)
{
	Page *pg;
	int s;

	pg = newpdb();
	if(pg == nil)
		return -1;
	s = splhi();
	up->pdb = pg;
	mmuswitch(up);
	splx(s);
	return 0;
}

/*
 * Map the page at va of the caller's address space: pa is its physical
 * address and PTE bits.  0, or -1 if there is no memory for page tables.
 * Process context.
 */
int
putmmu(ulong va, ulong pa, Page *pg)
{
	Page *t;
	ulong *pdb;
	int s;

	USED(pg);
	if(up->pdb == nil && needpdb() < 0)
		return -1;
	pdb = KADDR(up->pdb->pa);
	for(;;){
		s = splhi();
		if(up->newtlb)
			mmuswitch(up);
		if(pdb[PDX(va)] & PTEVALID)
			break;
		splx(s);
		t = mytable();
		if(t == nil)
			return -1;
		s = splhi();
		settable(up, t, PDX(va));
		splx(s);
	}
	setpte(pageof(PPN(pdb[PDX(va)])), PTX(va), pa|PTEUSER|PTEVALID);
	invlpg(va);
	splx(s);
	return 0;
}

/*
 * Leave of the caller's mappings from base up to top only the bits of mask.
 * 0, or -1 if it has too many for that; at splhi.
 */
static int
change(ulong base, ulong top, ulong mask)
{
	Page *t;
	ulong *pte, va, lo, hi, n;

	n = 0;
	for(t = up->tables; t != nil; t = t->next){
		va = (ulong)t->pdx<<22;
		lo = base > va? (base-va)/BY2PG: 0;
		hi = top > va? (top-va+BY2PG-1)/BY2PG: 0;
		lo = MAX(lo, t->lo);
		hi = MIN(hi, t->hi);
		if(lo >= hi)
			continue;
		n += hi-lo;
		if(n > Nchange)
			return -1;
		pte = KADDR(t->pa);
		for(; lo < hi; lo++)
			if(pte[lo] & ~mask & (PTEVALID|PTEWRITE)){
				pte[lo] &= mask;
				invlpg(va + lo*BY2PG);
			}
	}
	return 0;
}

/* change, or drop all mappings if that is too much */
static void
changeall(ulong base, ulong top, ulong mask)
{
	int s;

	s = splhi();
	if(up->newtlb || change(base, top, mask) < 0){
		up->newtlb = 1;
		mmuswitch(up);
	}
	splx(s);
}

/*
 * p, which is not the caller, must not use its mappings from now on.  If
 * it is running, interrupt it and wait until it has seen that.
 */
static void
flushother(Proc *p)
{
	Mach *mp, *asked;

	p->newtlb = 1;
	asked = nil;
	for(;;){
		coherence();
		mp = p->mach;
		if(!p->newtlb || mp == nil || mp == MACHP(m->machno))
			break;
		if(mp != asked){
			arch->flushcpu(mp->machno);
			asked = mp;
		}
		pause();
	}
}

/* another CPU has changed up's segments; interrupt level */
void
mmusync(Ureg *ureg, void *a)
{
	USED(ureg, a);
	m->tlbpurge++;
	if(up != nil && up->newtlb)
		mmuswitch(up);
}

/*
 * The segments of p between base and top have changed: its mappings there
 * must not be used from now on.  Process context, interrupts on, no spin
 * lock held.
 */
void
mmuflush(Proc *p, ulong base, ulong top)
{
	if(p == up)
		changeall(base, top, 0);
	else
		flushother(p);
}

/* the caller must not write any more from base up to top without a fault */
void
mmuprotect(ulong base, ulong top)
{
	changeall(base, top, ~PTEWRITE);
}

/* give the child p the mappings of t, a table of the caller's */
static int
forktable(Proc *p, Page *t)
{
	Page *nt, **slot;
	ulong *pte, i, va;

	nt = newtable();
	if(nt == nil)
		return -1;
	settable(p, nt, t->pdx);
	pte = KADDR(t->pa);
	for(i = t->lo; i < t->hi; i++){
		if((pte[i] & PTEVALID) == 0)
			continue;
		va = (ulong)t->pdx<<22 | i<<PGSHIFT;
		if(va < USTKTOP-USTKSIZE){
			setpte(nt, i, pte[i]);
			continue;
		}
		/* of the stack: the same page, read only, or one of its own */
		slot = segslot(p->seg[SSEG], va, 0);
		if(slot == nil || *slot == nil)
			continue;
		if((*slot)->ref == 1)
			setpte(nt, i, (*slot)->pa | (pte[i] & (BY2PG-1)));
		else if((*slot)->pa == PPN(pte[i]) && !(pte[i] & PTEWRITE))
			setpte(nt, i, pte[i]);
	}
	return 0;
}

/*
 * Spare the child p, whose segments have been made and who has not run
 * yet, the faults on what the caller has mapped.  If that is much, or there
 * is no memory, it will fault.  Process context.
 */
void
mmufork(Proc *p)
{
	Page *t;
	ulong n;
	int s;

	if(up->pdb == nil)
		return;
	s = splhi();
	n = 0;
	for(t = up->tables; t != nil; t = t->next)
		n += t->hi - t->lo;
	if(n <= Nchange && !up->newtlb){
		p->pdb = newpdb();
		if(p->pdb != nil)
			for(t = up->tables; t != nil; t = t->next)
				if(forktable(p, t) < 0)
					break;
	}
	splx(s);
}
