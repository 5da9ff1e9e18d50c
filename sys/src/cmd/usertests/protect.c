/*
 * What a program may not do to the kernel, the machine and the processes of
 * other users: each attempt ends in a note or an error.
 */
#include <u.h>
#include <libc.h>
#include <ureg.h>
#include "test.h"

enum
{
	Kzero	= 0xf0000000,
	Step	= 16*4096,	/* between the kernel addresses tried */
	If	= 0x200,	/* of the flags: interrupts are on */
	Iopl	= 0x3000,
};

typedef struct Deed Deed;
struct Deed
{
	char	*name;
	void	(*fn)(void);
};

static jmp_buf jmp;
static char last[ERRMAX];

static void
catch(void *u, char *s)
{
	strecpy(last, last+sizeof last, s);
	notejmp(u, jmp, 1);
}

/* does reading, or writing, the address fault? */
static int
faults(ulong addr, int write)
{
	if(setjmp(jmp) != 0)
		return 1;
	if(write)
		*(volatile char*)addr = 0;
	else
		*(volatile char*)addr;
	return 0;
}

/* the kernel's memory, all over */
static void
memory(void)
{
	volatile ulong a;
	int fd;
	char c;

	notify(catch);
	for(a = Kzero; a >= Kzero; a += Step){
		expect(faults(a, 0), "%lux can be read", a);
		expect(faults(a, 1), "%lux can be written", a);
	}
	expect(faults(0xfffff000, 0) && faults(0xffc00000, 1), "last pages");
	fd = open("/proc/1/mem", ORDWR);
	expect(fd >= 0, "mem of 1: %r");
	c = 0;
	expnum(pread(fd, &c, 1, Kzero+0x100000), -1, "pread of mem");
	expnum(pwrite(fd, &c, 1, Kzero+0x100000), -1, "pwrite of mem");
	expnum(pwrite(fd, &c, 1, 0xffffffffLL), -1, "pwrite of mem");
	close(fd);
}

static void	out8(void){ asm volatile("outb %%al, $0x80" : : "a" (0)); }
static void	out16(void){ asm volatile("outw %%ax, %%dx" : : "a" (0),
			"d" (0x604)); }
static void	out32(void){ asm volatile("outl %%eax, %%dx" : : "a" (0),
			"d" (0xcf8)); }
static void	in8(void){ asm volatile("inb $0x60" : : : "eax"); }
static void	in16(void){ asm volatile("inw %%dx" : : "d" (0x1f0) : "eax"); }
static void	in32(void){ asm volatile("inl %%dx" : : "d" (0xcfc) : "eax"); }
static void	ins8(void){ asm volatile("insb" : : "d" (0x60), "D" (last)
			: "memory"); }
static void	outs8(void){ asm volatile("outsb" : : "d" (0x80), "S" (last)); }
static void	cli(void){ asm volatile("cli"); }
static void	sti(void){ asm volatile("sti"); }
static void	hlt(void){ asm volatile("hlt"); }
static void	clts(void){ asm volatile("clts"); }
static void	cr0(void){ asm volatile("movl %0, %%cr0" : : "r" (1)); }
static void	cr2(void){ asm volatile("movl %%cr2, %%eax" : : : "eax"); }
static void	cr3(void){ asm volatile("movl %0, %%cr3" : : "r" (0)); }
static void	dr7(void){ asm volatile("movl %0, %%dr7" : : "r" (0)); }
static void	lgdt(void){ asm volatile("lgdt %0" : : "m" (last)); }
static void	lidt(void){ asm volatile("lidt %0" : : "m" (last)); }
static void	ltr(void){ asm volatile("ltr %%ax" : : "a" (0x28)); }
static void	lldt(void){ asm volatile("lldt %%ax" : : "a" (0)); }
static void	lmsw(void){ asm volatile("lmsw %%ax" : : "a" (0)); }
static void	invd(void){ asm volatile("invd"); }
static void	wbinvd(void){ asm volatile("wbinvd"); }
static void	invlpg(void){ asm volatile("invlpg (%0)" : : "r" (0)); }
static void	gate(void){ asm volatile("int $0x21"); }
static void	farcall(void){ asm volatile("lcall $8, $0xf0100000"); }
static void	kernelds(void){ asm volatile("movl %0, %%ds" : : "r" (0x10)); }
static void	iret(void){ asm volatile("pushfl; pushl $8; pushl $0xf0100000;"
			"iret"); }

static Deed deeds[] = {
	{"outb", out8}, {"outw", out16}, {"outl", out32},
	{"inb", in8}, {"inw", in16}, {"inl", in32},
	{"insb", ins8}, {"outsb", outs8},
	{"cli", cli}, {"sti", sti}, {"hlt", hlt}, {"clts", clts},
	{"write cr0", cr0}, {"read cr2", cr2}, {"write cr3", cr3},
	{"write dr7", dr7}, {"lgdt", lgdt}, {"lidt", lidt}, {"ltr", ltr},
	{"lldt", lldt}, {"lmsw", lmsw}, {"invd", invd}, {"wbinvd", wbinvd},
	{"invlpg", invlpg}, {"int 0x21", gate}, {"far call", farcall},
	{"kernel ds", kernelds}, {"iret", iret},
};

/* instructions that are the kernel's: the note, and nothing happens */
static void
privileged(void)
{
	volatile int i;

	notify(catch);
	for(i = 0; i < nelem(deeds); i++){
		last[0] = 0;
		if(setjmp(jmp) == 0){
			(*deeds[i].fn)();
			fail("%s works", deeds[i].name);
		}
		expect(strncmp(last, "sys: trap: general protection", 29) == 0,
			"%s: [%s]", deeds[i].name, last);
	}
}

static ulong
flags(void)
{
	ulong f;

	asm volatile("pushfl; popl %0" : "=r" (f));
	return f;
}

/* popf ignores what it may not change: interrupts stay on */
static void
popf(void)
{
	ulong f;

	f = flags();
	expect((f & If) && !(f & Iopl), "flags %lux", f);
	asm volatile("pushl %0; popfl" : : "r" ((f & ~If) | Iopl) : "cc");
	f = flags();
	expect((f & If) && !(f & Iopl), "flags after popf %lux", f);
}

/* a stopped process is given the kernel's selectors and privileges */
static void
registers(void)
{
	char file[40];
	int pid, fd, ctl;
	Ureg u;

	pid = fork();
	if(pid == 0)
		for(;;)
			;
	snprint(file, sizeof file, "/proc/%d/ctl", pid);
	ctl = open(file, OWRITE);
	expect(ctl >= 0 && write(ctl, "stop", 4) == 4, "stop: %r");
	snprint(file, sizeof file, "/proc/%d/regs", pid);
	fd = open(file, ORDWR);
	expect(fd >= 0 && pread(fd, &u, sizeof u, 0) == sizeof u, "regs: %r");
	u.cs = 0x10;
	u.ss = u.ds = u.es = u.fs = u.gs = 0x8;
	u.flags = (u.flags & ~If) | Iopl;
	pwrite(fd, &u, sizeof u, 0);
	expect(pread(fd, &u, sizeof u, 0) == sizeof u, "regs: %r");
	expect((u.flags & If) && !(u.flags & Iopl), "flags %lux", u.flags);
	expect((u.cs & 3) == 3 && (u.ss & 3) == 3, "cs %lux ss %lux",
		u.cs, u.ss);
	expect(write(ctl, "start", 5) == 5, "start: %r");
	sleep(20);
	expect(write(ctl, "kill", 4) == 4, "kill: %r");
	close(ctl);
	close(fd);
	reap(pid);
}

/* all that user none may try on the process pid */
static void
attack(void *v)
{
	static char *files[] = {
		"ctl", "mem", "note", "notepg", "regs", "fpregs", "noteid",
		"args",
	};
	char file[40];
	int i, pid;
	Dir d;

	pid = (int)(uintptr)v;
	put("/dev/user", "none");
	for(i = 0; i < nelem(files); i++){
		snprint(file, sizeof file, "/proc/%d/%s", pid, files[i]);
		experr(open(file, OWRITE), "permission", file);
		nulldir(&d);
		d.mode = 0666;
		expnum(dirwstat(file, &d), -1, file);
		d.mode = ~0;
		d.uid = "none";
		expnum(dirwstat(file, &d), -1, file);
	}
	snprint(file, sizeof file, "/proc/%d/mem", pid);
	experr(open(file, OREAD), "permission", file);
	expect(postnote(PNPROC, pid, "kill") < 0, "postnote to %d", pid);
	expect(open("/dev/reboot", OWRITE) < 0, "reboot opens");
	expect(open("#P/iob", ORDWR) < 0, "ports open");
}

/* another user's process: this one, for a child that became none */
static void
others(void)
{
	passes(spawn(attack, (void*)(uintptr)getpid()), "none");
}

Test protecttests[] = {
	{"protect kernel memory", memory},
	{"protect machine", privileged},
	{"protect interrupts", popf},
	{"protect registers", registers},
	{"protect other users", others},
	{nil},
};
