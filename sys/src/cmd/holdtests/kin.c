/*
 * Tests: what becomes of mask and word in other processes, and after a
 * jump out of a handler.
 */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include "test.h"

/* a child begins with its parent's mask and word, but not its notes */
void
testfork(void)
{
	notemask(NHSET, NHHANGUP);
	notehold();
	post(getpid(), "x");
	if(fork() == 0){
		if(notemask(NHBLOCK, 0) != NHHANGUP)
			fail("mask not inherited");
		noterelease();
		if(got[Others] != 0)
			fail("the parent's note came");
		notehold();
		post(getpid(), "y");
		if(got[Others] != 0)
			fail("a held note came");
		noterelease();
		if(got[Others] != 1)
			fail("a note let go did not come");
		exits(nil);
	}
	childok();
	noterelease();
	if(got[Others] != 1)
		fail("the parent got %d notes", got[Others]);
}

/* with RFMEM the counts in got are common, the words are not */
void
testsharers(void)
{
	int pid;

	notehold();
	pid = rfork(RFPROC|RFMEM);
	if(pid == 0){
		if(*_noteword != 1)
			_exits("the child's word is not its parent's");
		noterelease();
		post(getpid(), "child");
		if(got[Others] != 1)
			_exits("the child's note did not come");
		notehold();
		notehold();
		_exits(nil);
	}
	childok();
	if(*_noteword != 1)
		fail("the child changed the word to %lux", *_noteword);
	post(getpid(), "parent");
	if(got[Others] != 1)
		fail("a held note came");
	noterelease();
	if(got[Others] != 2)
		fail("a note let go did not come");
}

/*
 * The program after exec: nothing is held, and a note of before does not
 * come: it would be the end of this process.
 */
void
afterexec(void)
{
	notehold();
	noterelease();
	if(notemask(NHBLOCK, 0) != 0 || *_noteword != 0)
		exits("held after exec");
	exits(nil);
}

void
testexec(void)
{
	static char *argv[] = { "holdtests", "after", nil };

	if(fork() == 0){
		notemask(NHSET, NHHANGUP);
		notehold();
		post(getpid(), "hangup");
		post(getpid(), "x");
		exec("/bin/holdtests", argv);
		exits("exec");
	}
	childok();
}

/* a slot of the process table is clean when it is used again */
void
testexits(void)
{
	int i;

	for(i = 0; i < 10; i++){
		if(fork() == 0){
			notemask(NHSET, NHALL);
			notehold();
			post(getpid(), "x");
			post(getpid(), "alarm");
			_exits(nil);
		}
		childok();
		if(fork() == 0){
			if(notemask(NHSET, 0) != 0)
				fail("held from before");
			if(got[Others] != 0 || got[Alarms] != 0)
				fail("a note from before");
			post(getpid(), "y");
			if(got[Others] != 1)
				fail("a note did not come");
			exits(nil);
		}
		childok();
	}
}

static jmp_buf out;

static void
jumpout(void *ureg, char *msg)
{
	if(strcmp(msg, "hold") == 0)
		notehold();
	notejmp(ureg, out, 1);
}

void
testnotejmp(void)
{
	notehold();		/* finds the word */
	noterelease();
	onnote = jumpout;
	notemask(NHSET, NHHANGUP);
	if(setjmp(out) == 0){
		post(getpid(), "x");
		fail("the handler did not jump");
	}
	if(notemask(NHBLOCK, 0) != NHHANGUP || *_noteword != 0)
		fail("the jump changed the mask or the word");
	if(setjmp(out) == 0){
		post(getpid(), "hold");
		fail("the handler did not jump once more");
	}
	if(*_noteword != 1)
		fail("the word is %lux", *_noteword);
	onnote = nil;
	post(getpid(), "y");
	if(got[Others] != 2)
		fail("a held note came");
	noterelease();
	if(got[Others] != 3)
		fail("a note let go did not come");
}
