/*
 * What system calls cost, measured as our syscost does: the average of the
 * cheapest of ten batches.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "init.h"

enum
{
	Batches	= 10,
};

static int to[2], from[2];
static volatile unsigned long *turns;
static int partner;
static char stack[16384] __attribute__((aligned(16)));

static void
null(int n)
{
	while(n-- > 0)
		syscall(SYS_getppid);
}

static void
forkcost(int n)
{
	int pid;

	while(n-- > 0){
		pid = fork();
		if(pid == 0)
			_exit(0);
		waitpid(pid, NULL, 0);
	}
}

static int
gone(void *a)
{
	(void)a;
	syscall(SYS_exit, 0);
	return 0;
}

static void
clonecost(int n)
{
	int pid;

	while(n-- > 0){
		pid = clone(gone, stack + sizeof stack, CLONE_VM|SIGCHLD,
			NULL);
		if(pid < 0)
			die("clone");
		waitpid(pid, NULL, 0);
	}
}

/* /echo writes an empty line */
static void
execcost(int n)
{
	static char *argv[] = {"echo", NULL};
	int pid;

	while(n-- > 0){
		pid = fork();
		if(pid == 0){
			dup2(open("/dev/null", O_WRONLY), 1);
			execv("/echo", argv);
			_exit(1);
		}
		waitpid(pid, NULL, 0);
	}
}

static void
pipestart(void)
{
	char c;

	if(pipe(to) < 0 || pipe(from) < 0)
		die("pipe");
	partner = fork();
	if(partner == 0){
		close(to[1]);
		close(from[0]);
		while(read(to[0], &c, 1) == 1)
			if(write(from[1], &c, 1) != 1)
				break;
		_exit(0);
	}
	close(to[0]);
	close(from[1]);
}

static void
pipecost(int n)
{
	char c;

	c = 'x';
	while(n-- > 0)
		if(write(to[1], &c, 1) != 1 || read(from[0], &c, 1) != 1)
			die("pipe");
}

static void
pipestop(void)
{
	close(to[1]);
	close(from[0]);
	waitpid(partner, NULL, 0);
}

static void
switchstart(void)
{
	turns = mmap(NULL, 4096, PROT_READ|PROT_WRITE,
		MAP_SHARED|MAP_ANONYMOUS, -1, 0);
	if(turns == MAP_FAILED)
		die("mmap");
	partner = fork();
	if(partner == 0)
		for(;;){
			++*turns;
			sched_yield();
		}
}

static void
switchcost(int n)
{
	unsigned long end;

	for(end = *turns + n/2; (long)(end - *turns) > 0; )
		sched_yield();
}

static void
switchstop(void)
{
	kill(partner, SIGKILL);
	waitpid(partner, NULL, 0);
	munmap((void*)turns, 4096);
}

static struct
{
	char	*name;
	void	(*start)(void);
	void	(*fn)(int);
	void	(*stop)(void);
	int	n;
} costs[] = {
	{"null", NULL, null, NULL, 1000},
	{"fork", NULL, forkcost, NULL, 20},
	{"rforkmem", NULL, clonecost, NULL, 20},
	{"exec", NULL, execcost, NULL, 10},
	{"pipe", pipestart, pipecost, pipestop, 100},
	{"switch", switchstart, switchcost, switchstop, 200},
};

void
syscalls(void)
{
	u64 t, least;
	size_t i;
	int b;

	for(i = 0; i < sizeof costs/sizeof costs[0]; i++){
		if(costs[i].start != NULL)
			costs[i].start();
		costs[i].fn(costs[i].n);
		least = ~0ULL;
		for(b = 0; b < Batches; b++){
			t = cycles();
			costs[i].fn(costs[i].n);
			t = cycles() - t;
			if(t < least)
				least = t;
		}
		if(costs[i].stop != NULL)
			costs[i].stop();
		printf("%s %llu\n", costs[i].name,
			(unsigned long long)least/costs[i].n);
	}
}
