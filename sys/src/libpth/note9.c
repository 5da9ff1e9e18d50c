/*
 * The system below: notes and sleeping. The handler
 * of notes leaves a bit for the next switch. A note that nobody can want,
 * as it has no function and no thread blocks it or waits for it, does what
 * it does in any process. A fault with the stack pointer beyond the stack
 * is an overflow.
 */
#include <u.h>
#include <libc.h>
#include <ureg.h>
#include <pth.h>
#include "impl.h"

typedef struct Kind Kind;
struct Kind
{
	char	*note;
	int	sig;
};

/* by how they begin; sys: alone are faults, which nobody can put off */
static Kind kinds[] = {
	{ "interrupt", SIGINT },
	{ "alarm", SIGALRM },
	{ "hangup", SIGHUP },
	{ "quit", SIGQUIT },
	{ "usr1", SIGUSR1 },
	{ "usr2", SIGUSR2 },
	{ "sys: write on closed pipe", SIGPIPE },
	{ "sys:", 0 },
	{ "", SIGTERM },
};

static long sleeper;			/* semaphore of the idle process */

/* a note's signal, 0 if it has none */
static int
signo(char *note)
{
	Kind *k;

	for(k = kinds; strncmp(note, k->note, strlen(k->note)) != 0; k++)
		;
	return k->sig;
}

/* the handler; 0: the note ends the process */
static int
noted1(void *v, char *note)
{
	Ureg *u;
	int sig;

	if(_pth.cur == nil)
		return 0;
	u = v;
	sig = signo(note);
	if(sig == 0)
		_pthfault(u->sp);
	if(sig == 0
	|| !((_pth.caught|_pth.waits|_pth.blocked) & BIT(sig))){
		_pthfdend();
		return 0;
	}
	__atomic_fetch_or(&_pth.noted, BIT(sig), __ATOMIC_SEQ_CST);
	if(_pth.idle)
		semrelease(&sleeper, 1);
	return 1;
}

/* begin or end to take notes */
int
_pthnotes(int on)
{
	static int atend;

	if(on && !atend)
		atend = atexit(_pthfdend);
	return atnotify(noted1, on);
}

/* a signal that was put off and that a thread then did not catch */
void
_pthsuicide(int sig)
{
	char msg[ERRMAX];

	snprint(msg, sizeof msg, "pth: signal %d in thread %s", sig,
		_pth.cur->name);
	_pthfdend();
	_exits(msg);
}

/* sleep until woken, a note comes, or ns have passed */
void
_pthidle(vlong ns)
{
	vlong ms;

	if(ns < 0){
		semacquire(&sleeper, 1);
		return;
	}
	ms = (ns + 999999) / 1000000;
	if(ms > 1000000)
		ms = 1000000;
	if(ms > 0)
		tsemacquire(&sleeper, ms);
}

/* end that sleep; any process that shares the memory may */
void
_pthwake(void)
{
	semrelease(&sleeper, 1);
}
