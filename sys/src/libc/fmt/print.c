#include <u.h>
#include <libc.h>

/* print to the standard output; the number of characters, or -1 */
int
print(char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vfprint(1, fmt, args);
	va_end(args);
	return n;
}
