#include <u.h>
#include <libc.h>

/* 0 if the file is there and, for a mode of A bits, can be opened so */
int
access(char *name, int mode)
{
	static char omode[] = {
		[AEXEC]			= OEXEC,
		[AWRITE]		= OWRITE,
		[AWRITE|AEXEC]		= ORDWR,
		[AREAD]			= OREAD,
		[AREAD|AEXEC]		= OEXEC,
		[AREAD|AWRITE]		= ORDWR,
		[AREAD|AWRITE|AEXEC]	= ORDWR,
	};
	Dir *d;
	int fd;

	if(mode == AEXIST){
		d = dirstat(name);
		free(d);
		return d == nil ? -1 : 0;
	}
	fd = open(name, omode[mode & 7]|OCEXEC);
	if(fd < 0)
		return -1;
	close(fd);
	return 0;
}
