/*
 * Tests of #c, #P and #t: the formats of their files byte for byte, and
 * what they refuse.
 */
#include <u.h>
#include <libc.h>
#include <guesttest.h>
#include "devtests.h"

enum
{
	Big	= 100*1024,
};

/* is s a number right-justified in width-1 columns and a blank? */
static int
isnum(char *s, int width)
{
	int i;

	for(i = 0; i < width-1 && s[i] == ' '; i++)
		;
	if(i == width-1)
		return 0;
	for(; i < width-1; i++)
		if(s[i] < '0' || s[i] > '9')
			return 0;
	return s[width-1] == ' ';
}

static void
timefile(void)
{
	char a[128], b[128];
	vlong ns, ns2;

	if(readfile("#c/time", a, sizeof a) != 78)
		fail("length %ld", strlen(a));
	if(!isnum(a, 12) || !isnum(a+12, 22) || !isnum(a+34, 22)
	|| !isnum(a+56, 22))
		fail("format '%s'", a);
	ns = atoll(a+12);
	if(ns/1000000000 != atoll(a))
		fail("seconds and ns differ: '%s'", a);
	if(atoll(a+56) <= 0)
		fail("clock rate '%s'", a+56);
	sleep(5);
	readfile("#c/time", b, sizeof b);
	ns2 = atoll(b+12);
	if(ns2-ns < 5000000 || ns2-ns > 5000000000LL)
		fail("5 ms took %lld ns", ns2-ns);
	if(atoll(b+34) <= atoll(a+34))
		fail("fast clock stands");
	mustfail(writefile("#c/time", "soon"), "bad time control", "word");
}

static uvlong
be(uchar *p)
{
	uvlong v;
	int i;

	v = 0;
	for(i = 0; i < 8; i++)
		v = v<<8 | p[i];
	return v;
}

static void
bintime(void)
{
	uchar b[64];
	char text[128];
	vlong ns, d;
	int fd, n;

	fd = open("/dev/bintime", OREAD);
	if(fd < 0)
		fail("open: %r");
	for(n = 0; n < 30; n++)
		if(pread(fd, b, n, 0) != (n >= 24? 24: n/8*8))
			fail("read of %d", n);
	readfile("/dev/time", text, sizeof text);
	ns = be(b);
	d = atoll(text+12) - ns;
	if(d < 0 || d > 5000000000LL)
		fail("differs from time by %lld ns", d);
	if(be(b+16) != atoll(text+56))
		fail("clock rates differ");
	mustfail(writefile("/dev/bintime", "x"), "bad time control", "x");
	mustfail(writefile("/dev/bintime", "n12"), "bad time control", "n12");
}

static void
pids(void)
{
	char buf[64];

	if(readfile("#c/pid", buf, sizeof buf) != 12 || !isnum(buf, 12))
		fail("pid '%s'", buf);
	if(atoi(buf) != getpid())
		fail("pid %d, /dev/pid '%s'", getpid(), buf);
	if(readfile("#c/ppid", buf, sizeof buf) != 12 || !isnum(buf, 12))
		fail("ppid '%s'", buf);
	if(atoi(buf) != getppid())
		fail("ppid %d, /dev/ppid '%s'", getppid(), buf);
	if(readfile("#c/pgrpid", buf, sizeof buf) != 12 || !isnum(buf, 12))
		fail("pgrpid '%s'", buf);
}

static void
sysstat(void)
{
	char buf[64*121], *p;
	long n;
	int i, j, calls;

	n = readfile("/dev/sysstat", buf, sizeof buf);
	if(n < 121 || n%121 != 0)
		fail("%ld bytes", n);
	for(i = 0; i < n/121; i++){
		p = buf + 121*i;
		for(j = 0; j < 10; j++)
			if(!isnum(p+12*j, 12))
				fail("line %d, number %d", i, j);
		if(p[120] != '\n' || atoi(p) != i)
			fail("line %d", i);
	}
	calls = atoi(buf+36);
	for(i = 0; i < 1000; i++)
		sleep(0);
	mustwrite("/dev/sysstat", "0");
	readfile("/dev/sysstat", buf, sizeof buf);
	if(n == 121 && atoi(buf+36) >= calls+1000)
		fail("not zeroed");
}

static void
texts(void)
{
	char buf[2048];
	int i;

	if(readfile("/dev/cputime", buf, sizeof buf) != 72)
		fail("cputime: %ld bytes", strlen(buf));
	for(i = 0; i < 6; i++)
		if(!isnum(buf+12*i, 12))
			fail("cputime: '%s'", buf);
	readfile("/dev/swap", buf, sizeof buf);
	if(strstr(buf, " memory\n4096 pagesize\n") == nil
	|| strstr(buf, " kernel\n") == nil || strstr(buf, " user\n") == nil
	|| strstr(buf, " swap\n") == nil
	|| strstr(buf, " kernel malloc\n") == nil)
		fail("swap: '%s'", buf);
	readfile("/dev/drivers", buf, sizeof buf);
	if(strstr(buf, "#c cons\n") == nil || strstr(buf, "#p proc\n") == nil)
		fail("drivers: '%s'", buf);
	if(readfile("/dev/osversion", buf, sizeof buf) != 4
	|| strcmp(buf, "2000") != 0)
		fail("osversion '%s'", buf);
	if(readfile("/dev/config", buf, sizeof buf) <= 0)
		fail("config");
}

static void
nullzero(void)
{
	char buf[1000];
	int fd, i;

	fd = open("/dev/null", ORDWR);
	if(read(fd, buf, sizeof buf) != 0)
		fail("null has something");
	if(write(fd, buf, sizeof buf) != sizeof buf)
		fail("null is full");
	close(fd);
	memset(buf, 1, sizeof buf);
	fd = open("/dev/zero", OREAD);
	if(read(fd, buf, sizeof buf) != sizeof buf)
		fail("zero ends");
	for(i = 0; i < sizeof buf; i++)
		if(buf[i] != 0)
			fail("zero has %d", buf[i]);
	mustfail(open("/dev/zero", OWRITE), "permission", "writing zero");
}

static void
randoms(void)
{
	static uchar a[Big];
	int fd, i, count[256], max;

	fd = open("/dev/random", OREAD);
	if(read(fd, a, Big) != Big)
		fail("read: %r");
	memset(count, 0, sizeof count);
	for(i = 0; i < Big; i++)
		count[a[i]]++;
	max = 0;
	for(i = 0; i < 256; i++){
		if(count[i] > max)
			max = count[i];
		if(count[i] < Big/256/2)
			fail("%d bytes of %d are %d", count[i], Big, i);
	}
	if(max > Big/256*2)
		fail("%d bytes of %d are the same", max, Big);
	read(fd, a+16, 16);
	read(fd, a, 16);
	if(memcmp(a, a+16, 16) == 0)
		fail("the same twice");
}

static void
names(void)
{
	char buf[128], old[128];

	if(readfile("/dev/user", buf, sizeof buf) <= 0)
		fail("user: %r");
	if(strcmp(buf, getuser()) != 0)
		fail("user '%s'", buf);
	mustfail(writefile("/dev/user", "root"), "permission", "user root");
	readfile("/dev/sysname", old, sizeof old);
	mustwrite("/dev/sysname", "brahms\n");
	if(readfile("/dev/sysname", buf, sizeof buf) != 6
	|| strcmp(buf, "brahms") != 0)
		fail("sysname '%s'", buf);
	if(old[0] != '\0')
		mustwrite("/dev/sysname", old);
	if(readfile("/dev/hostowner", buf, sizeof buf) <= 0)
		fail("hostowner '%s'", buf);
	mustwrite("/dev/hostdomain", "example.com");
	if(readfile("/dev/hostdomain", buf, sizeof buf) != 11)
		fail("hostdomain '%s'", buf);
}

/* user none may change nothing of the machine's */
static void
nobody(void)
{
	char buf[64];

	mustwrite("/dev/user", "none");
	readfile("/dev/user", buf, sizeof buf);
	if(strcmp(buf, "none") != 0)
		fail("user '%s'", buf);
	mustfail(writefile("/dev/sysname", "x"), "permission", "sysname");
	mustfail(writefile("/dev/hostowner", "none"), "permission",
		"hostowner");
	mustfail(writefile("/dev/time", "1"), "permission", "time");
	mustfail(writefile("/dev/reboot", "reboot"), "permission", "reboot");
	mustfail(writefile("/dev/swap", "start"), "permission", "swap");
	mustfail(open("/dev/iob", OREAD), "permission", "iob");
	mustfail(open("/dev/kmesg", OREAD), "permission", "kmesg");
	mustfail(open("/dev/eia0", OWRITE), "permission", "eia0");
	mustfail(writefile("/proc/1/ctl", "kill"), "permission", "kill 1");
	mustfail(open("/proc/1/mem", OREAD), "permission", "mem of 1");
}

static void
refusals(void)
{
	mustfail(writefile("/dev/reboot", "tea"), "control", "reboot tea");
	mustfail(writefile("/dev/consctl", "tea"), "control", "consctl tea");
	mustfail(open("/dev/consctl", OREAD), "permission", "read consctl");
	mustfail(writefile("/dev/archctl", "tea"), "control", "archctl tea");
	mustfail(writefile("/dev/eia0ctl", "z1"), "control", "eia0ctl z1");
	mustfail(open("/dev/cons.", OREAD), "does not exist", "cons.");
	mustfail(create("/dev/tea", OWRITE, 0666), "", "create");
	mustfail(remove("/dev/cons"), "permission", "remove cons");
	mustwrite("/dev/consctl", "rawon rawoff ctlpon ctlpoff");
}

/* a write of a bad buffer: a note that is the end of the child */
static void
onebad(char *p)
{
	int fd, pid;

	pid = fork();
	if(pid == 0){
		fd = open("/dev/null", OWRITE);
		dup(fd, 2);
		fd = open("/dev/cons", OWRITE);
		write(fd, p, 100000);
		exits("survived");
	}
	reap(pid, "sys: bad address in syscall");
}

static void
badbuffers(void)
{
	onebad((char*)0xf0100000);
	onebad((char*)0x10);
	onebad((char*)0x7fffffff);
	onebad((char*)-4);
	onebad(sbrk(0));
}

static void
kprint(void)
{
	char buf[256];
	int fd, c, n;

	fd = open("/dev/kprint", OREAD);
	if(fd < 0)
		fail("open: %r");
	c = open("/dev/cons", OWRITE);
	fprint(c, "to kprint\n");
	n = read(fd, buf, sizeof buf - 1);
	if(n != 10 || strncmp(buf, "to kprint\n", n) != 0)
		fail("read %d", n);
	mustfail(open("/dev/kprint", OREAD), "in use", "second open");
	close(fd);
	fd = open("/dev/kprint", OREAD);
	if(fd < 0)
		fail("open again: %r");
}

static void
kmesg(void)
{
	static char a[64*1024], b[64*1024];
	long n;

	n = readfile("/dev/kmesg", a, sizeof a);
	if(n <= 0 || strstr(a, "Plan 9") == nil)
		fail("%ld bytes", n);
	if(readfile("/dev/kmesg", b, sizeof b) < n || memcmp(a, b, n) != 0)
		fail("changes");
}

/* a read of the console that a note ends */
static void
consnote(void)
{
	char buf[64];
	int pid, fd;

	pid = fork();
	if(pid == 0){
		fd = open("/dev/cons", OREAD);
		read(fd, buf, sizeof buf);
		exits("got something");
	}
	awaitstate(pid, "Pread");
	mustwrite(procname(pid, "note"), "enough");
	reap(pid, "enough");
}

/* ports that are the kernel's are not a program's */
static void
ports(void)
{
	static int taken[] = { 0x20, 0x21, 0x40, 0x60, 0x64, 0x70, 0xa1, 0xf4,
		0x3d4, 0x3f8, 0x3ff, 0x604, 0xcf8, 0xcf9 };
	uchar b[16];
	int fd, i;

	fd = open("/dev/iob", ORDWR);
	if(fd < 0)
		fail("open: %r");
	for(i = 0; i < nelem(taken); i++){
		mustfail(pread(fd, b, 1, taken[i]), "permission", "read");
		mustfail(pwrite(fd, b, 1, taken[i]), "permission", "write");
	}
	mustfail(pread(fd, b, 8, 0x3f4), "permission", "read across");
	if(pread(fd, b, 1, 0x3e8) != 1)
		fail("free port: %r");
	mustfail(pread(fd, b, 1, 0x10000), "bad arg", "port 65536");
	mustfail(pread(fd, b, 2, 0xffff), "bad arg", "port 65535 and more");
	close(fd);
	fd = open("/dev/iow", ORDWR);
	mustfail(pread(fd, b, 3, 0x3e8), "bad arg", "3 bytes");
}

static void
archfiles(void)
{
	char buf[2048];

	if(readfile("/dev/cputype", buf, sizeof buf) <= 0
	|| strchr(buf, ' ') == nil || buf[strlen(buf)-1] != '\n')
		fail("cputype '%s'", buf);
	if(readfile("/dev/archctl", buf, sizeof buf) <= 0
	|| strncmp(buf, "cpu ", 4) != 0 || strstr(buf, "\narch ") == nil)
		fail("archctl '%s'", buf);
	if(readfile("/dev/irqalloc", buf, sizeof buf) <= 0
	|| strstr(buf, " eia0\n") == nil || strstr(buf, " kbd\n") == nil)
		fail("irqalloc '%s'", buf);
	if(readfile("/dev/ioalloc", buf, sizeof buf) <= 0)
		fail("ioalloc");
	if(readfile("/dev/eia0status", buf, sizeof buf) <= 0 || buf[0] != 'b')
		fail("eia0status '%s'", buf);
}

Test constests[] =
{
	{ "cons time", timefile },
	{ "cons bintime", bintime },
	{ "cons pid, ppid, pgrpid", pids },
	{ "cons sysstat", sysstat },
	{ "cons cputime, swap, drivers, config", texts },
	{ "cons null and zero", nullzero },
	{ "cons random", randoms },
	{ "cons names", names },
	{ "cons user none", nobody },
	{ "cons refuses", refusals },
	{ "cons bad buffers", badbuffers },
	{ "cons kprint", kprint },
	{ "cons kmesg", kmesg },
	{ "cons read and a note", consnote },
	{ "arch ports", ports },
	{ "arch files", archfiles },
	{ nil }
};
