#include <u.h>
#include <libc.h>

enum
{
	Bufsize	= 8192,
};

/* copy a file to the standard output in pieces of -b bytes */
void
main(int argc, char **argv)
{
	static char buf[Bufsize];
	long piece, i, n, m;
	int fd;

	piece = Bufsize;
	ARGBEGIN{
	case 'b':
		piece = strtol(EARGF(piece = 0), nil, 0);
		break;
	default:
		piece = 0;
	}ARGEND
	if(piece <= 0 || argc > 1){
		fprint(2, "usage: wr [-b bytes] [file]\n");
		exits("usage");
	}
	fd = argc == 1 ? open(argv[0], OREAD) : 0;
	if(fd < 0)
		sysfatal("can't open %s: %r", argv[0]);
	while((n = read(fd, buf, sizeof buf)) > 0)
		for(i = 0; i < n; i += m){
			m = n-i < piece ? n-i : piece;
			if(write(1, buf+i, m) != m)
				sysfatal("write error: %r");
		}
	if(n < 0)
		sysfatal("read error: %r");
	exits(nil);
}
