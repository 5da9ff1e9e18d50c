/*
 * The switch on x86_64: as 386.S, with the registers that a call keeps
 * there.
 */
	.text
	.globl	_pthswitch
/* _pthswitch(uchar **old, uchar *new) */
_pthswitch:
	pushq	%rbp
	pushq	%rbx
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	movq	%rsp, (%rdi)
	movq	%rsi, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbx
	popq	%rbp
	ret

/* uchar *_pthframe(uchar *top, void (*f)(void)) */
	.globl	_pthframe
_pthframe:
	movq	%rdi, %rax
	andq	$~15, %rax
	movq	$0, -8(%rax)
	movq	%rsi, -16(%rax)
	movq	$0, -24(%rax)
	subq	$64, %rax
	ret

	.section .note.GNU-stack,"",@progbits
