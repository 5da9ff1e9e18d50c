/*
 * xd [-b | -c] [file ...]: print files in hexadecimal, sixteen bytes a
 * line after their offset: by words of four, highest byte first, or by
 * bytes, or by characters.
 */
#include <u.h>
#include <libc.h>
#include <bio.h>

static int format = 'w';
static Biobuf out;

static void
putchar(int c)
{
	static char names[] = "\bb\tt\nn\vv\ff\rr";
	char *s;

	s = c == 0 ? nil : strchr(names, c);
	if(c == 0)
		Bprint(&out, " \\0");
	else if(c < ' ' && s != nil)
		Bprint(&out, " \\%c", s[1]);
	else if(c < ' ' || c >= 0x7f)
		Bprint(&out, " %.2x", c);
	else
		Bprint(&out, "  %c", c);
}

static void
line(vlong off, uchar *p, int n)
{
	int i;

	Bprint(&out, "%.7llux ", off);
	for(i = 0; i < n; i++)
		switch(format){
		case 'w':
			Bprint(&out, "%s%.2x", i%4 == 0 ? " " : "", p[i]);
			break;
		case 'b':
			Bprint(&out, " %.2x", p[i]);
			break;
		case 'c':
			putchar(p[i]);
			break;
		}
	Bprint(&out, "\n");
}

static void
dump(int fd, char *name)
{
	uchar buf[16];
	vlong off;
	long n;

	for(off = 0; (n = readn(fd, buf, sizeof buf)) > 0; off += n)
		line(off, buf, n);
	if(n < 0)
		sysfatal("error reading %s: %r", name);
	Bprint(&out, "%.7llux\n", off);
}

void
main(int argc, char **argv)
{
	int fd, i;

	ARGBEGIN{
	case 'b': case 'c':
		format = ARGC();
		break;
	default:
		fprint(2, "usage: xd [-b | -c] [file ...]\n");
		exits("usage");
	}ARGEND
	Binit(&out, 1, OWRITE);
	if(argc == 0)
		dump(0, "<stdin>");
	for(i = 0; i < argc; i++){
		fd = open(argv[i], OREAD);
		if(fd < 0)
			sysfatal("can't open %s: %r", argv[i]);
		if(argc > 1)
			Bprint(&out, "%s:\n", argv[i]);
		dump(fd, argv[i]);
		close(fd);
	}
	Bterm(&out);
	exits(nil);
}
