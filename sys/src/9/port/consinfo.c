/*
 * The texts of #c that tell about the machine: sysstat, swap, drivers,
 * config, cputime, and what ^T^Tx prints.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Numsize	= 12,			/* a number and a blank */
	Statsize = 10*Numsize + 1,	/* a CPU's line of sysstat */
};

/* what the percentages of sysstat are measured from */
static struct
{
	QLock;
	uvlong	when;			/* fastticks */
	uvlong	idle[MAXMACH];
	uvlong	intr[MAXMACH];
} base;

/*
 * Read n bytes at offset off of string s into a.  Gives the bytes read,
 * 0 at the end.  Process context; a may be user memory.
 */
int
readstr(ulong off, char *a, ulong n, char *s)
{
	ulong l;

	l = strlen(s);
	if(off >= l)
		return 0;
	if(n > l-off)
		n = l-off;
	memmove(a, s+off, n);
	return n;
}

/*
 * Read n bytes at offset off of val, right-justified in size-1 columns
 * and a blank, into a.  Gives the bytes read.  Process context.
 */
int
readnum(ulong off, char *a, ulong n, ulong val, int size)
{
	char tmp[64];

	if(size > sizeof tmp)
		size = sizeof tmp;
	snprint(tmp, sizeof tmp, "%*lud ", size-1, val);
	if(off >= size)
		return 0;
	if(n > size-off)
		n = size-off;
	memmove(a, tmp+off, n);
	return n;
}

static ulong
percent(uvlong part, uvlong all)
{
	if(all == 0)
		return 0;
	if(part >= all)
		return 100;
	while(all > 0x1000000){
		all >>= 1;
		part >>= 1;
	}
	return (ulong)part*100 / (ulong)all;
}

/* CPU mp's line of sysstat at p; dt: fastticks since base */
static char*
statline(char *p, char *e, Mach *mp, uvlong dt)
{
	ulong v[10];
	int i;

	i = mp->machno;
	v[0] = i;
	v[1] = mp->cs;
	v[2] = mp->intr;
	v[3] = mp->syscall;
	v[4] = mp->pfault;
	v[5] = mp->tlbfault;
	v[6] = mp->tlbpurge;
	v[8] = percent(mp->idlecycles - base.idle[i], dt);
	v[9] = percent(mp->intrcycles - base.intr[i], dt);
	v[7] = 10*(100-v[8]) + 1000*anyready()/conf.nmach;
	for(i = 0; i < nelem(v); i++)
		p = seprint(p, e, "%11lud ", v[i]);
	return seprint(p, e, "\n");
}

/*
 * Read /dev/sysstat, a line of 121 bytes a CPU: number, then since the
 * last zeroing switches, interrupts, system calls, page faults, TLB
 * faults and purges; the load (1000 for a process that always runs, and
 * for one that waits for a CPU now), idle and interrupt time in percent.
 * Process context.
 */
long
sysstatread(void *a, long n, vlong off)
{
	char *buf, *p, *e;
	uvlong dt;
	int i;

	buf = smalloc(MAXMACH*Statsize + 1);
	e = buf + MAXMACH*Statsize + 1;
	if(waserror()){
		free(buf);
		nexterror();
	}
	dt = fastticks(nil) - base.when;
	p = buf;
	*p = 0;
	for(i = 0; i < MAXMACH; i++)
		if(MACHP(i) != nil && MACHP(i)->online)
			p = statline(p, e, MACHP(i), dt);
	n = readstr(off, a, n, buf);
	poperror();
	free(buf);
	return n;
}

/*
 * Zero the counters of sysstat and begin measuring idle time anew.
 * Process context.
 */
void
sysstatzero(void)
{
	Mach *mp;
	int i;

	qlock(&base);
	for(i = 0; i < MAXMACH; i++){
		mp = MACHP(i);
		if(mp == nil)
			continue;
		mp->cs = 0;
		mp->intr = 0;
		mp->syscall = 0;
		mp->pfault = 0;
		mp->tlbfault = 0;
		mp->tlbpurge = 0;
		base.idle[i] = mp->idlecycles;
		base.intr[i] = mp->intrcycles;
	}
	base.when = fastticks(nil);
	qunlock(&base);
}

/*
 * Read /dev/swap: memory in bytes and pages.  There is no swapping, so
 * that pair is 0/0.  Process context.
 */
long
swapread(void *a, long n, vlong off)
{
	char buf[256];

	snprint(buf, sizeof buf,
		"%llud memory\n"
		"%d pagesize\n"
		"%lud kernel\n"
		"%lud/%lud user\n"
		"0/0 swap\n"
		"%lud/%lud kernel malloc\n"
		"0/0 kernel draw\n",
		(uvlong)conf.npage*BY2PG, BY2PG, conf.npage-conf.upages,
		swapcount(), palloc.user,
		mallocused(), mallocmax());
	return readstr(off, a, n, buf);
}

/* a line for each device, as fmt says with its character and name */
static long
devlist(void *a, long n, vlong off, char *head, char *fmt)
{
	char *buf, *p, *e;
	int i, size;

	size = 64;
	for(i = 0; devtab[i] != nil; i++)
		size += KNAMELEN + 8;
	buf = smalloc(size);
	if(waserror()){
		free(buf);
		nexterror();
	}
	e = buf+size;
	p = seprint(buf, e, "%s", head);
	for(i = 0; devtab[i] != nil; i++)
		p = seprint(p, e, fmt, devtab[i]->dc, devtab[i]->name);
	n = readstr(off, a, n, buf);
	poperror();
	free(buf);
	return n;
}

/*
 * Read /dev/drivers: the device characters and names.
 */
long
driversread(void *a, long n, vlong off)
{
	return devlist(a, n, off, "", "#%C %s\n");
}

/*
 * Read /dev/config: what the kernel was built with.
 */
long
configread(void *a, long n, vlong off)
{
	return devlist(a, n, off, "# pc\ndev\n", "\t%C\t%s\n");
}

/*
 * Read /dev/cputime: the current process's times in ms: user, system,
 * real, and those of its children that it waited for.
 */
long
cputimeread(void *a, long n, vlong off)
{
	char buf[6*Numsize + 1], *p;
	int i;

	p = buf;
	for(i = TUser; i <= TCReal; i++)
		p = seprint(p, buf+sizeof buf, "%11lud ", procms(up, i));
	return readstr(off, a, n, buf);
}

/*
 * Print how memory is used, for ^T^Tx.  Any level.
 */
void
memdump(void)
{
	iprint("memory: %lud pages, %lud for users, %lud of them free\n",
		conf.npage, palloc.user, palloc.freecount);
	iprint("kernel malloc: %lud bytes used, %lud at most\n",
		mallocused(), mallocmax());
}
