#include <u.h>
#include <libc.h>

/* set the time of files to now, or -t seconds; make them, unless -c */
void
main(int argc, char **argv)
{
	ulong now;
	int fd, i, cflag;
	char *status;
	Dir d;

	now = time(nil);
	cflag = 0;
	status = nil;
	ARGBEGIN{
	case 'c':
		cflag = 1;
		break;
	case 't':
		now = strtoul(EARGF(exits("usage")), nil, 0);
		break;
	default:
		fprint(2, "usage: touch [-c] [-t seconds] file ...\n");
		exits("usage");
	}ARGEND
	for(i = 0; i < argc; i++){
		nulldir(&d);
		d.mtime = now;
		if(dirwstat(argv[i], &d) >= 0
			|| (cflag && access(argv[i], AEXIST) < 0))
			continue;
		fd = access(argv[i], AEXIST) == 0 ? -1 :
			create(argv[i], OREAD|OEXCL, 0666);
		if(fd < 0){
			fprint(2, "touch: %s: %r\n", argv[i]);
			status = "touch";
			continue;
		}
		dirfwstat(fd, &d);
		close(fd);
	}
	exits(status);
}
