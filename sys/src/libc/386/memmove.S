/*
 * memmove and memcpy: words with rep movs, upward, or downward where the
 * end of the source would be overwritten before it is read.
 */
	.text
	.globl	memmove
	.globl	memcpy
memmove:
memcpy:
	pushl	%esi
	pushl	%edi
	movl	12(%esp), %edi
	movl	16(%esp), %esi
	movl	20(%esp), %ecx
	movl	%edi, %eax
	subl	%esi, %eax
	cmpl	%ecx, %eax		/* unsigned: to below from is large */
	jb	down
	movl	%ecx, %edx
	shrl	$2, %ecx
	cld
	rep movsl
	movl	%edx, %ecx
	andl	$3, %ecx
	rep movsb
	movl	12(%esp), %eax
	popl	%edi
	popl	%esi
	ret
down:
	leal	-1(%edi,%ecx), %edi
	leal	-1(%esi,%ecx), %esi
	movl	%ecx, %edx
	andl	$3, %ecx
	std
	rep movsb
	subl	$3, %edi
	subl	$3, %esi
	movl	%edx, %ecx
	shrl	$2, %ecx
	rep movsl
	cld
	movl	12(%esp), %eax
	popl	%edi
	popl	%esi
	ret

	.section .note.GNU-stack,"",@progbits
