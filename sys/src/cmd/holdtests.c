/*
 * Tests of notes held off: notehold(2). Prints "ok N - name" or "not ok N -
 * name: why" and at the end "done".
 *
 *	holdtests [-m divisor]
 */
#include <u.h>
#include <libc.h>

typedef struct Test Test;
struct Test
{
	char	*name;
	void	(*fn)(void);
};

enum
{
	Enough	= 1000,			/* notes of the flood */
};

static int scale = 1;
static volatile int inside;		/* in a critical section */
static volatile int broke;		/* notes that came inside */
static volatile int got[8];		/* alarms, interrupts, hangups, others */
static volatile ulong lastseq, dups, seen;

static void
fail(char *fmt, ...)
{
	char buf[ERRMAX];
	va_list arg;

	va_start(arg, fmt);
	vseprint(buf, buf+sizeof buf, fmt, arg);
	va_end(arg);
	exits(buf);
}

static void
handler(void *ureg, char *msg)
{
	ulong n;

	USED(ureg);
	if(inside)
		broke++;
	if(strcmp(msg, "alarm") == 0)
		got[0]++;
	else if(strcmp(msg, "interrupt") == 0)
		got[1]++;
	else if(strcmp(msg, "hangup") == 0)
		got[2]++;
	else{
		got[3]++;
		if(strncmp(msg, "n ", 2) == 0){
			n = strtoul(msg+2, nil, 10);
			if(n != lastseq + 1)
				dups++;
			lastseq = n;
			seen++;
		}
	}
	noted(NCONT);
}

static void
post(int pid, char *msg)
{
	if(postnote(PNPROC, pid, msg) < 0)
		fail("post %s: %r", msg);
}

/* each class is held by its bit and comes when it is let go */
static void
classes(void)
{
	static char *msg[] = { "alarm", "interrupt", "hangup", "other" };
	int i, j;

	for(i = 0; i < 4; i++){
		if(notemask(NHSET, 1<<i) != 0)
			fail("the mask was not 0");
		for(j = 0; j < 4; j++)
			post(getpid(), msg[j]);
		for(j = 0; j < 4; j++)
			if(got[j] != (j != i))
				fail("mask %d: %s came %d times", 1<<i, msg[j], got[j]);
		if(notemask(NHUNBLOCK, NHALL) != 1<<i)
			fail("the mask was not %d", 1<<i);
		if(got[i] != 1)
			fail("%s did not come when let go", msg[i]);
		memset((void*)got, 0, sizeof got);
	}
	if(notemask(3, 0) != -1)
		fail("how 3 is no error");
}

/* the word holds all, nests, and bit 31 is set and taken away */
static void
nesting(void)
{
	notehold();
	notehold();
	post(getpid(), "one");
	if(got[3] != 0)
		fail("it came inside");
	if((*_noteword & 0x80000000) == 0)
		fail("bit 31 is not set: %lux", *_noteword);
	noterelease();
	if(got[3] != 0)
		fail("it came after one release of two");
	noterelease();
	if(got[3] != 1)
		fail("it did not come at the last release");
	if(*_noteword != 0)
		fail("the word is %lux", *_noteword);
}

static void
alarms(void)
{
	vlong end;

	notehold();
	alarm(2);
	for(end = nsec() + 10*1000*1000; nsec() < end;)
		;
	if(got[0] != 0)
		fail("held alarm came");
	noterelease();
	if(got[0] != 1)
		fail("%d alarms after release", got[0]);

	notemask(NHBLOCK, NHALARM);
	alarm(2);
	sleep(10);
	alarm(0);
	notemask(NHUNBLOCK, NHALARM);
	if(got[0] != 1)
		fail("alarm(0) did not take the held one");
	notemask(NHBLOCK, NHALARM);
	alarm(2);
	sleep(10);
	alarm(30);
	notemask(NHUNBLOCK, NHALARM);
	if(got[0] != 1)
		fail("re-arming did not take the held one");
	sleep(200);
	if(got[0] != 2)
		fail("the re-armed one did not come");
}

/* a sleep is not interrupted by what the mask holds */
static void
sleeps(void)
{
	int pid;
	vlong t;

	pid = getpid();
	notemask(NHSET, NHALL);
	if(fork() == 0){
		sleep(10);
		post(pid, "x");
		exits(nil);
	}
	t = nsec();
	if(sleep(60) < 0)
		fail("interrupted: %r");
	if(nsec() - t < 60*1000*1000)
		fail("short");
	notemask(NHSET, 0);
	if(got[3] != 1)
		fail("lost");
	waitpid();
}

static void
spinner(void)
{
	notemask(NHSET, NHALL);
	notehold();
	for(;;)
		;
}

static char*
readfile(int pid, char *file)
{
	static char buf[1024];
	char name[40];
	int fd, n;

	snprint(name, sizeof name, "/proc/%d/%s", pid, file);
	fd = open(name, OREAD);
	if(fd < 0)
		fail("%s: %r", name);
	n = readn(fd, buf, sizeof buf - 1);
	close(fd);
	buf[n > 0? n: 0] = '\0';
	return buf;
}

/* a process that holds everything and spins: seen, and killed by ctl */
static void
deaf(void)
{
	char name[40], *s;
	int pid, fd, i;

	pid = fork();
	if(pid == 0)
		spinner();
	for(i = 0; i < 1000; i++){
		s = readfile(pid, "notehold");
		if(strstr(s, "mask 0xf\n") != nil && strstr(s, "00000001") != nil)
			break;
		sleep(1);
	}
	if(i == 1000)
		fail("notehold reads %s", s);
	post(pid, "stop that");
	sleep(20);
	s = readfile(pid, "notehold");
	if(strstr(s, "held 'stop that'") == nil || strstr(s, "80000001") == nil)
		fail("notehold reads %s", s);
	snprint(name, sizeof name, "/proc/%d/ctl", pid);
	fd = open(name, OWRITE);
	if(fd < 0 || write(fd, "kill", 4) != 4)
		fail("kill: %r");
	close(fd);
	if(waitpid() != pid)
		fail("it did not die");
}

static void
crash(void)
{
	notemask(NHSET, NHALL);
	notehold();
	*(int*)0 = 0;
}

/* what the system does to a process cannot be held */
static void
traps(void)
{
	Waitmsg *w;

	if(fork() == 0){
		notify(nil);
		crash();
		exits(nil);
	}
	w = wait();
	if(w == nil || strstr(w->msg, "sys: trap: fault") == nil)
		fail("%s", w == nil? "no child": w->msg);
}

static void
inherits(void)
{
	static char *argv[] = { "holdtests", "-x", nil };
	Waitmsg *w;

	notemask(NHSET, NHHANGUP);
	if(fork() == 0){
		if(notemask(NHBLOCK, 0) != NHHANGUP)
			exits("fork: not inherited");
		exec("/bin/holdtests", argv);
		exits("exec");
	}
	w = wait();
	if(w == nil || w->msg[0] != '\0')
		fail("%s", w == nil? "no child": w->msg);
}

static void
jumps(void)
{
	sigjmp_buf b;
	volatile int n;

	n = 0;
	notemask(NHSET, NHHANGUP);
	if(sigsetjmp(b, 1) == 0){
		notemask(NHSET, NHALL);
		notehold();
		n++;
		siglongjmp(b, 1);
	}
	if(n != 1 || notemask(NHSET, 0) != NHHANGUP || *_noteword != 0)
		fail("n %d word %lux", n, *_noteword);
	if(sigsetjmp(b, 0) == 0){
		notehold();
		post(getpid(), "y");
		if(got[3] != 0)
			fail("came inside");
		siglongjmp(b, 1);
	}
	if(got[3] != 1)
		fail("jumping out did not let the note come");
}

/* notes as fast as can be, and holds and releases as fast as can be */
static void
flood(void)
{
	char buf[32], name[40];
	int pid, child, fd;
	long i, n;
	vlong end;

	pid = getpid();
	n = 1000000/scale;
	child = fork();
	if(child == 0){
		notify(nil);
		snprint(name, sizeof name, "/proc/%d/note", pid);
		fd = open(name, OWRITE);
		if(fd < 0)
			exits("open");
		for(i = 1;;){
			snprint(buf, sizeof buf, "n %ld", i);
			if(write(fd, buf, strlen(buf)) > 0)
				i++;
			else
				sleep(0);
		}
	}
	end = nsec() + 60*1000*1000*1000LL;
	for(i = 0; i < n || seen < Enough && nsec() < end; i++){
		notehold();
		inside = 1;
		if((i & 1023) == 0)
			nsec();
		inside = 0;
		noterelease();
	}
	postnote(PNPROC, child, "kill");
	waitpid();
	if(broke)
		fail("%d came inside", broke);
	if(dups)
		fail("%lud out of order, of %lud", dups, seen);
	if(seen < Enough)
		fail("only %lud came", seen);
}

static Test tests[] =
{
	{ "classes and masks", classes },
	{ "the word nests", nesting },
	{ "alarms held, released, cancelled", alarms },
	{ "a held note does not end a sleep", sleeps },
	{ "a deaf process shows why, and can be killed", deaf },
	{ "traps cannot be held", traps },
	{ "fork keeps the mask, exec drops it", inherits },
	{ "sigsetjmp and siglongjmp", jumps },
	{ "hold and release in a flood of notes", flood },
};

/* after exec: nothing is held */
static void
afterexec(void)
{
	notehold();
	noterelease();
	if(notemask(NHBLOCK, 0) != 0 || _noteword == nil || *_noteword != 0)
		exits("exec: held");
	exits(nil);
}

void
main(int argc, char **argv)
{
	Waitmsg *w;
	int i, bad;

	ARGBEGIN{
	case 'm':
		scale = atoi(EARGF(sysfatal("-m divisor")));
		break;
	case 'x':
		afterexec();
	}ARGEND
	bad = 0;
	notehold();
	noterelease();
	for(i = 0; i < nelem(tests); i++){
		if(rfork(RFPROC|RFFDG|RFREND|RFNOTEG) == 0){
			notify(handler);
			tests[i].fn();
			exits(nil);
		}
		w = wait();
		if(w != nil && w->msg[0] == '\0')
			print("ok %d - %s\n", i+1, tests[i].name);
		else{
			print("not ok %d - %s: %s\n", i+1, tests[i].name,
				w == nil? "wait failed": w->msg);
			bad++;
		}
		free(w);
	}
	print("done\n");
	exits(bad? "some failed": nil);
}
