/*
 * #P, what belongs to this architecture: the CPU, I/O ports, interrupts,
 * and files that other parts of the kernel add with addarchfile (cga,
 * alarm).  Ports can be read and written through iob, iow and iol, but for
 * those that the kernel drives itself.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

typedef long Rdwrfn(Chan*, void*, long, vlong);

enum
{
	Narchdir = 32,
	Adapters = 0xa0000,	/* what realmodemem shows, up to */
	Realend	= 0x100000,

	Qdir	= 0,
	Qiob,
	Qiow,
	Qiol,
	Qbase,
};

static Dirtab archdir[Narchdir] =
{
	".",	{Qdir, 0, QTDIR},	0,	DMDIR|0555,
	"iob",	{Qiob},			0,	0660,
	"iow",	{Qiow},			0,	0660,
	"iol",	{Qiol},			0,	0660,
};

static struct
{
	Lock;			/* of adding files */
	int	ndir;
	Rdwrfn	*read[Narchdir];
	Rdwrfn	*write[Narchdir];
} files = {
	.ndir	= Qbase,
};

/* ports that are the kernel's, from and up to */
typedef struct Ports Ports;
struct Ports
{
	int	first;
	int	last;
	char	*tag;
};

static Ports ports[] =
{
	0x000,	0x01f,	"dma",
	0x020,	0x021,	"i8259.0",
	0x040,	0x043,	"i8253",
	0x060,	0x064,	"kbd",
	0x070,	0x071,	"rtc/nvr",
	0x080,	0x09f,	"dma",
	0x0a0,	0x0a1,	"i8259.1",
	0x0c0,	0x0df,	"dma",
	0x0f0,	0x0ff,	"fpu",
	0x3b0,	0x3df,	"cga",
	0x3f8,	0x3ff,	"eia0",
	0x4d0,	0x4d1,	"i8259.elcr",
	0x600,	0x67f,	"acpi",
	0xcf8,	0xcff,	"pcicfg",
};

/*
 * Make file #P/name with permissions perm and these read and write
 * functions, either nil for one that does not.  They are called as those
 * of a Dev, a being user memory.  Gives its entry, nil if the name
 * exists or there is no room.  From screeninit on, at any level.
 */
Dirtab*
addarchfile(char *name, int perm, Rdwrfn *rd, Rdwrfn *wr)
{
	Dirtab *d;
	int i;

	ilock(&files);
	for(i = 0; i < files.ndir; i++)
		if(strcmp(archdir[i].name, name) == 0)
			break;
	if(i < files.ndir || i == Narchdir || strlen(name) >= KNAMELEN){
		iunlock(&files);
		return nil;
	}
	d = &archdir[i];
	strcpy(d->name, name);
	d->qid.path = i;
	d->perm = perm;
	files.read[i] = rd;
	files.write[i] = wr;
	files.ndir++;
	iunlock(&files);
	return d;
}

static Chan*
archattach(char *spec)
{
	return devattach('P', spec);
}

static Walkqid*
archwalk(Chan *c, Chan *nc, char **name, int nname)
{
	return devwalk(c, nc, name, nname, archdir, files.ndir, devgen);
}

static int
archstat(Chan *c, uchar *dp, int n)
{
	return devstat(c, dp, n, archdir, files.ndir, devgen);
}

static Chan*
archopen(Chan *c, int omode)
{
	return devopen(c, omode, archdir, files.ndir, devgen);
}

static void
archclose(Chan *c)
{
	USED(c);
}

/* n bytes of units of size from port off on: may a program touch them? */
static int
checkports(vlong off, long n, int size)
{
	int i;

	if(off < 0 || off > 0xffff || n < 0 || n > 0x10000-off || n%size != 0)
		error(Ebadarg);
	for(i = 0; i < nelem(ports); i++)
		if(off <= ports[i].last && off+n > ports[i].first)
			error(Eperm);
	return off;
}

/* read n/size units from port off on */
static long
portread(uchar *a, long n, vlong off, int size)
{
	long i;
	ulong v;
	int port;

	port = checkports(off, n, size);
	for(i = 0; i < n; i += size){
		if(size == 1)
			v = inb(port+i);
		else if(size == 2)
			v = ins(port+i);
		else
			v = inl(port+i);
		memmove(a+i, &v, size);
	}
	return n;
}

static long
portwrite(uchar *a, long n, vlong off, int size)
{
	long i;
	ulong v;
	int port;

	port = checkports(off, n, size);
	for(i = 0; i < n; i += size){
		v = 0;
		memmove(&v, a+i, size);
		if(size == 1)
			outb(port+i, v);
		else if(size == 2)
			outs(port+i, v);
		else
			outl(port+i, v);
	}
	return n;
}

static long
archread(Chan *c, void *a, long n, vlong off)
{
	int q;

	q = c->qid.path;
	switch(q){
	case Qdir:
		return devdirread(c, a, n, archdir, files.ndir, devgen);
	case Qiob:
		return portread(a, n, off, 1);
	case Qiow:
		return portread(a, n, off, 2);
	case Qiol:
		return portread(a, n, off, 4);
	}
	if(q < files.ndir && files.read[q] != nil)
		return files.read[q](c, a, n, off);
	error(Eperm);
}

static long
archwrite(Chan *c, void *a, long n, vlong off)
{
	int q;

	q = c->qid.path;
	switch(q){
	case Qiob:
		return portwrite(a, n, off, 1);
	case Qiow:
		return portwrite(a, n, off, 2);
	case Qiol:
		return portwrite(a, n, off, 4);
	}
	if(q < files.ndir && files.write[q] != nil)
		return files.write[q](c, a, n, off);
	error(Eperm);
}

/* offset of a read or write for readstr, which takes 32 bits */
static ulong
stroff(vlong off)
{
	return off < 0 || off > 0x7fffffff? 0x7fffffff: off;
}

static long
cputyperead(Chan *c, void *a, long n, vlong off)
{
	char buf[64];

	USED(c);
	snprint(buf, sizeof buf, "%s %d\n", m->cpuidtype, m->cpumhz);
	return readstr(stroff(off), a, n, buf);
}

static long
archctlread(Chan *c, void *a, long n, vlong off)
{
	char buf[256], *p, *e;

	USED(c);
	e = buf+sizeof buf;
	p = seprint(buf, e, "cpu %s %d%s\n", m->cpuidtype, m->cpumhz,
		m->havepge? " pge": "");
	p = seprint(p, e, "pge %s\n", m->havepge? "on": "off");
	p = seprint(p, e, "coherence mb386\n");
	p = seprint(p, e, "cmpswap cmpswap486\n");
	p = seprint(p, e, "i8253set on\n");
	seprint(p, e, "arch %s\n", arch->id);
	return readstr(stroff(off), a, n, buf);
}

enum
{
	CMpge,
	CMcoherence,
	CMi8253set,
};

static Cmdtab archctlmsg[] =
{
	CMpge,		"pge",		2,
	CMcoherence,	"coherence",	2,
	CMi8253set,	"i8253set",	2,
};

/* what archctl says can be asked for, and is; the rest cannot be had */
static long
archctlwrite(Chan *c, void *a, long n, vlong off)
{
	Cmdbuf *cb;
	Cmdtab *ct;
	char *now;

	USED(c, off);
	cb = parsecmd(a, n);
	if(waserror()){
		free(cb);
		nexterror();
	}
	ct = lookupcmd(cb, archctlmsg, nelem(archctlmsg));
	now = "on";
	if(ct->index == CMpge && !m->havepge)
		now = "off";
	else if(ct->index == CMcoherence)
		now = "mb386";
	if(strcmp(cb->f[1], now) != 0)
		cmderror(cb, "cannot be changed");
	poperror();
	free(cb);
	return n;
}

static long
ioallocread(Chan *c, void *a, long n, vlong off)
{
	char buf[nelem(ports)*32 + 1], *p;
	int i;

	USED(c);
	p = buf;
	for(i = 0; i < nelem(ports); i++)
		p = seprint(p, buf+sizeof buf, "%8x %8x %-12.12s\n",
			ports[i].first, ports[i].last, ports[i].tag);
	return readstr(stroff(off), a, n, buf);
}

static long
irqallocfile(Chan *c, void *a, long n, vlong off)
{
	USED(c);
	return irqallocread(a, n, off);
}

/* the adapters' memory and the BIOS, at its physical addresses */
static long
realmodememread(Chan *c, void *a, long n, vlong off)
{
	USED(c);
	if(off < Adapters || off > Realend || n < 0)
		error(Ebadarg);
	n = MIN(n, Realend - off);
	memmove(a, KADDR((ulong)off), n);
	return n;
}

static void
archreset(void)
{
	addarchfile("archctl", 0664, archctlread, archctlwrite);
	addarchfile("cputype", 0444, cputyperead, nil);
	addarchfile("ioalloc", 0444, ioallocread, nil);
	addarchfile("irqalloc", 0444, irqallocfile, nil);
	addarchfile("realmodemem", 0440, realmodememread, nil);
}

Dev archdevtab = {
	.dc	= 'P',
	.name	= "arch",

	.reset	= archreset,
	.init	= devinit,
	.shutdown = devshutdown,
	.attach	= archattach,
	.walk	= archwalk,
	.stat	= archstat,
	.open	= archopen,
	.create	= devcreate,
	.close	= archclose,
	.read	= archread,
	.bread	= devbread,
	.write	= archwrite,
	.bwrite	= devbwrite,
	.remove	= devremove,
	.wstat	= devwstat,
};
