#include <u.h>
#include <libc.h>

/* the largest piece that fd transfers at once, 0 if it does not say */
int
iounit(int fd)
{
	char buf[256], *f[10];
	int cfd, n;

	snprint(buf, sizeof buf, "#d/%dctl", fd);
	cfd = open(buf, OREAD|OCEXEC);
	if(cfd < 0)
		return 0;
	n = read(cfd, buf, sizeof buf - 1);
	close(cfd);
	if(n <= 0)
		return 0;
	buf[n] = 0;
	if(tokenize(buf, f, nelem(f)) < 8)
		return 0;
	/* fd, mode, device, dev, (path, vers, type), iounit */
	return strtol(f[7], nil, 10);
}
