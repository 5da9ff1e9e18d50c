/*
 * Reading directories: whole entries come, as many as fit.
 */
#include <u.h>
#include <libc.h>

/* the entries in n bytes, as one malloced piece in *dp; how many, or -1 */
static long
unpack(uchar *buf, long n, Dir **dp)
{
	Dir *d;
	char *strs;
	long i, size, nd;

	*dp = nil;
	nd = 0;
	for(i = 0; i < n; i += size){
		size = n-i < 2 ? n+1 : (buf[i] | buf[i+1]<<8) + 2;
		if(size > n-i || statcheck(buf+i, size) < 0){
			werrstr("malformed directory contents");
			return -1;
		}
		nd++;
	}
	if(nd == 0)
		return 0;
	d = malloc(nd*sizeof(Dir) + n);
	if(d == nil)
		return -1;
	*dp = d;
	strs = (char*)(d + nd);
	for(i = 0; i < n; i += size){
		size = (buf[i] | buf[i+1]<<8) + 2;
		convM2D(buf+i, size, d++, strs);
		strs += size;
	}
	return nd;
}

/* the next entries of a directory; 0: no more */
long
dirread(int fd, Dir **dp)
{
	uchar *buf;
	long n;

	*dp = nil;
	buf = malloc(DIRMAX);
	if(buf == nil)
		return -1;
	n = read(fd, buf, DIRMAX);
	if(n >= 0)
		n = unpack(buf, n, dp);
	free(buf);
	return n;
}

/* all entries from here to the end */
long
dirreadall(int fd, Dir **dp)
{
	uchar *buf, *b;
	long n, have;

	*dp = nil;
	buf = nil;
	have = 0;
	for(;;){
		b = realloc(buf, have + DIRMAX);
		if(b == nil){
			free(buf);
			return -1;
		}
		buf = b;
		n = read(fd, buf+have, DIRMAX);
		if(n <= 0)
			break;
		have += n;
	}
	if(n == 0 || have > 0)
		n = unpack(buf, have, dp);
	free(buf);
	return n;
}
