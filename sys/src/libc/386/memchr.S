/*
 * memchr(p, c, n): where the first byte c of the n at p is, nil if there
 * is none.
 */
	.text
	.globl	memchr
memchr:
	pushl	%edi
	movl	8(%esp), %edi
	movl	12(%esp), %eax
	movl	16(%esp), %ecx
	testl	%ecx, %ecx
	jz	1f
	repne; scasb
	jne	1f
	leal	-1(%edi), %eax
	popl	%edi
	ret
1:	xorl	%eax, %eax
	popl	%edi
	ret

	.section .note.GNU-stack,"",@progbits
