/*
 * Tests of notes held off: notehold(2).  They run as testmain says.
 */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include "test.h"

volatile int got[Nclass];
volatile int inside;
volatile int broke;
void (* volatile onnote)(void*, char*);

static int
class(char *msg)
{
	if(strncmp(msg, "sys:", 4) == 0)
		return Systems;
	if(strcmp(msg, "alarm") == 0)
		return Alarms;
	if(strcmp(msg, "interrupt") == 0)
		return Interrupts;
	if(strcmp(msg, "hangup") == 0)
		return Hangups;
	return Others;
}

void
handler(void *ureg, char *msg)
{
	if(inside)
		broke++;
	got[class(msg)]++;
	if(onnote != nil)
		onnote(ureg, msg);
	noted(NCONT);
}

/* the word's two functions, which are inline, to be pointed at */
void
wordhold(void)
{
	notehold();
}

void
wordrelease(void)
{
	noterelease();
}

/* post a note to a process */
void
post(int pid, char *msg)
{
	if(postnote(PNPROC, pid, msg) < 0)
		fail("post %s: %r", msg);
}

/* write msg to /proc/pid/ctl */
void
tell(int pid, char *msg)
{
	char name[40];
	int fd;

	snprint(name, sizeof name, "/proc/%d/ctl", pid);
	fd = open(name, OWRITE);
	if(fd < 0 || write(fd, msg, strlen(msg)) < 0)
		fail("%s: %s: %r", name, msg);
	close(fd);
}

/* what is in /proc/pid/file, in a buffer of this function */
char*
readproc(int pid, char *file)
{
	static char buf[1024];
	char name[40];
	int fd, n;

	snprint(name, sizeof name, "/proc/%d/%s", pid, file);
	fd = open(name, OREAD);
	if(fd < 0)
		fail("%s: %r", name);
	n = readn(fd, buf, sizeof buf - 1);
	close(fd);
	buf[n > 0? n: 0] = '\0';
	return buf;
}

/* a child ends, and well */
void
childok(void)
{
	Waitmsg *w;

	w = wait();
	if(w == nil)
		fail("wait: %r");
	if(w->msg[0] != '\0')
		fail("child: %s", w->msg);
	free(w);
}

static Test holdtests[] =
{
	{ "classes and masks", testclasses },
	{ "the locked form does the same", testlockform },
	{ "the word nests", testnesting },
	{ "alarms held, released, cancelled", testalarms },
	{ "a held note does not end a sleep", testsleeps },
	{ "notes of the system cannot be held", testsystem },
	{ "sigsetjmp and siglongjmp", testjumps },
	{ "a kernel without the word", testnoword },
	{ "fork keeps mask and word", testfork },
	{ "who share memory have a word each", testsharers },
	{ "exec drops mask, word and notes", testexec },
	{ "the next process holds nothing", testexits },
	{ "notejmp changes neither mask nor word", testnotejmp },
	{ "a deaf process shows why, and can be killed", testdeaf },
	{ "a debugger reads the word of a stopped process", testdebugger },
	{ "a word that cannot be written is the process's fault", testbadword },
	{ "a word whose page is taken away", testlostword },
	{ "a million holds in a flood of notes", testflood },
	{ "100000 masks in a flood of notes", testmaskflood },
	{ "a note posted while the mask changes ends a read", testwakeups },
	{ nil },
};

static Test *tables[] = { holdtests };

static void
start(void)
{
	notify(handler);
}

void
main(int argc, char **argv)
{
	if(argc > 1)
		afterexec();
	testmain(tables, nelem(tables), 0, argv, start);
}
