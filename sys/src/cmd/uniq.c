/*
 * uniq [-cdu] [file]: drop lines that equal the one before; -c counts
 * them, -d prints only those there were more of, -u only the others.
 */
#include <u.h>
#include <libc.h>
#include <bio.h>

static int cflag, dflag, uflag;
static Biobuf out;

static void
emit(char *line, ulong n)
{
	if(line == nil || dflag && n == 1 || uflag && n > 1)
		return;
	if(cflag)
		Bprint(&out, "%4lud ", n);
	Bprint(&out, "%s\n", line);
}

void
main(int argc, char **argv)
{
	Biobuf *in, std;
	char *last, *line;
	ulong n;

	ARGBEGIN{
	case 'c': cflag = 1; break;
	case 'd': dflag = 1; break;
	case 'u': uflag = 1; break;
	default:
	usage:
		fprint(2, "usage: uniq [-cdu] [file]\n");
		exits("usage");
	}ARGEND
	if(argc > 1)
		goto usage;
	if(argc == 1){
		in = Bopen(argv[0], OREAD);
		if(in == nil)
			sysfatal("can't open %s: %r", argv[0]);
	}else{
		in = &std;
		Binit(in, 0, OREAD);
	}
	Binit(&out, 1, OWRITE);
	last = nil;
	n = 0;
	while((line = Brdstr(in, '\n', 1)) != nil){
		if(last != nil && strcmp(last, line) == 0){
			n++;
			free(line);
			continue;
		}
		emit(last, n);
		free(last);
		last = line;
		n = 1;
	}
	emit(last, n);
	Bterm(&out);
	exits(nil);
}
