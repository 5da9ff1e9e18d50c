/*
 * sysfuzz: system calls at random. It runs rounds, each in a child with a
 * name space, fds, environment and notes of its own, that makes calls of
 * all numbers with arguments that are likely, at an edge, or rubbish:
 * addresses that are not mapped, the kernel's, across the end of a page, or
 * come and go by the hand of a process that shares the memory; giant
 * counts, ends of pipes, its own /proc files, binds in circles, programs
 * with random headers, notes to itself and its children. When the child
 * ends, or after Limit, all that it started is killed. Afterwards as many
 * pages of user memory must be in use as before.
 *
 *	sysfuzz [-c calls] [-n rounds] [-s seed] [-t seconds] [-o file]
 *
 * Each round prints its seed; -s seed -n 1 makes the same calls again.
 * A process makes no more than Forks others, they share what is left of
 * them. No name that it may use is one of a file that ends the machine,
 * sets its time, or is the ports.
 */
#include <u.h>
#include <libc.h>

enum
{
	Page	= 4096,
	Arena	= 64*1024,	/* what calls may read and write */
	Window	= 8*Page,	/* after it: comes and goes */
	Shared	= 0x30000000,	/* where the segment is attached */
	Forks	= 12,		/* processes of a round */
	Limit	= 1500,		/* ms of a round */
	Settle	= 3000,		/* ms until what it used must be free */
	Alarm	= 30,		/* ms that a call may block */
	Warm	= 3,		/* rounds before memory is compared */
	Nameoff	= 43,		/* of the name in a directory entry */
};

/* the arguments of each call, a letter each as in argument() */
static char *calls[] = {
	[0]	"",		[1]	"a",		[2]	"ssb",
	[3]	"s",		[4]	"f",		[5]	"ff",
	[6]	"t",		[7]	"sv",		[8]	"s",
	[9]	"fan",		[10]	"fs",		[11]	"fa",
	[12]	"ka",		[13]	"fsbs",		[14]	"sm",
	[15]	"fan",		[16]	"fni",		[17]	"t",
	[18]	"sa",		[19]	"r",		[20]	"fan",
	[21]	"a",		[22]	"smp",		[23]	"fan",
	[24]	"k",		[25]	"s",		[26]	"sa",
	[27]	"fa",		[28]	"h",		[29]	"i",
	[30]	"iCkn",		[31]	"k",		[32]	"kn",
	[33]	"kn",		[34]	"ai",		[35]	"ss",
	[36]	"a",		[37]	"ai",		[38]	"ai",
	[39]	"afnii",	[40]	"fnan",		[41]	"an",
	[42]	"san",		[43]	"fan",		[44]	"san",
	[45]	"fan",		[46]	"ffsbs",	[47]	"an",
	[50]	"fanoo",	[51]	"fanoo",	[52]	"at",
	[53]	"a",
};

/* names; the first are of the process itself, made by its pid */
static char self[12][40];
static char *selfnames[] = {
	"ctl", "mem", "note", "regs", "fpregs", "fd", "ns", "segment",
	"status", "text", "wait", "args",
};
static char *names[] = {
	"/", ".", "..", "/tmp", "/tmp/a", "/tmp/b", "/tmp/d", "/tmp/d/e",
	"/tmp/prog", "/bin", "/bin/echo", "/bin/rc", "/lib/pci", "/dev",
	"/dev/null", "/dev/zero", "/dev/random", "/dev/pid", "/dev/kmesg",
	"/dev/swap", "/dev/sysstat", "/dev/drivers", "/dev/cputime",
	"/env", "/env/a", "/env/b", "/env/path", "/fd", "/fd/0", "/fd/3",
	"/fd/3ctl", "/srv", "/srv/sf", "/proc", "/mnt", "/mnt/a", "/n",
	"#|", "#c", "#d", "#e", "#ec", "#p", "#s", "#/", "#|/data",
	"#|/data1", "#d/3", "#e/a", "#s/sf", "#M", "#M1", "#t", "#x",
	"#", "##", "", "//./../bin/../..", "a", "b", "d/e", "/no/such/file",
	"/bin/echo/x", "/tmp/../../../tmp", "\xff\xfe", "/dev/cga",
	"#P/alarm", "/proc/trace",
};
static char *messages[] = {
	"stop", "start", "hang", "nohang", "waitstop", "startstop",
	"startsyscall", "trace", "private", "noswap", "profile", "closefiles",
	"pri 5", "pri 99", "wired 0", "wired 77", "fixedpri 3", "period 10ms",
	"kill", "interrupt", "alarm", "hangup", "sys: x", "hup", "close 3",
	"closefile 3", "reset", "mode none", "nice",
};
static ulong edges[] = {
	0, 1, 2, 3, 4, 0x10, 0xfff, 0x1000, 0x1020, Shared, Shared+Page-1,
	Shared+Page-4, Shared+4*Page-2, 0x7fffffff, 0x80000000, 0xbfffffff,
	0xdeffeffc, 0xdefff000, 0xdfffeff0, 0xdfffefff, 0xdffff000,
	0xefffffff, 0xf0000000, 0xf0100000, 0xf0100ffd, 0xffc00000,
	0xfffff000, 0xfffffffc, 0xffffffff,
};
static ulong counts[] = {
	0, 1, 2, 3, 4, 7, 8, 64, 100, 116, 127, 128, 129, 1000, 4095, 4096,
	4097, 8192, 65535, 65536, 0x100000, 0x7fffffff, 0x80000000,
	0xfffff000, 0xffffffff,
};

static char *arena;		/* Arena bytes, then Window that may be gone */
static ulong rnd;
static int budget;		/* processes that it may still make */
static int check;		/* ~budget, or somebody wrote over it */
static int ncall = 300;		/* calls of a process */
static int nfault;		/* faults of its own */
static jmp_buf next;		/* to the next step */
static int out = 1;
static int nall;		/* rounds that went to their end */
static int nlate;		/* that were ended after Limit */
static char before[1024];	/* processes of the beginning, " 1 2 " */
static int nbefore;		/* bytes of it */
static int nleft;		/* processes that killall found */

/* the next random number below n; the same on every machine */
static ulong
random(ulong n)
{
	rnd ^= rnd << 13;
	rnd ^= rnd >> 17;
	rnd ^= rnd << 5;
	return n == 0 ? rnd : rnd % n;
}

static int
onein(int n)
{
	return random(n) == 0;
}

static void
setrandom(ulong seed)
{
	rnd = seed*2654435761UL ^ 0x9e3779b9;
	if(rnd == 0)
		rnd = 1;
	random(0);
	random(0);
}

/* system call n */
static long
call(long n, ulong *args)
{
	long r;

	asm volatile(
		"pushl 16(%1); pushl 12(%1); pushl 8(%1); pushl 4(%1);"
		"pushl (%1); pushl $0;"
		"int $0x40;"
		"addl $24, %%esp"
		: "=a" (r) : "r" (args), "0" (n) : "memory", "cc");
	return r;
}

/* some address */
static ulong
address(void)
{
	int local;

	switch(random(12)){
	case 0:
		return random(0);
	case 1:
	case 2:
		return edges[random(nelem(edges))];
	case 3:
	case 4:
		/* around the border of what comes and goes */
		return (ulong)arena + Arena - 64 + random(128);
	case 5:
		return (ulong)arena + Arena + random(Window);
	case 6:
		return Shared + random(5*Page);
	case 7:
		return 0x1000 + random(16*1024);
	case 8:
		return (ulong)&local - random(8192);
	default:
		return (ulong)arena + random(Arena/4);
	}
}

/* some address for brk and segments */
static ulong
border(void)
{
	switch(random(6)){
	case 0:
		return random(0);
	case 1:
		return edges[random(nelem(edges))];
	case 2:
	case 3:
		return Shared + random(8)*Page;
	default:
		return (ulong)arena + Arena + random(2*Window);
	}
}

/* a string in the arena's upper part: a name or a message, or rubbish */
static ulong
string(void)
{
	char *s;
	int i, n;

	s = arena + Arena/2 + random(Arena/4);
	switch(random(16)){
	case 0:
		return address();
	case 1:
		n = random(300);
		for(i = 0; i < n; i++)
			s[i] = 1 + random(255);
		s[i] = 0;
		/* but no device, which might be the ports */
		if(s[0] == '#')
			s[0] = 'x';
		break;
	case 2:
		/* deep, or longer than a page */
		n = random(4096);
		for(i = 0; i < n; i++)
			s[i] = "/a./tmp/"[i%8];
		s[i] = 0;
		break;
	case 3:
		/* ends where memory may */
		s = arena + Arena - 1 - random(8);
		memset(s, '/', arena + Arena - s);
		break;
	case 4:
		strcpy(s, messages[random(nelem(messages))]);
		break;
	case 5:
	case 6:
	case 7:
		strcpy(s, self[random(nelem(self))]);
		break;
	default:
		strcpy(s, names[random(nelem(names))]);
	}
	return (ulong)s;
}

/* an argument list: mostly good */
static ulong
vector(void)
{
	ulong *v;
	int i, n;

	v = (ulong*)(arena + 3*Arena/4);
	n = onein(8) ? random(2000) : random(4);
	for(i = 0; i < n; i++)
		v[i] = onein(100) ? address() : (ulong)messages[random(4)];
	if(!onein(50))
		v[i] = 0;
	return onein(8) ? address() : (ulong)v;
}

static void	handler(void*, char*);

/* an argument of the kind */
static ulong
argument(int kind)
{
	if(onein(40))
		return random(0);
	switch(kind){
	case 'a':		/* address */
		return address();
	case 'b':		/* flags of bind */
		return onein(8) ? random(0) : random(8);
	case 'C':		/* class of a segment */
		return (ulong)(onein(2) ? "shared" : "memory");
	case 'f':		/* fd */
		return onein(16) ? edges[random(nelem(edges))] : random(24);
	case 'h':		/* handler of notes */
		return onein(50) ? address() : onein(40) ? 0 : (ulong)handler;
	case 'i':		/* small */
		return random(5) - 1;
	case 'k':		/* border of a segment */
		return border();
	case 'm':		/* mode of open */
		return onein(8) ? random(0x2000) : random(4) | random(4)<<4;
	case 'n':		/* count */
		return onein(2) ? random(512) : counts[random(nelem(counts))];
	case 'o':		/* half of an offset */
		return onein(2) ? ~0UL : onein(2) ? random(200) :
			edges[random(nelem(edges))];
	case 'p':		/* permissions */
		return onein(3) ? random(0) : onein(3) ? DMDIR|0777 : 0777;
	case 's':
		return string();
	case 't':		/* ms */
		return random(8);
	case 'v':
		return vector();
	}
	return random(0);
}

static void	stages(int);

/* the names of one's own /proc files */
static void
ownnames(void)
{
	int i, pid;

	pid = getpid();
	for(i = 0; i < nelem(self); i++)
		snprint(self[i], sizeof self[i], "/proc/%d/%s", pid,
			selfnames[i]);
}

/*
 * rfork with random flags, and the child goes on by itself with half of
 * the processes left; the parent may look at it by its /proc files.
 */
static void
forking(void)
{
	int flags, pid;

	flags = random(0) & 0x7cff;
	if(onein(3))
		flags = RFPROC|RFFDG;
	if(budget <= 0 || budget > Forks || check != ~budget)
		flags &= ~RFPROC;
	if(flags & RFPROC){
		budget /= 2;
		check = ~budget;
	}
	pid = rfork(flags);
	if(pid == 0 && (flags & RFPROC)){
		random(0);
		random(0);
		ownnames();
		stages(ncall/4);
		_exits(nil);
	}
	if(pid > 0)
		snprint(self[random(nelem(self))], sizeof self[0],
			"/proc/%d/%s", pid,
			selfnames[random(nelem(selfnames))]);
}

/* a word as headers have it */
static void
put4(uchar *p, ulong v)
{
	p[0] = v>>24;
	p[1] = v>>16;
	p[2] = v>>8;
	p[3] = v;
}

/* make a program with a header that is not quite right, and run it */
static void
program(void)
{
	static uchar quits[] = {0xb8, 8, 0, 0, 0, 0xcd, 0x40};
	static char *argv[] = {"prog", "x", nil};
	uchar b[512];
	int i, fd, n;

	memset(b, 0, sizeof b);
	put4(b, onein(8) ? random(0) : 0x1eb);
	put4(b+4, onein(2) ? 64 : counts[random(nelem(counts))]);
	for(i = 8; i < 32; i += 4)
		put4(b+i, onein(2) ? 0 : counts[random(nelem(counts))]);
	put4(b+20, onein(3) ? edges[random(nelem(edges))] : 0x1020);
	memmove(b+32, quits, sizeof quits);
	if(onein(3))
		for(i = 32; i < sizeof b; i++)
			b[i] = random(256);
	if(onein(8))
		for(i = 0; i < 2; i++)
			b[i] = "#!"[i];
	n = onein(3) ? random(sizeof b) : sizeof b;
	fd = create("/tmp/prog", OWRITE|OTRUNC, 0777);
	write(fd, b, n);
	close(fd);
	if(budget <= 0 || check != ~budget)
		return;
	budget--;
	check = ~budget;
	if(rfork(RFPROC|RFFDG) == 0){
		exec("/tmp/prog", argv);
		_exits("exec");
	}
}

/* write one of the messages to a file of /proc: mostly its own */
static void
message(void)
{
	char *s, buf[64];
	int fd, i;

	s = self[onein(2) ? 0 : random(nelem(self))];
	fd = open(s, onein(4) ? ORDWR : OWRITE);
	if(fd < 0)
		return;
	if(onein(4)){
		for(i = 0; i < sizeof buf; i++)
			buf[i] = random(256);
		pwrite(fd, buf, random(sizeof buf), address());
	}else{
		s = messages[random(nelem(messages))];
		write(fd, s, strlen(s));
	}
	if(!onein(8))
		close(fd);
}

/* a server that is none: its end of the pipe says rubbish */
static void
badserver(void)
{
	uchar b[64];
	int fd[2], i, n;

	if(pipe(fd) < 0)
		return;
	n = 7 + random(40);
	for(i = 0; i < n; i++)
		b[i] = random(256);
	b[0] = n;
	b[1] = b[2] = b[3] = 0;
	b[4] = 100 + random(28);
	b[5] = b[6] = onein(2) ? 0xff : 0;
	write(fd[0], b, n);
	write(fd[0], b, n);
	mount(fd[1], -1, onein(2) ? "/mnt" : "/tmp", random(8), "");
	if(onein(2))
		close(fd[0]);
}

/* a bind of names, in circles too */
static void
circle(void)
{
	static char *dirs[] = {
		"/", "/mnt", "/n", "/tmp", "/tmp/d", "/dev", "/proc", "/env",
		"/fd", "/srv", "#|", "#e", "#s", ".",
	};
	int n;

	for(n = random(6); n > 0; n--)
		bind(dirs[random(nelem(dirs))], dirs[random(nelem(dirs))],
			random(8));
	if(onein(3))
		unmount(nil, dirs[random(nelem(dirs))]);
}

/*
 * a note: carry on, or whatever noted can be told; after a fault of our own,
 * since calls took memory away or wrote over it, go on with the next step
 */
static void
handler(void *u, char *s)
{
	ulong *reg;

	reg = u;
	if(strncmp(s, "sys: trap", 9) == 0){
		if(++nfault > ncall)
			noted(NDFLT);
		notejmp(u, next, 1);
	}
	if(onein(200))
		reg[random(19)] = onein(2) ? random(0) :
			edges[random(nelem(edges))];
	noted(onein(200) ? random(6) - 1 : NCONT);
}

/* one step: a call, or something that takes several */
static void
stage(void)
{
	ulong args[5];
	char *kinds;
	int i, n;

	/* what the last step may have taken away */
	brk_(arena + Arena + Window);
	notify(handler);
	alarm(Alarm);
	switch(random(40)){
	case 0:
		message();
		return;
	case 1:
		badserver();
		return;
	case 2:
		circle();
		return;
	case 3:
		forking();
		return;
	case 4:
		if(onein(3))
			program();
		return;
	case 5:
		pipe((int*)(arena + random(64)));
		return;
	}
	n = random(nelem(calls));
	if(onein(50))
		n = random(0);
	if(n == 19){
		forking();
		return;
	}
	/* the ones that end it are rare */
	if(((n == 7 || n == 24) && !onein(10))
	|| ((n == 8 || n == 29) && !onein(50)))
		return;
	memset(args, 0, sizeof args);
	kinds = n >= 0 && n < nelem(calls) ? calls[n] : "aaaaa";
	if(kinds == nil)
		kinds = "aa";
	for(i = 0; kinds[i] != 0; i++)
		args[i] = argument(kinds[i]);
	call(n, args);
}

/* n steps */
static void
stages(int n)
{
	volatile int i;

	i = 0;
	setjmp(next);
	while(i++ < n)
		stage();
}

/* shares the memory: lets the window and pages of the segment come and go */
static void
racer(void)
{
	char *end;
	int i;

	end = arena + Arena;
	for(i = 0; i < 1000000; i++){
		brk_(end);
		if((i & 3) == 0)
			segfree((void*)Shared, 4*Page);
		brk_(end + Window);
		if((i & 15) == 0)
			segbrk((void*)Shared, (void*)(Shared + (i>>4)%6*Page));
		if((i & 7) == 0)
			sleep(0);
	}
	_exits(nil);
}

/* become the process of a round */
static void
become(ulong seed)
{
	static char *argv[] = {"ramfs", nil};
	int i;

	for(i = 0; i < 20; i++)
		close(i);
	open("/dev/null", OREAD);
	open("/dev/null", OWRITE);
	open("/dev/null", OWRITE);
	setrandom(seed);
	if(onein(3)){
		if(fork() == 0){
			exec("/bin/ramfs", argv);
			_exits("exec");
		}
		waitpid();
	}
	close(create("/tmp/d", OREAD, DMDIR|0777));
	open("/dev/random", OREAD);
	open("/bin/echo", OREAD);
	open("/dev", OREAD);
	open("/tmp/a", ORDWR);
	open("/env/b", ORDWR);
	pipe((int*)arena);
	segattach(0, onein(2) ? "shared" : "memory", (void*)Shared, 4*Page);
	notify(handler);
	ownnames();
	budget = Forks;
	check = ~budget;
	if(onein(2) && rfork(RFPROC|RFMEM) == 0)
		racer();
	stages(ncall);
	_exits("all");
}

/* the pages of user memory in use, by /dev/swap */
static long
pages(void)
{
	char buf[512], *p;
	int fd, n;

	fd = open("/dev/swap", OREAD);
	n = read(fd, buf, sizeof buf - 1);
	close(fd);
	buf[n < 0 ? 0 : n] = 0;
	p = strstr(buf, " user\n");
	if(p == nil)
		sysfatal("/dev/swap: [%s]", buf);
	while(p > buf && p[-1] != '\n')
		p--;
	return strtol(p, nil, 10);
}

/* kill process pid; its files may have been made hard to open */
static void
killone(char *pid)
{
	char file[40];
	uchar buf[128];
	Dir d;
	int fd;

	snprint(file, sizeof file, "/proc/%s/ctl", pid);
	fd = open(file, OWRITE);
	if(fd < 0){
		nulldir(&d);
		d.mode = 0600;
		wstat(file, buf, convD2M(&d, buf, sizeof buf));
		fd = open(file, OWRITE);
	}
	write(fd, "kill", 4);
	close(fd);
}

/*
 * Do f for the name of each process. Not with dirread, for nothing here may
 * call malloc while rounds run: what the heap grew by, for a round with many
 * processes, would count as lost.
 */
static void
eachproc(void (*f)(char*))
{
	static uchar buf[4096];
	char name[16];
	uchar *p, *e;
	long n;
	int fd, len;

	fd = open("/proc", OREAD);
	if(fd < 0)
		sysfatal("/proc: %r");
	while((n = read(fd, buf, sizeof buf)) > 0){
		e = buf + n;
		for(p = buf; p < e; p += 2 + p[0] + (p[1]<<8)){
			len = p[Nameoff-2] + (p[Nameoff-1]<<8);
			if(p[Nameoff] < '0' || p[Nameoff] > '9'
			|| len >= sizeof name)
				continue;
			memmove(name, p+Nameoff, len);
			name[len] = 0;
			f(name);
		}
	}
	close(fd);
}

static void
remember(char *pid)
{
	nbefore += snprint(before+nbefore, sizeof before - nbefore, "%s ", pid);
}

/* the processes that are there in the beginning */
static void
rememberall(void)
{
	before[0] = ' ';
	nbefore = 1;
	eachproc(remember);
}

static void
killnew(char *pid)
{
	char word[20];

	snprint(word, sizeof word, " %s ", pid);
	if(strstr(before, word) != nil)
		return;
	nleft++;
	killone(pid);
}

/* kill all processes that were not there in the beginning; how many */
static int
killall(void)
{
	nleft = 0;
	eachproc(killnew);
	return nleft;
}

/*
 * Have all pages of this program in memory, and one's own: what a round
 * pages in of the shared text, or copies, would count as lost.
 */
static void
touch(void)
{
	extern char etext[], end[];
	volatile char *p;

	for(p = (char*)0x1000; p < etext; p += Page)
		*p;
	for(p = (char*)(((ulong)etext + Page-1) & ~(Page-1)); p < end; p += Page)
		*p = *p;
}

static void
onalarm(void *u, char *s)
{
	USED(u);
	noted(strcmp(s, "alarm") == 0 ? NCONT : NDFLT);
}

/* wait for the round's process pid, or until an alarm; count how it ended */
static void
waitround(int pid)
{
	char buf[512];
	int n;

	while((n = await(buf, sizeof buf - 1)) > 0){
		buf[n] = 0;
		if(atoi(buf) != pid)
			continue;
		if(strstr(buf, ": all'") != nil)
			nall++;
		return;
	}
	nlate++;
}

/* one round; what it left behind, nil: nothing */
static char*
round(ulong seed, long npage)
{
	static char why[ERRMAX];
	char buf[512];
	long now;
	int left, ms, pid;

	fprint(out, "seed %lud\n", seed);
	pid = rfork(RFPROC|RFFDG|RFNAMEG|RFENVG|RFNOTEG|RFREND);
	if(pid < 0){
		snprint(why, sizeof why, "fork: %r");
		return why;
	}
	if(pid == 0)
		become(seed);
	alarm(Limit);
	waitround(pid);
	alarm(0);
	for(ms = 0; ; ms += 20){
		left = killall();
		now = pages();
		if(left == 0 && now <= npage)
			break;
		if(ms >= Settle){
			snprint(why, sizeof why, "seed %lud leaves %ld pages, "
				"%d processes", seed, now-npage, left);
			return why;
		}
		sleep(20);
	}
	while(await(buf, sizeof buf) >= 0)
		;
	return nil;
}

static void
usage(void)
{
	fprint(2, "usage: sysfuzz [-c calls] [-n rounds] [-o file] "
		"[-s seed] [-t seconds]\n");
	exits("usage");
}

/* rounds until there were enough or the time is over; what went wrong */
static char*
fuzz(ulong seed, long rounds, long seconds)
{
	char *why;
	long i, npage, start;

	rememberall();
	npage = 0x7fffffff;
	start = time(nil);
	for(i = 0; rounds == 0 || i < rounds; i++){
		if(seconds > 0 && time(nil) - start >= seconds)
			break;
		/* the first ones fill the kernel's own stores */
		if(i == Warm)
			npage = pages();
		why = round(seed + i, npage);
		if(why != nil)
			return why;
	}
	fprint(out, "%ld rounds: %d made all calls, %d took too long\n",
		i, nall, nlate);
	return nil;
}

void
main(int argc, char **argv)
{
	long rounds, seconds;
	ulong seed;
	char *why;

	rounds = 0;
	seconds = 0;
	seed = time(nil);
	ARGBEGIN{
	case 'c':
		ncall = atoi(EARGF(usage()));
		break;
	case 'n':
		rounds = atoi(EARGF(usage()));
		break;
	case 'o':
		out = open(EARGF(usage()), OWRITE);
		break;
	case 's':
		seed = strtoul(EARGF(usage()), nil, 0);
		break;
	case 't':
		seconds = atoi(EARGF(usage()));
		break;
	default:
		usage();
	}ARGEND
	if(argc != 0)
		usage();
	if(rounds == 0 && seconds == 0)
		rounds = 100;
	/* at the end of the heap, so that giant counts run off it */
	arena = sbrk(Page);
	arena = (char*)(((ulong)arena + Page-1) & ~(Page-1));
	if(brk(arena + Arena + Window) < 0)
		sysfatal("brk: %r");
	memset(arena, 0, Arena);
	touch();
	notify(onalarm);
	why = fuzz(seed, rounds, seconds);
	if(why == nil)
		fprint(out, "ok 1 - sysfuzz\n");
	else
		fprint(out, "not ok 1 - sysfuzz: %s\n", why);
	fprint(out, "done\n");
	exits(why);
}
