#include <u.h>
#include <libc.h>

/* print the date; -u: in UTC, -n: as seconds; an argument: that one */
void
main(int argc, char **argv)
{
	int nflag, uflag;
	ulong now;

	nflag = uflag = 0;
	ARGBEGIN{
	case 'n': nflag = 1; break;
	case 'u': uflag = 1; break;
	default:
		fprint(2, "usage: date [-un] [seconds]\n");
		exits("usage");
	}ARGEND
	now = argc > 0 ? strtoul(argv[0], nil, 0) : time(nil);
	if(nflag)
		print("%lud\n", now);
	else
		print("%s", uflag ? asctime(gmtime(now)) : ctime(now));
	exits(nil);
}
