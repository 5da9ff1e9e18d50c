/*
 * #c, the console and small things: time, names, counters.  The text that
 * goes to the console is print.c's, what is typed kbdq.c's, the longer
 * tables consinfo.c's.
 *
 * A write to cons is copied from the user a piece at a time, the whole of
 * an ordinary write at once, before the screen sees it, so nothing holds
 * a lock or turns interrupts off while user memory is touched.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Numsize	= 12,		/* a number and a blank */
	Vlsize	= 22,		/* the same, 64 bits */
	Small	= 256,		/* a write that needs no allocation */
	Chunkmax = 8192,

	Qdir = 0,
	Qbintime,
	Qconfig,
	Qcons,
	Qconsctl,
	Qcputime,
	Qdrivers,
	Qhostdomain,
	Qhostowner,
	Qkmesg,
	Qkprint,
	Qnull,
	Qosversion,
	Qpgrpid,
	Qpid,
	Qppid,
	Qrandom,
	Qreboot,
	Qswap,
	Qsysname,
	Qsysstat,
	Qtime,
	Quser,
	Qzero,
};

static Dirtab consdir[] =
{
	".",		{Qdir, 0, QTDIR},	0,	DMDIR|0555,
	"bintime",	{Qbintime},		24,	0664,
	"config",	{Qconfig},		0,	0444,
	"cons",		{Qcons},		0,	0660,
	"consctl",	{Qconsctl},		0,	0220,
	"cputime",	{Qcputime},		6*Numsize,	0444,
	"drivers",	{Qdrivers},		0,	0444,
	"hostdomain",	{Qhostdomain},		0,	0664,
	"hostowner",	{Qhostowner},		0,	0664,
	"kmesg",	{Qkmesg},		0,	0440,
	"kprint",	{Qkprint, 0, QTEXCL},	0,	DMEXCL|0440,
	"null",		{Qnull},		0,	0666,
	"osversion",	{Qosversion},		0,	0444,
	"pgrpid",	{Qpgrpid},		Numsize,	0444,
	"pid",		{Qpid},			Numsize,	0444,
	"ppid",		{Qppid},		Numsize,	0444,
	"random",	{Qrandom},		0,	0444,
	"reboot",	{Qreboot},		0,	0660,
	"swap",		{Qswap},		0,	0664,
	"sysname",	{Qsysname},		0,	0664,
	"sysstat",	{Qsysstat},		0,	0666,
	"time",		{Qtime},		Numsize+3*Vlsize,	0664,
	"user",		{Quser},		0,	0666,
	"zero",		{Qzero},		0,	0444,
};

enum
{
	CMhalt,
	CMreboot,
	CMpanic,
};

static Cmdtab rebootmsg[] =
{
	CMhalt,		"halt",		1,
	CMreboot,	"reboot",	0,
	CMpanic,	"panic",	1,
};

static struct
{
	int	chunk;		/* bytes of a write that go on at once */
	Lock	ctl;
	int	nctl;		/* consctl is open so many times */
} cons = {
	.chunk	= Chunkmax,
};

/*
 * What the screen's driver asks when somebody writes "chunk n" to its
 * file: let n bytes of a write, from 1 to 8192, reach the screen at once;
 * 0: leave it.  Gives the number, or 0 for a wrong n.  Any level.
 */
static int
chunk(int n)
{
	if(n < 0 || n > Chunkmax)
		return 0;
	if(n > 0)
		cons.chunk = n;
	return cons.chunk;
}

int	(*cgachunk)(int) = chunk;

static void
consinit(void)
{
	kbdqinit();
	scrollinit();
}

static Chan*
consattach(char *spec)
{
	return devattach('c', spec);
}

static Walkqid*
conswalk(Chan *c, Chan *nc, char **name, int nname)
{
	return devwalk(c, nc, name, nname, consdir, nelem(consdir), devgen);
}

static int
consstat(Chan *c, uchar *dp, int n)
{
	return devstat(c, dp, n, consdir, nelem(consdir), devgen);
}

static Chan*
consopen(Chan *c, int omode)
{
	c = devopen(c, omode, consdir, nelem(consdir), devgen);
	switch((ulong)c->qid.path){
	case Qconsctl:
		lock(&cons.ctl);
		cons.nctl++;
		unlock(&cons.ctl);
		break;
	case Qkprint:
		if(waserror()){
			c->flag &= ~COPEN;
			nexterror();
		}
		kprintopen();
		poperror();
		break;
	}
	return c;
}

static void
consclose(Chan *c)
{
	int last;

	if((c->flag & COPEN) == 0)
		return;
	switch((ulong)c->qid.path){
	case Qconsctl:
		lock(&cons.ctl);
		last = --cons.nctl == 0;
		unlock(&cons.ctl);
		if(last)
			kbdraw(0);
		break;
	case Qkprint:
		kprintclose();
		break;
	}
}

/* a number, low 8*n bits, as big-endian bytes */
static uchar*
putbe(uchar *p, uvlong v, int n)
{
	int i;

	for(i = n-1; i >= 0; i--){
		p[i] = v;
		v >>= 8;
	}
	return p+n;
}

static vlong
getbe(uchar *p, int n)
{
	uvlong v;

	for(v = 0; n > 0; n--)
		v = v<<8 | *p++;
	return v;
}

/* text: seconds, then ns, fastticks and their rate */
static long
timeread(char *a, long n, vlong off)
{
	char buf[Numsize+3*Vlsize+1];
	uvlong ticks, hz;
	vlong ns;

	ticks = fastticks(&hz);
	ns = todget(nil);
	snprint(buf, sizeof buf, "%11lud %21llud %21llud %21llud ",
		(ulong)(ns/1000000000), (uvlong)ns, ticks, hz);
	return readstr(off, a, n, buf);
}

/* the last three as big-endian 64-bit numbers, as many as fit in n */
static long
bintimeread(char *a, long n)
{
	uchar buf[3*8], *p;
	uvlong ticks, hz;
	vlong ns;

	ticks = fastticks(&hz);
	ns = todget(nil);
	p = putbe(buf, ns, 8);
	p = putbe(p, ticks, 8);
	putbe(p, hz, 8);
	n = n < 0? 0: MIN(n, sizeof buf) & ~7;
	memmove(a, buf, n);
	return n;
}

static long
timewrite(char *a, long n)
{
	char buf[32];
	vlong s;

	if(!iseve())
		error(Eperm);
	if(n <= 0 || n >= sizeof buf)
		error("bad time control");
	memmove(buf, a, n);
	buf[n] = 0;
	s = strtoll(buf, nil, 0);
	if(s <= 0)
		error("bad time control");
	todset(s*1000000000, 0, 0);
	return n;
}

/* n and ns: the time; d, ns, s: slew by ns over s; f, hz: the clock's rate */
static long
bintimewrite(char *a, long n)
{
	uchar buf[1+8+4];

	if(!iseve())
		error(Eperm);
	memset(buf, 0, sizeof buf);
	memmove(buf, a, n < sizeof buf? n: sizeof buf);
	switch(buf[0]){
	case 'n':
		if(n < 9)
			break;
		todset(getbe(buf+1, 8), 0, 0);
		return n;
	case 'd':
		if(n < 13)
			break;
		todset(-1, getbe(buf+1, 8), getbe(buf+9, 4));
		return n;
	case 'f':
		if(n < 9 || getbe(buf+1, 8) <= 0)
			break;
		todsetfreq(getbe(buf+1, 8));
		return n;
	}
	error("bad time control");
}

/* console output in pieces of size bytes, through buf; gives n */
static long
pieces(char *a, long n, char *buf, long size)
{
	long done, l;

	for(done = 0; done < n; done += l){
		if(up->procctl == Proc_exitme)
			error(Eintr);
		l = MIN(n-done, size);
		memmove(buf, a+done, l);
		consputs(buf, l);
	}
	return n;
}

/* console output: from the user to a kernel buffer, from there on */
static long
conswrite1(char *a, long n)
{
	char small[Small], *buf;
	long size;

	size = MIN(n, cons.chunk);
	if(size <= Small)
		return pieces(a, n, small, size);
	buf = mallocz(size, 0);
	if(buf == nil)
		return pieces(a, n, small, Small);
	if(waserror()){
		free(buf);
		nexterror();
	}
	pieces(a, n, buf, size);
	poperror();
	free(buf);
	return n;
}

static long
consctlwrite(char *a, long n)
{
	char buf[64], *f[16];
	int i, nf;

	if(n < 0 || n >= sizeof buf)
		error(Ebadctl);
	memmove(buf, a, n);
	buf[n] = 0;
	nf = tokenize(buf, f, nelem(f));
	for(i = 0; i < nf; i++){
		if(strcmp(f[i], "rawon") == 0)
			kbdraw(1);
		else if(strcmp(f[i], "rawoff") == 0)
			kbdraw(0);
		else if(strcmp(f[i], "ctlpon") != 0
		&& strcmp(f[i], "ctlpoff") != 0)
			error(Ebadctl);
	}
	return n;
}

static long
rebootwrite(char *a, long n)
{
	Cmdbuf *cb;
	Cmdtab *ct;

	if(!iseve())
		error(Eperm);
	cb = parsecmd(a, n);
	if(waserror()){
		free(cb);
		nexterror();
	}
	ct = lookupcmd(cb, rebootmsg, nelem(rebootmsg));
	switch(ct->index){
	case CMhalt:
		print("halting\n");
		prflush();
		chandevshutdown();
		exit(0);
	case CMreboot:
		if(cb->nf > 1)
			cmderror(cb, "loading another kernel is not supported");
		print("rebooting\n");
		prflush();
		chandevshutdown();
		reboot();
	case CMpanic:
		panic("written to /dev/reboot by pid %lud", up->pid);
	}
	poperror();
	free(cb);
	return n;
}

static long
consread(Chan *c, void *a, long n, vlong off)
{
	if(off < 0 || off > 0x7fffffff)
		off = 0x7fffffff;
	switch((ulong)c->qid.path){
	case Qdir:
		return devdirread(c, a, n, consdir, nelem(consdir), devgen);
	case Qbintime:
		return bintimeread(a, n);
	case Qconfig:
		return configread(a, n, off);
	case Qcons:
		return kbdread(a, n);
	case Qcputime:
		return cputimeread(a, n, off);
	case Qdrivers:
		return driversread(a, n, off);
	case Qhostdomain:
		return readstr(off, a, n, hostdomain);
	case Qhostowner:
		return readstr(off, a, n, eve);
	case Qkmesg:
		return kmesgread(a, n, off);
	case Qkprint:
		return kprintread(a, n);
	case Qnull:
		return 0;
	case Qosversion:
		return readstr(off, a, n, "2000");
	case Qpgrpid:
		return readnum(off, a, n, up->pgrp->pgrpid, Numsize);
	case Qpid:
		return readnum(off, a, n, up->pid, Numsize);
	case Qppid:
		return readnum(off, a, n, up->parentpid, Numsize);
	case Qrandom:
		return randomread(a, n);
	case Qswap:
		return swapread(a, n, off);
	case Qsysname:
		return readstr(off, a, n, sysname);
	case Qsysstat:
		return sysstatread(a, n, off);
	case Qtime:
		return timeread(a, n, off);
	case Quser:
		return readstr(off, a, n, up->user);
	case Qzero:
		memset(a, 0, n);
		return n;
	}
	error(Egreg);
}

static long
conswrite(Chan *c, void *a, long n, vlong off)
{
	USED(off);
	switch((ulong)c->qid.path){
	case Qbintime:
		return bintimewrite(a, n);
	case Qcons:
		return conswrite1(a, n);
	case Qconsctl:
		return consctlwrite(a, n);
	case Qhostdomain:
		return evesetname(hostdomain, a, n);
	case Qhostowner:
		return evewrite(a, n);
	case Qnull:
		return n;
	case Qreboot:
		return rebootwrite(a, n);
	case Qswap:
		if(!iseve())
			error(Eperm);
		if(n >= 5 && strncmp(a, "start", 5) == 0)
			return n;
		error("there is no swapping");
	case Qsysname:
		return evesetname(sysname, a, n);
	case Qsysstat:
		sysstatzero();
		return n;
	case Qtime:
		return timewrite(a, n);
	case Quser:
		return userset(a, n);
	}
	error(Egreg);
}

Dev consdevtab = {
	.dc	= 'c',
	.name	= "cons",

	.reset	= devreset,
	.init	= consinit,
	.shutdown = devshutdown,
	.attach	= consattach,
	.walk	= conswalk,
	.stat	= consstat,
	.open	= consopen,
	.create	= devcreate,
	.close	= consclose,
	.read	= consread,
	.bread	= devbread,
	.write	= conswrite,
	.bwrite	= devbwrite,
	.remove	= devremove,
	.wstat	= devwstat,
};
