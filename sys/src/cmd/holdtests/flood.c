/*
 * Tests: another process posts notes as fast as it can, on another CPU if
 * there is one.  Each note has a number, so that one lost, one that comes
 * twice and one that comes too soon are seen.
 */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include "test.h"

typedef struct Share Share;
struct Share
{
	ulong	posted;		/* the last note's number */
	int	stop;
};

enum
{
	Enough	= 5000,		/* notes */
	Few	= 500,		/* of them, held back */
	Often	= 200,		/* rounds between sleeps inside */
	Patience = 60,		/* s */

	Wakeups	= 2000,
};

static volatile Share *share;
static volatile ulong last;	/* that came */
static volatile ulong wrong;	/* not the one after last */

static void
count(void *ureg, char *msg)
{
	ulong n;

	USED(ureg);
	n = strtoul(msg+1, nil, 10);
	if(n != last + 1)
		wrong++;
	last = n;
}

/* post notes n1, n2, ... to pid */
static void
poster(int pid)
{
	char buf[32], name[40];
	ulong i;
	int fd;

	notify(nil);
	snprint(name, sizeof name, "/proc/%d/note", pid);
	fd = open(name, OWRITE);
	if(fd < 0)
		_exits("open");
	for(i = 1; !share->stop;){
		snprint(buf, sizeof buf, "n%lud", i);
		if(write(fd, buf, strlen(buf)) > 0)
			share->posted = i++;
		else
			sleep(0);
	}
	_exits(nil);
}

/*
 * hold, look whether a note waits, and release, n times and until enough
 * notes have come
 */
static void
flood(long n, void (*hold)(void), int (*look)(void), void (*release)(void))
{
	vlong end;
	long i, back;
	int pid, child;

	share = segattach(0, "shared", nil, sizeof *share);
	if(share == (void*)-1)
		fail("segattach: %r");
	onnote = count;
	pid = getpid();
	child = fork();
	if(child == 0)
		poster(pid);
	back = 0;
	end = nsec() + Patience*1000*1000*1000LL;
	for(i = 0; i < n || (last < Enough || back < Few) && nsec() < end; i++){
		hold();
		inside = 1;
		if(i%Often == 0)
			sleep(1);	/* somebody else has the CPU */
		back += look();
		inside = 0;
		release();
	}
	share->stop = 1;
	while(waitpid() != child)
		;
	if(broke)
		fail("%d came inside", broke);
	if(wrong)
		fail("%lud out of order, of %lud", wrong, last);
	if(last != share->posted)
		fail("%lud came, of %lud", last, share->posted);
	if(last < Enough || back < Few)
		fail("only %lud came, %ld were held back", last, back);
}

static int
wordlook(void)
{
	return *_noteword >> 31;
}

void
testflood(void)
{
	flood(1000000, wordhold, wordlook, wordrelease);
}

static void
maskhold(void)
{
	notemask(NHBLOCK, NHALL);
}

static void
maskrelease(void)
{
	notemask(NHUNBLOCK, NHALL);
}

static int
masklook(void)
{
	return share->posted != last;
}

void
testmaskflood(void)
{
	flood(100000, maskhold, masklook, maskrelease);
}

static int bell[2];

static void
ring(void *ureg, char *msg)
{
	USED(ureg, msg);
	write(bell[1], "x", 1);
}

/* post a note for each byte that comes */
static void
answer(int pid, int fd)
{
	char c;

	notify(nil);
	while(read(fd, &c, 1) == 1)
		post(pid, "wake up");
	_exits(nil);
}

/*
 * Ask for a note, change the mask meanwhile, and wait for what the handler
 * writes.  A note that is held or forgotten leaves the last read waiting.
 */
void
testwakeups(void)
{
	int ask[2], i, j, pid;
	char c;

	if(pipe(bell) < 0 || pipe(ask) < 0)
		fail("pipe: %r");
	onnote = ring;
	pid = getpid();
	if(fork() == 0){
		close(ask[1]);
		answer(pid, ask[0]);
	}
	close(ask[0]);
	for(i = 0; i < Wakeups; i++){
		write(ask[1], "x", 1);	/* the note may interrupt it */
		for(j = 0; j < i%16; j++){
			notemask(NHBLOCK, NHOTHER);
			notemask(NHUNBLOCK, NHOTHER);
		}
		alarm(Patience*1000);
		while(read(bell[0], &c, 1) != 1)
			;
		alarm(0);
		if(got[Alarms])
			fail("round %d: no note; %s", i,
				readproc(pid, "notehold"));
	}
	close(ask[1]);
	childok();
	if(got[Others] != Wakeups)
		fail("%d notes, not %d", got[Others], Wakeups);
}
