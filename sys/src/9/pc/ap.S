/*
 * Where the other CPUs start: in real mode, at the beginning of the page
 * APBOOT of low memory, to which the code from aptramp to aptrampend is
 * copied.  squidboy.c leaves the page directory to use in aptramppdb.
 */
#include "mem.h"

#define	PA(x)		((x)-KZERO)
#define	HERE(x)		((x)-aptramp+APBOOT)

	.text
	.code16
	.globl	aptramp, aptramppdb, aptrampend
aptramp:
	cli
	cld
	movw	%cs, %ax
	movw	%ax, %ds
	lgdtl	(aptrampgdt-aptramp)
	movl	%cr0, %eax
	orl	$1, %eax
	movl	%eax, %cr0
	ljmpl	$KESEL, $HERE(1f)
	.code32
1:	movl	$KDSEL, %eax
	movl	%eax, %ds
	movl	%eax, %es
	movl	%eax, %ss
	movl	HERE(aptramppdb), %eax
	movl	$squidboy, %edx
	movl	$PA(pagingon), %ecx
	jmp	*%ecx

	.balign	4
aptramppdb:
	.long	0
aptrampgdt:
	.word	23
	.long	PA(bootgdt)
aptrampend:
