#include <u.h>
#include <libc.h>

/* stop the machine */
void
main(int argc, char **argv)
{
	int fd;

	argv0 = "halt";
	if(argc > 1){
		fprint(2, "usage: %s\n", argv[0]);
		exits("usage");
	}
	fd = open("#c/reboot", OWRITE);
	if(fd < 0 || write(fd, "halt", strlen("halt")) < 0)
		sysfatal("%r");
	exits(nil);
}
