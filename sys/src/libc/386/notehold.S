/*
 * notehold and noterelease, see notehold(2): the word in the Tos counts
 * how often notes are held off. The kernel may set its bit 31 between any
 * two instructions here, so each change is one instruction. Without a
 * word, or before it has been looked for, C does it.
 */
#define UNBLOCK		1
#define HELD		0x80000000

	.text
	.globl	notehold
notehold:
	movl	_noteword, %eax
	testl	%eax, %eax
	jz	_notehold
	addl	$1, (%eax)
	ret

	.globl	noterelease
noterelease:
	movl	_noteword, %eax
	testl	%eax, %eax
	jz	_noterelease
	subl	$1, (%eax)
	js	1f
	ret
1:	cmpl	$HELD, (%eax)
	jne	2f
	movl	$0, (%eax)
	pushl	$0			/* take the note: any call does */
	pushl	$UNBLOCK
	call	notemask
	addl	$8, %esp
2:	ret

/* _noteadd(n): add n to the word */
	.globl	_noteadd
_noteadd:
	movl	_noteword, %eax
	movl	4(%esp), %ecx
	addl	%ecx, (%eax)
	ret

/*
 * sigsetjmp(buf, savemask): as setjmp, and keep the word's value, and the
 * mask if savemask is not 0. The order is that of sigjmp_buf.
 */
	.globl	sigsetjmp
sigsetjmp:
	movl	4(%esp), %edx
	movl	8(%esp), %eax
	movl	%eax, 24(%edx)
	movl	_noteword, %ecx
	testl	%ecx, %ecx
	jz	1f
	movl	(%ecx), %ecx
1:	movl	%ecx, 32(%edx)
	testl	%eax, %eax
	jz	setjmp
	pushl	$0
	pushl	$0			/* block nothing more: read it */
	call	notemask
	addl	$8, %esp
	movl	4(%esp), %edx
	movl	%eax, 28(%edx)
	jmp	setjmp

	.section .note.GNU-stack,"",@progbits
