/*
 * cmp: compare two files. -l lists all differing bytes, -s is silent, -L
 * tells the line of the difference.
 */
#include <u.h>
#include <libc.h>
#include <bio.h>

static int lflag, sflag, Lflag;

/* open a file, and skip to the offset in s */
static Biobuf*
get(char *name, char *s)
{
	Biobuf *b;
	vlong off;

	b = Bopen(name, OREAD);
	if(b == nil){
		if(!sflag)
			fprint(2, "cmp: %s: %r\n", name);
		exits("open");
	}
	off = s == nil ? 0 : strtoll(s, nil, 0);
	if(off != 0 && Bseek(b, off, 0) != off){
		if(!sflag)
			fprint(2, "cmp: seek in %s: %r\n", name);
		exits("seek");
	}
	return b;
}

static void
usage(void)
{
	fprint(2, "usage: cmp [-lsL] file1 file2 [offset1 [offset2]]\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	Biobuf *a, *b;
	vlong n, line;
	int c, d;
	char *status;

	ARGBEGIN{
	case 'l': lflag = 1; break;
	case 's': sflag = 1; break;
	case 'L': Lflag = 1; break;
	default: usage();
	}ARGEND
	if(argc < 2)
		usage();
	a = get(argv[0], argc > 2 ? argv[2] : nil);
	b = get(argv[1], argc > 3 ? argv[3] : nil);
	status = nil;
	line = 1;
	for(n = 1; ; n++){
		c = Bgetc(a);
		d = Bgetc(b);
		if(c < 0 || d < 0)
			break;
		if(c != d){
			status = "differ";
			if(!lflag)
				break;
			print("%6lld %.2x %.2x\n", n, c, d);
		}
		if(c == '\n')
			line++;
	}
	if(c < 0 && d < 0)
		exits(status);
	if(sflag)
		exits("differ");
	if(c < 0 || d < 0)
		print("EOF on %s\n", argv[c < 0 ? 0 : 1]);
	else{
		print("%s %s differ: char %lld", argv[0], argv[1], n);
		if(Lflag)
			print(" line %lld", line);
		print("\n");
	}
	exits("differ");
}
