/*
 * dd: copy a file in blocks of a given size: -if file, -of file, -bs bytes
 * (or -ibs and -obs), -count blocks, -skip and -iseek blocks of the input,
 * -oseek blocks of the output, -trunc 0 to keep the output's length,
 * -quiet 1 for no report. A size may end in k or b (512), and 2x512 is 1k.
 */
#include <u.h>
#include <libc.h>

typedef struct Opt Opt;
struct Opt
{
	char	*name;
	char	**str;		/* one of these two */
	vlong	*num;
};

static char *infile, *outfile;
static vlong ibs, obs, bs, count = -1, skip, iseek, oseek, trunc = 1, quiet;
static uvlong infull, inpart, outfull, outpart;

static Opt opts[] = {
	{"if", &infile, nil},
	{"of", &outfile, nil},
	{"bs", nil, &bs},
	{"ibs", nil, &ibs},
	{"obs", nil, &obs},
	{"count", nil, &count},
	{"skip", nil, &skip},
	{"iseek", nil, &iseek},
	{"oseek", nil, &oseek},
	{"trunc", nil, &trunc},
	{"quiet", nil, &quiet},
};

/* a number with its unit */
static vlong
number(char *s)
{
	char *e;
	vlong n;

	n = strtoll(s, &e, 0);
	if(*e == 'k'){
		n *= 1024;
		e++;
	}else if(*e == 'b'){
		n *= 512;
		e++;
	}
	if(*e == 'x')
		return n*number(e+1);
	if(*e != 0 || e == s)
		sysfatal("%s: not a number", s);
	return n;
}

static void
options(int argc, char **argv)
{
	Opt *o;
	int i;

	for(i = 1; i < argc; i += 2){
		for(o = opts; o < opts+nelem(opts); o++)
			if(argv[i][0] == '-' && strcmp(argv[i]+1, o->name) == 0)
				break;
		if(o == opts+nelem(opts) || i+1 == argc){
			fprint(2, "usage: dd [-option value] ...\n");
			exits("usage");
		}
		if(o->str != nil)
			*o->str = argv[i+1];
		else
			*o->num = number(argv[i+1]);
	}
}

/* write n bytes in blocks; all: also the rest, which is no whole one */
static long
put(int fd, char *p, long n, int all)
{
	long m, done;

	for(done = 0; n-done >= obs || (all && done < n); done += m){
		m = n-done < obs ? n-done : obs;
		if(write(fd, p+done, m) != m)
			sysfatal("write error: %r");
		if(m == obs)
			outfull++;
		else
			outpart++;
	}
	memmove(p, p+done, n-done);
	return n-done;
}

static void
copy(int in, int out)
{
	char *buf;
	long n, have;

	buf = malloc(ibs + obs);
	if(buf == nil)
		sysfatal("no memory for the blocks");
	for(; skip > 0; skip--)
		if(read(in, buf, ibs) <= 0)
			break;
	have = 0;
	n = 0;
	while(count < 0 || count-- > 0){
		n = read(in, buf+have, ibs);
		if(n <= 0)
			break;
		if(n == ibs)
			infull++;
		else
			inpart++;
		/* with one size for both each block goes out as it came */
		have = put(out, buf, have+n, bs != 0);
	}
	put(out, buf, have, 1);
	if(n < 0)
		sysfatal("read error: %r");
}

void
main(int argc, char **argv)
{
	int in, out;

	argv0 = "dd";
	options(argc, argv);
	if(bs != 0)
		ibs = obs = bs;
	if(ibs == 0)
		ibs = 512;
	if(obs == 0)
		obs = 512;
	if(ibs < 0 || obs < 0 || ibs > 1<<28 || obs > 1<<28)
		sysfatal("bad block size");
	in = 0;
	out = 1;
	if(infile != nil && (in = open(infile, OREAD)) < 0)
		sysfatal("%s: %r", infile);
	if(outfile != nil){
		out = trunc ? -1 : open(outfile, OWRITE);
		if(out < 0)
			out = create(outfile, OWRITE, 0666);
		if(out < 0)
			sysfatal("%s: %r", outfile);
	}
	if(iseek != 0 && seek(in, iseek*ibs, 1) < 0)
		sysfatal("seek in the input: %r");
	if(oseek != 0 && seek(out, oseek*obs, 1) < 0)
		sysfatal("seek in the output: %r");
	copy(in, out);
	if(!quiet)
		fprint(2, "%llud+%llud records in\n%llud+%llud records out\n",
			infull, inpart, outfull, outpart);
	exits(nil);
}
