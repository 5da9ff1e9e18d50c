/*
 * mkdir: make directories; -p: also those above, and none is no error if
 * it is there; -m: with this octal mode.
 */
#include <u.h>
#include <libc.h>

static ulong mode = 0777;
static char *status;

static int
make(char *name)
{
	int fd;

	fd = create(name, OREAD, DMDIR|mode);
	if(fd < 0){
		fprint(2, "mkdir: can't create %s: %r\n", name);
		status = "error";
		return -1;
	}
	close(fd);
	return 0;
}

static int
isdir(char *name)
{
	Dir *d;
	int r;

	d = dirstat(name);
	r = d != nil && (d->mode & DMDIR);
	free(d);
	return r;
}

/* make all that is not there yet of a/b/c */
static void
makeall(char *name)
{
	char *p;

	for(p = strchr(name+1, '/'); p != nil; p = strchr(p+1, '/')){
		*p = 0;
		if(!isdir(name) && make(name) < 0)
			return;
		*p = '/';
	}
	if(!isdir(name))
		make(name);
}

static void
usage(void)
{
	fprint(2, "usage: mkdir [-p] [-m mode] dir ...\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	int i, pflag;
	char *s;

	pflag = 0;
	ARGBEGIN{
	case 'p':
		pflag = 1;
		break;
	case 'm':
		mode = strtoul(EARGF(usage()), &s, 8);
		if(*s != 0 || mode > 0777)
			usage();
		break;
	default:
		usage();
	}ARGEND
	if(argc == 0)
		usage();
	for(i = 0; i < argc; i++)
		if(pflag)
			makeall(argv[i]);
		else if(access(argv[i], AEXIST) == 0){
			fprint(2, "mkdir: %s already exists\n", argv[i]);
			status = "error";
		}else
			make(argv[i]);
	exits(status);
}
