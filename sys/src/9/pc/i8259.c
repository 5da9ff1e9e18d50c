/*
 * The two 8259 interrupt controllers, the second on line 2 of the first.
 * Lines are edge triggered and, once enabled, stay so.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "io.h"

enum
{
	Int0ctl		= 0x20,		/* first 8259 */
	Int0aux		= 0x21,		/* its mask, once initialised */
	Int1ctl		= 0xa0,		/* second */
	Int1aux		= 0xa1,

	Icw1		= 0x11,		/* initialise, edges, icw4 follows */
	Icw4		= 0x01,		/* 8086 mode */
	Ocw2eoi		= 0x60,		/* end of interrupt, of the line added */
	Ocw3isr		= 0x0b,		/* next read gives what is in service */

	Cascade		= 2,
};

static	Lock	i8259lock;
static	int	mask = 0xffff & ~(1<<Cascade);	/* lines that are off */

static void
setmask(void)
{
	outb(Int0aux, mask & 0xff);
	outb(Int1aux, mask>>8);
}

/* start both, all lines off, their vectors from VectorPIC on */
void
i8259init(void)
{
	ilock(&i8259lock);
	outb(Int0ctl, Icw1);
	outb(Int0aux, VectorPIC);
	outb(Int0aux, 1<<Cascade);
	outb(Int0aux, Icw4);
	outb(Int1ctl, Icw1);
	outb(Int1aux, VectorPIC+8);
	outb(Int1aux, Cascade);
	outb(Int1aux, Icw4);
	setmask();
	iunlock(&i8259lock);
}

/* all lines off for good: the I/O APIC takes over */
void
i8259off(void)
{
	outb(Int0aux, 0xff);
	outb(Int1aux, 0xff);
}

/* turn v's line on and give its vector, -1 if there is no such line */
int
i8259enable(Vctl *v)
{
	if(v->irq < 0 || v->irq > MaxIrqPIC)
		return -1;
	ilock(&i8259lock);
	mask &= ~(1<<v->irq);
	setmask();
	iunlock(&i8259lock);
	v->isr = i8259isr;
	return VectorPIC + v->irq;
}

/*
 * An interrupt has come: let the controllers go on.  0: it was none, the
 * line went away, which shows on the last line of each controller.
 */
int
i8259isr(int vno)
{
	int irq;

	irq = vno - VectorPIC;
	if(irq == 7 || irq == 15){
		outb(irq == 7? Int0ctl: Int1ctl, Ocw3isr);
		if((inb(irq == 7? Int0ctl: Int1ctl) & 1<<7) == 0){
			if(irq == 15)
				outb(Int0ctl, Ocw2eoi|Cascade);
			return 0;
		}
	}
	if(irq >= 8){
		outb(Int1ctl, Ocw2eoi|(irq&7));
		irq = Cascade;
	}
	outb(Int0ctl, Ocw2eoi|irq);
	return 1;
}
