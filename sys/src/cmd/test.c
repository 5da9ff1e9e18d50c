/*
 * test: evaluate an expression; the status is empty if it is true.
 *	e:	f | f -o e
 *	f:	g | g -a f
 *	g:	p | ! g
 *	p:	( e ) | -x file | string op string | string
 */
#include <u.h>
#include <libc.h>

static char **av;
static int ac, at;

static int	e(void);

/* the next word, nil at the end; peek does not take it */
static char*
peek(int n)
{
	return at+n < ac ? av[at+n] : nil;
}

static char*
next(void)
{
	if(at >= ac){
		fprint(2, "test: argument expected\n");
		exits("usage");
	}
	return av[at++];
}

/* is it this word? take it if so */
static int
accept(char *s)
{
	if(peek(0) == nil || strcmp(peek(0), s) != 0)
		return 0;
	at++;
	return 1;
}

/* what a file test says */
static int
file(int op, char *name)
{
	Dir *d;
	int r;

	switch(op){
	case 'e':	return access(name, AEXIST) == 0;
	case 'r':	return access(name, AREAD) == 0;
	case 'w':	return access(name, AWRITE) == 0;
	case 'x':	return access(name, AEXEC) == 0;
	}
	d = dirstat(name);
	r = 0;
	if(d != nil)
		switch(op){
		case 'd': r = (d->mode & DMDIR) != 0; break;
		case 'f': r = !(d->mode & DMDIR); break;
		case 's': r = d->length > 0; break;
		case 'A': r = (d->mode & DMAPPEND) != 0; break;
		case 'L': r = (d->mode & DMEXCL) != 0; break;
		case 'T': r = (d->mode & DMTMP) != 0; break;
		}
	free(d);
	return r;
}

static long
integer(char *s)
{
	char *e;
	long n;

	n = strtol(s, &e, 0);
	if(e == s || *e != 0){
		fprint(2, "test: %s is not an integer\n", s);
		exits("usage");
	}
	return n;
}

/* the modification time of a file, -1 if there is none */
static long
mtime(char *name)
{
	Dir *d;
	long t;

	d = dirstat(name);
	t = d == nil ? -1 : d->mtime;
	free(d);
	return t;
}

/* a op b; -1 if op is none */
static int
binary(char *a, char *op, char *b)
{
	static char *ops[] = {
		"=", "!=", "-eq", "-ne", "-gt", "-lt", "-ge", "-le",
		"-nt", "-ot", "-older",
	};
	int i;

	for(i = 0; i < nelem(ops); i++)
		if(strcmp(op, ops[i]) == 0)
			break;
	switch(i){
	case 0:	return strcmp(a, b) == 0;
	case 1:	return strcmp(a, b) != 0;
	case 2:	return integer(a) == integer(b);
	case 3:	return integer(a) != integer(b);
	case 4:	return integer(a) > integer(b);
	case 5:	return integer(a) < integer(b);
	case 6:	return integer(a) >= integer(b);
	case 7:	return integer(a) <= integer(b);
	case 8:	return mtime(a) > mtime(b);
	case 9:	return mtime(a) < mtime(b);
	case 10: return time(nil) - mtime(a) > integer(b);
	}
	return -1;
}

static int
p(void)
{
	char *s;
	int r;

	if(peek(1) != nil && peek(2) != nil){
		r = binary(peek(0), peek(1), peek(2));
		if(r >= 0){
			at += 3;
			return r;
		}
	}
	if(accept("(")){
		r = e();
		if(!accept(")")){
			fprint(2, "test: ) expected\n");
			exits("usage");
		}
		return r;
	}
	s = next();
	if(s[0] == '-' && s[1] != 0 && s[2] == 0 && peek(0) != nil){
		if(s[1] == 'n')
			return next()[0] != 0;
		if(s[1] == 'z')
			return next()[0] == 0;
		if(strchr("erwxdfsALT", s[1]) != nil)
			return file(s[1], next());
	}
	return s[0] != 0;
}

static int
g(void)
{
	if(accept("!"))
		return !g();
	return p();
}

static int
f(void)
{
	int r;

	r = g();
	while(accept("-a"))
		r &= g();
	return r;
}

static int
e(void)
{
	int r;

	r = f();
	while(accept("-o"))
		r |= f();
	return r;
}

void
main(int argc, char **argv)
{
	int r;

	av = argv;
	ac = argc;
	at = 1;
	if(argc < 2)
		exits("false");
	r = e();
	if(at < ac){
		fprint(2, "test: syntax error at %s\n", av[at]);
		exits("usage");
	}
	exits(r ? nil : "false");
}
