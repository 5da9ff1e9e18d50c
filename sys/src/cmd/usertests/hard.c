/*
 * Running out: of processes and of memory. It ends in errors, and then all
 * is there again.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

enum
{
	Page	= 4096,
	Most	= 5000,
};

static void
processes(void)
{
	int fd[2], i, n, pid;
	char c, err[ERRMAX];

	mypipe(fd);
	quiet();
	for(n = 0; n < Most; n++){
		pid = fork();
		if(pid < 0)
			break;
		if(pid == 0){
			close(fd[1]);
			read(fd[0], &c, 1);
			_exits(nil);
		}
	}
	rerrstr(err, sizeof err);
	close(fd[1]);
	for(i = 0; i < n; i++)
		if(waitpid() < 0)
			break;
	expect(n >= 100, "only %d processes: %s", n, err);
	expect(n == Most || err[0] != 0, "fork failed without a reason");
	expect(i >= n || i >= 128, "%d of %d waited for", i, n);
	pid = fork();
	if(pid == 0)
		_exits(nil);
	expect(pid > 0, "fork afterwards: %r");
}

/* touch memory until there is none; being killed for it is fine */
static void
eater(void *v)
{
	char *p;
	int i;

	USED(v);
	quiet();
	for(i = 0; i < 1024; i++){
		p = sbrk(1024*1024);
		if(p == (char*)-1)
			_exits("brk");
		for(; p < (char*)sbrk(0); p += Page)
			*p = 1;
	}
	_exits("a GB is no problem");
}

static void
memory(void)
{
	int pid;
	char *s;

	pid = spawn(eater, nil);
	s = reap(pid);
	expect(*s != 0, "status [%s]", s);
	pid = fork();
	if(pid == 0)
		_exits(nil);
	passes(pid, "fork afterwards");
}

/* many small kernel things at once: pipes, binds, variables */
static void
things(void)
{
	char name[40];
	int fd[2], i, n;

	for(n = 0; n < 1000; n++)
		if(pipe(fd) < 0)
			break;
	for(i = 0; i < 200; i++){
		snprint(name, sizeof name, "/env/ut.%d", i);
		put(name, "x");
	}
	for(i = 0; i < 200; i++)
		expect(bind("#c", "/mnt", MAFTER) >= 0, "bind %d: %r", i);
	expnum(unmount(nil, "/mnt"), 0, "unmount");
}

Test hardtests[] = {
	{"hard many things", things},
	{"hard all processes", processes},
	{"hard all memory", memory},
	{nil},
};
