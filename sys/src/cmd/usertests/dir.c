/*
 * Directories and the name space: stat, reading, wstat, bind.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

static void
stats(void)
{
	uchar buf[200];
	Dir *d;
	int n;

	d = dirstat("/dev/null");
	expect(d != nil, "dirstat: %r");
	expstr(d->name, "null", "name");
	expnum(d->type, 'c', "type");
	expnum(d->mode, 0666, "mode");
	expect(d->uid[0] != 0 && d->gid[0] != 0, "no owner");
	free(d);
	d = dirstat("/dev");
	expect(d != nil, "dirstat: %r");
	expect(d->mode & DMDIR && d->qid.type & QTDIR, "mode %lux", d->mode);
	expstr(d->name, "dev", "name");
	free(d);
	n = stat("/dev/null", buf, sizeof buf);
	expect(n > 49 && statcheck(buf, n) == 0, "stat: %d", n);
	expnum(buf[0] + buf[1]*256 + 2, n, "size in the message");
	expnum(stat("/dev/null", buf, 10), 2, "stat into 10 bytes");
	expnum(buf[0] + buf[1]*256 + 2, n, "size when it is too small");
	experr(stat("/dev/null", buf, 1), "", "stat into 1 byte");
	experr(stat("/no/such", buf, sizeof buf), "does not exist", "stat");
	experr(fstat(77, buf, sizeof buf), "not open", "fstat");
}

static void
wstats(void)
{
	uchar buf[200];
	Dir d;
	int n;

	put("/env/ut.file", "x");
	nulldir(&d);
	d.mode = 0444;
	experr(dirwstat("/dev/null", &d), "", "chmod of /dev/null");
	n = stat("/env/ut.file", buf, sizeof buf);
	experr(wstat("/env/ut.file", buf, 10), "", "wstat of 10 bytes");
	experr(wstat("/env/ut.file", buf, n-1), "", "wstat, cut");
	buf[0]++;
	experr(wstat("/env/ut.file", buf, n), "", "wstat, wrong size");
	experr(wstat("/no/such", buf, n), "", "wstat of none");
	remove("/env/ut.file");
}

/* is name among n entries? */
static int
among(Dir *d, long n, char *name)
{
	int count;

	for(count = 0; n > 0; n--, d++)
		if(strcmp(d->name, name) == 0)
			count++;
	return count;
}

static void
reads(void)
{
	static uchar buf[65536];
	Dir *d;
	long n, one, all;
	int fd;

	fd = open("/dev", OREAD);
	n = dirreadall(fd, &d);
	expect(n > 10, "entries in /dev: %ld", n);
	expnum(among(d, n, "null"), 1, "null in /dev");
	expnum(among(d, n, "cons"), 1, "cons in /dev");
	free(d);
	expnum(seek(fd, 0, 0), 0, "seek to 0");
	all = 0;
	while((one = read(fd, buf, 200)) > 0){
		all += one;
		expect(statcheck(buf, (buf[0] | buf[1]<<8) + 2) == 0, "entry");
	}
	expnum(one, 0, "end of the directory");
	seek(fd, 0, 0);
	n = 0;
	while((one = read(fd, buf, sizeof buf)) > 0)
		n += one;
	expnum(n, all, "bytes in small and in large reads");
	seek(fd, 0, 0);
	experr(read(fd, buf, 20), "too small", "read of 20 bytes");
	experr(seek(fd, 7, 0), "", "seek to 7");
	experr(write(fd, buf, 1), "", "write");
	close(fd);
	experr(open("/dev", OWRITE), "", "open for writing");
}

static void
binds(void)
{
	char buf[20];
	Dir *d;
	long n;
	int fd;

	expnum(chdir("/"), 0, "chdir");
	experr(access("/mnt/null", AEXIST), "", "null in /mnt");
	expect(bind("#c", "/mnt", MREPL) >= 0, "bind: %r");
	expnum(access("/mnt/null", AEXIST), 0, "null in /mnt");
	expect(bind("#e", "/mnt", MAFTER|MCREATE) >= 0, "bind -a: %r");
	put("/mnt/ut.var", "v");
	expnum(access("/env/ut.var", AEXIST), 0, "created in the union");
	fd = open("/mnt", OREAD);
	n = dirreadall(fd, &d);
	expect(among(d, n, "null") == 1 && among(d, n, "ut.var") == 1,
		"the union is not read as one");
	free(d);
	close(fd);
	put("/env/null", "a variable");
	expect(slurp("/mnt/null", buf, sizeof buf) == 0, "the first must win");
	expnum(unmount("#e", "/mnt"), 0, "unmount of one");
	experr(access("/mnt/ut.var", AEXIST), "does not exist", "after it");
	expect(bind("#e", "/mnt", MBEFORE) >= 0, "bind -b: %r");
	expnum(slurp("/mnt/null", buf, sizeof buf), 10, "before comes first");
	experr(create("/mnt/ut.new", OWRITE, 0666), "forbids creation",
		"create in a union without MCREATE");
	expnum(unmount(nil, "/mnt"), 0, "unmount of all");
	experr(access("/mnt/null", AEXIST), "does not exist", "after it");
	remove("/env/null");
	remove("/env/ut.var");
}

static void
binderrors(void)
{
	experr(bind("/dev", "/mnt", 3), "bad arg in system call",
		"bind, order 3");
	experr(bind("/dev", "/mnt", 0x100), "bad arg in system call",
		"bind, flags");
	experr(bind("/no/such", "/mnt", 0), "does not exist", "bind");
	experr(bind("/dev", "/no/such", 0), "does not exist", "bind");
	experr(bind("/dev/null", "/mnt", 0), "inconsistent mount",
		"file on dir");
	experr(bind("/dev", "/dev/null", 0), "inconsistent mount",
		"dir on file");
	experr(bind("/dev/null", "/dev/zero", MAFTER), "", "union of files");
	experr(unmount(nil, "/mnt"), "", "unmount of nothing");
	experr(unmount("/dev", "/no/such"), "does not exist", "unmount");
	experr(mount(77, -1, "/mnt", 0, ""), "", "mount of no fd");
	experr(chdir("#M"), "", "#M");
}

/* binding files, and directories on themselves */
static void
filebinds(void)
{
	char buf[20];

	put("/env/ut.a", "a");
	put("/env/ut.b", "bb");
	expect(bind("/env/ut.a", "/env/ut.b", 0) >= 0, "bind: %r");
	expnum(slurp("/env/ut.b", buf, sizeof buf), 1, "length of the bound");
	expnum(unmount(nil, "/env/ut.b"), 0, "unmount");
	expnum(slurp("/env/ut.b", buf, sizeof buf), 2, "length afterwards");
	expect(bind("/", "/mnt", 0) >= 0, "bind /: %r");
	expect(access("/mnt/dev", AEXIST) == 0, "/mnt/dev");
	expnum(chdir("/mnt/mnt"), 0, "chdir");
	expnum(chdir(".."), 0, "chdir ..");
	expstr(getwd(buf, sizeof buf), "/mnt", "getwd");
	remove("/env/ut.a");
	remove("/env/ut.b");
}

static void
groups(void)
{
	int pid;

	pid = rfork(RFPROC|RFNAMEG);
	if(pid == 0){
		expect(bind("#c", "/mnt", 0) >= 0, "bind: %r");
		expnum(access("/mnt/null", AEXIST), 0, "null in /mnt");
		_exits(nil);
	}
	passes(pid, "child with RFNAMEG");
	experr(access("/mnt/null", AEXIST), "does not exist", "afterwards");
	pid = rfork(RFPROC);
	if(pid == 0){
		bind("#c", "/mnt", 0);
		_exits(nil);
	}
	passes(pid, "child");
	expnum(access("/mnt/null", AEXIST), 0, "with the group shared");
	pid = rfork(RFPROC|RFCNAMEG);
	if(pid == 0){
		expect(access("/dev/null", AEXIST) < 0, "RFCNAMEG keeps /dev");
		_exits(nil);
	}
	passes(pid, "child with RFCNAMEG");
}

static void
nomount(void)
{
	int pid;

	pid = rfork(RFPROC|RFNAMEG|RFNOMNT);
	if(pid == 0){
		experr(access("#s", AEXIST), "", "#s");
		expnum(access("#c/null", AEXIST), 0, "#c");
		expnum(access("#d", AEXIST), 0, "#d");
		_exits(nil);
	}
	passes(pid, "child with RFNOMNT");
}

static void
longnames(void)
{
	static char n[10000];
	int i;

	memset(n, 'x', sizeof n - 1);
	experr(open(n, OREAD), "", "a long element");
	for(i = 0; i < sizeof n - 1; i++)
		n[i] = "/dev/.."[i%7];
	i = open(n, OREAD);
	close(i);
	expect(open("/dev/nul\001", OREAD) < 0, "a control character");
	expect(open("/dev/\xFF\xFE", OREAD) < 0, "bad UTF-8");
}

Test dirtests[] = {
	{"dir stat", stats},
	{"dir wstat errors", wstats},
	{"dir read", reads},
	{"dir bind", binds},
	{"dir bind errors", binderrors},
	{"dir bind of files", filebinds},
	{"dir name space groups", groups},
	{"dir RFNOMNT", nomount},
	{"dir long names", longnames},
	{nil},
};
