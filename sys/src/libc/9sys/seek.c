#include <u.h>
#include <libc.h>

extern	int	_seek(vlong*, int, vlong, int);

/* move fd's offset; whence 0: to off, 1: by off, 2: to off from the end */
vlong
seek(int fd, vlong off, int whence)
{
	vlong v;

	if(_seek(&v, fd, off, whence) == -1)
		return -1;
	return v;
}
