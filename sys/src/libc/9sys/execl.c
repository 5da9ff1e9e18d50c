#include <u.h>
#include <libc.h>

/* exec with the arguments written out, argv[0] first and nil last */
int
execl(char *file, ...)
{
	va_list args;

	va_start(args, file);
	return exec(file, (char**)args);	/* they lie in a row */
}
