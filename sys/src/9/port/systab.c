/*
 * The system calls: one list of number, function and the name that
 * /proc/n/status shows while the call is blocked.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

#define	CALLS(X)\
	X(0,	sysr1,		"Running")\
	X(1,	sys_errstr,	"_errstr")\
	X(2,	sysbind,	"Bind")\
	X(3,	syschdir,	"Chdir")\
	X(4,	sysclose,	"Close")\
	X(5,	sysdup,		"Dup")\
	X(6,	sysalarm,	"Alarm")\
	X(7,	sysexec,	"Exec")\
	X(8,	sysexits,	"Exits")\
	X(9,	sys_fsession,	"_fsession")\
	X(10,	sysfauth,	"Fauth")\
	X(11,	sys_fstat,	"_fstat")\
	X(12,	syssegbrk,	"Segbrk")\
	X(13,	sys_mount,	"_mount")\
	X(14,	sysopen,	"Open")\
	X(15,	sys_read,	"_read")\
	X(16,	sysoseek,	"Oseek")\
	X(17,	syssleep,	"Sleep")\
	X(18,	sys_stat,	"_stat")\
	X(19,	sysrfork,	"Rfork")\
	X(20,	sys_write,	"_write")\
	X(21,	syspipe,	"Pipe")\
	X(22,	syscreate,	"Create")\
	X(23,	sysfd2path,	"Fd2path")\
	X(24,	sysbrk_,	"Brk")\
	X(25,	sysremove,	"Remove")\
	X(26,	sys_wstat,	"_wstat")\
	X(27,	sys_fwstat,	"_fwstat")\
	X(28,	sysnotify,	"Notify")\
	X(29,	sysnoted,	"Noted")\
	X(30,	syssegattach,	"Segattach")\
	X(31,	syssegdetach,	"Segdetach")\
	X(32,	syssegfree,	"Segfree")\
	X(33,	syssegflush,	"Segflush")\
	X(34,	sysrendezvous,	"Rendez")\
	X(35,	sysunmount,	"Unmount")\
	X(36,	sys_wait,	"_wait")\
	X(37,	syssemacquire,	"Semacquire")\
	X(38,	syssemrelease,	"Semrelease")\
	X(39,	sysseek,	"Seek")\
	X(40,	sysfversion,	"Fversion")\
	X(41,	syserrstr,	"Errstr")\
	X(42,	sysstat,	"Stat")\
	X(43,	sysfstat,	"Fstat")\
	X(44,	syswstat,	"Wstat")\
	X(45,	sysfwstat,	"Fwstat")\
	X(46,	sysmount,	"Mount")\
	X(47,	sysawait,	"Await")\
	X(50,	syspread,	"Pread")\
	X(51,	syspwrite,	"Pwrite")\
	X(52,	systsemacquire,	"Tsemacquire")\
	X(53,	sysnsec,	"Nsec")\
	X(60,	sysnotemask,	"Notemask")\
	X(61,	sysnotemaskl,	"Notemask")

#define	DECLARE(n, f, name)	extern Syscall f;
#define	CALL(n, f, name)	[n] = f,
#define	NAME(n, f, name)	[n] = name,

CALLS(DECLARE)

/* by number; nil where there is no such call */
Syscall *systab[] = { CALLS(CALL) };
char *sysctab[] = { CALLS(NAME) };
int nsyscall = nelem(systab);
