/*
 * Starting the other CPUs.  Each gets a Mach, a page table that maps it
 * at MACHADDR and a page directory, and is started by INIT and STARTUP
 * interrupts at the code of ap.S, from where it comes to squidboy.
 *
 * The cycle counters of the CPUs may not agree.  Each CPU, when it
 * starts, compares its own with that of the first one a number of times;
 * if the difference is more than the uncertainty of the best comparison,
 * it is added to what fastticks reads there.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "mp.h"

enum
{
	Initms		= 10,		/* from INIT to STARTUP */
	Startms		= 2000,		/* for a CPU to come up */
	Rounds		= 64,		/* of comparing counters */
	Maxspin		= 10000000,
};

extern	uchar	aptramp[], aptramppdb[], aptrampend[];
extern	ulong	kpdir[];

/* the conversation of a starting CPU with the first one */
static struct
{
	ulong	asked;		/* round, by the starting one */
	ulong	answered;	/* by the first */
	uvlong	tsc;		/* of the first */
	int	here;
} talk;

/* answer one question about the counter; first CPU */
static void
answer(void)
{
	ulong n;

	n = *(volatile ulong*)&talk.asked;
	if(n == talk.answered)
		return;
	if(m->havetsc)
		rdtsc(&talk.tsc);
	coherence();
	talk.answered = n;
}

/* find this CPU's tscoff, by asking the first one */
static void
comparetsc(void)
{
	uvlong t0, t1, best;
	vlong off;
	ulong n;
	int i;

	best = ~0ULL;
	off = 0;
	for(n = 1; n <= Rounds; n++){
		rdtsc(&t0);
		talk.asked = n;
		for(i = 0; *(volatile ulong*)&talk.answered != n; i++){
			if(i == Maxspin)
				return;
			pause();
		}
		coherence();
		rdtsc(&t1);
		if(t1 - t0 < best){
			best = t1 - t0;
			off = talk.tsc - (t0 + best/2);
		}
	}
	if(off > (vlong)best || off < -(vlong)best){
		m->tscoff = off;
		tscsplit();
	}
}

/*
 * A CPU comes from ap.S, on the stack of its Mach, interrupts off.
 */
void
squidboy(void)
{
	trapinitcpu();
	m->pdb[0] = 0;
	putcr3(PADDR(m->pdb));
	cpuidentify();
	if(m->havetsc)
		comparetsc();
	arch->intron();
	m->online = 1;
	coherence();
	talk.here = 1;
	while(!*(volatile int*)&active.thunderbirdsarego){
		idlehands();
		splhi();
	}
	arch->clockenable();
	timersinit();
	schedinit();
}

/* Mach, page table and directory of CPU n; nil: no memory */
static Mach*
newmach(int n, int apicid)
{
	Mach *mp;
	ulong *pdb, *pt;

	mp = xspanalloc(MACHSIZE, BY2PG, 0);
	pdb = xspanalloc(BY2PG, BY2PG, 0);
	pt = xspanalloc(BY2PG, BY2PG, 0);
	if(mp == nil || pdb == nil || pt == nil)
		return nil;
	memset(mp, 0, MACHSIZE);
	memset(pt, 0, BY2PG);
	memmove(pdb, kpdir, BY2PG);
	pt[0] = PADDR(mp) | PTEWRITE | PTEVALID;
	pt[1] = (PADDR(mp)+BY2PG) | PTEWRITE | PTEVALID;
	pdb[PDX(MACHADDR)] = PADDR(pt) | PTEWRITE | PTEVALID;
	pdb[0] = pdb[PDX(KZERO)];	/* while it turns paging on */
	mp->machno = n;
	mp->apicid = apicid;
	mp->pdb = pdb;
	mp->machpt = pt;
	mp->pri = -1;
	return mp;
}

/* start a CPU that has been reset: 1, or 0 if it does not come up */
static int
startcpu(Mach *mp)
{
	uvlong hz, t0;
	int tries;

	talk.asked = talk.answered = 0;
	talk.here = 0;
	*(ulong*)((uchar*)KADDR(APBOOT) + (aptramppdb-aptramp)) = PADDR(mp->pdb);
	coherence();
	for(tries = 0; tries < 2; tries++){
		lapicstart(mp->apicid, APBOOT);
		t0 = fastticks(&hz);
		while(fastticks(nil) - t0 < hz*Startms/1000){
			answer();
			if(*(volatile int*)&talk.here)
				return 1;
			pause();
		}
	}
	return 0;
}

/*
 * Start all CPUs that there are, up to *ncpu, and wait until they have
 * come; they halt until launchcpus.  First CPU, at boot.
 */
void
startcpus(void)
{
	Mach *mp;
	char *s;
	int i, max;

	s = getconf("*ncpu");
	max = s != nil? strtol(s, nil, 0): MAXMACH;
	if(max <= 1 || mpinfo.ncpu <= 1)
		return;
	memmove(KADDR(APBOOT), aptramp, aptrampend-aptramp);
	for(i = 0; i < mpinfo.ncpu; i++)
		if(mpinfo.cpu[i] != m->apicid)
			lapicinit(mpinfo.cpu[i]);
	delay(Initms);
	for(i = 0; i < mpinfo.ncpu && conf.nmach < max; i++){
		if(mpinfo.cpu[i] == m->apicid)
			continue;
		mp = newmach(conf.nmach, mpinfo.cpu[i]);
		if(mp == nil)
			break;
		machp[conf.nmach] = mp;
		if(!startcpu(mp)){
			machp[conf.nmach] = nil;
			lapicinit(mpinfo.cpu[i]);
			print("cpu with apic id %d does not start\n",
				mpinfo.cpu[i]);
			continue;
		}
		active.machs[conf.nmach] = 1;
		conf.nmach++;
	}
	print("%d cpus\n", conf.nmach);
}

/* let the other CPUs go to work; first CPU, at boot */
void
launchcpus(void)
{
	int i;

	active.thunderbirdsarego = 1;
	coherence();
	for(i = 1; i < conf.nmach; i++)
		arch->wakecpu(i);
}
