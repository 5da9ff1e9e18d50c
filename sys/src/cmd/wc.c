/*
 * wc: count lines, words, runes, bad bytes and bytes (-l -w -r -b -c; if
 * none is asked for, lines, words and bytes).
 */
#include <u.h>
#include <libc.h>

enum
{
	Lines,
	Words,
	Runes,
	Bad,
	Bytes,
	Ncount,
};

static int want[Ncount];
static uvlong total[Ncount];
static char *status;

static void
report(uvlong *count, char *name)
{
	char *sep;
	int i;

	sep = "";
	for(i = 0; i < Ncount; i++)
		if(want[i]){
			print("%s%7llud", sep, count[i]);
			sep = " ";
		}
	if(name != nil)
		print(" %s", name);
	print("\n");
}

/* count the runes that are whole in s[0:n]; how many bytes they are */
static int
runes(uvlong *count, char *s, int n, int last, int *inword)
{
	Rune r;
	int i, w;

	for(i = 0; i < n; i += w){
		r = *(uchar*)(s+i);
		w = 1;
		if(r >= Runeself){
			if(!last && !fullrune(s+i, n-i))
				break;
			if(fullrune(s+i, n-i))
				w = chartorune(&r, s+i);
			else
				r = Runeerror;
			if(r == Runeerror && w == 1){
				count[Bad]++;
				count[Runes]--;
			}
		}
		count[Runes]++;
		if(r == '\n')
			count[Lines]++;
		if(r == ' ' || ('\t' <= r && r <= '\r'))
			*inword = 0;
		else if(!*inword){
			*inword = 1;
			count[Words]++;
		}
	}
	return i;
}

static void
wc(int fd, char *name)
{
	static char buf[8192+UTFmax];
	uvlong count[Ncount];
	int i, n, used, have, inword;

	memset(count, 0, sizeof count);
	have = inword = 0;
	while((n = read(fd, buf+have, 8192)) > 0){
		count[Bytes] += n;
		have += n;
		used = runes(count, buf, have, 0, &inword);
		have -= used;
		memmove(buf, buf+used, have);
	}
	if(n < 0){
		fprint(2, "wc: %s: %r\n", name == nil ? "<stdin>" : name);
		status = "can't read";
	}
	runes(count, buf, have, 1, &inword);
	report(count, name);
	for(i = 0; i < Ncount; i++)
		total[i] += count[i];
}

void
main(int argc, char **argv)
{
	int i, fd;

	ARGBEGIN{
	case 'l': want[Lines] = 1; break;
	case 'w': want[Words] = 1; break;
	case 'r': want[Runes] = 1; break;
	case 'b': want[Bad] = 1; break;
	case 'c': want[Bytes] = 1; break;
	default:
		fprint(2, "usage: wc [-lwrbc] [file ...]\n");
		exits("usage");
	}ARGEND
	for(i = 0; i < Ncount && !want[i]; i++)
		;
	if(i == Ncount)
		want[Lines] = want[Words] = want[Bytes] = 1;
	if(argc == 0)
		wc(0, nil);
	for(i = 0; i < argc; i++){
		fd = open(argv[i], OREAD);
		if(fd < 0){
			fprint(2, "wc: can't open %s: %r\n", argv[i]);
			status = "can't open";
			continue;
		}
		wc(fd, argv[i]);
		close(fd);
	}
	if(argc > 1)
		report(total, "total");
	exits(status);
}
