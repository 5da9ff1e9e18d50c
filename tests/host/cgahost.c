/*
 * What the tests of cga.c ask of Linux: a page at the screen's address
 * between pages that cannot be touched, each of its loads and stores
 * recorded, a call at each instruction, and a child process for each case.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <unistd.h>
#include <ucontext.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include "cgahost.h"

enum
{
	Page	= 4096,
	TF	= 0x100,	/* eflags: trap after each instruction */
};

Access access1[Maxaccess];
int naccess;
static char *screen;
static int recording;		/* of accesses */
static int reprotect;		/* after the next trap */
static void (*stepping)(void);

/* a load or store of the screen while recording: let it happen, alone */
static void
onfault(int sig, siginfo_t *info, void *v)
{
	ucontext_t *u;
	unsigned char *pc;
	Access *a;
	char *at;

	u = v;
	at = info->si_addr;
	if(!recording || at < screen || at >= screen+Page){
		signal(sig, SIG_DFL);
		return;
	}
	if(naccess < Maxaccess){
		a = &access1[naccess++];
		a->off = at - screen;
		a->store = (u->uc_mcontext.gregs[REG_ERR] & 2) != 0;
		pc = (unsigned char*)u->uc_mcontext.gregs[REG_EIP];
		a->size = 4;
		if(pc[0] == 0x66)
			a->size = 2;
		else if(pc[0] == 0x88 || pc[0] == 0xa4 || pc[0] == 0xc6)
			a->size = 1;
	}
	mprotect(screen, Page, PROT_READ|PROT_WRITE);
	reprotect = 1;
	u->uc_mcontext.gregs[REG_EFL] |= TF;
}

static void
ontrap(int sig, siginfo_t *info, void *v)
{
	ucontext_t *u;

	u = v;
	if(reprotect){
		reprotect = 0;
		if(recording)
			mprotect(screen, Page, PROT_NONE);
		if(stepping == 0)
			u->uc_mcontext.gregs[REG_EFL] &= ~TF;
	}
	if(stepping != 0)
		stepping();
}

/* map the screen's page at va */
void
mapscreen(unsigned long va)
{
	struct sigaction sa;

	screen = (char*)va;
	mmap(screen - Page, 3*Page, PROT_NONE,
		MAP_PRIVATE|MAP_ANONYMOUS|MAP_FIXED, -1, 0);
	mprotect(screen, Page, PROT_READ|PROT_WRITE);
	memset(&sa, 0, sizeof sa);
	sa.sa_flags = SA_SIGINFO | SA_NODEFER;
	sa.sa_sigaction = onfault;
	sigaction(SIGSEGV, &sa, 0);
	sa.sa_sigaction = ontrap;
	sigaction(SIGTRAP, &sa, 0);
	setvbuf(stdout, 0, _IOLBF, 0);
}

/* record what is done to the screen from now on, or no more */
void
record(int on)
{
	recording = on;
	if(on)
		naccess = 0;
	mprotect(screen, Page, on? PROT_NONE: PROT_READ|PROT_WRITE);
}

/* call f after each instruction from here on; nil: no more */
void
step(void (*f)(void))
{
	stepping = f;
	if(f != 0)
		asm volatile("pushfl; orl $0x100, (%%esp); popfl" ::: "memory");
	else
		asm volatile("pushfl; andl $~0x100, (%%esp); popfl" ::: "memory");
}

/* run f in a child, for at most so many seconds; 1: it came back */
int
runcase(void (*f)(void), int seconds)
{
	int pid, st;

	fflush(stdout);
	pid = fork();
	if(pid == 0){
		alarm(seconds);
		f();
		fflush(stdout);
		_exit(0);
	}
	if(pid < 0 || waitpid(pid, &st, 0) != pid)
		return 0;
	if(WIFSIGNALED(st))
		printf("# died of signal %d, %s\n", WTERMSIG(st),
			strsignal(WTERMSIG(st)));
	return WIFEXITED(st) && WEXITSTATUS(st) == 0;
}
