/*
 * stat and wstat with Dirs. A Dir is one malloced piece with its strings.
 */
#include <u.h>
#include <libc.h>

enum
{
	Guess	= 49 + 4*28,	/* bytes that most messages fit in */
};

/* stat name or, if that is nil, fd, with room enough */
static Dir*
dirof(char *name, int fd)
{
	Dir *d;
	uchar *buf;
	uint size;
	int n, try;

	size = Guess;
	for(try = 0; try < 3; try++){
		d = malloc(sizeof(Dir) + 2*size);
		if(d == nil)
			return nil;
		buf = (uchar*)(d+1) + size;
		n = name != nil ? stat(name, buf, size) : fstat(fd, buf, size);
		if(n > 2 && convM2D(buf, n, d, (char*)(d+1)) == n)
			return d;
		if(n == 2)
			size = (buf[0] | buf[1]<<8) + 2;
		free(d);
		if(n < 2)
			return nil;
	}
	werrstr("malformed stat buffer");
	return nil;
}

/* what is known of a file, malloced; nil if it is not there */
Dir*
dirstat(char *name)
{
	return dirof(name, -1);
}

Dir*
dirfstat(int fd)
{
	return dirof(nil, fd);
}

/* change what is not "leave it" in d */
static int
change(char *name, int fd, Dir *d)
{
	uchar *buf;
	uint n;
	int r;

	n = sizeD2M(d);
	buf = malloc(n);
	if(buf == nil)
		return -1;
	convD2M(d, buf, n);
	r = name != nil ? wstat(name, buf, n) : fwstat(fd, buf, n);
	free(buf);
	return r < 0 ? -1 : r;
}

int
dirwstat(char *name, Dir *d)
{
	return change(name, -1, d);
}

int
dirfwstat(int fd, Dir *d)
{
	return change(nil, fd, d);
}

/* make everything in d "leave it" */
void
nulldir(Dir *d)
{
	memset(d, ~0, sizeof *d);
	d->name = d->uid = d->gid = d->muid = "";
}
