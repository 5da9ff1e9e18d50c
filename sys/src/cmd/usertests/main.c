/*
 * usertests: what programs may expect of the kernel, tried out. Each test
 * runs in a child; afterwards as many pages and processes must be in use
 * as before. Prints "ok N - name" or "not ok N - name: why" for each and
 * "done" at the end; the status tells if any failed.
 *
 *	usertests [-l] [name ...]
 *
 * -l lists the names; a name runs the tests that start with it.
 */
#include <u.h>
#include <libc.h>
#include "test.h"

enum
{
	Limit	= 60*1000,	/* ms that a test may take */
	Settle	= 3000,		/* ms until what it used must be free */
};

static Test *tables[] = {
	proctests,
	exectests,
	notetests,
	traptests,
	memtests,
	filetests,
	dirtests,
	pipetests,
	badtests,
	synctests,
	mnttests,
	protecttests,
	hardtests,
};

static int ntest, nfail;

/* kill the broken processes, which are kept to be looked at */
static void
killbroken(void)
{
	char file[40], buf[200], *f[4];
	Dir *d;
	long i, n;
	int fd;

	fd = open("/proc", OREAD);
	n = dirreadall(fd, &d);
	close(fd);
	for(i = 0; i < n; i++){
		snprint(file, sizeof file, "/proc/%s/status", d[i].name);
		if(slurp(file, buf, sizeof buf) <= 0 || tokenize(buf, f, 4) < 4
		|| strcmp(f[2], "Broken") != 0)
			continue;
		snprint(file, sizeof file, "/proc/%s/ctl", d[i].name);
		put(file, "kill");
	}
	if(n > 0)
		free(d);
}

/*
 * Have all pages of this program in memory, and one's own, since what a
 * test pages in of the shared text, or copies, would count as lost.
 */
static void
touch(void)
{
	extern char etext[], end[];
	volatile char *p;

	for(p = (char*)0x1000; p < etext; p += 4096)
		*p;
	for(p = (char*)(((uintptr)etext + 4095) & ~4095); p < end; p += 4096)
		*p = *p;
}

/* the pages in use, from /dev/swap's line of user memory; -1: not known */
static long
pages(void)
{
	char buf[512], *p;

	if(slurp("/dev/swap", buf, sizeof buf) <= 0)
		return -1;
	p = strstr(buf, " user\n");
	if(p == nil)
		return -1;
	while(p > buf && p[-1] != '\n')
		p--;
	return strtol(p, nil, 10);
}

/* the processes there are */
static long
procs(void)
{
	Dir *d;
	long i, n, count;
	int fd;

	fd = open("/proc", OREAD);
	n = dirreadall(fd, &d);
	close(fd);
	count = 0;
	for(i = 0; i < n; i++)
		if('0' <= d[i].name[0] && d[i].name[0] <= '9')
			count++;
	free(d);
	return count;
}

/* what a test left behind, once things are settled; nil: nothing */
static char*
leaks(long npage, long nproc)
{
	static char buf[80];
	long pg, pr;
	int ms;

	for(ms = 0; ; ms += 50){
		killbroken();
		pg = pages();
		pr = procs();
		if(pg <= npage && pr <= nproc)
			return nil;
		if(ms >= Settle)
			break;
		sleep(50);
	}
	snprint(buf, sizeof buf, "leaves %ld pages, %ld processes",
		pg-npage, pr-nproc);
	return buf;
}

static void
onalarm(void *a, char *note)
{
	USED(a);
	noted(strcmp(note, "alarm") == 0 ? NCONT : NDFLT);
}

/* wait for the test's process; what went wrong, nil: nothing */
static char*
verdict(int pid)
{
	static char why[ERRMAX];
	Waitmsg *w;
	char *s;

	notify(onalarm);
	alarm(Limit);
	while((w = wait()) != nil && w->pid != pid)
		free(w);
	alarm(0);
	postnote(PNGROUP, pid, "kill");
	if(w == nil){
		rerrstr(why, sizeof why);
		if(strstr(why, "interrupted") == nil)
			return why;
		while((w = wait()) != nil && w->pid != pid)
			free(w);
		return "takes too long";
	}
	if(w->msg[0] == 0)
		return nil;
	/* usertests pid: status */
	s = strstr(w->msg, ": ");
	strecpy(why, why+sizeof why, s == nil ? w->msg : s+2);
	free(w);
	return why;
}

/* run a test once; what went wrong, nil: nothing. *leak: it was that */
static char*
once(Test *t, int *leak)
{
	long npage, nproc;
	char *why;
	int pid;

	*leak = 0;

	npage = pages();
	nproc = procs();
	pid = rfork(RFPROC|RFFDG|RFREND|RFNOTEG|RFNAMEG|RFENVG);
	if(pid == 0){
		(*t->fn)();
		_exits(nil);
	}
	why = pid < 0 ? "fork failed" : verdict(pid);
	if(why == nil){
		why = leaks(npage, nproc);
		*leak = why != nil;
	}
	return why;
}

/* a leak must show twice: the first time may fill the kernel's own stores */
static void
run(Test *t)
{
	char *why;
	int leak;

	why = once(t, &leak);
	if(leak)
		why = once(t, &leak);
	ntest++;
	if(why == nil)
		print("ok %d - %s\n", ntest, t->name);
	else{
		print("not ok %d - %s: %s\n", ntest, t->name, why);
		nfail++;
	}
}

/* is the test asked for? with no names, all are */
static int
wanted(char *name, int argc, char **argv)
{
	int i;

	for(i = 0; i < argc; i++)
		if(strncmp(name, argv[i], strlen(argv[i])) == 0)
			return 1;
	return argc == 0;
}

void
main(int argc, char **argv)
{
	Test *t;
	int i, lflag;

	self = "/bin/usertests";
	if(argc > 1 && strcmp(argv[1], "-x") == 0)
		_exits(xtest(argc-2, argv+2) ? nil : "bad");
	lflag = 0;
	ARGBEGIN{
	case 'l':
		lflag = 1;
		break;
	default:
		fprint(2, "usage: usertests [-l] [name ...]\n");
		exits("usage");
	}ARGEND
	quotefmtinstall();
	killbroken();
	touch();
	for(i = 0; i < nelem(tables); i++)
		for(t = tables[i]; t->name != nil; t++)
			if(!wanted(t->name, argc, argv))
				continue;
			else if(lflag)
				print("%s\n", t->name);
			else
				run(t);
	if(!lflag)
		print("done\n");
	exits(nfail > 0 ? "failures" : nil);
}
