/*
 * ps: a line for each process, from /proc/n/status; -a: with its arguments,
 * -p: with its base and current priority, -r: with the time it has lived.
 */
#include <u.h>
#include <libc.h>
#include <bio.h>

static int aflag, pflag, rflag;
static Biobuf out;

enum
{
	Text, User, State, Tuser, Tsys, Treal, Cuser, Csys, Creal, Size,
	Basepri, Pri, Nfield,
};

/* the contents of a process's file; nil if it is gone */
static char*
contents(char *pid, char *file, char *buf, int n)
{
	char name[64];
	int fd;

	snprint(name, sizeof name, "%s/%s", pid, file);
	fd = open(name, OREAD);
	if(fd < 0)
		return nil;
	n = read(fd, buf, n-1);
	close(fd);
	if(n <= 0)
		return nil;
	buf[n] = 0;
	return buf;
}

static void
ps(char *pid)
{
	char status[1024], args[512], *f[Nfield+1];
	ulong u, s, r;

	if(contents(pid, "status", status, sizeof status) == nil)
		return;
	if(tokenize(status, f, Nfield+1) < Nfield)
		return;
	u = strtoul(f[Tuser], nil, 10)/1000;
	s = strtoul(f[Tsys], nil, 10)/1000;
	Bprint(&out, "%-10s %8s %4lud:%.2lud %3lud:%.2lud ", f[User], pid,
		u/60, u%60, s/60, s%60);
	if(rflag){
		r = strtoul(f[Treal], nil, 10)/1000;
		Bprint(&out, "%lud:%.2lud:%.2lud ", r/3600, r/60%60, r%60);
	}
	if(pflag)
		Bprint(&out, "%2s %2s ", f[Basepri], f[Pri]);
	Bprint(&out, "%7sK %-8.8s ", f[Size], f[State]);
	if(aflag && contents(pid, "args", args, sizeof args) != nil)
		Bprint(&out, "%s\n", args);
	else
		Bprint(&out, "%s\n", f[Text]);
}

static int
bypid(void *a, void *b)
{
	Dir *d, *e;

	d = a;
	e = b;
	return strtol(d->name, nil, 10) - strtol(e->name, nil, 10);
}

void
main(int argc, char **argv)
{
	Dir *d;
	long i, n;
	int fd;

	ARGBEGIN{
	case 'a': aflag = 1; break;
	case 'p': pflag = 1; break;
	case 'r': rflag = 1; break;
	default:
		fprint(2, "usage: ps [-apr]\n");
		exits("usage");
	}ARGEND
	Binit(&out, 1, OWRITE);
	if(chdir("/proc") < 0)
		sysfatal("/proc: %r");
	fd = open(".", OREAD);
	n = fd < 0 ? -1 : dirreadall(fd, &d);
	if(n < 0)
		sysfatal("/proc: %r");
	qsort(d, n, sizeof(Dir), bypid);
	for(i = 0; i < n; i++)
		if('0' <= d[i].name[0] && d[i].name[0] <= '9')
			ps(d[i].name);
	exits(nil);
}
