#include <u.h>
#include <libc.h>

/* copy a file to the standard output, over and over: a load for tests */
void
main(int argc, char **argv)
{
	static char buf[8192];
	long n;
	int fd;

	if(argc != 2){
		fprint(2, "usage: catloop file\n");
		exits("usage");
	}
	argv0 = "catloop";
	fd = open(argv[1], OREAD);
	if(fd < 0)
		sysfatal("can't open %s: %r", argv[1]);
	for(;;){
		n = read(fd, buf, sizeof buf);
		if(n < 0)
			sysfatal("error reading %s: %r", argv[1]);
		if(n == 0)
			seek(fd, 0, 0);
		else if(write(1, buf, n) != n)
			sysfatal("write error: %r");
	}
}
