/*
 * From the loader to the first process, and the end of the machine.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Nprocmin	= 100,		/* processes: so many, */
	Nprocmib	= 50,		/* more for each MiB of memory, */
	Nprocmax	= 12000,	/* but no more than this */

	Isadebug	= 0xf4,		/* QEMU's isa-debug-exit, 4 ports */
	Pm1aqemu	= 0x604,	/* power management control of QEMU's PC */
	Poweroff	= 1<<13,
	Kbdcmd		= 0x64,		/* keyboard controller */
	Kbdreset	= 0xfe,
	Chipreset	= 0xcf9,
};

extern	Mach	mach0;		/* l.S */

Mach	*machp[MAXMACH];

/* make m usable; its page is mapped and zero, but for what l.S did */
void
mach0init(void)
{
	machp[0] = &mach0;
	m->machno = 0;
	m->online = 1;
	m->pri = -1;
	active.machs[0] = 1;
	active.exiting = 0;
	conf.nmach = 1;
}

/* how many processes this memory is good for; after xinit */
static void
confinit(void)
{
	ulong n;

	n = Nprocmin + Nprocmib*(memsize/MiB);
	conf.nproc = MIN(n, Nprocmax);
}

/* call what the objects of this kernel have with LINK */
static void
links(void)
{
	extern void (*linktab[])(void), (*elinktab[])(void);
	void (**f)(void);

	for(f = linktab; f < elinktab; f++)
		(**f)();
}

/*
 * Entered from l.S with what the loader left in eax and ebx.
 */
void
main(ulong magic, ulong info)
{
	mach0init();
	trapinit0();
	i8253init();
	multiboot(magic, info);
	i8250console();
	quotefmtinstall();
	screeninit();
	print("\nPlan 9\n");
	mmuinit();
	kbdinit();
	cpuidentify();
	xinit();
	confinit();
	trapinit();
	archinit();
	cpuidprint();
	memprint();
	arch->clockenable();
	timersinit();
	arch->startcpus();
	kbdenable();
	procinit0();
	chandevreset();
	links();
	pageinit();
	userinit();
	launchcpus();
	schedinit();
}

/* stop this CPU for good; any level */
void
stopcpu(void)
{
	splhi();
	m->online = 0;
	for(;;)
		halt();
}

/*
 * This CPU ends the machine; others that try to meanwhile stop, as do
 * those that do something else.
 */
static void
alone(void)
{
	static ulong ending;
	static int who;

	splhi();
	if(xchg(&ending, 1) == 0){
		who = m->machno;
		active.exiting = 1;
		if(arch != nil)
			arch->stopcpus();
	}else if(who != m->machno)
		stopcpu();
}

/*
 * End the machine: status is 0, or 1 after a panic.  An emulator is told
 * so; after a panic a real machine is left as it is, to be read.  Any
 * level, on any CPU.
 */
void
exit(int status)
{
	alone();
	prflush();
	if(inb(Isadebug) != 0xff || inb(Isadebug+1) != 0xff)
		outl(Isadebug, status);
	if(status == 0)
		outs(Pm1aqemu, Poweroff);
	stopcpu();
}

/* start the machine anew; any level, on any CPU */
void
reboot(void)
{
	alone();
	prflush();
	outb(Kbdcmd, Kbdreset);
	delay(100);
	outb(Chipreset, 0x02);
	outb(Chipreset, 0x06);
	stopcpu();
}
