/*
 * The x87's control and status words. In the control word that programs
 * see a set exception bit means enabled, in the x87's masked.
 */
	.text
	.globl	getfcr
getfcr:
	pushl	%eax
	fwait
	fnstcw	(%esp)
	popl	%eax
	andl	$0xffff, %eax
	xorl	$0x3f, %eax
	ret

	.globl	setfcr
setfcr:
	movl	4(%esp), %eax
	xorl	$0x3f, %eax
	pushl	%eax
	fwait
	fldcw	(%esp)
	popl	%eax
	ret

	.globl	getfsr
getfsr:
	fwait
	xorl	%eax, %eax
	fnstsw	%ax
	ret

/* only clearing makes sense: all exceptions go */
	.globl	setfsr
setfsr:
	fnclex
	ret

/* double sqrt(double) */
	.globl	sqrt
sqrt:
	fldl	4(%esp)
	fsqrt
	ret

	.section .note.GNU-stack,"",@progbits
