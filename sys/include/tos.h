/*
 * The top of every process's stack: what the kernel keeps up to date there
 * for the process to read. exec returns its address in AX. The first 56
 * bytes are the contract; the rest may differ from kernel to kernel.
 */
typedef struct Tos Tos;
typedef struct Plink Plink;

struct Tos
{
	struct {			/* for a profiler in the process */
		Plink	*pp;
		Plink	*next;
		Plink	*last;
		Plink	*first;
		ulong	pid;
		ulong	what;
	} prof;
	uvlong	cyclefreq;		/* of the cycle counter, Hz, or 0 */
	vlong	kcycles;		/* spent in the kernel */
	vlong	pcycles;		/* spent in the process */
	ulong	pid;			/* set at every return to the process */
	ulong	clock;			/* ms of time in the process */
	uintptr	kscr[4];		/* the kernel's */
	ulong	notehold;		/* notes held off so many times; bit 31:
					 * the kernel holds one: see notehold(2) */
	ulong	havenote;		/* 1: the kernel looks at notehold */
};
