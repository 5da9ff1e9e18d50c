#include <u.h>
#include <libc.h>

/* read until n bytes are there or no more come; how many came */
long
readn(int fd, void *buf, long n)
{
	char *p;
	long m, done;

	p = buf;
	for(done = 0; done < n; done += m){
		m = read(fd, p+done, n-done);
		if(m <= 0)
			return done == 0 ? m : done;
	}
	return done;
}
