/*
 * The system below the thread library, on Linux: signals for notes, poll
 * for files, and stacks above a page that faults, so that an overflow is
 * found when it happens. The rest is in linux.c.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "../../../sys/src/libpth/impl.h"

enum
{
	Maxfd	= 1024,
};

extern	void	hostcatch(u32int, void (*)(int));
extern	_Noreturn void	hostdie(int);
extern	void	hostfault(void (*)(void*));
extern	int	hostpoll(int, int*, int*, int*, int, vlong);
extern	void*	hoststack(ulong);
extern	void	hostunstack(void*, ulong);

static u32int taken = BIT(SIGHUP)|BIT(SIGINT)|BIT(SIGALRM)|BIT(SIGUSR1)|
	BIT(SIGUSR2)|BIT(SIGTERM);
static int wake[2] = { -1, -1 };
static Pthlist waiting;			/* FD events */

/* on its own stack, so that a thread's need not have room for it */
static void
handler(int sig)
{
	if(!((_pth.caught|_pth.waits|_pth.blocked) & BIT(sig)))
		hostdie(sig);
	__atomic_fetch_or(&_pth.noted, BIT(sig), __ATOMIC_SEQ_CST);
	if(_pth.idle)
		_pthwake();
}

/* a fault just below the running thread's stack is an overflow */
static void
faulted(void *addr)
{
	Thread *t;
	uintptr a, g;

	t = _pth.cur;
	if(t == nil || t->block == nil)
		return;
	a = (uintptr)addr;
	g = (uintptr)t->block;
	if(a >= g-Page && a < g+Nguard*sizeof(u32int))
		_pthoverflow(t);
}

/* begin or end to take signals */
int
_pthnotes(int on)
{
	if(on && wake[0] < 0 && pipe(wake) < 0)
		return FALSE;
	if(on)
		hostfault(faulted);
	hostcatch(taken, on ? handler : nil);
	return TRUE;
}

void
_pthsuicide(int sig)
{
	hostdie(sig);
}

void
_pthwake(void)
{
	if(write(wake[1], "w", 1) < 0)
		abort();
}

/* poll all files that are waited for; those that are ready occur */
static void
pollfiles(vlong ns, int w)
{
	static int fd[Maxfd], out[Maxfd], ready[Maxfd];
	static Event *evs[Maxfd];
	Event *ev;
	int i, n;

	n = 0;
	for(ev = waiting.head; ev != nil && n < Maxfd; ev = ev->wnext){
		evs[n] = ev;
		fd[n] = ev->fd;
		out[n++] = (ev->spec & PTH_UNTIL_FD_WRITEABLE) != 0;
	}
	hostpoll(n, fd, out, ready, w, ns);
	for(i = 0; i < n; i++)
		if(ready[i])
			_pthoccur(evs[i]);
}

void
_pthidle(vlong ns)
{
	pollfiles(ns, wake[0]);
}

void
_pthfdpoll(void)
{
	if(waiting.head != nil)
		pollfiles(0, -1);
}

int
_pthfdstart(Event *ev)
{
	_pthlink(&waiting, ev);
	return 0;
}

void
_pthfdstop(Event *ev)
{
	_pthunlink(ev);
}

void
_pthfdend(void)
{
}

void*
_pthstack(ulong size)
{
	return hoststack(size);
}

void
_pthunstack(void *p, ulong size)
{
	hostunstack(p, size);
}

/* when the file is ready, the call itself */
static long
when(int fd, ulong dir, void *p, long n)
{
	Event ev;

	_pthevent(&ev, PTH_EVENT_FD|dir);
	ev.fd = fd;
	_pthwait(&ev, nil);
	return dir == PTH_UNTIL_FD_READABLE ? read(fd, p, n) :
		write(fd, p, n);
}

long
pth_read(int fd, void *p, long n)
{
	return when(fd, PTH_UNTIL_FD_READABLE, p, n);
}

/* pieces of a page: a pipe that is writeable has room for that */
long
pth_write(int fd, void *p, long n)
{
	long i, m;

	for(i = 0; i < n; i += m){
		m = when(fd, PTH_UNTIL_FD_WRITEABLE, (char*)p + i,
			n-i < Page ? n-i : Page);
		if(m < 0)
			return m;
	}
	return n;
}

/* nothing is kept of a file */
int
pth_close(int fd)
{
	return close(fd);
}
