/*
 * sort [-nru] [-k field] [-t c] [file ...]: print the lines of the files
 * in order; -n by number, -r backwards, -u each but once, -k by what
 * follows the first field-1 fields, which blanks or -t's character end.
 */
#include <u.h>
#include <libc.h>
#include <bio.h>

static int nflag, rflag, uflag, field;
static Rune sep;
static char **lines;
static ulong nlines, nalloc;

static void
readlines(Biobuf *in)
{
	char *s;

	while((s = Brdstr(in, '\n', 1)) != nil){
		if(nlines == nalloc){
			nalloc = nalloc*2 + 1000;
			lines = realloc(lines, nalloc*sizeof(char*));
			if(lines == nil)
				sysfatal("out of memory");
		}
		lines[nlines++] = s;
	}
}

/* behind one field */
static char*
skipfield(char *s)
{
	Rune r;
	int n;

	if(sep != 0){
		for(; *s != 0; s += n){
			n = chartorune(&r, s);
			if(r == sep)
				return s+n;
		}
		return s;
	}
	while(*s == ' ' || *s == '\t')
		s++;
	while(*s != 0 && *s != ' ' && *s != '\t')
		s++;
	return s;
}

/* the part of a line that counts */
static char*
key(char *s)
{
	int i;

	for(i = 1; i < field; i++)
		s = skipfield(s);
	if(field > 0 && sep == 0 || nflag)
		while(*s == ' ' || *s == '\t')
			s++;
	return s;
}

/* how many digits s starts with */
static int
digits(char *s)
{
	return strspn(s, "0123456789");
}

/* compare what is behind the points of two numbers */
static int
fraccmp(char *a, char *b)
{
	int i, na, nb, ca, cb;

	na = digits(a);
	nb = digits(b);
	for(i = 0; i < na || i < nb; i++){
		ca = i < na ? a[i] : '0';
		cb = i < nb ? b[i] : '0';
		if(ca != cb)
			return ca - cb;
	}
	return 0;
}

/* compare numbers of any length, without signs */
static int
magcmp(char *a, char *b)
{
	int n, na, nb;

	while(*a == '0')
		a++;
	while(*b == '0')
		b++;
	na = digits(a);
	nb = digits(b);
	if(na != nb)
		return na - nb;
	n = strncmp(a, b, na);
	if(n != 0)
		return n;
	return fraccmp(a[na] == '.' ? a+na+1 : "", b[nb] == '.' ? b+nb+1 : "");
}

static int
numcmp(char *a, char *b)
{
	if(*a == '-' && *b == '-')
		return magcmp(b+1, a+1);
	if(*a == '-')
		return -1;
	if(*b == '-')
		return 1;
	return magcmp(a, b);
}

static int
keycmp(char *a, char *b)
{
	a = key(a);
	b = key(b);
	return nflag ? numcmp(a, b) : strcmp(a, b);
}

static int
linecmp(void *a, void *b)
{
	char *p, *q;
	int n;

	p = *(char**)a;
	q = *(char**)b;
	n = keycmp(p, q);
	if(n == 0 && !uflag)
		n = strcmp(p, q);
	return rflag ? -n : n;
}

static void
usage(void)
{
	fprint(2, "usage: sort [-nru] [-k field] [-t c] [file ...]\n");
	exits("usage");
}

static void
readall(int n, char **files)
{
	static Biobuf std;
	Biobuf *in;
	int i;

	if(n == 0){
		Binit(&std, 0, OREAD);
		readlines(&std);
	}
	for(i = 0; i < n; i++){
		in = Bopen(files[i], OREAD);
		if(in == nil)
			sysfatal("can't open %s: %r", files[i]);
		readlines(in);
		Bterm(in);
	}
}

void
main(int argc, char **argv)
{
	static Biobuf out;
	ulong i;

	ARGBEGIN{
	case 'n': nflag = 1; break;
	case 'r': rflag = 1; break;
	case 'u': uflag = 1; break;
	case 'k': field = atoi(EARGF(usage())); break;
	case 't': chartorune(&sep, EARGF(usage())); break;
	default: usage();
	}ARGEND
	readall(argc, argv);
	qsort(lines, nlines, sizeof lines[0], linecmp);
	Binit(&out, 1, OWRITE);
	for(i = 0; i < nlines; i++)
		if(!uflag || i == 0 || keycmp(lines[i-1], lines[i]) != 0)
			Bprint(&out, "%s\n", lines[i]);
	Bterm(&out);
	exits(nil);
}
