#include <u.h>
#include <libc.h>

/* ms of user, system, children's user, children's system; returns real */
long
times(long t[4])
{
	char buf[200], *p;
	long v[6];
	int fd, i, n;

	memset(v, 0, sizeof v);
	fd = open("/dev/cputime", OREAD|OCEXEC);
	if(fd < 0)
		return -1;
	n = pread(fd, buf, sizeof buf - 1, 0);
	close(fd);
	if(n <= 0)
		return -1;
	buf[n] = 0;
	p = buf;
	for(i = 0; i < 6; i++)
		v[i] = strtol(p, &p, 10);
	if(t != nil){
		t[0] = v[0];
		t[1] = v[1];
		t[2] = v[3];
		t[3] = v[4];
	}
	return v[2];
}

/* seconds of CPU time used, with that of children waited for */
double
cputime(void)
{
	long t[4];

	if(times(t) < 0)
		return -1;
	return (t[0]+t[1]+t[2]+t[3])/1000.0;
}
