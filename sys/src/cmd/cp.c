/*
 * cp: copy a file to a file, or files into a directory. -x keeps mode and
 * time, -g the group, -u the owner too.
 */
#include <u.h>
#include <libc.h>

static int gflag, uflag, xflag;
static char *status;

static void
complain(char *what, char *name)
{
	fprint(2, "cp: %s %s: %r\n", what, name);
	status = "errors";
}

/* give the copy what the flags say of the original */
static void
keep(int fd, char *name, Dir *old)
{
	Dir d;

	if(!gflag && !uflag && !xflag)
		return;
	nulldir(&d);
	d.mode = old->mode & 0777;
	if(xflag)
		d.mtime = old->mtime;
	if(uflag)
		d.uid = old->uid;
	if(gflag || uflag)
		d.gid = old->gid;
	if(dirfwstat(fd, &d) < 0)
		fprint(2, "cp: warning: can't wstat %s: %r\n", name);
}

static void
transfer(int in, int out, char *from, char *to)
{
	static char buf[8192];
	long n;

	while((n = read(in, buf, sizeof buf)) > 0)
		if(write(out, buf, n) != n){
			complain("error writing", to);
			return;
		}
	if(n < 0)
		complain("error reading", from);
}

/* copy one file; todir: into that directory */
static void
copy(char *from, char *to, int todir)
{
	Dir *d, *e;
	char *p;
	int in, out;

	if(todir){
		p = strrchr(from, '/');
		to = smprint("%s/%s", to, p == nil ? from : p+1);
		if(to == nil)
			sysfatal("no memory");
	}
	d = dirstat(from);
	if(d == nil){
		complain("can't stat", from);
		return;
	}
	e = dirstat(to);
	if(d->mode & DMDIR){
		fprint(2, "cp: %s is a directory\n", from);
		status = "errors";
	}else if(e != nil && e->qid.path == d->qid.path
	&& e->qid.vers == d->qid.vers && e->dev == d->dev
		&& e->type == d->type){
		fprint(2, "cp: %s and %s are the same file\n", from, to);
		status = "errors";
	}else if((in = open(from, OREAD)) < 0)
		complain("can't open", from);
	else{
		out = create(to, OWRITE, d->mode & 0777);
		if(out < 0)
			complain("can't create", to);
		else{
			transfer(in, out, from, to);
			keep(out, to, d);
			close(out);
		}
		close(in);
	}
	free(d);
	free(e);
}

void
main(int argc, char **argv)
{
	Dir *d;
	int i, todir;

	ARGBEGIN{
	case 'g': gflag = 1; break;
	case 'u': uflag = 1; break;
	case 'x': xflag = 1; break;
	default: argc = 0;
	}ARGEND
	if(argc < 2){
		fprint(2, "usage: cp [-gux] from ... to\n");
		exits("usage");
	}
	d = dirstat(argv[argc-1]);
	todir = d != nil && (d->mode & DMDIR);
	if(argc > 2 && !todir){
		fprint(2, "cp: %s is not a directory\n", argv[argc-1]);
		exits("bad usage");
	}
	for(i = 0; i < argc-1; i++)
		copy(argv[i], argv[argc-1], todir);
	exits(status);
}
