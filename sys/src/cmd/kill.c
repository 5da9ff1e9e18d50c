/*
 * kill: print, for each process of that name, the command that sends it
 * the note "kill". Nothing is sent: pipe it into rc.
 */
#include <u.h>
#include <libc.h>

static char *me;

/* print the command if the process is one of the name and the user's */
static void
kill(char *pid, char *name)
{
	char file[64], buf[1024], *f[3];
	int fd, n;

	snprint(file, sizeof file, "/proc/%s/status", pid);
	fd = open(file, OREAD);
	if(fd < 0)
		return;
	n = read(fd, buf, sizeof buf - 1);
	close(fd);
	if(n <= 0)
		return;
	buf[n] = 0;
	if(tokenize(buf, f, 3) == 3 && strcmp(f[0], name) == 0
	&& strcmp(f[1], me) == 0)
		print("echo kill>/proc/%s/note # %s\n", pid, name);
}

void
main(int argc, char **argv)
{
	Dir *d;
	long i, n;
	int fd, k;

	if(argc < 2){
		fprint(2, "usage: kill name ...\n");
		exits("usage");
	}
	argv0 = argv[0];
	me = getuser();
	fd = open("/proc", OREAD);
	n = fd < 0 ? -1 : dirreadall(fd, &d);
	if(n < 0)
		sysfatal("/proc: %r");
	for(k = 1; k < argc; k++)
		for(i = 0; i < n; i++)
			if('0' <= d[i].name[0] && d[i].name[0] <= '9')
				kill(d[i].name, argv[k]);
	exits(nil);
}
