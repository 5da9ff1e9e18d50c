/*
 * Tests: what holds notes off, and lets them go.
 */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include <tos.h>
#include "test.h"

extern	Tos	*_tos;

/* each class is held by its bit and comes when it is let go */
void
testclasses(void)
{
	static char *msg[] = { "alarm", "interrupt", "hangup", "other" };
	int i, j;

	for(i = 0; i < nelem(msg); i++){
		if(notemask(NHSET, 1<<i) != 0)
			fail("the mask was not 0");
		for(j = 0; j < nelem(msg); j++)
			post(getpid(), msg[j]);
		for(j = 0; j < nelem(msg); j++)
			if(got[j] != (j != i))
				fail("mask %d: %s came %d times", 1<<i, msg[j], got[j]);
		if(notemask(NHUNBLOCK, NHALL) != 1<<i)
			fail("the mask was not %d", 1<<i);
		if(got[i] != 1)
			fail("%s did not come when let go", msg[i]);
		memset((void*)got, 0, sizeof got);
	}
	if(notemask(3, 0) != -1)
		fail("how 3 is no error");
}

void
testlockform(void)
{
	if(_notemaskl(NHBLOCK, NHHANGUP) != 0
	|| _notemaskl(NHBLOCK, NHALARM) != NHHANGUP
	|| _notemaskl(NHUNBLOCK, NHHANGUP) != (NHHANGUP|NHALARM)
	|| _notemaskl(NHSET, NHOTHER) != NHALARM)
		fail("a wrong mask");
	if(_notemaskl(3, 0) != -1)
		fail("how 3 is no error");
	post(getpid(), "x");
	if(got[Others] != 0)
		fail("a held note came");
	if(_notemaskl(NHSET, 0) != NHOTHER || got[Others] != 1)
		fail("a note let go did not come");
}

/* the word holds all, nests, and bit 31 is set and taken away */
void
testnesting(void)
{
	notehold();
	notehold();
	post(getpid(), "one");
	if(got[Others] != 0)
		fail("it came inside");
	if(*_noteword != Heldnote + 2)
		fail("held: the word is %lux", *_noteword);
	notehold();
	noterelease();
	noterelease();
	if(got[Others] != 0)
		fail("it came after one release of two");
	noterelease();
	if(got[Others] != 1)
		fail("it did not come at the last release");
	if(*_noteword != 0)
		fail("the word is %lux", *_noteword);
}

/* arm an alarm that comes due at once, while it is held */
static void
armheld(void)
{
	vlong end;

	alarm(2);
	for(end = nsec() + 10*1000*1000; nsec() < end;)
		;
}

/* with the alarm held by hold: the kernel takes it back when told to */
static void
taken(void (*hold)(void), void (*release)(void))
{
	hold();
	armheld();
	alarm(0);
	release();
	if(got[Alarms] != 0)
		fail("alarm(0) did not take the held one");
	hold();
	armheld();
	alarm(30);
	release();
	if(got[Alarms] != 0)
		fail("re-arming did not take the held one");
	sleep(200);
	if(got[Alarms] != 1)
		fail("the re-armed one came %d times", got[Alarms]);
	got[Alarms] = 0;
}

static void
maskhold(void)
{
	notemask(NHBLOCK, NHALARM);
}

static void
maskrelease(void)
{
	notemask(NHUNBLOCK, NHALARM);
}

void
testalarms(void)
{
	notehold();
	armheld();
	if(got[Alarms] != 0)
		fail("held alarm came");
	noterelease();
	if(got[Alarms] != 1)
		fail("%d alarms after release", got[Alarms]);
	got[Alarms] = 0;
	taken(maskhold, maskrelease);
	taken(wordhold, wordrelease);
}

/* a sleep is not interrupted by what the mask holds */
void
testsleeps(void)
{
	int pid;
	vlong t;

	pid = getpid();
	notemask(NHSET, NHALL);
	if(fork() == 0){
		sleep(10);
		post(pid, "x");
		exits(nil);
	}
	t = nsec();
	if(sleep(60) < 0)
		fail("interrupted: %r");
	if(nsec() - t < 60*1000*1000)
		fail("short");
	notemask(NHSET, 0);
	if(got[Others] != 1)
		fail("lost");
	childok();
}

/* hold all and do what the system has a note for */
static void
crash(void)
{
	notify(nil);
	notemask(NHSET, NHALL);
	notehold();
	*(int*)0 = 0;
	exits(nil);
}

/* notes of the system, and those that look like them, cannot be held */
void
testsystem(void)
{
	Waitmsg *w;

	if(fork() == 0)
		crash();
	w = wait();
	if(w == nil || strstr(w->msg, "sys: trap: fault") == nil)
		fail("%s", w == nil? "no child": w->msg);
	notemask(NHSET, NHALL);
	notehold();
	post(getpid(), "sys: tem");
	if(got[Systems] != 1)
		fail("sys: was held");
}

void
testjumps(void)
{
	sigjmp_buf b;
	volatile int n;

	n = 0;
	notemask(NHSET, NHHANGUP);
	if(sigsetjmp(b, 1) == 0){
		notemask(NHSET, NHALL);
		notehold();
		n++;
		siglongjmp(b, 1);
	}
	if(n != 1 || notemask(NHSET, 0) != NHHANGUP || *_noteword != 0)
		fail("n %d word %lux", n, *_noteword);
	if(sigsetjmp(b, 0) == 0){
		notemask(NHSET, NHHANGUP);
		notehold();
		post(getpid(), "y");
		if(got[Others] != 0)
			fail("came inside");
		siglongjmp(b, 1);
	}
	if(got[Others] != 1)
		fail("jumping out did not let the note come");
	if(notemask(NHSET, 0) != NHHANGUP)
		fail("the mask was not to be kept");
}

/* the library makes do with notemask */
void
testnoword(void)
{
	sigjmp_buf b;

	_tos->havenote = 0;
	notemask(NHSET, NHHANGUP);
	notehold();
	notehold();
	post(getpid(), "x");
	noterelease();
	if(got[Others] != 0)
		fail("it came inside");
	if(_tos->notehold != 0)
		fail("the word was used");
	noterelease();
	if(got[Others] != 1)
		fail("it did not come");
	if(sigsetjmp(b, 0) == 0){
		notehold();
		post(getpid(), "x");
		siglongjmp(b, 1);
	}
	if(got[Others] != 2)
		fail("jumping out did not let the note come");
	if(notemask(NHSET, 0) != NHHANGUP)
		fail("the mask is not what it was");
}
