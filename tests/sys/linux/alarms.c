/*
 * What alarm2 does, with setitimer: a process for each of 100 primes P arms
 * P ms, sleeps 3P and sees by how much later than P the signal ended that.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "init.h"

enum
{
	Nproc	= 100,
	First	= 101,		/* the first of the primes */
	Ms	= 1000000,	/* ns */
	Missed	= -1,
};

static volatile int signals;

static void
handler(int sig)
{
	(void)sig;
	signals++;
}

static int64_t
nsec(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec*1000000000LL + t.tv_nsec;
}

static int
isprime(int p)
{
	int i;

	for(i = 2; i*i <= p; i++)
		if(p % i == 0)
			return 0;
	return 1;
}

/* one alarm: ns late, Missed if it did not come */
static int64_t
once(int p)
{
	struct itimerval it;
	struct timespec t;
	int64_t t0, t1;
	int before;

	memset(&it, 0, sizeof it);
	it.it_value.tv_sec = p / 1000;
	it.it_value.tv_usec = p % 1000 * 1000;
	t.tv_sec = 3*p / 1000;
	t.tv_nsec = 3*p % 1000 * Ms;
	before = signals;
	t0 = nsec();
	setitimer(ITIMER_REAL, &it, NULL);
	nanosleep(&t, NULL);
	t1 = nsec();
	if(signals == before)
		return Missed;
	return t1 - t0 - (int64_t)p*Ms;
}

static void
child(int p, int loops, int64_t *late, int ready, int go)
{
	struct sigaction sa;
	char c;
	int i;

	memset(&sa, 0, sizeof sa);
	sa.sa_handler = handler;
	sigaction(SIGALRM, &sa, NULL);
	c = 0;
	if(write(ready, &c, 1) != 1 || read(go, &c, 1) != 0)
		_exit(1);
	for(i = 0; i < loops; i++)
		late[i] = once(p);
	_exit(0);
}

/* writes to the console until it is killed; go is not its to hold open */
static int
load(int go)
{
	size_t n;
	char *s;
	int pid, fd;

	pid = fork();
	if(pid != 0)
		return pid;
	close(go);
	s = slurp(PCI, &n);
	fd = open(CONSOLE, O_WRONLY|O_NOCTTY);
	for(;;)
		writeall(fd, s, n, 8192);
}

static int
order(const void *a, const void *b)
{
	int64_t x, y;

	x = *(int64_t*)a;
	y = *(int64_t*)b;
	return (x > y) - (x < y);
}

/* lines as alarm2 and its file have them */
static void
summary(int64_t *late, int n)
{
	int hist[32];
	int i, b, missed, early, over;
	int64_t us;

	qsort(late, n, sizeof late[0], order);
	memset(hist, 0, sizeof hist);
	missed = early = over = 0;
	for(i = 0; i < n; i++){
		if(late[i] < 0){
			late[i] == Missed? missed++: early++;
			continue;
		}
		over += late[i] > 10*Ms;
		us = late[i] / 1000;
		for(b = 0; us != 0 && b < 31; b++)
			us >>= 1;
		hist[b]++;
	}
	printf("samples %d\nearly %d\nmissed %d\nover10ms %d\n", n, early,
		missed, over);
	printf("p50us %lld\np99us %lld\nmaxus %lld\n",
		(long long)late[n/2]/1000, (long long)late[n*99/100]/1000,
		(long long)late[n-1]/1000);
	for(i = 0; i < 32; i++)
		printf("late%d %d\n", i, hist[i]);
}

void
alarms(int loops, int loaded)
{
	int64_t *late;
	int ready[2], go[2];
	int i, p, busy;
	char c;

	late = mmap(NULL, sizeof late[0]*loops*Nproc, PROT_READ|PROT_WRITE,
		MAP_SHARED|MAP_ANONYMOUS, -1, 0);
	if(late == MAP_FAILED || pipe(ready) < 0 || pipe(go) < 0)
		die("alarms");
	memset(late, 0, sizeof late[0]*loops*Nproc);
	busy = loaded? load(go[1]): 0;
	fflush(stdout);
	for(i = 0, p = First; i < Nproc; p++){
		if(!isprime(p))
			continue;
		if(fork() == 0){
			close(go[1]);
			child(p, loops, late + i*loops, ready[1], go[0]);
		}
		i++;
	}
	for(i = 0; i < Nproc; i++)
		if(read(ready[0], &c, 1) != 1)
			die("children");
	close(go[1]);
	for(i = 0; i < Nproc; i++)
		wait(NULL);
	if(busy > 0){
		kill(busy, SIGKILL);
		wait(NULL);
	}
	summary(late, Nproc*loops);
	munmap(late, sizeof late[0]*loops*Nproc);
	close(ready[0]);
	close(ready[1]);
	close(go[0]);
}
