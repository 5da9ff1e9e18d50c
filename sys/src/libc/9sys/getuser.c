/*
 * Names that the kernel knows: the user's and the machine's.
 */
#include <u.h>
#include <libc.h>

/* what is in the file, into buf; other if nothing is */
static char*
name(char *file, char *buf, int size, char *other)
{
	int fd, n;

	n = 0;
	fd = open(file, OREAD|OCEXEC);
	if(fd >= 0){
		n = read(fd, buf, size-1);
		close(fd);
	}
	if(n <= 0)
		return strecpy(buf, buf+size, other), buf;
	buf[n] = 0;
	return buf;
}

char*
getuser(void)
{
	static char buf[64];

	return name("/dev/user", buf, sizeof buf, "none");
}

char*
sysname(void)
{
	static char buf[256];

	return name("/dev/sysname", buf, sizeof buf, "gnot");
}
