/*
 * rm: remove files and empty directories; -r: with all that is in them;
 * -f: no word about what cannot be removed.
 */
#include <u.h>
#include <libc.h>

static int fflag, rflag;
static char errbuf[ERRMAX];

static void
complain(char *name)
{
	rerrstr(errbuf, sizeof errbuf);
	if(!fflag)
		fprint(2, "rm: %s: %s\n", name, errbuf);
}

/* remove what is in a directory, then itself */
static void
rmdir(char *name)
{
	Dir *d;
	long i, n;
	int fd;
	char *s;

	fd = open(name, OREAD);
	n = fd < 0 ? -1 : dirreadall(fd, &d);
	if(fd >= 0)
		close(fd);
	if(n < 0){
		complain(name);
		return;
	}
	for(i = 0; i < n; i++){
		s = smprint("%s/%s", name, d[i].name);
		if(s == nil)
			sysfatal("no memory");
		if(remove(s) < 0)
			if(d[i].mode & DMDIR)
				rmdir(s);
			else
				complain(s);
		free(s);
	}
	if(n > 0)
		free(d);
	if(remove(name) < 0)
		complain(name);
}

void
main(int argc, char **argv)
{
	Dir *d;
	int i;

	ARGBEGIN{
	case 'f': fflag = 1; break;
	case 'r': rflag = 1; break;
	default:
		fprint(2, "usage: rm [-fr] file ...\n");
		exits("usage");
	}ARGEND
	for(i = 0; i < argc; i++){
		if(remove(argv[i]) >= 0)
			continue;
		d = nil;
		if(rflag)
			d = dirstat(argv[i]);
		if(d != nil && (d->mode & DMDIR))
			rmdir(argv[i]);
		else
			complain(argv[i]);
		free(d);
	}
	exits(fflag || errbuf[0] == 0 ? nil : errbuf);
}
