/*
 * hog: take all one can get, to see whether others still get their share.
 *
 *	hog loop [n]	n processes that loop for ever
 *	hog fork	processes that fork for ever
 *	hog write file	write to the file for ever
 *
 * It goes on in the background, in a note group of its own.
 */
#include <u.h>
#include <libc.h>

enum
{
	Size	= 8192,
};

static void
loop(int n)
{
	while(--n > 0 && fork() > 0)
		;
	for(;;)
		;
}

/* the process table is the limit; who finds it full goes on trying */
static void
forks(void)
{
	for(;;)
		rfork(RFPROC|RFNOWAIT);
}

static void
flood(char *file)
{
	static char buf[Size];
	int fd, i;

	fd = open(file, OWRITE);
	if(fd < 0)
		sysfatal("%s: %r", file);
	for(i = 0; i < Size; i++)
		buf[i] = i%64 == 63 ? '\n' : ' ' + i%90;
	while(write(fd, buf, Size) == Size)
		;
	sysfatal("%s: %r", file);
}

static void
usage(void)
{
	fprint(2, "usage: hog loop [n] | hog fork | hog write file\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	argv0 = "hog";
	if(argc < 2)
		usage();
	switch(rfork(RFPROC|RFFDG|RFNOTEG|RFNOWAIT)){
	case -1:
		sysfatal("fork: %r");
	case 0:
		break;
	default:
		exits(nil);
	}
	if(strcmp(argv[1], "loop") == 0)
		loop(argc > 2 ? atoi(argv[2]) : 1);
	else if(strcmp(argv[1], "fork") == 0)
		forks();
	else if(strcmp(argv[1], "write") == 0 && argc > 2)
		flood(argv[2]);
	usage();
}
