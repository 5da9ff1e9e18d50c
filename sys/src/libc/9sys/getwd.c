#include <u.h>
#include <libc.h>

/* the name of the current directory into buf; nil if it is not known */
char*
getwd(char *buf, int n)
{
	int fd;

	fd = open(".", OREAD|OCEXEC);
	if(fd < 0)
		return nil;
	n = fd2path(fd, buf, n);
	close(fd);
	return n < 0 ? nil : buf;
}
