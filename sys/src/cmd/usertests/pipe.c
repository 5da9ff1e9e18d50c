/*
 * Pipes: both ways, records, ends, and much at once.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

static char last[ERRMAX];

static void
bothways(void)
{
	char buf[20];
	int p[2];

	mypipe(p);
	expnum(write(p[0], "there", 5), 5, "write");
	expnum(write(p[1], "back", 4), 4, "write");
	expnum(read(p[1], buf, 20), 5, "read");
	expnum(read(p[0], buf, 20), 4, "read");
	expect(memcmp(buf, "back", 4) == 0, "contents");
	experr(seek(p[0], 0, 0), "seek on a stream", "seek");
}

static void
records(void)
{
	char buf[20];
	int p[2];

	mypipe(p);
	write(p[0], "one", 3);
	write(p[0], "two", 3);
	expnum(read(p[1], buf, 20), 3, "first record");
	expnum(read(p[1], buf, 2), 2, "part of the second");
	expnum(read(p[1], buf, 20), 1, "rest of the second");
	expect(buf[0] == 'o', "contents");
}

static void
onnote(void *a, char *s)
{
	USED(a);
	strecpy(last, last+sizeof last, s);
	noted(NCONT);
}

static void
ends(void)
{
	char buf[20];
	int p[2], i;

	mypipe(p);
	write(p[1], "left", 4);
	close(p[1]);
	expnum(read(p[0], buf, 20), 4, "what was left");
	for(i = 0; i < 3; i++)
		expnum(read(p[0], buf, 20), 0, "the end");
	experr(read(p[0], buf, 20), "hungup", "read too often");
	notify(onnote);
	experr(write(p[0], "x", 1), "hungup", "write to nobody");
	expect(like(last, "sys: write on closed pipe pc=0x%"), "note [%s]",
		last);
}

static void
wakereader(void)
{
	int p[2], pid;
	char c;

	mypipe(p);
	pid = fork();
	if(pid == 0){
		close(p[1]);
		expnum(read(p[0], &c, 1), 0, "read");
		_exits(nil);
	}
	waitstate(pid, "Pread");
	close(p[1]);
	passes(pid, "reader, when the other end closes");
}

enum
{
	Much	= 1000000,
};

/* more than fits, through a child that reads odd pieces */
static void
much(void)
{
	static char buf[10000];
	int p[2], pid, n, i, m;
	long done;

	mypipe(p);
	pid = fork();
	if(pid == 0){
		close(p[0]);
		done = 0;
		for(n = 1; ; n = n*7%9973 + 1){
			m = read(p[1], buf, n);
			if(m <= 0)
				break;
			for(i = 0; i < m; i++)
				if(buf[i] != (char)((done+i)%251))
					fail("byte %ld is wrong", done+i);
			done += m;
		}
		expnum(done, Much, "bytes read");
		_exits(nil);
	}
	close(p[1]);
	for(done = 0; done < Much; done += n){
		n = 1 + done*13%9999;
		if(n > Much-done)
			n = Much-done;
		for(i = 0; i < n; i++)
			buf[i] = (done+i)%251;
		expnum(write(p[0], buf, n), n, "write");
	}
	close(p[0]);
	passes(pid, "reader");
}

/* a token around a ring of processes */
static void
ring(void)
{
	enum { Nproc = 8, Rounds = 50 };
	int p[Nproc][2], pid[Nproc], i, j;
	char c;

	for(i = 0; i < Nproc; i++)
		mypipe(p[i]);
	for(i = 1; i < Nproc; i++){
		pid[i] = fork();
		if(pid[i] != 0)
			continue;
		for(j = 0; j < Rounds; j++){
			expnum(read(p[i][1], &c, 1), 1, "read");
			expnum(c, j, "token");
			write(p[(i+1)%Nproc][0], &c, 1);
		}
		_exits(nil);
	}
	for(j = 0; j < Rounds; j++){
		c = j;
		write(p[1][0], &c, 1);
		expnum(read(p[0][1], &c, 1), 1, "read");
		expnum(c, j, "token");
	}
	for(i = 1; i < Nproc; i++)
		passes(pid[i], "process of the ring");
}

static void
device(void)
{
	Dir *d;
	int n, fd;

	expect(bind("#|", "/mnt", 0) >= 0, "bind: %r");
	fd = open("/mnt", OREAD);
	n = dirreadall(fd, &d);
	close(fd);
	expnum(n, 2, "files of a pipe");
	expect(strcmp(d[0].name, "data") == 0
		&& strcmp(d[1].name, "data1") == 0,
		"files %s %s", d[0].name, d[1].name);
	n = open("/mnt/data", ORDWR);
	fd = open("/mnt/data1", ORDWR);
	expect(n >= 0 && fd >= 0, "open: %r");
	expnum(write(n, "abc", 3), 3, "write");
	d = dirfstat(fd);
	expect(d != nil, "fstat: %r");
	expnum(d->length, 3, "length");
	free(d);
	unmount(nil, "/mnt");
}

Test pipetests[] = {
	{"pipe both ways", bothways},
	{"pipe records", records},
	{"pipe ends", ends},
	{"pipe end wakes reader", wakereader},
	{"pipe 1 MB", much},
	{"pipe ring", ring},
	{"pipe device", device},
	{nil},
};
