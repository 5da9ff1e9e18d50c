#include <u.h>
#include <libc.h>

static void
usage(void)
{
	fprint(2, "usage: mount [-abcnqC] /srv/service dir [spec]\n");
	exits("usage");
}

/* mount what a file server serves; -n: it asks for no authentication */
void
main(int argc, char **argv)
{
	ulong flag;
	int fd, qflag;

	flag = 0;
	qflag = 0;
	ARGBEGIN{
	case 'a': flag |= MAFTER; break;
	case 'b': flag |= MBEFORE; break;
	case 'c': flag |= MCREATE; break;
	case 'n': break;
	case 'q': qflag = 1; break;
	case 'C': flag |= MCACHE; break;
	default: usage();
	}ARGEND
	if(argc < 2 || argc > 3
		|| (flag & (MAFTER|MBEFORE)) == (MAFTER|MBEFORE))
		usage();
	fd = open(argv[0], ORDWR);
	if(fd < 0){
		if(qflag)
			exits(nil);
		fprint(2, "mount: can't open %s: %r\n", argv[0]);
		exits("opens");
	}
	if(mount(fd, -1, argv[1], flag, argc == 3 ? argv[2] : "") < 0){
		if(qflag)
			exits(nil);
		fprint(2, "mount: mount %s: %r\n", argv[1]);
		exits("mount");
	}
	exits(nil);
}
