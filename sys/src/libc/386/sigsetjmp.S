/* sigsetjmp(buf, savemask): setjmp, and what holds notes off is kept too */
	.text
	.globl	sigsetjmp
sigsetjmp:
	pushl	8(%esp)
	pushl	8(%esp)
	call	_notesave
	addl	$8, %esp
	movl	4(%esp), %eax
	jmp	setjmp

	.section .note.GNU-stack,"",@progbits
