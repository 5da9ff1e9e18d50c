/*
 * ns: print a process's name space as the commands that make it; each read
 * of /proc/n/ns gives a line, or several.
 */
#include <u.h>
#include <libc.h>
#include <bio.h>

void
main(int argc, char **argv)
{
	char name[64], buf[8192];
	Biobuf out;
	int fd, n;

	argv0 = argv[0];
	if(argc > 2 || (argc == 2 && strtol(argv[1], nil, 10) <= 0)){
		fprint(2, "usage: ns [pid]\n");
		exits("usage");
	}
	snprint(name, sizeof name, "/proc/%ld/ns",
		argc == 2 ? strtol(argv[1], nil, 10) : (long)getpid());
	fd = open(name, OREAD);
	if(fd < 0)
		sysfatal("can't open %s: %r", name);
	Binit(&out, 1, OWRITE);
	while((n = read(fd, buf, sizeof buf)) > 0)
		Bwrite(&out, buf, n);
	if(n < 0)
		sysfatal("%s: %r", name);
	exits(nil);
}
