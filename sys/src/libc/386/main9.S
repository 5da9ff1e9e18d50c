/*
 * Where a program starts. The stack holds argc, the argument pointers and
 * a zero; AX is the address of the Tos. 16 private words are reserved on
 * the stack below, which every process has for itself.
 */
	.text
	.globl	_main
_main:
	movl	%eax, _tos
	movl	%esp, %ebx		/* at argc */
	subl	$(16*4), %esp
	movl	%esp, _privates
	movl	%esp, %edi		/* the stack is fresh: zeros */
	xorl	%eax, %eax
	movl	$16, %ecx
	cld
	rep stosl
	movl	$16, _nprivates
	xorl	%ebp, %ebp
	leal	4(%ebx), %eax
	pushl	%eax
	pushl	(%ebx)
	call	main
	pushl	$done
	call	exits
	hlt

	.section .rodata
done:
	.asciz	"main"

	.comm	_tos, 4
	.comm	_privates, 4
	.comm	_nprivates, 4

	.section .note.GNU-stack,"",@progbits
