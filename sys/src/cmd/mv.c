/*
 * mv: rename a file, within its directory by wstat, elsewhere by copying
 * and removing it; or move files into a directory.
 */
#include <u.h>
#include <libc.h>

static char *status;

static int
fail(char *what, char *name)
{
	fprint(2, "mv: %s %s: %r\n", what, name);
	status = "errors";
	return -1;
}

/* split a name: the directory, malloced, and the last element */
static char*
split(char *name, char **elem)
{
	char *d, *p;

	d = strdup(name);
	if(d == nil)
		sysfatal("no memory");
	p = strrchr(d, '/');
	if(p == nil){
		*elem = d;
		return strdup(".");
	}
	*elem = p+1;
	d = strdup(name);
	d[p == d ? 1 : strrchr(d, '/') - d] = 0;
	return d;
}

static int
samefile(Dir *a, Dir *b)
{
	return a->qid.path == b->qid.path && a->qid.vers == b->qid.vers
		&& a->dev == b->dev && a->type == b->type;
}

/* are the two names of the same directory? */
static int
samedir(char *a, char *b)
{
	Dir *d, *e;
	int r;

	if(strcmp(a, b) == 0)
		return 1;
	d = dirstat(a);
	e = dirstat(b);
	r = d != nil && e != nil && samefile(d, e);
	free(d);
	free(e);
	return r;
}

static int
copy(char *from, char *to, Dir *d)
{
	static char buf[8192];
	long n;
	int in, out;

	in = open(from, OREAD);
	if(in < 0)
		return fail("can't open", from);
	out = create(to, OWRITE, d->mode & 0777);
	if(out < 0){
		close(in);
		return fail("can't create", to);
	}
	while((n = read(in, buf, sizeof buf)) > 0)
		if(write(out, buf, n) != n){
			n = -1;
			break;
		}
	close(in);
	close(out);
	return n < 0 ? fail("error copying", from) : 0;
}

static void
mv(char *from, char *to)
{
	Dir *d, *e, null;
	char *fdir, *felem, *tdir, *telem;

	d = dirstat(from);
	if(d == nil){
		fail("can't stat", from);
		return;
	}
	e = dirstat(to);
	if(e != nil && samefile(d, e)){
		fprint(2, "mv: %s and %s are the same\n", from, to);
		status = "errors";
		return;
	}
	fdir = split(from, &felem);
	tdir = split(to, &telem);
	if(samedir(fdir, tdir)){
		if(e != nil && remove(to) < 0){
			fail("can't remove", to);
			return;
		}
		nulldir(&null);
		null.name = telem;
		if(dirwstat(from, &null) >= 0)
			return;
	}
	if(d->mode & DMDIR){
		fprint(2, "mv: can't move directory %s\n", from);
		status = "errors";
		return;
	}
	if(copy(from, to, d) == 0 && remove(from) < 0)
		fail("can't remove", from);
}

void
main(int argc, char **argv)
{
	Dir *d;
	char *p, *to;
	int i, todir;

	if(argc < 3){
		fprint(2, "usage: mv from ... to\n");
		exits("usage");
	}
	to = argv[argc-1];
	d = dirstat(to);
	todir = d != nil && (d->mode & DMDIR);
	if(argc > 3 && !todir){
		fprint(2, "mv: %s is not a directory\n", to);
		exits("bad usage");
	}
	for(i = 1; i < argc-1; i++){
		p = strrchr(argv[i], '/');
		mv(argv[i], todir
			? smprint("%s/%s", to, p == nil ? argv[i] : p+1) : to);
	}
	exits(status);
}
