#include <u.h>
#include <libc.h>

static void
usage(void)
{
	fprint(2, "usage: bind [-abcqC] new old\n");
	exits("usage");
}

/* make old another name of new; -b, -a: of both, new before or after old */
void
main(int argc, char **argv)
{
	ulong flag;
	int qflag;

	flag = 0;
	qflag = 0;
	ARGBEGIN{
	case 'a': flag |= MAFTER; break;
	case 'b': flag |= MBEFORE; break;
	case 'c': flag |= MCREATE; break;
	case 'q': qflag = 1; break;
	case 'C': flag |= MCACHE; break;
	default: usage();
	}ARGEND
	if(argc != 2 || (flag & (MAFTER|MBEFORE)) == (MAFTER|MBEFORE))
		usage();
	if(bind(argv[0], argv[1], flag) < 0){
		if(qflag)
			exits(nil);
		fprint(2, "bind %s %s: %r\n", argv[0], argv[1]);
		exits("bind");
	}
	exits(nil);
}
