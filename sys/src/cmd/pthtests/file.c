/*
 * Files that are read and written while other threads run.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "test.h"

static int fd[2];

static void*
reader(void *v)
{
	char buf[1000];
	long n, sum;

	sum = 0;
	note('r');
	while((n = pth_read(fd[0], buf, sizeof buf)) > 0)
		sum += n;
	*(long*)v = sum;
	return nil;
}

void
files(void)
{
	static char buf[100000];
	pth_event_t ev;
	pth_t t;
	long sum;

	pipe(fd);
	ev = pth_event(PTH_EVENT_FD|PTH_UNTIL_FD_READABLE, fd[0]);
	ev = pth_event_concat(ev,
		pth_event(PTH_EVENT_TIME, pth_timeout(0, 20000)), nil);
	if(pth_wait(ev) != 1
	|| pth_event_status(ev) != PTH_STATUS_PENDING)
		fail("an empty pipe is readable", 0);
	t = thread("reader", 0, reader, &sum);
	settle();
	expect("r");
	if(pth_write(fd[1], buf, sizeof buf) != sizeof buf)
		fail("write", 0);
	pth_close(fd[1]);
	joins(t, nil);
	if(sum != sizeof buf)
		fail("read", sum);
}

/*
 * a file's number that is used again, after a wait that nothing ended and
 * after the end was read
 */
void
reopened(void)
{
	pth_event_t ev, t;
	char c;
	int i, old;

	old = -1;
	for(i = 0; i < 3; i++){
		pipe(fd);
		if(i > 0 && fd[0] != old)
			fail("another number", fd[0]);
		old = fd[0];
		ev = pth_event(PTH_EVENT_FD|PTH_UNTIL_FD_READABLE, fd[0]);
		t = pth_event(PTH_EVENT_TIME, pth_timeout(0, 10000));
		pth_event_concat(ev, t, nil);
		if(pth_wait(ev) != 1
		|| pth_event_status(t) != PTH_STATUS_OCCURRED)
			fail("readable", i);
		if(i == 1){
			if(pth_write(fd[1], "x", 1) != 1
			|| pth_read(fd[0], &c, 1) != 1 || c != 'x')
				fail("read", c);
			pth_close(fd[1]);
			if(pth_read(fd[0], &c, 1) != 0)
				fail("not the end", i);
		}else
			pth_close(fd[1]);
		pth_close(fd[0]);
		pth_event_free(ev, PTH_FREE_ALL);
	}
}
