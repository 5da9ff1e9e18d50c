/*
 * A process's own I/O ports: #P/ioperm, see arch(3).
 *
 * The CPU looks at a bitmap behind its TSS when a program uses a port: a
 * bit that is 0 allows it.  Hardly any program does, so a process has no
 * bitmap until it is given ports, and the TSS's offset of the bitmap then
 * stands outside the TSS, which forbids them all.
 *
 * A bitmap fills pages of its own, which mmuswitch has mapped behind the
 * CPU's Mach, where the TSS is; m->ioperm is the one that is mapped there
 * (nil: none).  That may be one that is free by now, and even in use by
 * another process: then the pages are the same ones.  Nothing but a
 * process of that bitmap runs in user mode there meanwhile.
 *
 * Children share their parent's bitmap; who changes it makes a copy first.
 * The kernel works without this file: its parts call iohook, which is empty
 * until somebody uses #P/ioperm.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Nport	= 0x10000,
	Mapsize	= Nport/8,

	Mapaddr	= MACHADDR + MACHSIZE,
	Mapoff	= MACHSIZE - offsetof(Mach, tss),	/* from the TSS */
	Limit	= Mapoff + Mapsize,	/* the CPU may look at one byte more */
	Outside	= Limit + 1,

	Tssbusy	= 1<<9,			/* Segdesc.d1: LTR has loaded it */

	Linesize = 32,			/* of what ioperm reads */
};

struct Ioperm
{
	ulong	map[Mapsize/BY2WD];	/* bit 0: the process has the port */
	ulong	end;			/* the byte more: ones */
	Ref;
};

enum
{
	Npage	= (sizeof(Ioperm) + BY2PG-1)/BY2PG,	/* malloc gives whole ones */
};

static int	eager;			/* as if each process had a bitmap */

/* make room for a bitmap behind this CPU's TSS; at splhi */
static void
widen(void)
{
	Segdesc *d;

	d = &m->gdt[TSSSEG];
	if((d->d0 & 0xffff) == Limit)
		return;
	d->d0 = d->d0 & ~0xffffUL | Limit;
	d->d1 &= ~Tssbusy;
	ltr(TSSSEL);
}

/* let programs on this CPU have the ports of io, nil: none; at splhi */
static void
load(Ioperm *io)
{
	ulong i, *pte;

	m->ioperm = io;
	if(io == nil){
		m->tss.iomap = Outside;
		return;
	}
	widen();
	pte = m->machpt + PTX(Mapaddr);
	for(i = 0; i < Npage; i++){
		pte[i] = (PADDR(io) + i*BY2PG) | PTEVALID;
		invlpg(Mapaddr + i*BY2PG);
	}
	m->tss.iomap = Mapoff;
}

/* let go of io */
static void
put(Ioperm *io)
{
	if(io != nil && decref(io) == 0)
		free(io);
}

/* the caller's ports are those of io, or none, instead of what it had */
static void
change(Ioperm *io)
{
	Ioperm *old;
	int s;

	s = splhi();
	old = up->ioperm;
	up->ioperm = io;
	load(io);
	splx(s);
	put(old);
}

/* the caller, who has some, is to have no ports */
static void
drop(void)
{
	change(nil);
}

/* what each process cost that had a bitmap from the beginning */
static void
fillmap(void)
{
	static uchar map[Mapsize+1];

	memset(map, 0xff, sizeof map);
}

/* the new process p gets the caller's ports */
static void
inherit(Proc *p)
{
	if(eager)
		fillmap();
	p->ioperm = up->ioperm;
	if(p->ioperm != nil)
		incref(p->ioperm);
}

/* from the first use on there is something to do for processes */
static void
hook(void)
{
	iohook.load = load;
	iohook.drop = drop;
	iohook.fork = inherit;
}

/* a bitmap without ports, or with those of old; raises Enomem */
static Ioperm*
newmap(Ioperm *old)
{
	Ioperm *io;

	io = mallocz(sizeof(Ioperm), 0);
	if(io == nil)
		error(Enomem);
	if(old != nil)
		memmove(io->map, old->map, sizeof io->map);
	else
		memset(io->map, 0xff, sizeof io->map);
	io->end = ~0UL;
	io->ref = 1;
	return io;
}

static int
hasport(Ioperm *io, ulong port)
{
	return (io->map[port/32] & 1UL<<port%32) == 0;
}

static int
hasany(Ioperm *io)
{
	int i;

	for(i = 0; i < nelem(io->map); i++)
		if(io->map[i] != ~0UL)
			return 1;
	return 0;
}

/* give the caller the n ports from from on, or take them away */
static void
setports(ulong from, ulong n, int on)
{
	Ioperm *io;

	io = up->ioperm;
	if(io == nil && !on)
		return;
	if(io == nil || io->ref > 1)
		io = newmap(io);
	for(; n > 0; n--, from++)
		if(on)
			io->map[from/32] &= ~(1UL<<from%32);
		else
			io->map[from/32] |= 1UL<<from%32;
	if(io != up->ioperm)
		change(io);
	if(!hasany(io))
		drop();
}

/* a number from 0 to max; raises Ebadarg */
static ulong
getnum(char *s, ulong max)
{
	uvlong v;
	char *e;

	v = strtoull(s, &e, 0);
	if(s[0] < '0' || s[0] > '9' || *e != '\0' || v > max)
		error(Ebadarg);
	return v;
}

/* do what the words f say: `from count on|off' or `eager 0|1' */
static void
command(char **f, int nf)
{
	ulong from, n;
	int on;

	if(nf == 2 && strcmp(f[0], "eager") == 0){
		eager = getnum(f[1], 1);
		return;
	}
	if(nf != 3)
		error(Ebadctl);
	from = getnum(f[0], Nport-1);
	n = getnum(f[1], Nport-from);
	on = strcmp(f[2], "on") == 0;
	if(n == 0 || !on && strcmp(f[2], "off") != 0)
		error(Ebadarg);
	setports(from, n, on);
}

static long
iopermwrite(Chan *c, void *a, long n, vlong off)
{
	Cmdbuf *cb;

	USED(c, off);
	if(!iseve())
		error(Eperm);
	hook();
	cb = parsecmd(a, n);
	if(waserror()){
		free(cb);
		nexterror();
	}
	command(cb->f, cb->nf);
	poperror();
	free(cb);
	return n;
}

/* the caller's next range of ports from *from on: how many, 0: no more */
static ulong
nextports(ulong *from)
{
	ulong i, j;

	for(i = *from; i < Nport && !hasport(up->ioperm, i); i++)
		;
	for(j = i; j < Nport && hasport(up->ioperm, j); j++)
		;
	*from = i;
	return j - i;
}

/* a line for each of the caller's ranges, as they are written; and eager */
static long
iopermread(Chan *c, void *a, long n, vlong off)
{
	char line[Linesize], *p, *e;
	ulong from, count;
	vlong skip;
	int l;

	USED(c);
	p = a;
	e = p + n;
	skip = off;
	from = count = 0;
	snprint(line, sizeof line, "eager %d\n", eager);
	for(;;){
		l = strlen(line);
		if(skip < l){
			l = MIN(l - skip, e - p);
			memmove(p, line + skip, l);
			p += l;
			skip = 0;
		}else
			skip -= l;
		from += count;
		if(up->ioperm == nil || p == e)
			break;
		count = nextports(&from);
		if(count == 0)
			break;
		snprint(line, sizeof line, "0x%lux %lud on\n", from, count);
	}
	return p - (char*)a;
}

/* make the file #P/ioperm; at boot */
static void
iopermlink(void)
{
	addarchfile("ioperm", 0660, iopermread, iopermwrite);
}
LINK(iopermlink);
