/*
 * #p, the processes: a directory for each with files that tell about it,
 * take notes and control it.  Here are the names, opening, and the
 * simple files; procnote.c does notes and waiting, proctext.c makes the
 * longer texts, procmem.c reaches into memory and registers, procctl.c does
 * what is written to ctl.
 *
 * A qid's path has the slot in the process table, counted from 1, above
 * the number of the file; its vers is the pid, so that a slot's next user
 * is not taken for the last one.  What a file says is made in kernel memory
 * with the process's debug lock held, which keeps it from exiting, and
 * copied to the user without.  Notes and alarms do not need that lock:
 * looking at a process delays nothing for it but exec and exit.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "ureg.h"
#include "../port/error.h"

enum
{
	Numsize	= 12,
	Statsize = 2*KNAMELEN + 12 + 9*Numsize,
	Argsize	= 5*ERRMAX,	/* args, quoted */

	Qroot	= 0,
	Qdir	= 0,		/* a process's directory */
	Qtrace,
	Qargs,
	Qctl,
	Qfd,
	Qfpregs,
	Qkregs,
	Qmem,
	Qnote,
	Qnotehold,
	Qnoteid,
	Qnotepg,
	Qns,
	Qppid,
	Qproc,
	Qprofile,
	Qregs,
	Qsegment,
	Qstatus,
	Qsyscall,
	Qtext,
	Qwait,
	Qwatchpt,

	Qshift	= 5,		/* bits of the above */
};

static Dirtab procdir[] =
{
	"args",		{Qargs},	0,		0660,
	"ctl",		{Qctl},		0,		0,
	"fd",		{Qfd},		0,		0444,
	"fpregs",	{Qfpregs},	sizeof(FPsave),	0,
	"kregs",	{Qkregs},	sizeof(Ureg),	0400,
	"mem",		{Qmem},		0,		0,
	"note",		{Qnote},	0,		0,
	"notehold",	{Qnotehold},	0,		0444,
	"noteid",	{Qnoteid},	Numsize,	0664,
	"notepg",	{Qnotepg},	0,		0,
	"ns",		{Qns},		0,		0444,
	"ppid",		{Qppid},	Numsize,	0444,
	"proc",		{Qproc},	sizeof(Proc),	0400,
	"profile",	{Qprofile},	0,		0400,
	"regs",		{Qregs},	sizeof(Ureg),	0,
	"segment",	{Qsegment},	0,		0444,
	"status",	{Qstatus},	Statsize,	0444,
	"syscall",	{Qsyscall},	0,		0400,
	"text",		{Qtext},	0,		0,
	"wait",		{Qwait},	0,		0400,
	"watchpt",	{Qwatchpt},	0,		0600,
};

static int
qfile(Chan *c)
{
	return c->qid.path & ((1<<Qshift)-1);
}

static Qid
mkqid(Proc *p, ulong pid, int file)
{
	uvlong path;

	path = (uvlong)(p->index+1)<<Qshift | file;
	return (Qid){path, pid, file == Qdir? QTDIR: QTFILE};
}

/* the process of c, its debug lock held; raises Eprocdied if it is gone */
static Proc*
getproc(Chan *c)
{
	Proc *p;

	p = proctab((int)(c->qid.path>>Qshift) - 1);
	if(p == nil)
		error(Eprocdied);
	qlock(&p->debug);
	if(p->pid == 0 || p->pid != c->qid.vers || p->user == nil){
		qunlock(&p->debug);
		error(Eprocdied);
	}
	return p;
}

/* entry of p's directory, or (f not nil) of a file in it; 0: p is gone */
static int
procent(Chan *c, Proc *p, Dirtab *f, Dir *dp)
{
	char *name, *user;
	ulong perm;
	Qid qid;

	name = up->genbuf;
	user = up->genbuf + KNAMELEN;
	qlock(&p->debug);
	if(p->pid == 0 || p->user == nil
	|| c->qid.path != Qroot && p->pid != c->qid.vers){
		qunlock(&p->debug);
		return 0;
	}
	utfecpy(user, user+KNAMELEN, p->user);
	if(f == nil){
		qid = mkqid(p, p->pid, Qdir);
		snprint(name, KNAMELEN, "%lud", p->pid);
		perm = DMDIR|0555;
	}else{
		qid = mkqid(p, p->pid, f->qid.path);
		name = f->name;
		perm = f->perm;
		if(perm == 0)
			perm = p->procmode;
	}
	qunlock(&p->debug);
	devdir(c, qid, name, f == nil? 0: f->length, user, perm, dp);
	return 1;
}

/* entry i of the root, or the one called name */
static int
rootgen(Chan *c, char *name, int i, Dir *dp)
{
	char *e;
	ulong pid;
	Proc *p;

	if(i == 0 && (name == nil || strcmp(name, "trace") == 0)){
		devdir(c, (Qid){Qtrace, 0, QTFILE}, "trace", 0, eve, 0400, dp);
		return 1;
	}
	if(name == nil){
		p = proctab(i-1);
		if(p == nil)
			return -1;
	}else{
		pid = strtoul(name, &e, 10);
		if(pid == 0 || e == name || *e != 0 || *name == '0')
			return -1;
		p = proctab(procindex(pid));
		if(p == nil)
			return -1;
		if(!procent(c, p, nil, dp) || dp->qid.vers != pid)
			return -1;
		return 1;
	}
	return procent(c, p, nil, dp);
}

static int
procgen(Chan *c, char *name, Dirtab *tab, int ntab, int i, Dir *dp)
{
	Proc *p;

	if(i == DEVDOTDOT){
		devdir(c, (Qid){Qroot, 0, QTDIR}, "#p", 0, eve, 0555, dp);
		return 1;
	}
	if(c->qid.path == Qroot)
		return rootgen(c, name, i, dp);
	if(c->qid.path == Qtrace)
		return i > 0? -1: rootgen(c, nil, 0, dp);
	if(i >= ntab)
		return -1;
	if(name != nil && strcmp(name, tab[i].name) != 0)
		return 0;
	if(qfile(c) != Qdir && qfile(c) != tab[i].qid.path)
		return 0;
	p = proctab((int)(c->qid.path>>Qshift) - 1);
	if(p == nil || !procent(c, p, tab+i, dp))
		return -1;
	return 1;
}

static Chan*
procattach(char *spec)
{
	return devattach('p', spec);
}

static Walkqid*
procwalk(Chan *c, Chan *nc, char **name, int nname)
{
	return devwalk(c, nc, name, nname, procdir, nelem(procdir), procgen);
}

static int
procstat(Chan *c, uchar *db, int n)
{
	Dir dir;
	Proc *p;

	if(c->qid.path == Qroot)
		return devstat(c, db, n, nil, 0, devgen);
	if((c->qid.type & QTDIR) == 0)
		return devstat(c, db, n, procdir, nelem(procdir), procgen);
	p = proctab((int)(c->qid.path>>Qshift) - 1);
	if(p == nil || !procent(c, p, nil, &dir))
		error(Eprocdied);
	n = convD2M(&dir, db, n);
	if(n < 2)
		error(Eshortstat);
	return n;
}

/* user none may look, but not touch anybody's processes but its own */
static void
nonone(Proc *p)
{
	if(p != up && strcmp(up->user, "none") == 0
	&& strcmp(p->user, "none") != 0)
		error(Eperm);
}

/* may the file of p be opened like that, beside its permissions? */
static void
checkopen(Proc *p, int file, int mode)
{
	switch(file){
	case Qfd:
	case Qkregs:
	case Qns:
	case Qppid:
	case Qproc:
	case Qprofile:
	case Qsegment:
	case Qstatus:
	case Qsyscall:
	case Qtext:
	case Qwait:
		if(mode != OREAD)
			error(Eperm);
		break;
	case Qnotepg:
		if(mode != OWRITE)
			error(Eperm);
		break;
	}
	switch(file){
	case Qctl:
	case Qmem:
	case Qnote:
	case Qnotepg:
	case Qregs:
	case Qfpregs:
		if(p->privatemem && file != Qctl && file != Qnotepg)
			error(Eperm);
		nonone(p);
	}
}

/* the channel of p's program; debug and seglock order forbids holding debug */
static Chan*
proctext(Proc *p, ulong pid)
{
	Segment *s;
	Chan *tc;

	tc = nil;
	qlock(&p->seglock);
	s = p->seg[TSEG];
	if(p->pid == pid && s != nil && s->image != nil){
		tc = s->image->c;
		incref(tc);
	}
	qunlock(&p->seglock);
	if(tc == nil)
		error(Enonexist);
	if((tc->flag & COPEN) == 0 || tc->mode != OREAD){
		cclose(tc);
		error(Enonexist);
	}
	tc->offset = 0;
	return tc;
}

static Chan*
procopen(Chan *c, int omode)
{
	Proc *p;
	Chan *tc;
	int mode, file;

	if(c->qid.type & QTDIR)
		return devopen(c, omode, nil, 0, devgen);
	if(c->qid.path == Qtrace)
		error("no process tracing");
	mode = openmode(omode);
	file = qfile(c);
	p = getproc(c);
	if(waserror()){
		qunlock(&p->debug);
		nexterror();
	}
	checkopen(p, file, mode);
	if(file == Qns)
		c->mid = 0;
	if(file == Qnotepg)
		c->pgrpid.vers = p->noteid;
	poperror();
	qunlock(&p->debug);
	c = devopen(c, omode, procdir, nelem(procdir), procgen);
	if(file != Qtext)
		return c;
	tc = proctext(p, c->qid.vers);
	c->flag &= ~COPEN;
	cclose(c);
	return tc;
}

static void
procclose(Chan *c)
{
	USED(c);
}

/* change owner or mode of the files with permissions 0 */
static int
procwstat(Chan *c, uchar *db, int n)
{
	Proc *p;
	Dir d;
	char *strs;
	int len;

	if(c->qid.type & QTDIR || c->qid.path == Qtrace)
		error(Eperm);
	strs = smalloc(n);
	if(waserror()){
		free(strs);
		nexterror();
	}
	len = convM2D(db, n, &d, strs);
	if(len == 0)
		error(Eshortstat);
	p = getproc(c);
	if(waserror()){
		qunlock(&p->debug);
		nexterror();
	}
	nonone(p);
	if(strcmp(up->user, p->user) != 0 && !iseve())
		error(Eperm);
	if(!emptystr(d.uid) && strcmp(d.uid, p->user) != 0){
		if(!iseve())
			error(Eperm);
		if(strlen(d.uid) >= KNAMELEN)
			error(Ebadarg);
		pstrset(&p->user, d.uid);
	}
	if(d.mode != ~0UL)
		p->procmode = d.mode & 0777;
	poperror();
	qunlock(&p->debug);
	poperror();
	free(strs);
	return len;
}

/* n bytes at offset off of the len bytes at buf, to the user */
static long
readbytes(char *a, long n, vlong off, void *buf, long len)
{
	if(off < 0 || off >= len)
		return 0;
	if(n > len-off)
		n = len-off;
	memmove(a, (char*)buf+off, n);
	return n;
}

/* files that are made with debug held; gives the bytes read */
static long
lockedread(Chan *c, char *a, long n, vlong off)
{
	char buf[Argsize];
	ulong v;
	Ureg ureg;
	Proc *p;

	p = getproc(c);
	v = 0;
	switch(qfile(c)){
	case Qargs:
		procargs(p, buf, sizeof buf);
		break;
	case Qctl:
		v = p->pid;
		break;
	case Qkregs:
		setkernur(&ureg, p);
		break;
	case Qnoteid:
		v = p->noteid;
		break;
	case Qppid:
		v = p->parentpid;
		break;
	}
	qunlock(&p->debug);
	switch(qfile(c)){
	case Qargs:
		return readbytes(a, n, off, buf, strlen(buf));
	case Qkregs:
		return readbytes(a, n, off, &ureg, sizeof ureg);
	}
	if(off < 0 || off >= Numsize)
		return 0;
	return readnum(off, a, n, v, Numsize);
}

static long
statusread(Chan *c, char *a, long n, vlong off)
{
	char buf[Statsize];
	ulong size;
	Proc *p;

	p = getproc(c);
	qunlock(&p->debug);
	size = procsize(p);	/* seglock goes before debug */
	p = getproc(c);
	procstatus(p, size, buf);
	qunlock(&p->debug);
	return readbytes(a, n, off, buf, sizeof buf);
}

static long
procread(Chan *c, void *a, long n, vlong off)
{
	Proc *p;

	if(c->qid.type & QTDIR)
		return devdirread(c, a, n, procdir, nelem(procdir), procgen);
	switch(qfile(c)){
	case Qargs:
	case Qctl:
	case Qkregs:
	case Qnoteid:
	case Qppid:
		return lockedread(c, a, n, off);
	case Qstatus:
		return statusread(c, a, n, off);
	}
	p = getproc(c);
	qunlock(&p->debug);
	switch(qfile(c)){
	case Qfd:
		return procfds(p, c->qid.vers, a, n, off);
	case Qfpregs:
	case Qregs:
		return procregs(p, c->qid.vers, qfile(c) == Qfpregs,
			a, n, off, 1);
	case Qmem:
		return procmem(p, c->qid.vers, a, n, off, 1);
	case Qnote:
		return procnoteread(p, c->qid.vers, a, n);
	case Qnotehold:
		return procnotehold(p, c->qid.vers, a, n, off);
	case Qns:
		return procns(p, c->qid.vers, &c->mid, a, n);
	case Qproc:
		return readbytes(a, n, off, p, sizeof(Proc));
	case Qprofile:
		error("profile is off");
	case Qsegment:
		return procsegments(p, a, n, off);
	case Qsyscall:
		return 0;
	case Qwait:
		return procwait(p, c->qid.vers, a, n);
	case Qwatchpt:
		return 0;
	}
	error(Egreg);
}

/* n bytes at a, a program's, as a string of less than size bytes in buf */
static void
getstring(char *buf, int size, char *a, long n)
{
	if(n <= 0)
		error(Eshort);
	if(n >= size)
		error(Etoobig);
	memmove(buf, a, n);
	buf[n] = 0;
}

/* files that take a short string and need p to stay */
static long
lockedwrite(Chan *c, char *a, long n)
{
	char buf[ERRMAX];
	Proc *p;

	getstring(buf, sizeof buf, a, n);
	p = getproc(c);
	if(waserror()){
		qunlock(&p->debug);
		nexterror();
	}
	switch(qfile(c)){
	case Qargs:
		procsetargs(p, buf);
		break;
	case Qnote:
		procnotewrite(p, buf);
		break;
	case Qnoteid:
		procjoin(p, strtoul(buf, nil, 0));
		break;
	}
	poperror();
	qunlock(&p->debug);
	return n;
}

static long
ctlwrite(Chan *c, char *a, long n)
{
	Cmdbuf *cb;
	Proc *p;

	cb = parsecmd(a, n);
	if(waserror()){
		free(cb);
		nexterror();
	}
	p = getproc(c);
	if(waserror()){
		qunlock(&p->debug);
		nexterror();
	}
	procctlreq(p, cb);
	poperror();
	qunlock(&p->debug);
	poperror();
	free(cb);
	return n;
}

static long
procwrite(Chan *c, void *a, long n, vlong off)
{
	char buf[ERRMAX];
	Proc *p;

	if(c->qid.type & QTDIR)
		error(Eisdir);
	switch(qfile(c)){
	case Qargs:
	case Qnote:
	case Qnoteid:
		return lockedwrite(c, a, n);
	case Qctl:
		return ctlwrite(c, a, n);
	case Qnotepg:
		getstring(buf, sizeof buf, a, n);
		postnotepg(c->pgrpid.vers, buf, NUser);
		return n;
	case Qwatchpt:
		error("no watchpoints");
	}
	p = getproc(c);
	qunlock(&p->debug);
	switch(qfile(c)){
	case Qfpregs:
	case Qregs:
		return procregs(p, c->qid.vers, qfile(c) == Qfpregs,
			a, n, off, 0);
	case Qmem:
		return procmem(p, c->qid.vers, a, n, off, 0);
	}
	error(Egreg);
}

Dev procdevtab = {
	.dc	= 'p',
	.name	= "proc",

	.reset	= devreset,
	.init	= devinit,
	.shutdown = devshutdown,
	.attach	= procattach,
	.walk	= procwalk,
	.stat	= procstat,
	.open	= procopen,
	.create	= devcreate,
	.close	= procclose,
	.read	= procread,
	.bread	= devbread,
	.write	= procwrite,
	.bwrite	= devbwrite,
	.remove	= devremove,
	.wstat	= procwstat,
};
