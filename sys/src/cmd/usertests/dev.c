/*
 * The devices: the exact form of what their files give, and their errors.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

static char buf[64*1024];

static void
looks(char *file, char *pat)
{
	expect(slurp(file, buf, sizeof buf) >= 0, "%s: %r", file);
	expect(like(buf, pat), "%s: [%s]", file, buf);
}

static void
length(char *file, int n)
{
	expnum(slurp(file, buf, sizeof buf), n, file);
}

static void
ids(void)
{
	length("/dev/pid", 12);
	looks("/dev/pid", "~# ");
	expnum(strtol(buf, nil, 10), getpid(), "/dev/pid");
	length("/dev/ppid", 12);
	expnum(strtol(buf, nil, 10), getppid(), "/dev/ppid");
	looks("/dev/user", "+");
	expstr(buf, "glenda", "/dev/user");
	looks("/dev/hostowner", "+");
	expect(slurp("/dev/sysname", buf, sizeof buf) >= 0, "sysname: %r");
	expect(strchr(buf, '\n') == nil, "sysname has a newline");
}

/* 8 bytes, the highest first */
static uvlong
be(char *p)
{
	uvlong v;
	int i;

	v = 0;
	for(i = 0; i < 8; i++)
		v = v<<8 | (uchar)p[i];
	return v;
}

static void
times1(void)
{
	uvlong ns, ticks, hz;
	vlong now;
	int fd;
	char *f[4];

	now = nsec();
	length("/dev/time", 78);
	looks("/dev/time", "~# ~# ~# ~# ");
	expnum(tokenize(buf, f, 4), 4, "fields of /dev/time");
	ns = strtoull(f[1], nil, 10);
	expect(ns >= now && ns - now < 10000000000LL, "/dev/time: ns");
	expect(strtol(f[0], nil, 10) == ns/1000000000, "/dev/time: seconds");
	fd = open("/dev/bintime", OREAD);
	expnum(read(fd, buf, 100), 24, "bintime");
	ns = be(buf);
	ticks = be(buf+8);
	hz = be(buf+16);
	expect(ns >= now && ns - now < 10000000000LL, "bintime: ns");
	expect(ticks > 0 && hz >= 1000, "bintime: ticks, hz");
	expnum(pread(fd, buf, 8, 0), 8, "bintime, 8 bytes");
	expect(be(buf) >= ns, "bintime goes back");
	expnum(pread(fd, buf, 16, 0), 16, "bintime, 16 bytes");
	expnum(pread(fd, buf, 7, 0), 0, "bintime, 7 bytes");
	close(fd);
	length("/dev/cputime", 72);
	looks("/dev/cputime", "~# ~# ~# ~# ~# ~# ");
}

static void
timewrites(void)
{
	int fd;

	fd = open("/dev/time", OWRITE);
	experr(write(fd, "rubbish", 7), "", "time: rubbish");
	close(fd);
	fd = open("/dev/bintime", OWRITE);
	experr(write(fd, "x23456789", 9), "bad time control", "bintime: x");
	experr(write(fd, "n", 1), "", "bintime: cut");
	close(fd);
}

static void
sinks(void)
{
	int fd, i;

	fd = open("/dev/null", ORDWR);
	expnum(write(fd, "x", 1), 1, "null");
	expnum(read(fd, buf, 10), 0, "null");
	close(fd);
	fd = open("/dev/zero", OREAD);
	memset(buf, 'x', 1000);
	expnum(read(fd, buf, 1000), 1000, "zero");
	for(i = 0; i < 1000; i++)
		expnum(buf[i], 0, "zero");
	close(fd);
	fd = open("/dev/random", OREAD);
	memset(buf, 0, 1000);
	expnum(read(fd, buf, 1000), 1000, "random");
	for(i = 0; i < 1000 && buf[i] == 0; i++)
		;
	expect(i < 100, "random gives zeros");
	expnum(read(fd, buf, 3), 3, "random");
	close(fd);
}

static void
machine(void)
{
	char *p;
	int n;

	n = slurp("/dev/sysstat", buf, sizeof buf);
	expect(n > 0 && n%121 == 0, "sysstat has %d bytes", n);
	for(p = buf; *p != 0; p += 121){
		expnum(p[120], '\n', "end of a line of sysstat");
		p[120] = 0;
		expect(like(p, "~# ~# ~# ~# ~# ~# ~# ~# ~# ~# "), "[%s]", p);
		if(p[121] == 0)
			break;
	}
	looks("/dev/swap", "# memory\n4096 pagesize\n# kernel\n#/# user\n"
		"#/# swap\n#/# kernel malloc\n#/# kernel draw\n");
	expect(slurp("/dev/drivers", buf, sizeof buf) > 0, "drivers: %r");
	expect(strncmp(buf, "#/ root\n", 8) == 0 || strstr(buf, "\n#/ root\n") != nil,
		"no #/ in [%s]", buf);
	expect(strstr(buf, "#c cons\n") != nil, "no #c in [%s]", buf);
	length("/dev/osversion", 4);
	expect(slurp("/dev/kmesg", buf, sizeof buf) > 20, "kmesg: %r");
}

static void
errors(void)
{
	int fd;

	fd = open("/dev/consctl", OWRITE);
	expect(fd >= 0, "consctl: %r");
	experr(write(fd, "rubbish", 7), "", "consctl");
	expnum(write(fd, "rawon", 5), 5, "rawon");
	expnum(write(fd, "rawoff", 6), 6, "rawoff");
	close(fd);
	fd = open("#c/reboot", OWRITE);
	expect(fd >= 0, "reboot: %r");
	experr(write(fd, "rubbish", 7), "", "reboot");
	close(fd);
	fd = open("/dev/swap", OWRITE);
	experr(write(fd, "99", 2), "", "swap");
	close(fd);
	experr(open("/dev/pid", OWRITE), "permission denied", "pid");
	experr(open("/dev/zero", OWRITE), "permission denied", "zero");
	experr(open("/dev/consctl", OREAD), "permission denied", "consctl");
	fd = open("/dev/user", OWRITE);
	experr(write(fd, "somebody", 8), "", "user");
	close(fd);
}

/* offsets in files that are made when they are read */
static void
offsets(void)
{
	char a[100], b[100];
	int fd, i, n;

	fd = open("/dev/pid", OREAD);
	expnum(pread(fd, a, 12, 0), 12, "pid");
	for(i = 0; i < 12; i++)
		expnum(pread(fd, b+i, 1, i), 1, "a byte of pid");
	expect(memcmp(a, b, 12) == 0, "pieces of pid");
	expnum(pread(fd, a, 12, 12), 0, "pid at its end");
	expnum(pread(fd, a, 12, 1LL<<40), 0, "pid far away");
	close(fd);
	fd = open("/dev/drivers", OREAD);
	n = pread(fd, buf, 1000, 0);
	expect(n > 20, "drivers: %r");
	expnum(pread(fd, a, 10, 5), 10, "drivers");
	expect(memcmp(a, buf+5, 10) == 0, "piece of drivers");
	close(fd);
}

static void
arch(void)
{
	expect(slurp("#P/cputype", buf, sizeof buf) > 0, "cputype: %r");
	expect(like(buf, "* #\n"), "cputype: [%s]", buf);
	expect(slurp("#P/archctl", buf, sizeof buf) > 0, "archctl: %r");
	expect(strncmp(buf, "cpu ", 4) == 0, "archctl: [%s]", buf);
	expect(slurp("#P/irqalloc", buf, sizeof buf) > 0, "irqalloc: %r");
	expect(like(buf, "~# ~# +\n*"), "irqalloc: [%s]", buf);
	expect(slurp("#P/alarm", buf, sizeof buf) > 0, "alarm: %r");
	expect(like(buf, "armed #\nfired #\ncancelled #\npending #\nearly #\n"
		"maxlate #\nlate0 #\n*late31 #\n"), "alarm: [%s]", buf);
	expect(slurp("#P/cga", buf, sizeof buf) > 0, "cga: %r");
	expect(like(buf, "mode +\nchunk #\nwrites #\nbytes #\nrunes #\n"
		"newlines #\n*"), "cga: [%s]", buf);
}

/* armed = fired + cancelled + pending, always */
static void
alarmsums(void)
{
	static char *names[] = {"armed", "fired", "cancelled", "pending"};
	ulong v[4];
	char *p;
	int i;

	alarm(100000);
	alarm(200000);
	alarm(0);
	expect(slurp("#P/alarm", buf, sizeof buf) > 0, "alarm: %r");
	for(i = 0; i < 4; i++){
		p = strstr(buf, names[i]);
		expect(p != nil, "no %s", names[i]);
		v[i] = strtoul(p+strlen(names[i]), nil, 10);
	}
	expect(v[0] == v[1]+v[2]+v[3], "%lud armed %lud fired %lud cancelled "
		"%lud pending", v[0], v[1], v[2], v[3]);
}

Test devtests[] = {
	{"dev ids", ids},
	{"dev times", times1},
	{"dev time writes", timewrites},
	{"dev null zero random", sinks},
	{"dev machine", machine},
	{"dev errors", errors},
	{"dev offsets", offsets},
	{"dev arch", arch},
	{"dev alarm counts", alarmsums},
	{nil},
};
