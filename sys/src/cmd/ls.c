/*
 * ls: list directories. Everything is gathered first, sorted, and printed
 * in columns as wide as the widest entry needs.
 */
#include <u.h>
#include <libc.h>
#include <bio.h>

typedef struct Ent Ent;
struct Ent
{
	char	*prefix;	/* of its directory, nil: as it was named */
	Dir	*d;
};

static int dflag, lflag, nflag, pflag, qflag, rflag, sflag, tflag, uflag;
static int Fflag, mflag, Qflag, Tflag;
static Ent *ents;
static int nents;
static Biobuf out;
static char *errs;
static int wuser, wgroup, wlen, wblock;

/* bytes as blocks of 1024 */
static uvlong
blocks(Dir *d)
{
	return ((uvlong)d->length + 1023)/1024;
}

static void
add(char *prefix, Dir *d)
{
	if(nents%64 == 0){
		ents = realloc(ents, (nents+64)*sizeof(Ent));
		if(ents == nil)
			sysfatal("no memory");
	}
	ents[nents].prefix = prefix;
	ents[nents].d = d;
	nents++;
}

/* by time or by name */
static int
cmp(void *va, void *vb)
{
	Ent *a, *b;
	ulong t, u;
	int i;

	a = va;
	b = vb;
	i = 0;
	if(tflag){
		t = uflag ? a->d->atime : a->d->mtime;
		u = uflag ? b->d->atime : b->d->mtime;
		if(t != u)
			i = t > u ? -1 : 1;
	}
	if(i == 0 && a->prefix != nil && b->prefix != nil)
		i = strcmp(a->prefix, b->prefix);
	if(i == 0)
		i = strcmp(a->d->name, b->d->name);
	return rflag ? -i : i;
}

static void
widen(int *w, char *fmt, uvlong v)
{
	char buf[32];
	int n;

	n = snprint(buf, sizeof buf, fmt, v);
	if(n > *w)
		*w = n;
}

static void
widths(Dir *d)
{
	if(utflen(d->uid) > wuser)
		wuser = utflen(d->uid);
	if(utflen(d->gid) > wgroup)
		wgroup = utflen(d->gid);
	widen(&wlen, "%llud", d->length);
	widen(&wblock, "%llud", blocks(d));
}

/* the date as ctime's, with the year if it is not of the last half year */
static char*
date(ulong t)
{
	static char buf[32];
	static long now;
	char *s;

	if(now == 0)
		now = time(nil);
	s = ctime(t);
	if(t > now || now - t > 180*24*60*60)
		snprint(buf, sizeof buf, "%.6s %5.5s", s+4, s+23);
	else
		snprint(buf, sizeof buf, "%.12s", s+4);
	return buf;
}

static void
line(Ent *e)
{
	Dir *d;

	d = e->d;
	if(sflag)
		Bprint(&out, "%*llud ", wblock, blocks(d));
	if(mflag)
		Bprint(&out, "[%q] ", d->muid);
	if(qflag)
		Bprint(&out, "(%.16llux %lud %.2ux) ", d->qid.path, d->qid.vers,
			d->qid.type);
	if(Tflag)
		Bprint(&out, "%c ", d->mode & DMTMP ? 't' : '-');
	if(lflag)
		Bprint(&out, "%M %C %d %*s %*s %*llud %s ", d->mode, d->type,
			d->dev, -wuser, d->uid, -wgroup, d->gid,
			wlen, d->length, date(uflag ? d->atime : d->mtime));
	if(e->prefix != nil && !pflag)
		Bprint(&out, Qflag ? "%s" : "%q",
			smprint(e->prefix[strlen(e->prefix)-1] == '/' ? "%s%s" :
			"%s/%s", e->prefix, d->name));
	else
		Bprint(&out, Qflag ? "%s" : "%q", d->name);
	if(Fflag)
		if(d->mode & DMDIR)
			Bprint(&out, "/");
		else if(d->mode & 0111)
			Bprint(&out, "*");
	Bprint(&out, "\n");
}

/* print and forget what was gathered */
static void
flush(void)
{
	int i;

	if(!nflag)
		qsort(ents, nents, sizeof(Ent), cmp);
	for(i = 0; i < nents; i++)
		widths(ents[i].d);
	for(i = 0; i < nents; i++)
		line(&ents[i]);
	nents = 0;
	wuser = wgroup = wlen = wblock = 0;
}

static void
complain(char *name)
{
	fprint(2, "ls: %s: %r\n", name);
	errs = "errors";
}

/* gather a file, or what is in a directory; multi: others are listed, too */
static void
ls(char *name, int multi)
{
	Dir *d;
	long i, n;
	int fd;

	d = dirstat(name);
	if(d == nil){
		complain(name);
		return;
	}
	if(!(d->mode & DMDIR) || dflag){
		d->name = name;
		if(pflag && strrchr(name, '/') != nil
			&& strrchr(name, '/')[1] != 0)
			d->name = strrchr(name, '/') + 1;
		add(nil, d);
		return;
	}
	free(d);
	fd = open(name, OREAD);
	n = fd < 0 ? -1 : dirreadall(fd, &d);
	if(n < 0)
		complain(name);
	for(i = 0; i < n; i++)
		add(multi ? name : nil, &d[i]);
	if(fd >= 0)
		close(fd);
}

static void
usage(void)
{
	fprint(2, "usage: ls [-dlmnpqrstuFQT] [file ...]\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	int i;

	ARGBEGIN{
	case 'd': dflag = 1; break;
	case 'l': lflag = 1; break;
	case 'm': mflag = 1; break;
	case 'n': nflag = 1; break;
	case 'p': pflag = 1; break;
	case 'q': qflag = 1; break;
	case 'r': rflag = 1; break;
	case 's': sflag = 1; break;
	case 't': tflag = 1; break;
	case 'u': uflag = 1; break;
	case 'F': Fflag = 1; break;
	case 'Q': Qflag = 1; break;
	case 'T': Tflag = 1; break;
	default: usage();
	}ARGEND
	Binit(&out, 1, OWRITE);
	doquote = needsrcquote;
	quotefmtinstall();
	fmtinstall('M', dirmodefmt);
	if(argc == 0)
		ls(".", 0);
	for(i = 0; i < argc; i++)
		ls(argv[i], 1);
	flush();
	if(Bterm(&out) < 0)
		sysfatal("write error: %r");
	exits(errs);
}
