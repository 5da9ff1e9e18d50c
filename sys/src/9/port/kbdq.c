/*
 * Console input: what the keyboard and the serial line put in, at
 * interrupt level, and what readers of /dev/cons take out.
 *
 * Each character goes through the line discipline (consline.c) as it
 * comes, so type-ahead can be edited and is shown at once.  Complete lines
 * wait in a ring.  A reader gets at most one; a ^D in the ring ends a
 * line without being part of it.  DEL sends the note "interrupt" to the
 * note group that was the last to read the console; a kernel process does
 * that, since there may be thousands of processes to look at.
 *
 * ^T^T and a letter ask the kernel itself, from interrupt level so that it
 * works whatever processes do: p processes, q run queue, x memory, r
 * reboots.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Ringsize	= 8192,		/* a power of 2 */
	Piece		= 128,		/* bytes taken with interrupts off */
	Eof		= 0x04,		/* ^D */
	Ctlt		= 0x14,
};

static struct
{
	Lock;				/* of the line and the ring */
	Consline line;
	char	ring[Ringsize];
	uint	ri;			/* bytes ever taken */
	uint	wi;			/* and put */
	int	lost;			/* bytes that found it full */
	int	ctlt;			/* ^T in a row */
	char	part[UTFmax];		/* rune begun on the serial line */
	int	npart;
	Waitlist readers;
	ulong	noteid;			/* group that read last */
	int	interrupt;		/* a DEL is to be delivered */
	Rendez	deliver;
} kbd;

/* move the line to the ring; kbd is locked */
static void
send(void)
{
	int i;

	if(kbd.line.n > Ringsize - (kbd.wi - kbd.ri))
		kbd.lost += kbd.line.n;
	else
		for(i = 0; i < kbd.line.n; i++)
			kbd.ring[kbd.wi++ & (Ringsize-1)] = kbd.line.buf[i];
	kbd.line.n = 0;
}

/* the letter after ^T^T: 1 if it was one of ours */
static int
debugkey(Rune r)
{
	switch(r){
	case 'p':
		procdump();
		return 1;
	case 'q':
		scheddump();
		return 1;
	case 'x':
		memdump();
		return 1;
	case 'r':
		print("^T^Tr: rebooting\n");
		prflush();
		reboot();
	}
	return 0;
}

/* 1: the character is part of a debug key and goes no further */
static int
isdebug(Rune r)
{
	if(r == Ctlt && kbd.ctlt < 2){
		kbd.ctlt++;
		return 1;
	}
	if(kbd.ctlt < 2){
		kbd.ctlt = 0;
		return 0;
	}
	kbd.ctlt = 0;
	return debugkey(r);
}

/* show what was typed; the kernel's messages do not get it */
static void
echo(char *s, int n)
{
	if(n == 0)
		return;
	screenshow(s, n);
	if(n == 1 && s[0] == '\b')
		uartputs("\b \b", 3);
	else
		uartputs(s, n);
}

/*
 * Character c was typed.  From the keyboard's interrupt, or at any other
 * level.  Gives 0.
 */
int
kbdputc(int c)
{
	char buf[nelem(kbd.line.echo)];
	int n, what;

	randomstir();
	scrollkey(0);
	if(isdebug(c))
		return 0;
	ilock(&kbd);
	what = consline(&kbd.line, c);
	if(what == Lsend)
		send();
	n = kbd.line.necho;
	memmove(buf, kbd.line.echo, n);
	if(what == Lintr)
		kbd.ri = kbd.wi;
	iunlock(&kbd);
	echo(buf, n);
	if(what == Lsend)
		wakeall(&kbd.readers);
	if(what == Lintr){
		kbd.interrupt = 1;
		wakeup(&kbd.deliver);
	}
	return 0;
}

/*
 * n characters came from a terminal on the serial line, whose return key
 * sends a carriage return.  Interrupt level.  Gives n.
 */
int
kbdputs(char *s, int n)
{
	Rune r;
	int i;

	for(i = 0; i < n; i++){
		kbd.part[kbd.npart++] = s[i] == '\r'? '\n': s[i];
		if(fullrune(kbd.part, kbd.npart) || kbd.npart == UTFmax){
			chartorune(&r, kbd.part);
			kbd.npart = 0;
			kbdputc(r);
		}
	}
	return n;
}

/* sleep's condition: there is input */
static int
haveinput(void *a)
{
	USED(a);
	return kbd.ri != kbd.wi;
}

/*
 * Take up to n bytes of a line from the ring to buf; *end says that the
 * line, or the input there is, ends with them.  Gives their number, -1
 * if there is no input.
 */
static int
take(char *buf, int n, int *end)
{
	int i, c;

	*end = 0;
	ilock(&kbd);
	if(kbd.ri == kbd.wi){
		iunlock(&kbd);
		return -1;
	}
	for(i = 0; i < n && kbd.ri != kbd.wi; ){
		c = kbd.ring[kbd.ri++ & (Ringsize-1)];
		if(c == Eof && !kbd.line.raw){
			*end = 1;
			break;
		}
		buf[i++] = c;
		if(c == '\n' && !kbd.line.raw){
			*end = 1;
			break;
		}
	}
	if(kbd.ri == kbd.wi)
		*end = 1;
	else if(i > 0 && !*end && !kbd.line.raw
	&& kbd.ring[kbd.ri & (Ringsize-1)] == Eof){
		kbd.ri++;	/* not to be read as an end of the file */
		*end = 1;
	}
	iunlock(&kbd);
	return i;
}

/*
 * Read up to n bytes of a line of console input into user memory at a,
 * waiting for one.  Gives the bytes read, 0 at the end of the file (^D).
 * Process context without locks; raises Eintr.
 */
long
kbdread(char *a, long n)
{
	char buf[Piece];
	int got, end;
	long done;

	if(n <= 0)
		return 0;
	kbd.noteid = up->noteid;
	while((got = take(buf, MIN(n, Piece), &end)) < 0)
		waitfor(&kbd.readers, haveinput, nil);
	memmove(a, buf, got);
	for(done = got; done < n && !end; done += got){
		got = take(buf, MIN(n-done, Piece), &end);
		if(got < 0)
			break;
		memmove(a+done, buf, got);
	}
	return done;
}

/*
 * Raw mode on or off.  The line being typed is passed on as it is.
 * Process context.
 */
void
kbdraw(int on)
{
	ilock(&kbd);
	if(on)
		send();
	kbd.line.raw = on;
	iunlock(&kbd);
	wakeall(&kbd.readers);
}

static int
haveinterrupt(void *a)
{
	USED(a);
	return kbd.interrupt;
}

/* the kernel process that delivers DELs */
static void
interrupter(void *a)
{
	USED(a);
	for(;;){
		if(!waserror()){
			sleep(&kbd.deliver, haveinterrupt, nil);
			poperror();
		}
		if(kbd.interrupt){
			kbd.interrupt = 0;
			if(kbd.noteid != 0)
				postnotepg(kbd.noteid, "interrupt", NUser);
		}
	}
}

/*
 * Start what needs processes; once, from the first.
 */
void
kbdqinit(void)
{
	kproc("consintr", interrupter, nil);
}
