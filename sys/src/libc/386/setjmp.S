/*
 * setjmp remembers where it returns to, the stack pointer that its caller
 * has then, and the registers that a call preserves; the order is in u.h.
 */
	.text
	.globl	setjmp
setjmp:
	movl	4(%esp), %edx
	movl	%esp, 0(%edx)
	movl	0(%esp), %eax
	movl	%eax, 4(%edx)
	movl	%ebx, 8(%edx)
	movl	%esi, 12(%edx)
	movl	%edi, 16(%edx)
	movl	%ebp, 20(%edx)
	xorl	%eax, %eax
	ret

/* longjmp(buf, v): setjmp returns once more, v or, if v is 0, 1 */
	.globl	longjmp
longjmp:
	movl	4(%esp), %edx
	movl	8(%esp), %eax
	testl	%eax, %eax
	jne	1f
	incl	%eax
1:	movl	0(%edx), %esp
	movl	4(%edx), %ecx
	movl	%ecx, 0(%esp)
	movl	8(%edx), %ebx
	movl	12(%edx), %esi
	movl	16(%edx), %edi
	movl	20(%edx), %ebp
	ret

	.section .note.GNU-stack,"",@progbits
