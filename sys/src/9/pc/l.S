/*
 * The kernel's entry, the trap entries and what C cannot say.
 *
 * The loader starts _start with paging off, the kernel at KLOAD and the
 * multiboot magic and information in eax and ebx.  All physical memory
 * the kernel will ever use, KWINDOW bytes, is mapped here once for all
 * at KZERO; the page tables for that are static, kpt.  Each CPU's Mach is
 * mapped at MACHADDR by a page table of its own (the first one's is
 * mach0pt).  Arguments are on the stack, results in eax, and ebx, esi,
 * edi, ebp belong to the caller, as gcc has it.
 */
#include "mem.h"

#define	PA(x)		((x)-KZERO)
#define	NKPT		(KWINDOW>>22)

#define	CR0MP		0x00000002
#define	CR0EM		0x00000004
#define	CR0TS		0x00000008
#define	CR0NE		0x00000020
#define	CR0WP		0x00010000
#define	CR0NW		0x20000000
#define	CR0CD		0x40000000
#define	CR0PG		0x80000000

#define	SPLPC		(MACHADDR+4)

	.section .multiboot, "a"
	.balign	4
	.long	0x1badb002		/* magic */
	.long	3			/* modules on pages, memory map */
	.long	-(0x1badb002+3)

	.text
	.globl	_start
_start:
	cli
	cld
	movl	%eax, %ebp

	movl	$PA(kpt), %edi		/* all of KWINDOW */
	movl	$(PTEWRITE|PTEVALID), %eax
	movl	$(KWINDOW/BY2PG), %ecx
1:	movl	%eax, (%edi)
	addl	$4, %edi
	addl	$BY2PG, %eax
	decl	%ecx
	jnz	1b

	movl	$(PA(kpdir)+4*(KZERO>>22)), %edi
	movl	$(PA(kpt)+(PTEWRITE|PTEVALID)), %eax
	movl	$NKPT, %ecx
1:	movl	%eax, (%edi)
	addl	$4, %edi
	addl	$BY2PG, %eax
	decl	%ecx
	jnz	1b

	movl	$(PA(mach0)+(PTEWRITE|PTEVALID)), PA(mach0pt)
	movl	$(PA(mach0)+BY2PG+(PTEWRITE|PTEVALID)), PA(mach0pt)+4
	movl	$(PA(mach0pt)+(PTEWRITE|PTEVALID)), PA(kpdir)+4*(MACHADDR>>22)
	movl	$(PA(kpt)+(PTEWRITE|PTEVALID)), PA(kpdir)	/* until high */

	lgdt	PA(bootgdtptr)
	movl	$PA(kpdir), %eax
	movl	$1f, %edx
	jmp	pagingon
1:	movl	$0, kpdir
	movl	$PA(kpdir), %eax
	movl	%eax, %cr3

	pushl	%ebx
	pushl	%ebp
	call	main
1:	hlt
	jmp	1b

/*
 * Turn paging on with the directory at eax, take the kernel's selectors
 * and the stack of the Mach, and go to edx, a kernel address.
 */
	.globl	pagingon
pagingon:
	movl	%eax, %cr3
	movl	%cr0, %eax
	andl	$~(CR0EM|CR0NW|CR0CD), %eax
	orl	$(CR0PG|CR0WP|CR0NE|CR0TS|CR0MP), %eax
	movl	%eax, %cr0
	ljmp	$KESEL, $1f
1:	movw	$KDSEL, %ax
	movw	%ax, %ds
	movw	%ax, %es
	movw	%ax, %fs
	movw	%ax, %gs
	movw	%ax, %ss
	movl	$(MACHADDR+MACHSIZE), %esp
	jmp	*%edx

	.data
	.balign	8
	.globl	bootgdt
bootgdt:
	.quad	0
	.quad	0x00cf92000000ffff	/* KDSEL */
	.quad	0x00cf9a000000ffff	/* KESEL */
bootgdtptr:
	.word	23
	.long	PA(bootgdt)

	.bss
	.balign	BY2PG
	.globl	kpdir, kpt, mach0, mach0pt
kpdir:	.space	BY2PG
kpt:	.space	NKPT*BY2PG
mach0pt: .space	BY2PG
mach0:	.space	MACHSIZE

	.text
/*
 * The 256 trap entries, 16 bytes apart from vectors on.  The hardware has
 * pushed flags, cs and pc (and ss and sp if it came from user mode), for
 * some vectors an error code as well.
 */
	.altmacro
	.macro	entry	vno
	.balign	16
	.if	\vno != 8 && \vno != 17 && (\vno < 10 || \vno > 14)
	pushl	$0
	.endif
	pushl	$\vno
	.if	\vno == 64
	jmp	syscallentry
	.else
	jmp	trapentry
	.endif
	.endm

	.balign	16
	.globl	vectors
vectors:
	.set	n, 0
	.rept	256
	entry	%n
	.set	n, n+1
	.endr
	.noaltmacro

	.macro	saveregs
	pushl	%ds
	pushl	%es
	pushl	%fs
	pushl	%gs
	pushal
	movl	$KDSEL, %eax
	movl	%eax, %ds
	movl	%eax, %es
	cld
	pushl	%esp
	.endm

trapentry:
	saveregs
	call	trap
	addl	$4, %esp
trapret:
	popal
	popl	%gs
	popl	%fs
	popl	%es
	popl	%ds
	addl	$8, %esp		/* trap, ecode */
	iret

syscallentry:
	saveregs
	call	syscall
	addl	$4, %esp
	jmp	trapret

/*
 * The outermost error label of a system call: error comes here with the
 * stack as it was before syscall was called.
 */
	.globl	sysfail
sysfail:
	call	syserror
	addl	$4, %esp
	jmp	trapret

/* where a new process starts: its Ureg is on the stack */
	.globl	forkret
forkret:
	pushl	%esp
	call	forkexit
	addl	$4, %esp
	jmp	trapret

/* touser(ureg): go to user mode with the registers of *ureg */
	.globl	touser
touser:
	movl	4(%esp), %esp
	jmp	forkret

/*
 * i/o ports
 */
	.globl	inb
inb:
	movl	4(%esp), %edx
	xorl	%eax, %eax
	inb	%dx, %al
	ret

	.globl	ins
ins:
	movl	4(%esp), %edx
	xorl	%eax, %eax
	inw	%dx, %ax
	ret

	.globl	inl
inl:
	movl	4(%esp), %edx
	inl	%dx, %eax
	ret

	.globl	outb
outb:
	movl	4(%esp), %edx
	movl	8(%esp), %eax
	outb	%al, %dx
	ret

	.globl	outs
outs:
	movl	4(%esp), %edx
	movl	8(%esp), %eax
	outw	%ax, %dx
	ret

	.globl	outl
outl:
	movl	4(%esp), %edx
	movl	8(%esp), %eax
	outl	%eax, %dx
	ret

/*
 * interrupts: splhi and spllo return the old flags, for splx
 */
	.globl	splhi
splhi:
	pushfl
	popl	%eax
	cli
	movl	(%esp), %edx
	movl	%edx, SPLPC
	ret

	.globl	spllo
spllo:
	pushfl
	popl	%eax
	sti
	ret

	.globl	splx
splx:
	testl	$IFLAG, 4(%esp)
	jnz	1f
	cli
	movl	(%esp), %edx
	movl	%edx, SPLPC
	ret
1:	sti
	ret

/* nonzero: interrupts are on */
	.globl	islo
islo:
	pushfl
	popl	%eax
	andl	$IFLAG, %eax
	ret

/* wait for an interrupt; they are on afterwards, and none slips between */
	.globl	idlehands
idlehands:
	sti
	hlt
	ret

/* wait for an interrupt, if they are on */
	.globl	halt
halt:
	hlt
	ret

	.globl	pause
pause:
	rep; nop
	ret

/*
 * setlabel(l) keeps where its caller is, and returns 0; gotolabel(l)
 * makes that setlabel return once more, with 1.
 */
	.globl	setlabel
setlabel:
	movl	4(%esp), %eax
	movl	(%esp), %edx
	movl	%esp, (%eax)
	movl	%edx, 4(%eax)
	movl	%ebx, 8(%eax)
	movl	%esi, 12(%eax)
	movl	%edi, 16(%eax)
	movl	%ebp, 20(%eax)
	xorl	%eax, %eax
	ret

	.globl	gotolabel
gotolabel:
	movl	4(%esp), %eax
	movl	(%eax), %esp
	movl	4(%eax), %edx
	movl	8(%eax), %ebx
	movl	12(%eax), %esi
	movl	16(%eax), %edi
	movl	20(%eax), %ebp
	movl	%edx, (%esp)
	movl	$1, %eax
	ret

/*
 * atomic operations
 */
	.globl	tas			/* old value, and set it */
tas:
	movl	4(%esp), %edx
	movl	$0xdeaddead, %eax
	xchgl	%eax, (%edx)
	ret

	.globl	xchg
xchg:
	movl	4(%esp), %edx
	movl	8(%esp), %eax
	xchgl	%eax, (%edx)
	ret

/* cmpswap(p, old, new): 1 if *p was old and is new now */
	.globl	cmpswap
cmpswap:
	movl	4(%esp), %edx
	movl	8(%esp), %eax
	movl	12(%esp), %ecx
	lock; cmpxchgl %ecx, (%edx)
	setz	%al
	movzbl	%al, %eax
	ret

/* xadd(p, n): add n to *p, return what it was */
	.globl	xadd
xadd:
	movl	4(%esp), %edx
	movl	8(%esp), %eax
	lock; xaddl %eax, (%edx)
	ret

/*
 * special registers
 */
	.globl	getcr0
getcr0:
	movl	%cr0, %eax
	ret

	.globl	getcr2
getcr2:
	movl	%cr2, %eax
	ret

	.globl	getcr3
getcr3:
	movl	%cr3, %eax
	ret

	.globl	getcr4
getcr4:
	movl	%cr4, %eax
	ret

	.globl	putcr0
putcr0:
	movl	4(%esp), %eax
	movl	%eax, %cr0
	ret

	.globl	putcr3
putcr3:
	movl	4(%esp), %eax
	movl	%eax, %cr3
	ret

	.globl	putcr4
putcr4:
	movl	4(%esp), %eax
	movl	%eax, %cr4
	ret

	.globl	invlpg
invlpg:
	movl	4(%esp), %eax
	invlpg	(%eax)
	ret

/* lgdt(p): the selectors stay as they are, the descriptors are reloaded */
	.globl	lgdt
lgdt:
	movl	4(%esp), %eax
	lgdt	(%eax)
	ljmp	$KESEL, $1f
1:	movl	$KDSEL, %eax
	movl	%eax, %ds
	movl	%eax, %es
	movl	%eax, %fs
	movl	%eax, %gs
	movl	%eax, %ss
	ret

	.globl	lidt
lidt:
	movl	4(%esp), %eax
	lidt	(%eax)
	ret

	.globl	ltr
ltr:
	movl	4(%esp), %eax
	ltr	%ax
	ret

	.globl	rdtsc
rdtsc:
	rdtsc
	movl	4(%esp), %ecx
	movl	%eax, (%ecx)
	movl	%edx, 4(%ecx)
	ret

	.globl	rdmsr
rdmsr:
	movl	4(%esp), %ecx
	rdmsr
	movl	8(%esp), %ecx
	movl	%eax, (%ecx)
	movl	%edx, 4(%ecx)
	ret

	.globl	wrmsr
wrmsr:
	movl	4(%esp), %ecx
	movl	8(%esp), %eax
	movl	12(%esp), %edx
	wrmsr
	ret

/*
 * cpuid(fn, regs): 1 and eax, ebx, ecx, edx in regs; 0 if this CPU, whose
 * flag ID does not change, has no such instruction
 */
	.globl	cpuid
cpuid:
	pushfl
	popl	%eax
	movl	%eax, %ecx
	xorl	$0x200000, %eax
	pushl	%eax
	popfl
	pushfl
	popl	%eax
	pushl	%ecx
	popfl
	xorl	%ecx, %eax
	andl	$0x200000, %eax
	jz	1f
	pushl	%ebx
	pushl	%edi
	movl	12(%esp), %eax
	movl	16(%esp), %edi
	xorl	%ecx, %ecx
	cpuid
	movl	%eax, (%edi)
	movl	%ebx, 4(%edi)
	movl	%ecx, 8(%edi)
	movl	%edx, 12(%edi)
	popl	%edi
	popl	%ebx
	movl	$1, %eax
1:	ret

/*
 * x87.  fpsave leaves it initialised but off; fprestore turns it on.
 */
	.globl	fpon
fpon:
	clts
	ret

	.globl	fpoff
fpoff:
	movl	%cr0, %eax
	orl	$CR0TS, %eax
	movl	%eax, %cr0
	ret

/* round to nearest, doubles; trap invalid, division by 0, overflow */
	.globl	fpinit
fpinit:
	clts
	fninit
	pushl	$0x232
	fldcw	(%esp)
	popl	%eax
	ret

	.globl	fpsave
fpsave:
	movl	4(%esp), %eax
	clts
	fnsave	(%eax)
	fwait
	jmp	fpoff

	.globl	fprestore
fprestore:
	movl	4(%esp), %eax
	clts
	frstor	(%eax)
	ret
