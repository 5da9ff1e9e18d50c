#include <u.h>
#include <libc.h>

/* print the name of the current directory */
void
main(int argc, char **argv)
{
	char dir[4096];

	USED(argc, argv);
	if(getwd(dir, sizeof dir) == nil){
		fprint(2, "pwd: %r\n");
		exits("getwd");
	}
	print("%s\n", dir);
	exits(nil);
}
