/*
 * Mounted file servers: ramfs, and servers of our own that answer late,
 * wrongly or not at all.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

static uchar msg[40000];

static void
files(void)
{
	char buf[100];
	Dir *d, nd;
	int fd;

	ramfs();
	put("/tmp/a", "hello");
	expnum(slurp("/tmp/a", buf, sizeof buf), 5, "read");
	expstr(buf, "hello", "contents");
	fd = open("/tmp/a", ORDWR);
	expect(fd >= 0, "open: %r");
	expnum(pwrite(fd, "J", 1, 0), 1, "pwrite");
	expnum(pwrite(fd, "!", 1, 10), 1, "pwrite after the end");
	expnum(seek(fd, 0, 2), 11, "length");
	expnum(fd2path(fd, buf, sizeof buf), 0, "fd2path");
	expstr(buf, "/tmp/a", "name");
	close(fd);
	expnum(slurp("/tmp/a", buf, sizeof buf), 11, "read");
	expect(memcmp(buf, "Jello\0\0\0\0\0!", 11) == 0, "contents");
	d = dirstat("/tmp/a");
	expect(d != nil, "dirstat: %r");
	expect(d->type == 'M' && d->length == 11, "stat");
	expstr(d->name, "a", "name in stat");
	free(d);
	nulldir(&nd);
	nd.name = "b";
	nd.mode = 0600;
	expect(dirwstat("/tmp/a", &nd) >= 0, "wstat: %r");
	experr(open("/tmp/a", OREAD), "'/tmp/a' file does not exist", "open");
	d = dirstat("/tmp/b");
	expect(d != nil && d->mode == 0600, "mode");
	free(d);
	fd = create("/tmp/b", OWRITE|OEXCL, 0666);
	experr(fd, "exists", "exclusive create");
	expnum(remove("/tmp/b"), 0, "remove");
	experr(remove("/tmp/b"), "does not exist", "remove again");
}

static void
dirs(void)
{
	char name[40];
	Dir *d;
	int fd, i, n;

	ramfs();
	fd = create("/tmp/d", OREAD, DMDIR|0777);
	expect(fd >= 0, "mkdir: %r");
	close(fd);
	for(i = 0; i < 500; i++){
		snprint(name, sizeof name, "/tmp/d/file%d", i);
		fd = create(name, OWRITE, 0666);
		expect(fd >= 0, "create: %r");
		close(fd);
	}
	fd = open("/tmp/d", OREAD);
	n = dirreadall(fd, &d);
	expnum(n, 500, "entries");
	for(i = 0; i < n; i++){
		snprint(name, sizeof name, "file%d", i);
		expstr(d[i].name, name, "entry");
	}
	free(d);
	close(fd);
	experr(remove("/tmp/d"), "not empty", "remove");
	expnum(chdir("/tmp/d"), 0, "chdir");
	expect(open("file7", OREAD) >= 0, "open here: %r");
	expect(open("../d/../d/file8", OREAD) >= 0, "open by ..: %r");
	expect(open("../../bin/echo", OREAD) >= 0, "open beyond: %r");
}

/* megabytes through it, and a program run from it */
static void
big(void)
{
	static char buf[60000];
	char *argv[] = {"/tmp/prog", "-x", "true", nil};
	int fd, in, i, n;
	long sum, k;

	ramfs();
	fd = create("/tmp/big", ORDWR, 0666);
	for(i = 0; i < 50; i++){
		memset(buf, i, sizeof buf);
		expnum(write(fd, buf, sizeof buf), sizeof buf, "write");
	}
	seek(fd, 0, 0);
	sum = 0;
	for(i = 0; i < 50; i++){
		expnum(readn(fd, buf, sizeof buf), sizeof buf, "read");
		for(k = 0; k < sizeof buf; k++)
			sum += buf[k];
	}
	expnum(sum, 49*50/2*60000, "sum");
	close(fd);
	remove("/tmp/big");
	in = open("/bin/echo", OREAD);
	fd = create("/tmp/prog", OWRITE, 0777);
	while((n = read(in, buf, sizeof buf)) > 0)
		expnum(write(fd, buf, n), n, "write");
	close(fd);
	argv[1] = nil;
	i = fork();
	if(i == 0){
		close(1);
		open("/dev/null", OWRITE);
		exec("/tmp/prog", argv);
		fail("exec: %r");
	}
	passes(i, "program from ramfs");
}

static void
worker(void *v)
{
	char name[40], buf[200];
	int i, fd;

	snprint(name, sizeof name, "/tmp/w%s", (char*)v);
	for(i = 0; i < 100; i++){
		fd = create(name, ORDWR, 0666);
		expect(fd >= 0, "create: %r");
		snprint(buf, sizeof buf, "%s %d", name, i);
		expect(write(fd, buf, strlen(buf)) == strlen(buf),
			"write: %r");
		close(fd);
		slurp(name, buf+100, 100);
		expstr(buf+100, buf, "contents");
	}
}

/* many processes on one mount */
static void
parallel(void)
{
	int i, pid[8];
	static char *names[] = {"0", "1", "2", "3", "4", "5", "6", "7"};

	ramfs();
	for(i = 0; i < nelem(pid); i++)
		pid[i] = spawn(worker, names[i]);
	for(i = 0; i < nelem(pid); i++)
		passes(pid[i], "worker");
}

/* a request at fd; its type, -1 at the end */
static int
request(int fd)
{
	ulong n;

	if(readn(fd, msg, 4) != 4)
		return -1;
	n = msg[0] | msg[1]<<8 | msg[2]<<16;
	if(readn(fd, msg+4, n-4) != n-4)
		return -1;
	return msg[4];
}

/* answer the request in msg with type+1 and the n bytes at p */
static void
answer(int fd, void *p, int n)
{
	msg[0] = 7+n;
	msg[1] = msg[2] = msg[3] = 0;
	msg[4]++;
	memmove(msg+7, p, n);
	write(fd, msg, 7+n);
}

/* the first of a server: version and attach */
static void
greet(int fd)
{
	expnum(request(fd), 100, "Tversion");
	answer(fd, "\0\x20\0\0\6\0" "9P2000", 12);
	expnum(request(fd), 104, "Tattach");
	answer(fd, "\x80\0\0\0\0\1\0\0\0\0\0\0\0", 13);
}

/* run server in a child and mount it on /mnt */
static int
serve(void (*server)(int))
{
	int fd[2], pid;

	mypipe(fd);
	pid = rfork(RFPROC|RFFDG|RFNAMEG);
	if(pid == 0){
		close(fd[1]);
		server(fd[0]);
		_exits(nil);
	}
	close(fd[0]);
	if(mount(fd[1], -1, "/mnt", MREPL, "") < 0)
		fail("mount: %r");
	return pid;
}

static void
caught(void *u, char *note)
{
	USED(u, note);
	noted(NCONT);
}

/* a server that holds back a walk until it is flushed */
static void
slow(int fd)
{
	int t;
	uchar tag[2];

	greet(fd);
	tag[0] = tag[1] = 0xff;
	while((t = request(fd)) >= 0)
		switch(t){
		case 110:
			memmove(tag, msg+5, 2);
			break;
		case 108:
			expect(memcmp(tag, msg+7, 2) == 0, "oldtag");
			answer(fd, "", 0);
			break;
		case 120:
			answer(fd, "", 0);
			break;
		default:
			fail("request %d", t);
		}
}

static void
flushes(void)
{
	int pid;

	pid = serve(slow);
	notify(caught);
	alarm(100);
	experr(open("/mnt/x", OREAD), "interrupted", "open");
	unmount(nil, "/mnt");
	passes(pid, "server");
}

/* a server that answers nothing after a first walk */
static void
dumb(int fd)
{
	greet(fd);
	while(request(fd) >= 0)
		;
}

static void
deaf(void)
{
	int pid;

	pid = serve(dumb);
	notify(caught);
	alarm(50);
	if(fork() == 0){
		/* the second note makes the first process leave */
		sleep(150);
		postnote(PNPROC, getppid(), "alarm");
		_exits(nil);
	}
	experr(open("/mnt/x", OREAD), "interrupted", "open");
	alarm(50);
	unmount(nil, "/mnt");
	alarm(0);
	passes(pid, "server");
}

/* a server that opens files but never closes them */
static void
keeps(int fd)
{
	int t;

	greet(fd);
	while((t = request(fd)) >= 0)
		switch(t){
		case 110:
			answer(fd, "\1\0\0\0\0\0\0\2\0\0\0\0\0\0\0", 15);
			break;
		case 112:
			answer(fd, "\0\0\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0", 17);
			break;
		}
}

/* a process that is killed does not wait for it, twenty files or not */
static void
killed(void)
{
	int i, pid, server;
	char buf[40];

	server = serve(keeps);
	pid = fork();
	if(pid == 0){
		for(i = 0; i < 20; i++)
			expect(open("/mnt/x", OREAD) >= 0, "open: %r");
		put("/env/mnt.ready", "yes");
		for(;;)
			sleep(1000);
	}
	while(slurp("/env/mnt.ready", buf, sizeof buf) <= 0)
		sleep(10);
	snprint(buf, sizeof buf, "/proc/%d/ctl", pid);
	put(buf, "kill");
	reap(pid);
	notify(caught);
	alarm(50);
	unmount(nil, "/mnt");
	alarm(0);
	reap(server);
}

/* a server that goes away while a request waits */
static void
quits(int fd)
{
	greet(fd);
	request(fd);
}

static void
gone(void)
{
	char err[ERRMAX];

	serve(quits);
	expect(open("/mnt/x", OREAD) < 0, "open");
	rerrstr(err, sizeof err);
	expect(strstr(err, "mount rpc error") != nil
		|| strstr(err, "hungup") != nil, "error: %s", err);
	experr(open("/mnt/y", OREAD), "", "open again");
	expnum(unmount(nil, "/mnt"), 0, "unmount");
}

/* a server that answers rubbish */
static void
mad(int fd)
{
	greet(fd);
	while(request(fd) >= 0)
		write(fd, "\xff\xff\xff\xff rubbish", 12);
}

static void
liar(int fd)
{
	greet(fd);
	while(request(fd) >= 0)
		answer(fd, "\x10\0\0\0\0", 5);
}

static void
rubbish(void)
{
	serve(mad);
	experr(open("/mnt/x", OREAD), "mount rpc error", "open");
	experr(open("/mnt/x", OREAD), "mount rpc error", "open again");
	unmount(nil, "/mnt");
	serve(liar);
	experr(open("/mnt/x", OREAD), "", "open");
	experr(open("/mnt/x", OREAD), "", "open again");
	unmount(nil, "/mnt");
}

/* a server that wants to see an authentication before the attach */
static void
guard(int fd)
{
	int t;

	expnum(request(fd), 100, "Tversion");
	answer(fd, "\0\x20\0\0\6\0" "9P2000", 12);
	while((t = request(fd)) >= 0)
		switch(t){
		case 102:
			answer(fd, "\x08\0\0\0\0\7\0\0\0\0\0\0\0", 13);
			break;
		case 118:		/* Twrite on it */
			expect(memcmp(msg+23, "secret", 6) == 0, "proof");
			answer(fd, "\6\0\0\0", 4);
			break;
		case 116:
			answer(fd, "\2\0\0\0ok", 6);
			break;
		case 104:
			expect(msg[11] != 0xff, "afid");
			answer(fd, "\x80\0\0\0\0\1\0\0\0\0\0\0\0", 13);
			break;
		case 120:
			answer(fd, "", 0);
			break;
		default:
			fail("request %d", t);
		}
}

static void
sessions(void)
{
	char buf[20];
	int fd[2], afd, pid;

	mypipe(fd);
	pid = fork();
	if(pid == 0){
		close(fd[1]);
		guard(fd[0]);
		_exits(nil);
	}
	close(fd[0]);
	strcpy(buf, "9P1998");
	experr(fversion(fd[1], 8192, buf, sizeof buf), "version", "old version");
	strcpy(buf, "9P2000");
	expnum(fversion(fd[1], 8192, buf, sizeof buf), 6, "fversion");
	expect(memcmp(buf, "9P2000", 6) == 0, "its answer");
	expnum(fversion(fd[1], 8192, buf, sizeof buf), 6, "fversion again");
	experr(read(fd[1], buf, 1), "inappropriate use of fd", "read of it");
	afd = fauth(fd[1], "tree");
	expect(afd >= 0, "fauth: %r");
	expnum(write(afd, "secret", 6), 6, "write");
	expnum(read(afd, buf, sizeof buf), 2, "read");
	expect(mount(fd[1], afd, "/mnt", MREPL, "tree") > 0, "mount: %r");
	close(afd);
	expnum(unmount(nil, "/mnt"), 0, "unmount");
	passes(pid, "server");
}

static void
errors(void)
{
	int fd[2];

	experr(mount(77, -1, "/mnt", MREPL, ""), "fd out of range", "mount");
	experr(open("#M", OREAD), "mount/attach disallowed", "#M");
	mypipe(fd);
	close(fd[0]);
	quiet();
	notify(caught);
	experr(mount(fd[1], -1, "/mnt", MREPL, ""), "", "mount of a dead end");
	close(fd[1]);
	experr(unmount(nil, "/mnt"), "not mounted", "unmount");
}

Test mnttests[] = {
	{"mnt files", files},
	{"mnt directories", dirs},
	{"mnt big files and programs", big},
	{"mnt many at once", parallel},
	{"mnt flush", flushes},
	{"mnt deaf server", deaf},
	{"mnt deaf server, killed client", killed},
	{"mnt server gone", gone},
	{"mnt rubbish", rubbish},
	{"mnt version and authentication", sessions},
	{"mnt errors", errors},
	{nil}
};
