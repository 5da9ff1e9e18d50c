/*
 * Tests of alarm(2) that need no clock but this machine's own: each runs
 * in a child of its own, which says in its exit status what went wrong.
 * Prints "ok N - name" or "not ok N - name: why" and at the end "done".
 *
 *	alarmtests [-m divisor] [-o file] [name ...]
 *
 * -m makes the long ones shorter by that factor.
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
	Ms	= 1000*1000,
};

static int scale = 1;
static volatile int nalarm;
static volatile int nother;
static volatile int again;		/* the handler re-arms so often */
static volatile vlong busy;		/* ns that the handler takes */
static volatile vlong armedat;
static volatile vlong period;		/* ns, of a handler that checks */
static volatile int nearly;		/* alarms before their time */

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
	vlong end;

	USED(ureg);
	if(strcmp(msg, "alarm") != 0){
		nother++;
		noted(NCONT);
	}
	nalarm++;
	if(period != 0 && nsec() - armedat < period)
		nearly++;
	if(busy != 0){
		end = nsec() + busy;
		while(nsec() < end)
			;
	}
	if(again > 0){
		again--;
		armedat = nsec();
		alarm(period / Ms);
	}
	noted(NCONT);
}

/* wait until *n is at least want, for ms at most */
static void
await_n(volatile int *n, int want, long ms)
{
	vlong end;

	end = nsec() + (vlong)ms * Ms;
	while(*n < want && nsec() < end)
		sleep(1);
	if(*n < want)
		fail("%d of %d came in %ld ms", *n, want, ms);
}

/* a child that runs f; its pid */
static int
spawn(void (*f)(void))
{
	int pid;

	pid = fork();
	if(pid < 0)
		fail("fork: %r");
	if(pid == 0){
		f();
		exits(nil);
	}
	return pid;
}

/*
 * wait for n children; the first one's complaint, unless it is the
 * status they may have, is ours
 */
static void
reapbut(int n, char *may)
{
	Waitmsg *w;
	char *p;

	while(n-- > 0){
		w = wait();
		if(w == nil)
			fail("wait: %r");
		p = strstr(w->msg, ": ");
		if(w->msg[0] != '\0' && (p == nil || strcmp(p+2, may) != 0)){
			fail("child: %s", p != nil? p+2: w->msg);
		}
		free(w);
	}
}

static void
reap(int n)
{
	reapbut(n, "");
}

static void
cancels(void)
{
	long left;
	vlong t;

	t = nsec();
	left = alarm(3600000);
	if(left != 0)
		fail("first alarm gave %ld", left);
	left = alarm(0);
	t = (nsec() - t) / Ms;
	if(left > 3600000 || left + t + 1 < 3600000)
		fail("%ld left of 3600000 after %lld ms", left, t);
	left = alarm(0);
	if(left != 0)
		fail("second alarm(0) gave %ld", left);
}

static void
largest(void)
{
	ulong left;

	alarm(0xFFFFFFFF);
	sleep(20);
	if(nalarm != 0)
		fail("0xFFFFFFFF ms came at once");
	left = alarm(0);
	if(left > 0xFFFFFFFFUL-20 || left < 0xFFFFFFFFUL-60000)
		fail("%lud left", left);
}

static void
remainders(void)
{
	static ulong ms[] = { 999999, 1000000, 1000999, 1, 2147483647, 2147483648UL };
	ulong left;
	vlong t;
	int i;

	for(i = 0; i < nelem(ms); i++){
		t = nsec();
		alarm(ms[i]);
		left = alarm(0);
		t = (nsec() - t) / Ms;
		if(left > ms[i] || left + t + 1 < ms[i])
			fail("%lud left of %lud after %lld ms", left, ms[i], t);
	}
}

static void
notearly(void)
{
	int i;

	for(i = 1; i <= 20; i++){
		period = i * Ms;
		armedat = nsec();
		alarm(i);
		sleep(i + 2000);
		if(nalarm != i)
			fail("alarm %d did not come", i);
		if(nearly)
			fail("alarm(%d) came early", i);
	}
}

static void
forkchild(void)
{
	if(alarm(0) != 0)
		fail("inherited");
}

static void
notinherited(void)
{
	alarm(100000);
	spawn(forkchild);
	reap(1);
	if(alarm(0) == 0)
		fail("fork took the parent's alarm away");
}

static void
rearmed(void)
{
	int n;

	n = 1000/scale;
	period = 1*Ms;
	again = n - 1;
	armedat = nsec();
	alarm(1);
	await_n(&nalarm, n, 60000);
	if(nearly)
		fail("%d of %d early", nearly, n);
	sleep(20);
	if(nalarm != n)
		fail("%d alarms for %d", nalarm, n);
}

static void
slowhandler(void)
{
	int n;

	n = 20;
	period = 5*Ms;
	again = n - 1;
	busy = 12*Ms;
	armedat = nsec();
	alarm(5);
	await_n(&nalarm, n, 60000);
	if(nearly)
		fail("%d early", nearly);
}

static void
inhandler(void *ureg, char *msg)
{
	static int depth;

	USED(ureg);
	USED(msg);
	if(depth++ != 0)
		exits("a handler was interrupted by an alarm");
	if(nalarm++ == 0){
		alarm(5);
		armedat = nsec() + 50*Ms;
		while(nsec() < armedat)
			;
	}
	depth--;
	noted(NCONT);
}

/* due while the handler runs: delivered after noted */
static void
afternoted(void)
{
	notify(inhandler);
	alarm(5);
	await_n(&nalarm, 2, 10000);
}

static int gate[2];

static void
sameinstant1(void)
{
	char c;

	read(gate[0], &c, 1);
	alarm(100);
	sleep(5000);
	if(nalarm != 1)
		fail("did not come");
}

static void
sameinstant(void)
{
	int i;

	pipe(gate);
	for(i = 0; i < 100; i++)
		spawn(sameinstant1);
	for(i = 0; i < 100; i++)
		write(gate[1], "x", 1);
	reap(100);
}

/*
 * alarm(0) at about the moment of expiry: once it has returned no note
 * comes.  Some come before and some don't, or nothing is tested.
 */
static void
cancelrace(void)
{
	int i, n, before, came;
	long left;
	vlong end;

	n = 1000000/scale;
	came = 0;
	for(i = 0; i < n; i++){
		nalarm = 0;
		end = nsec() + 1*Ms + (i%64 - 32)*500;
		alarm(1);
		while(nsec() < end)
			;
		left = alarm(0);
		before = nalarm;
		if(left < 0 || left > 1)
			fail("%ld left of 1", left);
		if(before > 1)
			fail("one alarm came %d times", before);
		sleep(0);
		if(nalarm != before)
			fail("a note after alarm(0), round %d", i);
		came += before;
	}
	if(came == 0)
		fail("none of %d came: nothing tested", n);
}

/* arm and cancel, never due */
static void
armcancel(void)
{
	int i;

	for(i = 0; i < 1000000/scale; i++){
		alarm(i%7 + 1000);
		alarm(0);
	}
	if(nalarm != 0)
		fail("%d came", nalarm);
}

static void
exitarmed1(void)
{
	alarm(1);
}

static void
slotuser(void)
{
	sleep(4);
	if(nalarm != 0 || nother != 0)
		fail("a note for the slot's last user");
}

/* exit with an alarm armed; who gets the slot next gets no note */
static void
exitarmed(void)
{
	int i, n;

	n = 10000/scale;
	alarm(3000000);
	for(i = 0; i < n; i++){
		spawn(exitarmed1);
		reap(1);
		if(i%50 == 0){
			spawn(slotuser);
			reap(1);
		}
	}
	if(alarm(0) == 0)
		fail("the long alarm queued behind is gone");
}

static int jitter;			/* us */

/* alarms that come due around exit, exec and a wakeup */
static void
atexit1(void)
{
	vlong end;

	end = nsec() + 1*Ms + jitter * 1000;
	alarm(1);
	while(nsec() < end)
		;
}

static void
atwakeup1(void)
{
	int i;

	for(i = 0; i < 3; i++){
		alarm(2);
		sleep(2);
		alarm(0);
	}
}

static void
atexec1(void)
{
	static char *argv[] = { "echo", "-n", nil };
	vlong end;

	end = nsec() + 1*Ms + jitter * 1000;
	alarm(1);
	while(nsec() < end)
		;
	exec("/bin/echo", argv);
	fail("exec: %r");
}

static void
around(void)
{
	int i;

	srand(1);
	for(i = 0; i < 400/scale; i++){
		jitter = nrand(200) - 100;
		spawn(atexit1);
		spawn(atexit1);
		spawn(atexec1);
		spawn(atwakeup1);
		reapbut(4, "alarm");
	}
}

/* a note "alarm" that somebody wrote is not the kernel's */
static void
written(void)
{
	char name[40];
	int fd;

	notify(nil);
	notify(handler);
	snprint(name, sizeof name, "/proc/%d/note", getpid());
	fd = open(name, OWRITE);
	if(fd < 0)
		fail("%s: %r", name);
	alarm(100000);
	if(write(fd, "alarm", 5) != 5)
		fail("write: %r");
	alarm(0);
	close(fd);
	await_n(&nalarm, 1, 5000);
}

/* others read this process's /proc files all the time */
static void
reader(void)
{
	static char *file[] = { "status", "note", "fd", "segment", "args" };
	char name[40], buf[512];
	int fd, i;

	notify(nil);		/* so that "kill" does */
	for(i = 0; ; i++){
		snprint(name, sizeof name, "/proc/%d/%s", getppid(),
			file[i%nelem(file)]);
		if(i%nelem(file) == 1)
			continue;
		fd = open(name, OREAD);
		if(fd < 0)
			break;
		while(read(fd, buf, sizeof buf) > 0)
			;
		close(fd);
	}
}

static void
inspected(void)
{
	int i, pid;
	vlong late, worst;

	pid = spawn(reader);
	worst = 0;
	for(i = 0; i < 100; i++){
		nalarm = 0;
		armedat = nsec();
		alarm(10);
		sleep(1000);
		late = nsec() - armedat - 10*Ms;
		if(nalarm != 1)
			fail("alarm %d did not come", i);
		if(late < 0)
			fail("early");
		if(late > worst)
			worst = late;
	}
	postnote(PNPROC, pid, "kill");
	waitpid();
	if(worst > 500LL*Ms)
		fail("late by %lld ms", worst/Ms);
}

/* without a handler the process dies of it */
static void
deadly1(void)
{
	notify(nil);
	alarm(1);
	sleep(5000);
}

static void
deadly(void)
{
	Waitmsg *w;

	spawn(deadly1);
	w = wait();
	if(w == nil || strstr(w->msg, ": alarm") == nil)
		fail("status %s", w == nil? "none": w->msg);
}

static vlong
counter(char *name)
{
	char buf[2048], *p;
	int fd, n;

	fd = open("#P/alarm", OREAD);
	if(fd < 0)
		fail("#P/alarm: %r");
	n = readn(fd, buf, sizeof buf - 1);
	close(fd);
	buf[n > 0? n: 0] = '\0';
	p = strstr(buf, name);
	if(p == nil || p[strlen(name)] != ' ')
		fail("#P/alarm has no %s", name);
	return strtoll(p + strlen(name), nil, 10);
}

static void
counters(void)
{
	vlong armed, fired, cancelled;

	armed = counter("armed");
	fired = counter("fired");
	cancelled = counter("cancelled");
	alarm(1);
	await_n(&nalarm, 1, 5000);
	alarm(5000);
	alarm(5000);
	alarm(0);
	if(counter("armed") != armed+3 || counter("fired") != fired+1
	|| counter("cancelled") != cancelled+2)
		fail("armed %lld fired %lld cancelled %lld more",
			counter("armed")-armed, counter("fired")-fired,
			counter("cancelled")-cancelled);
	if(counter("armed") != counter("fired") + counter("cancelled")
	+ counter("pending"))
		fail("they do not add up");
	if(counter("early") != 0)
		fail("early %lld", counter("early"));
}

static void
sleepy(void)
{
	int i;
	vlong t, dt;

	for(i = 0; i < 2000/scale; i++){
		t = nsec();
		sleep(1);
		dt = nsec() - t;
		if(dt < 1*Ms)
			fail("sleep(1) took %lld ns", dt);
	}
}

/* time and ticks agree, and time does not run backwards */
static void
clocks(void)
{
	vlong t, last;
	int i;

	last = 0;
	for(i = 0; i < 100000/scale; i++){
		t = nsec();
		if(t < last)
			fail("%lld ns backwards", last - t);
		last = t;
	}
}

static Test tests[] =
{
	{ "cancel and what is left", cancels },
	{ "0xFFFFFFFF is 49 days", largest },
	{ "remainders to the ms", remainders },
	{ "never early", notearly },
	{ "fork does not inherit", notinherited },
	{ "handler re-arms 1000 times", rearmed },
	{ "handler slower than its period", slowhandler },
	{ "due in a handler, delivered after noted", afternoted },
	{ "100 processes, one instant", sameinstant },
	{ "alarm(0) races expiry", cancelrace },
	{ "arm and cancel", armcancel },
	{ "exit with an alarm armed", exitarmed },
	{ "due at exit, exec and wakeup", around },
	{ "a note written by somebody stays", written },
	{ "inspected through /proc", inspected },
	{ "deadly without a handler", deadly },
	{ "#P/alarm adds up", counters },
	{ "sleep(1) is never early", sleepy },
	{ "nsec does not run backwards", clocks },
};

static int
wanted(char *name, int argc, char **argv)
{
	int i;

	if(argc == 0)
		return 1;
	for(i = 0; i < argc; i++)
		if(strstr(name, argv[i]) != nil)
			return 1;
	return 0;
}

static int
run(int n, Test *t)
{
	Waitmsg *w;
	int pid, ok;
	char *why;

	pid = rfork(RFPROC|RFFDG|RFREND|RFNOTEG);
	if(pid == 0){
		notify(handler);
		t->fn();
		exits(nil);
	}
	if(pid < 0){
		print("not ok %d - %s: fork: %r\n", n, t->name);
		return 0;
	}
	w = wait();
	ok = w != nil && w->msg[0] == '\0';
	if(ok)
		print("ok %d - %s\n", n, t->name);
	else{
		why = w == nil? "wait failed": w->msg;
		print("not ok %d - %s: %s\n", n, t->name, why);
	}
	free(w);
	return ok;
}

static void
usage(void)
{
	fprint(2, "usage: alarmtests [-m divisor] [-o file] [name ...]\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	int i, n, bad, fd;

	ARGBEGIN{
	case 'm':
		scale = atoi(EARGF(usage()));
		if(scale < 1)
			usage();
		break;
	case 'o':
		fd = open(EARGF(usage()), OWRITE);
		if(fd < 0)
			sysfatal("cannot open output: %r");
		dup(fd, 1);
		break;
	default:
		usage();
	}ARGEND
	bad = 0;
	n = 0;
	for(i = 0; i < nelem(tests); i++){
		if(!wanted(tests[i].name, argc, argv))
			continue;
		if(!run(++n, &tests[i]))
			bad++;
	}
	print("done\n");
	exits(bad? "some failed": nil);
}
