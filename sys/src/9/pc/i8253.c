/*
 * The 8253 interval timer: three counters at 1,193,182 Hz.
 *
 * Counter 0 interrupts once, when the next timer is due (mode 0).
 * Counter 2, the loudspeaker's, runs for ever from 65536 down: it is the
 * reference by which a faster clock is calibrated, and the clock itself
 * where there is nothing better.  It turns over every 55 ms and must be
 * read within that time, which the interrupts of counter 0 see to.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "io.h"

enum
{
	T0cntr		= 0x40,		/* counters */
	T2cntr		= 0x42,
	Tmode		= 0x43,		/* control */
	Tctl		= 0x61,		/* of counter 2: gate, loudspeaker */

	Latch2		= 0x80,		/* hold counter 2's value for reading */
	Oneshot0	= 0x30,		/* counter 0, both bytes, mode 0 */
	Rate2		= 0xb4,		/* counter 2, both bytes, mode 2 */
	Gate2		= 1<<0,
	Speaker		= 1<<1,

	Freq		= 1193182,	/* Hz */
	Maxcount	= Freq/20,	/* 50 ms, less than a turn of counter 2 */

	Windows		= 7,		/* of calibration, each */
	Window		= Freq/100,	/* this long, */
	Maxloops	= 2000000,	/* or this many looks */
};

static struct
{
	Lock;
	uvlong	ticks;		/* since i8253init */
	ulong	last;		/* value of counter 2 then */
	uvlong	mult;		/* 2^32 * Freq / fasthz */
	ulong	maxfast;	/* fastticks in Maxcount */
} i8253;

/* start counter 2, stop counter 0 */
void
i8253init(void)
{
	outb(Tctl, (inb(Tctl) & ~Speaker) | Gate2);
	outb(Tmode, Rate2);
	outb(T2cntr, 0);
	outb(T2cntr, 0);
	outb(Tmode, Oneshot0);
	i8253.last = 0x10000;
}

/* ticks since i8253init, and their rate; any level */
uvlong
i8253read(uvlong *hz)
{
	ulong v;
	uvlong t;

	if(hz != nil)
		*hz = Freq;
	ilock(&i8253);
	outb(Tmode, Latch2);
	v = inb(T2cntr);
	v |= inb(T2cntr)<<8;
	i8253.ticks += (i8253.last - v) & 0xffff;
	i8253.last = v;
	t = i8253.ticks;
	iunlock(&i8253);
	return t;
}

static void
i8253intr(Ureg *ureg, void *a)
{
	USED(a);
	timerintr(ureg, 0);
}

/* let counter 0 interrupt; once, on the first CPU */
void
i8253enable(void)
{
	uvlong hz;

	fastticks(&hz);
	i8253.mult = ((uvlong)Freq<<32) / hz;
	i8253.maxfast = hz / 20;
	intrenable(IrqCLOCK, i8253intr, nil, "clock");
}

/*
 * Interrupt when fastticks reaches next, 0: not at all.  It comes too
 * early if that is more than 50 ms away.  At splhi.
 */
void
i8253timerset(uvlong next)
{
	vlong d;
	ulong n;

	if(next == 0){
		outb(Tmode, Oneshot0);
		return;
	}
	d = next - fastticks(nil);
	if(d < 0)
		d = 0;
	if(d >= i8253.maxfast)
		n = Maxcount;
	else
		n = (d*i8253.mult + 0xffffffff) >> 32;
	if(n < 1)
		n = 1;
	outb(Tmode, Oneshot0);
	outb(T0cntr, n);
	outb(T0cntr, n>>8);
}

/* one window: cycles a second, 0 if the counter does not move */
static uvlong
window(void)
{
	uvlong c0, c1, t0, t;
	int i;

	t0 = i8253read(nil);
	rdtsc(&c0);
	t = t0;
	for(i = 0; i < Maxloops && t - t0 < Window; i++){
		pause();
		t = i8253read(nil);
	}
	rdtsc(&c1);
	if(t == t0)
		return 0;
	return (c1 - c0) * Freq / (t - t0);
}

/*
 * Cycles a second of the cycle counter, 0 if that makes no sense: the
 * median of some windows, as an interrupted host spoils single ones.
 */
uvlong
i8253calibrate(void)
{
	uvlong w[Windows], v;
	int i, j;

	for(i = 0; i < Windows; i++){
		v = window();
		for(j = i; j > 0 && w[j-1] > v; j--)
			w[j] = w[j-1];
		w[j] = v;
	}
	v = w[Windows/2];
	if(v < 1000000)
		return 0;
	return v;
}
