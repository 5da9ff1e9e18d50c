#include <u.h>
#include <libc.h>

enum
{
	Maxfile	= 64,
};

/* copy the standard input to the standard output and to files; -a: append */
void
main(int argc, char **argv)
{
	static char buf[8192];
	int fd[Maxfile], aflag, i, n, nfd;
	char *status;

	aflag = 0;
	ARGBEGIN{
	case 'a': aflag = 1; break;
	default:
		fprint(2, "usage: tee [-a] [file ...]\n");
		exits("usage");
	}ARGEND
	status = nil;
	fd[0] = 1;
	nfd = 1;
	for(i = 0; i < argc && nfd < Maxfile; i++){
		fd[nfd] = aflag ? open(argv[i], OWRITE) : -1;
		if(fd[nfd] < 0)
			fd[nfd] = create(argv[i], OWRITE, 0666);
		if(fd[nfd] < 0){
			fprint(2, "tee: cannot open %s: %r\n", argv[i]);
			status = "open";
			continue;
		}
		if(aflag)
			seek(fd[nfd], 0, 2);
		nfd++;
	}
	while((n = read(0, buf, sizeof buf)) > 0)
		for(i = 0; i < nfd; i++)
			if(write(fd[i], buf, n) != n)
				status = "write";
	exits(status);
}
