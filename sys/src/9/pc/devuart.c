/*
 * #t, the serial line: eia0 is what goes over it as it is, eia0ctl sets
 * its speed and format, eia0status tells them and counts errors.  A write
 * returns when its bytes are in the line's ring.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Piece	= 256,		/* bytes taken from the user at once */

	Qdir	= 0,
	Qdata,
	Qctl,
	Qstatus,
};

static Dirtab uartdir[] =
{
	".",		{Qdir, 0, QTDIR},	0,	DMDIR|0555,
	"eia0",		{Qdata},		0,	0660,
	"eia0ctl",	{Qctl},			0,	0660,
	"eia0status",	{Qstatus},		0,	0444,
};

static void
uartinit(void)
{
	uartenable();
}

static Chan*
uartattach(char *spec)
{
	return devattach('t', spec);
}

static Walkqid*
uartwalk(Chan *c, Chan *nc, char **name, int nname)
{
	return devwalk(c, nc, name, nname, uartdir, nelem(uartdir), devgen);
}

static int
uartstat(Chan *c, uchar *dp, int n)
{
	return devstat(c, dp, n, uartdir, nelem(uartdir), devgen);
}

static int
reads(Chan *c)
{
	return c->mode == OREAD || c->mode == ORDWR;
}

static Chan*
uartdevopen(Chan *c, int omode)
{
	c = devopen(c, omode, uartdir, nelem(uartdir), devgen);
	if(c->qid.path == Qdata){
		if(waserror()){
			c->flag &= ~COPEN;
			nexterror();
		}
		uartopen(reads(c));
		poperror();
	}
	return c;
}

static void
uartdevclose(Chan *c)
{
	if((c->flag & COPEN) != 0 && c->qid.path == Qdata)
		uartclose(reads(c));
}

static long
uartdevread(Chan *c, void *a, long n, vlong off)
{
	char buf[256];

	if(c->qid.type & QTDIR)
		return devdirread(c, a, n, uartdir, nelem(uartdir), devgen);
	switch((ulong)c->qid.path){
	case Qdata:
		return uartread(a, n);
	case Qctl:
		return readnum(off, a, n, 0, 12);
	case Qstatus:
		uartstatus(buf, buf+sizeof buf);
		return readstr(off, a, n, buf);
	}
	error(Egreg);
}

static long
uartdevwrite(Chan *c, void *a, long n, vlong off)
{
	char buf[Piece];
	long done, l;

	USED(off);
	switch((ulong)c->qid.path){
	case Qdata:
		for(done = 0; done < n; done += l){
			l = MIN(n-done, sizeof buf);
			memmove(buf, (char*)a+done, l);
			uartsend(buf, l);
		}
		return n;
	case Qctl:
		if(n < 0 || n > sizeof buf)
			error(Ebadctl);
		memmove(buf, a, n);
		if(!uartctl(buf, n))
			error(Ebadctl);
		return n;
	}
	error(Egreg);
}

Dev uartdevtab = {
	.dc	= 't',
	.name	= "uart",

	.reset	= devreset,
	.init	= uartinit,
	.shutdown = devshutdown,
	.attach	= uartattach,
	.walk	= uartwalk,
	.stat	= uartstat,
	.open	= uartdevopen,
	.create	= devcreate,
	.close	= uartdevclose,
	.read	= uartdevread,
	.bread	= devbread,
	.write	= uartdevwrite,
	.bwrite	= devbwrite,
	.remove	= devremove,
	.wstat	= devwstat,
};
