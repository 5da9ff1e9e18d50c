#include <u.h>
#include <libc.h>

/* a word from the kernel's random numbers */
ulong
truerand(void)
{
	ulong x;
	int fd, n;

	fd = open("/dev/random", OREAD|OCEXEC);
	n = fd < 0 ? -1 : readn(fd, &x, sizeof x);
	close(fd);
	if(n != sizeof x)
		sysfatal("/dev/random: %r");
	return x;
}

/* 0 to n-1, all equally likely */
ulong
ntruerand(ulong n)
{
	ulong x, limit;

	if(n == 0)
		return 0;
	limit = ~0UL - ~0UL%n;
	do
		x = truerand();
	while(x >= limit);
	return x%n;
}
