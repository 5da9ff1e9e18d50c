/*
 * What the multiboot loader tells: the memory map, the command line and
 * the first module, which is the root archive.  All but the module's
 * contents is copied, so that nothing of the loader's needs to be kept.
 * The free memory is left in conf.mem.
 *
 * Only memory in KWINDOW can be used.  What lies below the kernel's end
 * is not given out: the kernel, the BIOS's data, the trampoline of the
 * other CPUs.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Magic		= 0x2badb002,	/* in eax from the loader */

	Fmem		= 1<<0,		/* Mbi.flags: what is there */
	Fcmdline	= 1<<2,
	Fmods		= 1<<3,
	Fmmap		= 1<<6,

	Mram		= 1,		/* Mmap.type */
};

typedef struct Mbi Mbi;
typedef struct Mbmod Mbmod;
typedef struct Mmap Mmap;

struct Mbi
{
	ulong	flags;
	ulong	memlower;	/* KiB */
	ulong	memupper;	/* KiB from 1 MiB on */
	ulong	bootdevice;
	ulong	cmdline;
	ulong	modcount;
	ulong	mods;
	ulong	syms[4];
	ulong	mmaplen;
	ulong	mmap;
};

struct Mbmod
{
	ulong	start;
	ulong	end;
	ulong	cmdline;
	ulong	reserved;
};

struct Mmap
{
	ulong	size;		/* of what follows */
	uvlong	base;
	uvlong	len;
	ulong	type;
} __attribute__((packed));

extern	char	end[];
ulong	memsize;
static	int	nbank;
static	uvlong	beyond;		/* bytes of RAM that cannot be used */

/* note free RAM for xinit */
static void
addram(ulong base, ulong top)
{
	base = PGROUND(base);
	top = PPN(top);
	if(base >= top)
		return;
	if(nbank == NMEMBANK){
		print("multiboot: memory at %#lux left out: map too long\n", base);
		return;
	}
	conf.mem[nbank].base = base;
	conf.mem[nbank].npage = (top - base) / BY2PG;
	nbank++;
	memsize += top - base;
}

/* take RAM without what is in use: below lo, and from mod to modend */
static void
ramfound(uvlong base, uvlong len, ulong lo, ulong mod, ulong modend)
{
	uvlong top;

	top = base + len;
	if(top < base)
		return;
	if(top > KWINDOW){
		beyond += top - MAX(base, KWINDOW);
		top = KWINDOW;
	}
	if(base < lo)
		base = lo;
	if(base >= top)
		return;
	if(mod >= top || modend <= base){
		addram(base, top);
		return;
	}
	if(mod > base)
		addram(base, mod);
	if(modend < top)
		addram(modend, top);
}

static void
memorymap(Mbi *mbi, ulong lo, ulong mod, ulong modend)
{
	Mmap *e;
	ulong a, stop;

	if((mbi->flags & Fmmap) == 0){
		if(mbi->flags & Fmem)
			ramfound(MiB, (uvlong)mbi->memupper*KiB, lo, mod, modend);
		return;
	}
	stop = mbi->mmap + mbi->mmaplen;
	for(a = mbi->mmap; a < stop; a += e->size + sizeof(e->size)){
		e = KADDR(a);
		if(e->type == Mram)
			ramfound(e->base, e->len, lo, mod, modend);
	}
}

/*
 * Take over what the loader passed in eax and ebx.  Called once, first
 * of all; getconf works afterwards.
 */
void
multiboot(ulong magic, ulong info)
{
	Mbi *mbi;
	Mbmod *mod;
	ulong start, stop;

	if(magic != Magic)
		panic("multiboot: not started by a multiboot loader: eax %#lux",
			magic);
	if(info >= KWINDOW)
		panic("multiboot: information at %#lux", info);
	mbi = KADDR(info);
	if(mbi->flags & Fcmdline && mbi->cmdline < KWINDOW)
		confparse(KADDR(mbi->cmdline));
	start = stop = 0;
	if(mbi->flags & Fmods && mbi->modcount > 0){
		mod = KADDR(mbi->mods);
		if(mod->end <= KWINDOW && mod->start < mod->end){
			start = mod->start;
			stop = mod->end;
			rootarchive(KADDR(start), stop - start);
		}else
			print("multiboot: root archive at %#lux: out of reach\n",
				mod->start);
	}
	memorymap(mbi, PGROUND(PADDR(end)), PPN(start), PGROUND(stop));
}

/* say how much memory there is */
void
memprint(void)
{
	print("%lud MiB of memory", (memsize+MiB-1)/MiB);
	if(beyond != 0)
		print(", %llud MiB more are out of reach", beyond/MiB);
	print("\n");
}
