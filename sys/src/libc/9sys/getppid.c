#include <u.h>
#include <libc.h>

/* the number in a file, or -1 */
static int
number(char *file)
{
	char buf[20];
	int fd, n;

	fd = open(file, OREAD|OCEXEC);
	if(fd < 0)
		return -1;
	n = read(fd, buf, sizeof buf - 1);
	close(fd);
	if(n <= 0)
		return -1;
	buf[n] = 0;
	return strtol(buf, nil, 10);
}

/* the pid of the process that made this one */
int
getppid(void)
{
	return number("#c/ppid");
}
