/*
 * Finding ACPI's tables, and what is told by two of them: FADT has the
 * port of a timer, MADT lists the APICs (mp.c reads it).  No AML.
 *
 * The root pointer is in the BIOS's memory; the tables may be anywhere.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Ebdaseg		= 0x40e,	/* where the BIOS keeps its segment */
	Rsdpsize	= 20,
	Rsdtaddr	= 16,		/* offsets in the root pointer */
	Hdrsize		= 36,		/* of a table's header */
	Lenoff		= 4,
	Maxtable	= 256*KiB,

	Pmtmrblk	= 76,		/* FADT: port of the timer */
	Fadtflags	= 112,
	Tmrvalext	= 1<<8,		/* the timer has 32 bits, not 24 */

	Pmfreq		= 3579545,	/* Hz */
};

static struct
{
	uchar	*rsdt;		/* mapped, nil: none */
	int	looked;
	int	pmport;
	ulong	pmmask;
} acpi;

static int
sumok(uchar *p, ulong n)
{
	uchar sum;

	sum = 0;
	while(n-- > 0)
		sum += *p++;
	return sum == 0;
}

/* a little endian word */
ulong
get4(uchar *p)
{
	return p[0] | p[1]<<8 | p[2]<<16 | (ulong)p[3]<<24;
}

/*
 * Find a structure of the BIOS that begins with sig (len bytes) on a 16
 * byte boundary and whose first size bytes sum to 0: in the extended BIOS
 * data or the ROM.  nil: not there.  At boot.
 */
uchar*
biosfind(char *sig, int len, int size)
{
	static struct {
		ulong	base;
		ulong	size;
	} places[] = {
		{ 0, KiB },			/* set below */
		{ 639*KiB, KiB },
		{ 0xe0000, 0x20000 },
	};
	uchar *p, *e;
	int i;

	places[0].base = (ulong)*(ushort*)KADDR(Ebdaseg) << 4;
	for(i = 0; i < nelem(places); i++){
		if(places[i].base == 0)
			continue;
		p = KADDR(places[i].base);
		e = p + places[i].size - size;
		for(; p <= e; p += 16)
			if(memcmp(p, sig, len) == 0 && sumok(p, size))
				return p;
	}
	return nil;
}

/* map the table at pa and check it; nil if it is none */
static uchar*
maptable(ulong pa)
{
	uchar *p;
	ulong len;

	p = vmap(pa, Hdrsize);
	if(p == nil)
		return nil;
	len = get4(p+Lenoff);
	vunmap(p, Hdrsize);
	if(len < Hdrsize || len > Maxtable)
		return nil;
	p = vmap(pa, len);
	if(p == nil)
		return nil;
	if(!sumok(p, len)){
		vunmap(p, len);
		return nil;
	}
	return p;
}

static uchar*
rsdt(void)
{
	uchar *p;

	if(!acpi.looked){
		acpi.looked = 1;
		p = biosfind("RSD PTR ", 8, Rsdpsize);
		if(p != nil)
			acpi.rsdt = maptable(get4(p+Rsdtaddr));
	}
	return acpi.rsdt;
}

/*
 * The ACPI table called sig, mapped, its length in *len; nil: there is
 * none.  At boot, after mmuinit.
 */
uchar*
acpitable(char *sig, ulong *len)
{
	uchar *r, *p;
	ulong n, i;

	r = rsdt();
	if(r == nil)
		return nil;
	n = get4(r+Lenoff);
	for(i = Hdrsize; i+4 <= n; i += 4){
		p = maptable(get4(r+i));
		if(p == nil)
			continue;
		if(memcmp(p, sig, 4) == 0){
			*len = get4(p+Lenoff);
			return p;
		}
		vunmap(p, get4(p+Lenoff));
	}
	return nil;
}

/* the ACPI timer, its rate and the bits it has, for refclock; any level */
static uvlong
pmread(uvlong *hz, uvlong *mask)
{
	if(hz != nil)
		*hz = Pmfreq;
	if(mask != nil)
		*mask = acpi.pmmask;
	return inl(acpi.pmport) & acpi.pmmask;
}

/* make the ACPI timer refclock, if there is one; at boot */
void
pmtimerinit(void)
{
	uchar *p;
	ulong len;

	p = acpitable("FACP", &len);
	if(p == nil || len < Fadtflags+4)
		return;
	acpi.pmport = get4(p+Pmtmrblk);
	if(acpi.pmport == 0 || acpi.pmport > 0xffff)
		return;
	acpi.pmmask = get4(p+Fadtflags) & Tmrvalext? 0xffffffff: 0xffffff;
	refclock = pmread;
}
