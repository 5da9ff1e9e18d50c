/*
 * The few lines that C cannot say. A switch keeps what a call must keep:
 * BP BX SI DI and the stack. The floating point control word belongs to
 * the process, not to the thread.
 */
	.text
	.globl	_pthswitch
/* _pthswitch(uchar **old, uchar *new) */
_pthswitch:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	%esp, (%eax)
	movl	%edx, %esp
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/*
 * uchar *_pthframe(uchar *top, void (*f)(void)): below top what a switch
 * takes up, so that the switch calls f, which never returns.
 */
	.globl	_pthframe
_pthframe:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	andl	$~15, %eax
	movl	$0, -4(%eax)
	movl	%edx, -8(%eax)
	movl	$0, -12(%eax)
	subl	$24, %eax
	ret

/*
 * int _pthfork(int flags, void *sp, void (*f)(void*), void *arg): rfork,
 * the child going on with f on a stack of its own. In between it must not
 * touch the parent's, which the parent goes on using.
 */
	.globl	_pthfork
_pthfork:
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	20(%esp), %ebx
	movl	24(%esp), %esi
	movl	28(%esp), %edi
	pushl	16(%esp)
	pushl	$0
	movl	$19, %eax
	int	$0x40
	testl	%eax, %eax
	jz	1f
	addl	$8, %esp
	popl	%edi
	popl	%esi
	popl	%ebx
	ret
1:	movl	%ebx, %esp
	pushl	%edi
	pushl	$0
	jmp	*%esi

	.section .note.GNU-stack,"",@progbits
