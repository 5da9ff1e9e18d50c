/*
 * What the kernel prints, and where console text goes.
 *
 * Text goes to up to three places: the screen (screenshow), the serial
 * line if console=0 makes it a mirror (uartputs for the kernel's text,
 * uartwrite for processes', which may wait), or instead of both to a
 * reader of /dev/kprint.  What the kernel prints is also kept in memory,
 * in kmesg.  Nothing here sleeps except consputs.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Printsize	= 256,		/* bytes of one print */
	Kprintsize	= 64*1024,
};

static Textring kmesg;

static struct
{
	Lock	fmt;			/* libc's tables of verbs */
	Lock	iprint;			/* keeps iprints whole */
	Queue	*kprint;		/* kept once made */
	ulong	inuse;			/* /dev/kprint is open */
	int	diverted;		/* and gets the text */
	long	panicker;		/* CPU that panics, from 1; 0: none */
} prt;

void	(*screenputs)(char*, int);
int	panicking;

/*
 * Locks of libc's table of verbs.
 */
void
_fmtlock(void)
{
	ilock(&prt.fmt);
}

void
_fmtunlock(void)
{
	iunlock(&prt.fmt);
}

/*
 * Read what the kernel has printed, the last 256 KiB of it, at offset
 * off, into n bytes at a.  Gives the bytes read.  Process context.
 */
long
kmesgread(void *a, long n, vlong off)
{
	return textread(&kmesg, a, n, off);
}

/* to a reader of /dev/kprint; 0: there is none */
static int
divert(char *s, int n)
{
	if(!prt.diverted || panicking)
		return 0;
	qproduce(prt.kprint, s, n);
	return 1;
}

/*
 * Put n bytes at s, the kernel's, on the console.  At any level and on
 * any CPU; never sleeps.
 */
void
putstrn(char *s, int n)
{
	textput(&kmesg, s, n);
	if(divert(s, n))
		return;
	screenshow(s, n);
	uartputs(s, n);
}

/*
 * Put n bytes at s, a process's, on the console; they are in kernel
 * memory.  Process context without locks: may wait for the serial
 * line, and raise Eintr there.
 */
void
consputs(char *s, int n)
{
	if(divert(s, n))
		return;
	screenshow(s, n);
	uartwrite(s, n);
}

/*
 * Open, close and read /dev/kprint: while it is open console text goes
 * there.  One may have it open at a time, else Einuse.  Process context.
 */
void
kprintopen(void)
{
	if(xchg(&prt.inuse, 1) != 0)
		error(Einuse);
	if(prt.kprint == nil){
		prt.kprint = qopen(Kprintsize, Qcoalesce, nil, nil);
		if(prt.kprint == nil){
			prt.inuse = 0;
			error(Enomem);
		}
	}else
		qreopen(prt.kprint);
	prt.diverted = 1;
}

void
kprintclose(void)
{
	prt.diverted = 0;
	qclose(prt.kprint);
	prt.inuse = 0;
}

long
kprintread(void *a, long n)
{
	return qread(prt.kprint, a, n);
}

/*
 * Print as fmt says, up to 255 bytes, on the console.  Gives the number
 * of bytes.  At any level; never sleeps.
 */
int
print(char *fmt, ...)
{
	char buf[Printsize];
	va_list arg;
	int n;

	va_start(arg, fmt);
	n = vseprint(buf, buf+sizeof buf, fmt, arg) - buf;
	va_end(arg);
	putstrn(buf, n);
	return n;
}

/* take the iprint lock, but not for ever: its holder may be the trouble */
static int
iprintlock(void)
{
	int i;

	for(i = 0; i < 1000; i++){
		if(canlock(&prt.iprint))
			return 1;
		if(panicking)
			break;
		pause();
	}
	return 0;
}

/*
 * As print, with interrupts off and not mixed with other iprints: for
 * interrupt handlers and trouble.
 */
int
iprint(char *fmt, ...)
{
	char buf[Printsize];
	va_list arg;
	int n, s, locked;

	s = splhi();
	va_start(arg, fmt);
	n = vseprint(buf, buf+sizeof buf, fmt, arg) - buf;
	va_end(arg);
	locked = iprintlock();
	putstrn(buf, n);
	if(locked)
		unlock(&prt.iprint);
	splx(s);
	return n;
}

/*
 * Print "TEXT PID: " and what fmt says on the current process's fd 2.
 * Gives the bytes written, 0 if there is no such fd or it fails.
 * Process context without locks.
 */
int
pprint(char *fmt, ...)
{
	char buf[2*Printsize];
	va_list arg;
	Chan *c;
	int n;

	if(up == nil || up->fgrp == nil)
		return 0;
	n = snprint(buf, sizeof buf, "%s %lud: ", up->text, up->pid);
	va_start(arg, fmt);
	n = vseprint(buf+n, buf+sizeof buf, fmt, arg) - buf;
	va_end(arg);
	if(waserror())
		return 0;
	c = fdtochan(2, OWRITE, 0, 1);
	if(waserror()){
		cclose(c);
		nexterror();
	}
	devtab[c->type]->write(c, buf, n, c->offset);
	poperror();
	lock(c);
	c->offset += n;
	unlock(c);
	cclose(c);
	poperror();
	return n;
}

/*
 * Something impossible has happened: say what, show the stack, end the
 * machine; the text stays on the screen.  On any CPU at any point, also
 * with locks held or within a print.  A panic within the panic ends the
 * machine; that of another CPU meanwhile stops that CPU.
 */
void
panic(char *fmt, ...)
{
	char buf[Printsize];
	va_list arg;
	int n;

	splhi();
	if(!cmpswap(&prt.panicker, 0, m->machno+1)){
		if(prt.panicker == m->machno+1)
			exit(1);
		stopcpu();
	}
	panicking = 1;
	n = snprint(buf, sizeof buf, "panic: cpu%d: ", m->machno);
	va_start(arg, fmt);
	n = vseprint(buf+n, buf+sizeof buf-1, fmt, arg) - buf;
	va_end(arg);
	buf[n++] = '\n';
	putstrn(buf, n);
	if(up != nil)
		iprint("pid %lud %s\n", up->pid, up->text);
	dumpstack();
	prflush();
	exit(1);
}

/*
 * Send out what waits for the serial line, by polling: before the machine
 * ends.  Any level.
 */
void
prflush(void)
{
	uartflush();
}
