/*
 * cyc: measure what a command costs the console. It resets the console's
 * counters, runs the command, and writes the cycles and nanoseconds it took
 * and then all counters, each line with the label in front. With -b the
 * command is cyc's own: to write a file in pieces, which was read before.
 */
#include <u.h>
#include <libc.h>

static char *label = "cyc";
static long piece;
static char counters[] = "/dev/cga";

static void
usage(void)
{
	fprint(2, "usage: cyc [-l label] [-o file] command [arg ...]\n"
		"       cyc [-l label] [-o file] -b bytes file\n");
	exits("usage");
}

/* open the output, at its end; make it if it is not there */
static int
output(char *name)
{
	int fd;

	fd = open(name, OWRITE);
	if(fd < 0)
		fd = create(name, OWRITE, 0666);
	if(fd < 0)
		sysfatal("%s: %r", name);
	seek(fd, 0, 2);
	return fd;
}

static void
resetcounters(void)
{
	int fd;

	fd = open(counters, OWRITE);
	if(fd < 0 || write(fd, "reset", 5) != 5)
		fprint(2, "cyc: can't reset %s: %r\n", counters);
	close(fd);
}

/* copy the counters */
static void
report(int out)
{
	char buf[4096], *p, *e;
	int fd, n;

	fd = open(counters, OREAD);
	n = fd < 0 ? -1 : readn(fd, buf, sizeof buf - 1);
	close(fd);
	if(n < 0)
		return;
	buf[n] = 0;
	for(p = buf; *p != 0; p = e+1){
		e = strchr(p, '\n');
		if(e == nil)
			break;
		*e = 0;
		fprint(out, "%s.%s\n", label, p);
	}
}

/* exec along $path */
static void
run(char **argv)
{
	char *path, *dir[32], err[ERRMAX];
	int i, n;

	if(argv[0][0] == '/' || argv[0][0] == '#' || argv[0][0] == '.')
		exec(argv[0], argv);
	else{
		path = getenv("path");
		if(path == nil || path[0] == 0)
			path = strdup("/bin");
		n = tokenize(path, dir, nelem(dir));
		for(i = 0; i < n; i++)
			exec(smprint("%s/%s", dir[i], argv[0]), argv);
	}
	rerrstr(err, sizeof err);
	fprint(2, "cyc: %s: %s\n", argv[0], err);
	_exits(err);
}

/* run the command and wait for it; its status */
static char*
command(char **argv)
{
	Waitmsg *w;
	int pid;

	pid = fork();
	if(pid < 0)
		sysfatal("fork: %r");
	if(pid == 0)
		run(argv);
	while((w = wait()) != nil && w->pid != pid)
		free(w);
	if(w == nil)
		sysfatal("wait: %r");
	return w->msg;
}

/* all of a file, malloced */
static char*
contents(char *name, long *np)
{
	Dir *d;
	char *buf;
	int fd;

	fd = open(name, OREAD);
	d = fd < 0 ? nil : dirfstat(fd);
	if(d == nil)
		sysfatal("%s: %r", name);
	buf = malloc(d->length + 1);
	if(buf == nil)
		sysfatal("no memory for %s", name);
	*np = readn(fd, buf, d->length);
	if(*np < 0)
		sysfatal("%s: %r", name);
	close(fd);
	free(d);
	return buf;
}

/* write it in pieces */
static char*
pieces(char *buf, long n)
{
	long i, m;

	for(i = 0; i < n; i += m){
		m = n-i < piece ? n-i : piece;
		if(write(1, buf+i, m) != m)
			return "write error";
	}
	return "";
}

void
main(int argc, char **argv)
{
	uvlong c0, c1;
	vlong t0, t1;
	char *buf, *status, *file;
	long n;
	int out;

	file = nil;
	ARGBEGIN{
	case 'b':
		piece = strtol(EARGF(usage()), nil, 0);
		if(piece <= 0)
			usage();
		break;
	case 'l':
		label = EARGF(usage());
		break;
	case 'o':
		file = EARGF(usage());
		break;
	default:
		usage();
	}ARGEND
	if(argc == 0 || (piece > 0 && argc != 1))
		usage();
	out = file == nil ? 2 : output(file);
	n = 0;
	buf = piece > 0 ? contents(argv[0], &n) : nil;
	resetcounters();
	t0 = nsec();
	cycles(&c0);
	status = piece > 0 ? pieces(buf, n) : command(argv);
	cycles(&c1);
	t1 = nsec();
	fprint(out, "%s.cmd %llud\n%s.ns %lld\n", label, c1-c0, label, t1-t0);
	report(out);
	exits(status);
}
