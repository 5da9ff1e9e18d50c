#include <u.h>
#include <libc.h>

/* read at most n bytes from fd's offset on, which moves; 0: the end */
long
read(int fd, void *buf, long n)
{
	return pread(fd, buf, n, -1);
}

long
write(int fd, void *buf, long n)
{
	return pwrite(fd, buf, n, -1);
}
