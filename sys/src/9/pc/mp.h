/*
 * What mp.c finds out about CPUs and interrupts.
 */
enum
{
	Nioapic	= 8,
	Nirq	= 16,		/* ISA lines */
};

typedef struct Ioapic Ioapic;
typedef struct Irqroute Irqroute;
typedef struct Mpinfo Mpinfo;

struct Ioapic
{
	int	id;
	ulong	pa;
	int	base;		/* global number of its first line */
};

struct Irqroute
{
	int	gsi;		/* global number of the line */
	int	low;		/* active low */
	int	level;		/* triggered */
};

struct Mpinfo
{
	ulong	lapicpa;
	int	ncpu;
	int	cpu[MAXMACH];	/* APIC ids */
	int	nioapic;
	Ioapic	ioapic[Nioapic];
	Irqroute irq[Nirq];
};

extern	Mpinfo	mpinfo;

int	mpfind(void);
int	ioapiclines(ulong);
