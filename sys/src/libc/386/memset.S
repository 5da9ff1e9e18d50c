/*
 * memset(p, c, n): words with rep stos, then what is left.
 */
	.text
	.globl	memset
memset:
	pushl	%edi
	movl	8(%esp), %edi
	movzbl	12(%esp), %eax
	movl	16(%esp), %ecx
	movl	%ecx, %edx
	imull	$0x01010101, %eax
	shrl	$2, %ecx
	cld
	rep stosl
	movl	%edx, %ecx
	andl	$3, %ecx
	rep stosb
	movl	8(%esp), %eax
	popl	%edi
	ret

	.section .note.GNU-stack,"",@progbits
