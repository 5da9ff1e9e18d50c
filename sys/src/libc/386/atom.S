/*
 * What processes that share memory need to agree: operations that no other
 * CPU can see half done.
 */
	.text

/* int _tas(int*): set it, return what it was; who failed is likely to spin */
	.globl	_tas
_tas:
	movl	4(%esp), %ecx
	movl	$0xdeaddead, %eax
	xchgl	%eax, (%ecx)
	testl	%eax, %eax
	je	1f
	pause
1:
	ret

/* int cas(long *p, long old, long new) */
	.globl	cas
cas:
	movl	4(%esp), %ecx
	movl	8(%esp), %eax
	movl	12(%esp), %edx
	lock; cmpxchgl %edx, (%ecx)
	sete	%al
	movzbl	%al, %eax
	ret

/* long ainc(long*): add 1, return the new value */
	.globl	ainc
ainc:
	movl	4(%esp), %ecx
	movl	$1, %eax
	lock; xaddl %eax, (%ecx)
	incl	%eax
	ret

/* long adec(long*): take 1 away, return the new value */
	.globl	adec
adec:
	movl	4(%esp), %ecx
	movl	$-1, %eax
	lock; xaddl %eax, (%ecx)
	decl	%eax
	ret

	.section .note.GNU-stack,"",@progbits
