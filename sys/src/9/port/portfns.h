/*
 * Functions of the portable kernel.  The comment above each definition
 * says what it takes and gives and who may call it.
 */
/* alarm.c */
ulong		procalarm(ulong);
void		alarmcancel(Proc*);
void		alarmdelivered(Proc*);
/* alloc.c */
void*		malloc(ulong);
void*		mallocz(ulong, int);
void*		smalloc(ulong);
int		memlow(void);
int		memshort(void);
void*		realloc(void*, ulong);
void		free(void*);
ulong		msize(void*);
ulong		mallocused(void);
ulong		mallocmax(void);
/* span.c */
void		xinit(void);
void*		permalloc(ulong);
void*		xalloc(ulong);
void*		xspanalloc(ulong, int, ulong);
Page*		spanalloc(ulong, int);
void		spanfree(Page*);
ulong		spanused(void);
Page*		takepage(int, int, int);
void		giveclean(Page*);
void		givepages(Page*, Page*, ulong, ulong);
/* allocb.c, qio.c */
Block*		allocb(int);
Block*		iallocb(int);
void		freeb(Block*);
void		freeblist(Block*);
Queue*		qopen(int, int, void (*)(void*), void*);
void		qfree(Queue*);
void		qclose(Queue*);
void		qhangup(Queue*, char*);
void		qreopen(Queue*);
int		qlen(Queue*);
long		qread(Queue*, void*, int);
long		qwrite(Queue*, void*, int);
Block*		qbread(Queue*, int);
long		qbwrite(Queue*, Block*);
int		qproduce(Queue*, void*, int);
/* chan.c */
Chan*		newchan(void);
void		chanfree(Chan*);
void		cclose(Chan*);
void		ccloseq(Chan*);
void		chandevreset(void);
void		chandevinit(void);
void		chandevshutdown(void);
Chan*		cclone(Chan*);
Chan*		cunique(Chan*);
int		eqchan(Chan*, Chan*, int);
int		eqqid(Qid, Qid);
int		eqchantdqid(Chan*, int, int, Qid, int);
void		isdir(Chan*);
/* dev.c */
int		devno(int, int);
void		devdir(Chan*, Qid, char*, vlong, char*, long, Dir*);
Devgen		devgen;
void		devreset(void);
void		devinit(void);
void		devshutdown(void);
Chan*		devattach(int, char*);
Chan*		devclone(Chan*);
Walkqid*	devwalk(Chan*, Chan*, char**, int, Dirtab*, int, Devgen*);
int		devstat(Chan*, uchar*, int, Dirtab*, int, Devgen*);
long		devdirread(Chan*, char*, long, Dirtab*, int, Devgen*);
Chan*		devopen(Chan*, int, Dirtab*, int, Devgen*);
void		devcreate(Chan*, char*, int, ulong);
Block*		devbread(Chan*, long, ulong);
long		devbwrite(Chan*, Block*, ulong);
void		devremove(Chan*);
int		devwstat(Chan*, uchar*, int);
void		devpermcheck(char*, ulong, int);
int		openmode(ulong);
/* devcons.c and its family: print.c kbdq.c consinfo.c eve.c random.c */
void		consputs(char*, int);
extern int	(*cgachunk)(int);
long		kmesgread(void*, long, vlong);
void		kprintopen(void);
void		kprintclose(void);
long		kprintread(void*, long);
void		kbdqinit(void);
long		kbdread(char*, long);
void		kbdraw(int);
long		sysstatread(void*, long, vlong);
void		sysstatzero(void);
long		swapread(void*, long, vlong);
long		driversread(void*, long, vlong);
long		configread(void*, long, vlong);
long		cputimeread(void*, long, vlong);
long		evesetname(char*, char*, long);
long		evewrite(char*, long);
long		userset(char*, long);
void		memdump(void);
int		print(char*, ...);
int		iprint(char*, ...);
int		pprint(char*, ...);
void		panic(char*, ...) __attribute__((noreturn));
void		putstrn(char*, int);
extern void	(*screenputs)(char*, int);
int		readstr(ulong, char*, ulong, char*);
int		readnum(ulong, char*, ulong, ulong, int);
void		screenshow(char*, int);
void		scrollkey(int);
void		scrollinit(void);
ulong		textspan(Textring*, uvlong*, uvlong, char**);
void		textfill(Textring*, uvlong, char*, int);
void		textput(Textring*, char*, int);
long		textread(Textring*, void*, long, vlong);
int		kbdputc(int);
int		kbdputs(char*, int);
void		prflush(void);
ulong		randomread(void*, ulong);
void		randomstir(void);
int		iseve(void);
int		nrand(int);
/* devenv.c */
void		envcpy(Egrp*, Egrp*);
void		closeegrp(Egrp*);
void		ksetenv(char*, char*);
/* mntrpc.c */
long		mntversion(Chan*, char*, int, int);
void		mntclosed(Mnt*);
Block*		mntrpc(Mnt*, Block*);
/* devmnt.c */
Chan*		mntauth(Chan*, char*);
Chan*		mntattach(Chan*, Chan*, char*, int);
/* devproc.c and its family: procctl.c procmem.c procnote.c proctext.c */
void		procctl(Proc*);
int		procstopped(void*);
int		procsettled(Proc*);
void		procctlreq(Proc*, Cmdbuf*);
long		procmem(Proc*, ulong, char*, long, vlong, int);
long		procregs(Proc*, ulong, int, char*, long, vlong, int);
long		procwait(Proc*, ulong, char*, long);
long		procnoteread(Proc*, ulong, char*, long);
void		procnotewrite(Proc*, char*);
void		procsetargs(Proc*, char*);
void		procjoin(Proc*, ulong);
int		procfdprint(Chan*, int, char*, int);
ulong		procsize(Proc*);
void		procstatus(Proc*, ulong, char*);
void		procargs(Proc*, char*, int);
long		procfds(Proc*, ulong, char*, long, vlong);
long		procsegments(Proc*, char*, long, vlong);
long		procns(Proc*, ulong, ulong*, char*, long);
/* devroot.c */
void		rootarchive(uchar*, ulong);
/* notegrp.c */
ulong		newnoteid(void);
void		setnoteid(Proc*, ulong);
int		crowded(void);
/* sched.c, proc.c */
void		schedinit(void) __attribute__((noreturn));
void		sched(void);
void		ready(Proc*);
/* copy the text of n, whole words of it, to a place of ERRMAX bytes */
static inline void
notetext(char *to, Note *n)
{
	int i;

	for(i = 0; i < n->len; i += BY2WD)
		*(ulong*)(to+i) = *(ulong*)(n->msg+i);
}
void		readynew(Proc*);
void		procboost(Proc*);
void		procfree(Proc*);
void		accountresume(void);
Proc*		newproc(void);
void		procinit0(void);
Proc*		proctab(int);
int		procindex(ulong);
void		pexit(char*, int) __attribute__((noreturn));
ulong		pwait(Waitmsg*);
void		countchild(void);
void		kproc(char*, void (*)(void*), void*);
void		eintr(void) __attribute__((noreturn));
void		sleep(Rendez*, int (*)(void*), void*);
void		tsleep(Rendez*, int (*)(void*), void*, ulong);
Proc*		wakeup(Rendez*);
int		return0(void*);
void		yield(void);
int		procquiet(Proc*, void (*)(Proc*, void*), void*);
int		anyready(void);
int		anyhigher(void);
void		hzsched(void);
int		anytimed(void);
/* did p's time wake it, and it is not done with that? */
static inline int
istimed(Proc *p)
{
	return p->priority >= p->basepri + PriTimed;
}
void		timedone(void);
void		procwired(Proc*, int);
void		procpriority(Proc*, int, int);
void		accountkernel(void);
void		accountuser(void);
ulong		procms(Proc*, int);
void		procdump(void);
void		dumpaproc(Proc*);
void		scheddump(void);
void		addbroken(Proc*);
int		freebroken(void);
int		unbreak(Proc*);
void		error(char*) __attribute__((noreturn));
void		nexterror(void) __attribute__((noreturn));
void		exhausted(char*) __attribute__((noreturn));
void		renameuser(char*, char*);
void		setkernur(Ureg*, Proc*);
/* mount.c */
int		cmount(Chan**, Chan*, int, char*);
void		cunmount(Chan*, Chan*);
int		domount(Chan**, Mhead**, Path**);
int		findmount(Chan**, Mhead**, int, int, Qid);
void		putmhead(Mhead*);
Mount*		newmount(Mhead*, Chan*, int, char*);
Mhead*		newmhead(Chan*);
Chan*		unionchan(Mhead*, int);
void		mountfree(Mount*);
/* namec.c */
Chan*		namec(char*, int, int, ulong);
int		walk(Chan**, char**, int, int, int*);
/* fd.c */
Chan*		fdtochan(int, int, int, int);
int		newfd(Chan*, int);
void		setfd(int, Chan*);
void		fdclose(int, int);
int		fdcexec(int);
/* note.c */
int		postnote(Proc*, int, char*, int);
int		postalarm(Proc*);
int		dropalarm(Proc*);
void		postnotepg(ulong, char*, int);
int		popnote(Proc*, Note*, int);
void		dropnotes(Proc*);
int		procinterrupt(Proc*);
/* notehold.c */
int		noteclass(char*, int);
int		notesheld(void);
void		noteheld(void);
long		procnotehold(Proc*, ulong, char*, long, vlong);
/* fault.c */
int		fault(ulong, int);
Page*		fixfault(Segment*, ulong, int);
void		faulterror(char*, Chan*);
void		validaddr(ulong, ulong, int);
int		okrange(ulong, ulong, int);
/*
 * 1: the len bytes at addr are in the caller's segments, and may be written
 * if write is not 0; else 0. They need not be present.  Process context.
 */
static inline int
okaddr(ulong addr, ulong len, int write)
{
	Segment *s;

	s = up->seg[SSEG];
	if(s != nil && addr >= s->base && addr < s->top && len <= s->top - addr)
		return 1;
	return okrange(addr, len, write);
}
void*		vmemchr(void*, int, int);
Segment*	seg(Proc*, ulong, int);
/* nomem.c */
int		nomemory(void);

/* page.c */
void		pageinit(void);
Page*		newpage(int);
Page*		auxpage(void);
void		putpage(Page*);
void		putclean(Page*);
void		incpage(Page*);
void		copypage(Page*, Page*);
Page*		pageof(ulong);
Pte*		ptealloc(void);
Pte*		ptecpy(Pte*);
void		freepte(Pte*);
ulong		swapcount(void);
/* path.c */
int		emptystr(char*);
void		kstrcpy(char*, char*, int);
void		kstrdup(char**, char*);
void		validname(char*, int);
char*		validnamedup(char*, int);
Path*		newpath(char*);
void		pathclose(Path*);
Path*		uniquepath(Path*);
void		addelem(Path**, char*);
void		addspec(Path**, char*);
void		setmtpt(Path*, Chan*);
Chan*		undomount(Chan*, Path*);
char*		chanpath(Chan*);
char*		pathlast(Path*);
void		quoteerror(char*, int);
/* pgrp.c */
Pgrp*		newpgrp(void);
void		closepgrp(Pgrp*);
void		pgrpcpy(Pgrp*, Pgrp*);
Rgrp*		newrgrp(void);
void		closergrp(Rgrp*);
Fgrp*		dupfgrp(Fgrp*);
Fgrp*		newfgrp(void);
void		closefgrp(Fgrp*);
int		growfd(Fgrp*, int);
/* portclock.c */
void		timersinit(void);
void		timeradd(Timer*);
void		timerat(Timer*, uvlong);
void		timerdel(Timer*);
void		timerintr(Ureg*, uvlong);
extern int	nticking;
void		timertick(void);
void		timeridle(void);
Timer*		addclock0link(void (*)(void), int);
void		tickupdate(uvlong);
ulong		tk2ms(ulong);
ulong		ms2tk(ulong);
/* tod.c */
void		todinit(void);
uvlong		monotonic(void);
uvlong		monoticks(uvlong*);
void		todset(vlong, vlong, int);
void		todsetfreq(vlong);
vlong		todget(vlong*);
void		toddiscipline(void);
long		seconds(void);
uvlong		fastticks2ns(uvlong);
uvlong		fastticks2us(uvlong);
uvlong		ns2fastticks(uvlong);
uvlong		ms2fastticks(ulong);
/* waitlist.c */
void		waitfor(Waitlist*, int (*)(void*), void*);
void		wakeall(Waitlist*);
/* segment.c, exec.c */
Segment*	newseg(int, ulong, ulong);
void		putseg(Segment*);
Segment*	dupseg(Segment**, int, int);
void		segpage(Segment*, Page*, ulong);
void		flushpeers(Segment*, ulong, ulong);
int		isoverlap(Proc*, ulong, ulong, Segment*);
Segment*	attachimage(int, Chan*, ulong, ulong, ulong);
void		putimage(Image*);
long		imageunref(Image*, Segment*);
int		imagereclaim(void);
ulong		imagekept(void);
Page**		segslot(Segment*, ulong, int);
void		mfreeseg(Segment*, ulong, ulong);
long		ibrk(ulong, int);
ulong		segattach(Proc*, ulong, char*, ulong, ulong);
ulong		kexec(char*, char**);
/* taslock.c, qlock.c */
int		lock(Lock*);
int		canlock(Lock*);
void		unlock(Lock*);
void		ilock(Lock*);
void		iunlock(Lock*);
void		qlock(QLock*);
int		canqlock(QLock*);
void		qunlock(QLock*);
void		rlock(RWlock*);
int		canrlock(RWlock*);
void		runlock(RWlock*);
void		wlock(RWlock*);
void		wunlock(RWlock*);
long		incref(Ref*);
long		decref(Ref*);
/* pstr.c */
char*		pstrnew(char*, int);
char*		pstrshare(char*);
void		pstrset(char**, char*);
void		pstrfree(char*);
/* parse.c */
Cmdbuf*		parsecmd(char*, int);
void		cmderror(Cmdbuf*, char*);
Cmdtab*		lookupcmd(Cmdbuf*, Cmdtab*, int);
/* sysfile.c */
char*		userstr(ulong);
/* sysstat.c */
uchar*		chanstat(Chan*, char*, long*);
/* sysdir.c */
long		dirread(Chan*, void*, long, vlong);
void		dirrewind(Chan*);
long		setdirname(char*, uchar*, long, long);
/* rendez.c */
int		rendbreak(Proc*);
/* ustar.c */
typedef struct Tarfile Tarfile;
enum				/* Tarfile.kind */
{
	Tarplain,
	Tardir,
	Tarlink,
	Tarsym,
	Tarother,
};
struct Tarfile
{
	char	name[257];
	char	link[101];	/* of Tarlink and Tarsym: to what */
	int	kind;
	ulong	mode;		/* permissions */
	ulong	mtime;		/* seconds */
	uchar	*data;
	ulong	length;
};
uchar*		tarnext(uchar*, uchar*, Tarfile*, char**);
/* consline.c: the cooked line discipline */
typedef struct Consline Consline;
enum
{
	Linemax		= 1024,	/* a longer line is sent in pieces */
	Lmore		= 0,	/* consline: the line is not complete */
	Lsend,			/* it is */
	Lintr,			/* interrupt the readers */
};
struct Consline
{
	char	buf[Linemax+2*UTFmax];	/* the line being typed */
	int	n;
	int	raw;
	char	echo[8];	/* what to show for the last character */
	int	necho;
};
int		consline(Consline*, Rune);
/* getconf and its parser: conf.c */
char*		getconf(char*);
void		confparse(char*);
int		confnth(int, char**, char**);
#pragma	varargck	argpos	iprint	1
#pragma	varargck	argpos	panic	1
#pragma	varargck	argpos	pprint	1
