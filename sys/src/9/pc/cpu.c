/*
 * What kind of CPU this is, and the clock that comes with it.
 *
 * A 486 may have no CPUID instruction, which shows in a flag that cannot
 * be set, and no cycle counter.  Where there is one it is the clock:
 * fastticks and cycles both read it.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Ax, Bx, Cx, Dx, NREG,		/* what cpuid gives */

	Tsc	= 1<<4,			/* Dx of function 1 */
	Pge	= 1<<13,

	Cr4pge	= 1<<7,
};

typedef struct X86type X86type;
struct X86type
{
	int	family;
	int	model;
	char	*name;
};

static X86type intel[] =
{
	{ 4, -1, "486" },
	{ 5, -1, "Pentium" },
	{ 6, -1, "P6" },
	{ 15, -1, "P4" },
	{ -1, -1, "Intel" },
};

static X86type amd[] =
{
	{ 4, -1, "Am486" },
	{ 5, -1, "K5" },
	{ 6, -1, "Athlon" },
	{ 15, -1, "K8" },
	{ -1, -1, "AMD" },
};

/* all stores before are seen by others before any load after */
static void
fence(void)
{
	ulong x;

	xchg(&x, 0);
}

/* for CPUs without a counter: what the clock says */
static void
slowcycles(uvlong *t)
{
	*t = arch != nil? fastticks(nil): 0;
}

void	(*cycles)(uvlong*) = slowcycles;
void	(*coherence)(void) = fence;
uvlong	(*refclock)(uvlong*, uvlong*);
int	fasttsc;

static void
family(char *id)
{
	X86type *t;
	int f, mod;

	t = strcmp(id, "AuthenticAMD") == 0? amd: intel;
	f = (m->cpuidax>>8) & 0xf;
	mod = (m->cpuidax>>4) & 0xf;
	while(t->family >= 0 && (t->family != f
	|| t->model >= 0 && t->model != mod))
		t++;
	m->cpuidtype = t->name;
}

/* the cycle counter as a clock, if it can be one; first CPU */
static void
tscinit(void)
{
	uvlong hz;

	hz = i8253calibrate();
	if(hz == 0){
		print("cycle counter does not count: not used\n");
		return;
	}
	m->havetsc = 1;
	m->cyclefreq = hz;
	m->cpuhz = hz;
	m->cpumhz = (hz + 500000) / 1000000;
	cycles = rdtsc;
}

/*
 * Find out what this CPU is and turn on what it has; on each CPU, first
 * on CPU 0, before archinit.
 */
void
cpuidentify(void)
{
	ulong r[NREG];

	m->cpuidtype = "486";
	if(!cpuid(0, r))
		return;
	memmove(m->cpuidid, &r[Bx], 4);
	memmove(m->cpuidid+4, &r[Dx], 4);
	memmove(m->cpuidid+8, &r[Cx], 4);
	if(r[Ax] < 1)
		return;
	cpuid(1, r);
	m->cpuidax = r[Ax];
	m->cpuiddx = r[Dx];
	family(m->cpuidid);
	if(r[Dx] & Pge){
		putcr4(getcr4() | Cr4pge);
		m->havepge = 1;
	}
	if((r[Dx] & Tsc) == 0)
		return;
	if(m->machno == 0)
		tscinit();
	else if(MACHP(0)->havetsc){
		m->havetsc = 1;
		m->cyclefreq = MACHP(0)->cyclefreq;
		m->cpuhz = MACHP(0)->cpuhz;
		m->cpumhz = MACHP(0)->cpumhz;
	}
}

/* the cycle counter and its rate (hz may be nil), for PCArch.fastclock */
uvlong
tscticks(uvlong *hz)
{
	uvlong t;

	if(hz != nil)
		*hz = m->cpuhz;
	__asm__ volatile("rdtsc": "=A"(t));
	return t;
}

/* the same where CPUs differ */
static uvlong
tscoffticks(uvlong *hz)
{
	uvlong t;

	if(hz != nil)
		*hz = m->cpuhz;
	rdtsc(&t);
	return t + m->tscoff;
}

/* from now on fastticks adds each CPU's tscoff */
void
tscsplit(void)
{
	arch->fastclock = tscoffticks;
	fasttsc = 0;
}

/* print what this CPU is */
void
cpuidprint(void)
{
	print("cpu%d: %s", m->machno, m->cpuidtype);
	if(m->cpuidid[0] != '\0')
		print(" %s", m->cpuidid);
	if(m->cpumhz != 0)
		print(" %d MHz", m->cpumhz);
	print("\n");
}
