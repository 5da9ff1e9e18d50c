#include <u.h>
#include <libc.h>

/* undo binds and mounts on the last argument; of two, of the first only */
void
main(int argc, char **argv)
{
	char *new, *old;

	if(argc < 2 || argc > 3){
		fprint(2, "usage: unmount [mounted] mountpoint\n");
		exits("usage");
	}
	new = argc == 3 ? argv[1] : nil;
	old = argv[argc-1];
	if(unmount(new, old) < 0){
		fprint(2, "unmount %s: %r\n", old);
		exits("unmount");
	}
	exits(nil);
}
