/*
 * The system calls. A stub leaves the arguments where its caller put them,
 * above the return address, and the number in AX; the result comes back in
 * AX. They are a dozen bytes each, so a program has all of them; being weak,
 * each may be replaced by a function of the program's own.
 */
#define	SYS(name, n)	\
	.weak	name;	\
name:	movl	$n, %eax;	\
	int	$0x40;	\
	ret

	.text
	SYS(sysr1, 0)
	SYS(bind, 2)
	SYS(chdir, 3)
	SYS(close, 4)
	SYS(dup, 5)
	SYS(alarm, 6)
	SYS(exec, 7)
	SYS(_exits, 8)
	SYS(fauth, 10)
	SYS(segbrk, 12)
	SYS(open, 14)
	SYS(sleep, 17)
	SYS(rfork, 19)
	SYS(pipe, 21)
	SYS(create, 22)
	SYS(fd2path, 23)
	SYS(brk_, 24)
	SYS(remove, 25)
	SYS(notify, 28)
	SYS(noted, 29)
	SYS(segattach, 30)
	SYS(segdetach, 31)
	SYS(segfree, 32)
	SYS(segflush, 33)
	SYS(rendezvous, 34)
	SYS(unmount, 35)
	SYS(semacquire, 37)
	SYS(semrelease, 38)
	SYS(_seek, 39)
	SYS(fversion, 40)
	SYS(errstr, 41)
	SYS(stat, 42)
	SYS(fstat, 43)
	SYS(wstat, 44)
	SYS(fwstat, 45)
	SYS(mount, 46)
	SYS(await, 47)
	SYS(notemask, 60)
	SYS(_notemaskl, 61)
	SYS(pread, 50)
	SYS(pwrite, 51)
	SYS(tsemacquire, 52)
	SYS(_nsec, 53)

	.section .note.GNU-stack,"",@progbits
