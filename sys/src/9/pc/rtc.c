/*
 * The battery clock, read once at boot for the time of day; it keeps UTC.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Paddr		= 0x70,		/* index of a register */
	Pdata		= 0x71,

	Seconds		= 0x00,
	Minutes		= 0x02,
	Hours		= 0x04,
	Mday		= 0x07,
	Month		= 0x08,
	Year		= 0x09,
	Status		= 0x0a,
	Mode		= 0x0b,

	Updating	= 0x80,		/* Status: do not read now */
	Hour24		= 0x02,		/* Mode */
	Binary		= 0x04,
	Pm		= 0x80,		/* in Hours, of a 12 hour clock */

	Maxwait		= 100000,	/* looks at Status */
};

typedef struct Rtc Rtc;
struct Rtc
{
	int	sec;
	int	min;
	int	hour;
	int	mday;
	int	mon;
	int	year;
};

static int
rtcreg(int r)
{
	outb(Paddr, r);
	return inb(Pdata);
}

static int
bcd(int v)
{
	return (v>>4)*10 + (v&0xf);
}

static void
readrtc(Rtc *t)
{
	int i;

	for(i = 0; i < Maxwait && rtcreg(Status) & Updating; i++)
		pause();
	t->sec = rtcreg(Seconds);
	t->min = rtcreg(Minutes);
	t->hour = rtcreg(Hours);
	t->mday = rtcreg(Mday);
	t->mon = rtcreg(Month);
	t->year = rtcreg(Year);
}

static void
decode(Rtc *t, int mode)
{
	int pm;

	pm = t->hour & Pm;
	if((mode & Hour24) == 0)
		t->hour &= ~Pm;
	if((mode & Binary) == 0){
		t->sec = bcd(t->sec);
		t->min = bcd(t->min);
		t->hour = bcd(t->hour);
		t->mday = bcd(t->mday);
		t->mon = bcd(t->mon);
		t->year = bcd(t->year);
	}
	if((mode & Hour24) == 0)
		t->hour = t->hour%12 + (pm? 12: 0);
	t->year += t->year < 70? 2000: 1900;
}

static int
leap(int y)
{
	return y%4 == 0 && (y%100 != 0 || y%400 == 0);
}

static long
toseconds(Rtc *t)
{
	static char mdays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	long days;
	int i;

	days = t->mday - 1;
	for(i = 1970; i < t->year; i++)
		days += leap(i)? 366: 365;
	for(i = 0; i < t->mon-1 && i < nelem(mdays); i++)
		days += mdays[i];
	if(t->mon > 2 && leap(t->year))
		days++;
	return ((days*24 + t->hour)*60 + t->min)*60 + t->sec;
}

/*
 * The time, in seconds since 1970.  At boot: nothing keeps others from
 * the registers.
 */
long
rtctime(void)
{
	Rtc a, b;
	int i;

	readrtc(&a);
	for(i = 0; i < 10; i++){
		/* twice the same, or an update came between */
		readrtc(&b);
		if(memcmp(&a, &b, sizeof a) == 0)
			break;
		a = b;
	}
	decode(&a, rtcreg(Mode));
	return toseconds(&a);
}
