/*
 * setjmp remembers where it returns to, the stack pointer that its caller
 * has then, and the registers that a call preserves; the order is in u.h.
 * Its argument is in AX: a program may call it very often.
 */
	.text
	.globl	setjmp
setjmp:
	movl	0(%esp), %edx
	movl	%esp, 0(%eax)
	movl	%edx, 4(%eax)
	movl	%ebx, 8(%eax)
	movl	%esi, 12(%eax)
	movl	%edi, 16(%eax)
	movl	%ebp, 20(%eax)
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
