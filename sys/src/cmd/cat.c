#include <u.h>
#include <libc.h>

/* copy all of fd to the standard output */
static void
cat(int fd, char *name)
{
	static char buf[8192];
	long n;

	while((n = read(fd, buf, sizeof buf)) > 0)
		if(write(1, buf, n) != n)
			sysfatal("write error copying %s: %r", name);
	if(n < 0)
		sysfatal("error reading %s: %r", name);
}

void
main(int argc, char **argv)
{
	int fd, i;

	argv0 = "cat";
	if(argc == 1)
		cat(0, "<stdin>");
	for(i = 1; i < argc; i++){
		fd = open(argv[i], OREAD);
		if(fd < 0)
			sysfatal("can't open %s: %r", argv[i]);
		cat(fd, argv[i]);
		close(fd);
	}
	exits(nil);
}
