/*
 * Memory layout and sizes of the 386 PC.  Also read by l.S, so only
 * plain macros stand outside the ifndef.
 *
 * Virtual addresses:
 *	00001000	UTZERO, user text, data, bss growing up
 *	DFFFF000	USTKTOP, user stack growing down (16 MiB, on demand)
 *	F0000000	KZERO, physical memory from 0, KWINDOW bytes of it
 *	FEC00000	the chipset: I/O APIC, HPET, local APIC, at their own
 *			physical addresses, uncached
 *	FF000000	VMAP, firmware tables mapped by vmap
 *	FFC00000	MACHADDR, this CPU's Mach and scheduler stack
 */
#define	KiB		1024
#define	MiB		1048576
#define	BY2WD		4
#define	BY2V		8
#define	BY2PG		4096
#define	WD2PG		(BY2PG/BY2WD)
#define	PGSHIFT		12
#define	ROUND(s, sz)	(((s)+((sz)-1))&~((sz)-1))
#define	PGROUND(s)	ROUND(s, BY2PG)
#define	BLOCKALIGN	8

#define	MAXMACH		32		/* CPUs, at most */
#define	KSTACK		8192		/* bytes of kernel stack of a process */
#define	MACHSIZE	8192		/* Mach and scheduler stack together */

#define	HZ		1000
#define	MS2HZ		(1000/HZ)
#define	TK2SEC(t)	((t)/HZ)

#define	KZERO		0xF0000000
#define	APBOOT		0x00007000	/* physical: where other CPUs start */
#define	KLOAD		0x00100000	/* physical address of the kernel */
#define	KTZERO		(KZERO+KLOAD)
#define	KWINDOW		0x0EC00000	/* physical memory the kernel can use */
#define	CHIPSET		0xFEC00000
#define	CHIPSETSIZE	0x00400000
#define	VMAP		0xFF000000
#define	VMAPSIZE	0x00400000
#define	MACHADDR	0xFFC00000

#define	UZERO		0
#define	UTZERO		0x00001000
#define	USTKTOP		0xDFFFF000
#define	USTKSIZE	(16*MiB)

#define	PTEPERTAB	64		/* pages in a Pte of a Segment */
#define	PTEMAPMEM	(PTEPERTAB*BY2PG)
#define	SSEGMAPSIZE	8		/* Ptes in a Segment itself */

/* page table entries */
#define	PTEVALID	(1<<0)
#define	PTEWRITE	(1<<1)
#define	PTERONLY	0
#define	PTEUSER		(1<<2)
#define	PTEWT		(1<<3)
#define	PTEUNCACHED	(1<<4)
#define	PTEACCESSED	(1<<5)
#define	PTEDIRTY	(1<<6)
#define	PTEGLOBAL	(1<<8)
#define	PDX(va)		(((ulong)(va)>>22)&0x03FF)
#define	PTX(va)		(((ulong)(va)>>12)&0x03FF)
#define	PPN(x)		((x)&~(BY2PG-1))

/* selectors */
#define	NULLSEG		0
#define	KDSEG		1
#define	KESEG		2
#define	UDSEG		3
#define	UESEG		4
#define	TSSSEG		5
#define	NSEGS		6
#define	SELECTOR(i, rpl)	(((i)<<3)|(rpl))
#define	KDSEL		SELECTOR(KDSEG, 0)
#define	KESEL		SELECTOR(KESEG, 0)
#define	UDSEL		SELECTOR(UDSEG, 3)
#define	UESEL		SELECTOR(UESEG, 3)
#define	TSSSEL		SELECTOR(TSSSEG, 0)

/* eflags */
#define	IFLAG		0x200

#ifndef __ASSEMBLER__
#define	nelem(x)	((int)(sizeof(x)/sizeof((x)[0])))
#define	MIN(a, b)	((a) < (b)? (a): (b))
#define	MAX(a, b)	((a) > (b)? (a): (b))
#define	KADDR(a)	((void*)((ulong)(a)+KZERO))
#define	PADDR(a)	((ulong)(a)-KZERO)
#define	waserror()	(up->nerrlab++, setlabel(&up->errlab[up->nerrlab-1]))
#define	poperror()	(up->nerrlab--)
#endif
