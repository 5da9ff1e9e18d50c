/*
 * tail: the last lines of a file: 10, or as many as -n says (or -N itself);
 * -c: bytes; +N: from that line, or byte, on; -f: and what is added to it.
 */
#include <u.h>
#include <libc.h>

enum
{
	Chunk	= 8192,
};

static int bytes, follow, fromstart;
static vlong count = 10;

static void
usage(void)
{
	fprint(2,
		"usage: tail [+|-number[lc]] [-n lines] [-c bytes] [-f] [file]\n");
	exits("usage");
}

/* a count, with a sign that says which end it is from, and a unit */
static void
number(char *s)
{
	fromstart = *s == '+';
	if(*s == '+' || *s == '-')
		s++;
	count = strtoll(s, &s, 10);
	if(*s == 'c' || *s == 'l')
		bytes = *s++ == 'c';
	if(*s != 0)
		usage();
}

static void
put(char *p, long n)
{
	if(n > 0 && write(1, p, n) != n)
		sysfatal("write error: %r");
}

/* copy all that comes */
static void
copy(int fd)
{
	static char buf[Chunk];
	long n;

	while((n = read(fd, buf, sizeof buf)) > 0)
		put(buf, n);
	if(n < 0)
		sysfatal("read error: %r");
}

/* skip count-1 lines or bytes, copy the rest */
static void
fromhead(int fd)
{
	static char buf[Chunk];
	long i, n;
	vlong skip;

	skip = count - 1;
	while(skip > 0 && (n = read(fd, buf, sizeof buf)) > 0){
		for(i = 0; i < n && skip > 0; i++)
			if(bytes || buf[i] == '\n')
				skip--;
		put(buf+i, n-i);
	}
	copy(fd);
}

/* read all, print the last count lines or bytes */
static void
fromtail(int fd)
{
	char *buf;
	long n, have, size, i;
	vlong left;

	buf = nil;
	have = size = 0;
	do{
		if(size - have < Chunk){
			size = 2*size + Chunk;
			buf = realloc(buf, size);
			if(buf == nil)
				sysfatal("no memory");
		}
		n = read(fd, buf+have, Chunk);
		if(n > 0)
			have += n;
	}while(n > 0);
	if(n < 0)
		sysfatal("read error: %r");
	left = count;
	for(i = have; i > 0; i--)
		if(bytes ? left-- == 0
			: (i < have && buf[i-1] == '\n' && --left == 0))
			break;
	if(count > 0)
		put(buf+i, have-i);
	free(buf);
}

void
main(int argc, char **argv)
{
	int fd;

	argv0 = argv[0];
	for(argc--, argv++; argc > 0; argc--, argv++){
		if(argv[0][0] == '+' || (argv[0][0] == '-'
		&& '0' <= argv[0][1] && argv[0][1] <= '9'))
			number(argv[0]);
		else if(strcmp(argv[0], "-f") == 0)
			follow = 1;
		else if(argc > 1 && (strcmp(argv[0], "-n") == 0
		|| strcmp(argv[0], "-c") == 0)){
			number(argv[1]);
			bytes = argv[0][1] == 'c';
			argc--;
			argv++;
		}else if(argv[0][0] == '-' && argv[0][1] != 0)
			usage();
		else
			break;
	}
	if(argc > 1)
		usage();
	fd = argc == 1 ? open(argv[0], OREAD) : 0;
	if(fd < 0)
		sysfatal("can't open %s: %r", argv[0]);
	if(fromstart)
		fromhead(fd);
	else
		fromtail(fd);
	while(follow){
		sleep(1000);
		copy(fd);
	}
	exits(nil);
}
