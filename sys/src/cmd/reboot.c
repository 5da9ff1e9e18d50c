#include <u.h>
#include <libc.h>

/* start the machine again */
void
main(int argc, char **argv)
{
	int fd;

	argv0 = "reboot";
	if(argc > 1){
		fprint(2, "usage: %s\n", argv[0]);
		exits("usage");
	}
	fd = open("#c/reboot", OWRITE);
	if(fd < 0 || write(fd, "reboot", strlen("reboot")) < 0)
		sysfatal("%r");
	exits(nil);
}
