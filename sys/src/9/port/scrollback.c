/*
 * What the screen has shown: the last 256 KiB of console text are kept,
 * and Shift-PgUp and Shift-PgDn bring them back.  While older text is
 * shown, new text is only kept; then, when the newest is asked for again or
 * another key is typed, the driver draws its screen anew and gets what it
 * has missed, in the order in which it came.
 *
 * Whether text is shown at once is decided under the history's lock, where
 * it gets its place; so all before byte upto was given to the driver, and
 * none behind it.  screenputs is nil meanwhile, which keeps the driver off
 * the screen.  A panic shows everything again.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Scrollpage	= 24,		/* rows that a key goes back */
	Scrollpiece	= 4096,		/* bytes that the driver gets at once */
};

static struct
{
	Textring;
	void	(*puts)(char*, int);	/* the driver while it is kept off */
	uvlong	upto;			/* what it has got then */
	long	filling;		/* texts that are just being kept */
	int	back;			/* rows to go back, as asked for */
	int	asked;
	Rendez	ask;
} hist;

/*
 * Keep n bytes at s and show them on the screen, now or later.  Any
 * level; never sleeps.
 */
void
screenshow(char *s, int n)
{
	void (*puts)(char*, int);
	uvlong at;
	int locked;

	xadd(&hist.filling, 1);
	locked = !panicking;
	if(locked)
		ilock(&hist);
	at = hist.n;
	hist.n += n;
	puts = hist.puts == nil? screenputs: panicking? hist.puts: nil;
	if(locked)
		iunlock(&hist);
	textfill(&hist, at, s, n);
	xadd(&hist.filling, -1);
	if(puts != nil)
		puts(s, n);
}

/*
 * Show text from n screens further back (n < 0: less far), or the newest
 * if n is 0.  Any level.
 */
void
scrollkey(int n)
{
	ilock(&hist);
	if(n == 0 && hist.back == 0){
		iunlock(&hist);
		return;
	}
	hist.back = n == 0? 0: MAX(0, hist.back + n*Scrollpage);
	hist.asked = 1;
	iunlock(&hist);
	wakeup(&hist.ask);
}

static int
asked(void *a)
{
	USED(a);
	return hist.asked;
}

/* wait until what has its place in the history is there */
static void
settle(void)
{
	while(hist.filling != 0)
		yield();
}

/* keep the driver off the screen; 0: there is none that could come back */
static int
leave(void)
{
	if(!scrollable())
		return 0;
	ilock(&hist);
	hist.puts = screenputs;
	hist.upto = hist.n;
	screenputs = nil;
	iunlock(&hist);
	return 1;
}

/* give it the screen back, and what it has missed */
static void
comeback(void)
{
	void (*puts)(char*, int);
	uvlong end;
	char *s;
	ulong n;

	puts = hist.puts;
	screeninit();
	for(;;){
		ilock(&hist);
		end = hist.n;
		if(hist.upto == end)
			hist.puts = nil;
		iunlock(&hist);
		if(hist.puts == nil)
			break;
		settle();
		while((n = textspan(&hist, &hist.upto, end, &s)) > 0){
			n = MIN(n, Scrollpiece);
			puts(s, n);
			hist.upto += n;
		}
	}
}

/* show what was asked for */
static void
answer(void)
{
	int back;

	ilock(&hist);
	hist.asked = 0;
	back = hist.back;
	iunlock(&hist);
	if(back != 0 && (hist.puts != nil || leave())){
		settle();
		back = scrolldraw(&hist, hist.upto, back);
		ilock(&hist);
		if(!hist.asked)
			hist.back = back;
		iunlock(&hist);
	}
	if(back == 0 && hist.puts != nil)
		comeback();
}

static void
scroller(void *a)
{
	USED(a);
	for(;;){
		if(!waserror()){
			sleep(&hist.ask, asked, nil);
			poperror();
		}
		if(hist.asked)
			answer();
	}
}

/*
 * Start what answers; once, from the first process.
 */
void
scrollinit(void)
{
	kproc("scrollback", scroller, nil);
}
