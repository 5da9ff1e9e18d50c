/*
 * exec: replace the running program. A program file starts with eight
 * 32-bit words, most significant byte first: magic, bytes of text, of
 * data, of bss, of symbols, the entry, 0 on the 386, bytes of the pc/line
 * table. The file from its start (the header is part of it) is the text
 * segment at UTZERO; the data begin at the next page in memory and right
 * after the text in the file; the bss has the pages after the data's.
 *
 * A file that starts with #! names an interpreter, which is run with
 * the words of that line and the name of the file before the arguments.
 *
 * The new stack, from the top: Tos, the strings of the arguments, the
 * vector of pointers to them, ended by a nil, and their number.
 *
 * All that can fail is done first, in a Program beside the old one; then
 * the segments change places.
 */
#include	"u.h"
#include	"tos.h"
#include	"../port/lib.h"
#include	"mem.h"
#include	"dat.h"
#include	"fns.h"
#include	"../port/error.h"

typedef struct Program Program;

enum
{
	Magic	= 0x1eb,		/* ((4*11+0)*11)+7 */
	Hdrsize	= 32,			/* of the header */
	Linesize = 256,			/* of the #! line, with its newline */
	Maxwords = 32,			/* in it */
	Maxargs	= 256*BY2PG,		/* bytes of vector, strings and Tos */
	Maxaddr	= USTKTOP-USTKSIZE,	/* end of text, data and bss */
	Argsize	= 128,			/* kept for #p/n/args */
};

struct Program
{
	Chan	*c;			/* opened to be executed */
	char	*file;			/* the name given to exec */
	char	*text;			/* its last element */
	int	script;			/* file has a #! */
	uchar	head[Linesize+1];	/* start of c's file, then the words */
	char	line[Linesize+1];	/* what pre points into */
	char	*pre[Maxwords+2];	/* arguments before argv's */
	int	npre;
	char	**argv;			/* the caller's, less those replaced */
	int	user;			/* argv is the program's memory */

	ulong	textlen;		/* of the header */
	ulong	datalen;
	ulong	entry;
	ulong	dbase;			/* where the segments begin */
	ulong	bbase;
	ulong	btop;

	int	nargs;
	ulong	nbytes;			/* strings */
	ulong	ssize;			/* of the stack but for the number */
	char	first[Argsize];		/* of the packed strings */
	int	nfirst;
	char	*args;			/* for #p/n/args */
	int	argslen;
	Segment	*seg[BSEG+1];
};

/* the word at p, most significant byte first */
static ulong
be4(uchar *p)
{
	return p[0]<<24 | p[1]<<16 | p[2]<<8 | p[3];
}

/* a string of the caller's, its length in *n */
static char*
userarg(Program *pr, char *s, ulong max, ulong *n)
{
	char *e;

	if(!pr->user){
		*n = strlen(s);
		return s;
	}
	validaddr((ulong)s, 1, 0);
	e = vmemchr(s, 0, max);
	if(e == nil)
		error(Enovmem);
	*n = e - s;
	return s;
}

/* argument i and its length without the NUL; nil after the last */
static char*
nextarg(Program *pr, int i, ulong max, ulong *n)
{
	char **a, *s;

	if(i < pr->npre){
		*n = strlen(pr->pre[i]);
		return pr->pre[i];
	}
	a = pr->argv + (i - pr->npre);
	if(pr->user && (i == pr->npre || ((ulong)a & (BY2PG-1)) < BY2WD))
		validaddr((ulong)a, BY2WD, 0);
	s = *a;
	if(s == nil)
		return nil;
	return userarg(pr, s, max, n);
}

/* count the arguments and find the size of the stack */
static void
countargs(Program *pr)
{
	ulong n;

	for(;; pr->nargs++){
		if(nextarg(pr, pr->nargs, Maxargs, &n) == nil)
			break;
		pr->nbytes += n+1;
		if(pr->nbytes + pr->nargs*BY2WD > Maxargs)
			error(Enovmem);
	}
	pr->ssize = BY2WD*(pr->nargs+1)
		+ ROUND(pr->nbytes + sizeof(Tos), BY2WD);
	if((pr->ssize+BY2WD) % 8 != 0)
		pr->ssize += BY2WD;
}

/* open pr->c by name and read its start: the bytes there are */
static long
openprogram(Program *pr, char *name)
{
	long n;

	pr->c = namec(name, Aopen, OEXEC, 0);
	n = devtab[pr->c->type]->read(pr->c, pr->head, Linesize, 0);
	if(n < 2)
		error(Ebadexec);
	pr->head[n] = '\0';
	return n;
}

/* pr->head is a #! line of a script: change to its interpreter */
static long
interpreter(Program *pr, long n)
{
	char *e;
	Chan *c;
	int nw;

	e = memchr(pr->head, '\n', n);
	if(e == nil)
		error(Ebadexec);
	*e = '\0';
	strcpy(pr->line, (char*)pr->head+2);
	nw = tokenize(pr->line, pr->pre, Maxwords);
	if(nw == 0)
		error(Ebadexec);
	pr->script = 1;
	c = pr->c;
	pr->c = nil;
	cclose(c);
	n = openprogram(pr, pr->pre[0]);
	pr->pre[0] = pr->text;
	pr->pre[nw] = pr->file;
	pr->npre = nw+1;
	if(pr->user)
		validaddr((ulong)pr->argv, BY2WD, 0);
	if(*pr->argv != nil)
		pr->argv++;
	return n;
}

/* take in the header, n bytes of file */
static void
checkheader(Program *pr, long n)
{
	ulong bss, t;
	uchar *h, last;

	h = pr->head;
	if(n < Hdrsize || be4(h) != Magic)
		error(Ebadexec);
	pr->textlen = be4(h+4);
	pr->datalen = be4(h+8);
	bss = be4(h+12);
	pr->entry = be4(h+20);
	if(pr->textlen >= Maxaddr || pr->datalen >= Maxaddr || bss >= Maxaddr)
		error(Ebadexec);
	t = UTZERO + Hdrsize + pr->textlen;
	if(pr->entry < UTZERO+Hdrsize || pr->entry >= t)
		error(Ebadexec);
	pr->dbase = PGROUND(t);
	if(pr->dbase > Maxaddr || pr->datalen > Maxaddr - pr->dbase)
		error(Ebadexec);
	pr->bbase = PGROUND(pr->dbase + pr->datalen);
	if(bss > Maxaddr - (pr->dbase + pr->datalen))
		error(Ebadexec);
	pr->btop = PGROUND(pr->dbase + pr->datalen + bss);
	t = Hdrsize + pr->textlen + pr->datalen - 1;
	if(devtab[pr->c->type]->read(pr->c, &last, 1, t) != 1)
		error("exec: program file is truncated");
}

/* put n bytes at va of the new stack, whose pages are there */
static void
tostack(Program *pr, ulong va, void *from, ulong n)
{
	Page **slot;
	char *f;
	ulong k, off;

	for(f = from; n > 0; f += k){
		off = va % BY2PG;
		k = MIN(n, BY2PG - off);
		slot = segslot(pr->seg[SSEG], va, 0);
		memmove((char*)KADDR((*slot)->pa) + off, f, k);
		va += k;
		n -= k;
	}
}

/* the strings and the vector, which must not have grown since countargs */
static void
copyargs(Program *pr)
{
	ulong vec, str, top, n;
	char *s;
	int i, k;

	vec = USTKTOP - pr->ssize;
	top = USTKTOP - sizeof(Tos);
	str = top - pr->nbytes;
	for(i = 0; i < pr->nargs; i++){
		s = nextarg(pr, i, top-str, &n);
		if(s == nil || n >= top-str)
			error(Ebadarg);
		tostack(pr, vec, &str, BY2WD);
		tostack(pr, str, s, n);
		k = MIN(n+1, Argsize - pr->nfirst);
		memmove(pr->first + pr->nfirst, s, MIN(k, n));
		pr->nfirst += k;
		vec += BY2WD;
		str += n+1;
	}
	if(str != top)
		error(Ebadarg);
}

/* make the stack segment, with arguments and Tos */
static void
buildstack(Program *pr)
{
	Segment *s;
	Page *p;
	Tos tos;
	ulong va;

	s = newseg(SG_STACK, USTKTOP-USTKSIZE, USTKSIZE/BY2PG);
	pr->seg[SSEG] = s;
	for(va = PPN(USTKTOP - pr->ssize - BY2WD); va < USTKTOP; va += BY2PG){
		p = newpage(1);
		if(p == nil)
			error(Enovmem);
		segpage(s, p, va);
	}
	copyargs(pr);
	memset(&tos, 0, sizeof tos);
	tos.cyclefreq = m->cyclefreq;
	tos.pid = up->pid;
	tos.havenote = 1;
	tostack(pr, USTKTOP - sizeof tos, &tos, sizeof tos);
}

/* make the other segments; those that stay must not be in their way */
static void
buildsegs(Program *pr)
{
	Segment *s;
	ulong len;
	int i;

	for(i = BSEG+1; i < NSEG; i++){
		s = up->seg[i];
		if(s == nil || (s->type & SG_CEXEC) != 0)
			continue;
		if(s->base < pr->btop || s->top > Maxaddr)
			error(Esoverlap);
	}
	len = Hdrsize + pr->textlen;
	pr->seg[TSEG] = attachimage(SG_TEXT|SG_RONLY, pr->c, UTZERO, 0, len);
	pr->seg[DSEG] = attachimage(SG_DATA, pr->c, pr->dbase,
		len, pr->datalen);
	pr->seg[BSEG] = newseg(SG_BSS, pr->bbase, (pr->btop-pr->bbase)/BY2PG);
}

/* give the caller the new segments and free those that they replace */
static void
changesegs(Program *pr)
{
	Segment *old[NSEG], *s;
	int i;

	memset(old, 0, sizeof old);
	qlock(&up->seglock);
	for(i = 0; i < NSEG; i++){
		s = up->seg[i];
		if(i <= BSEG){
			up->seg[i] = pr->seg[i];
			pr->seg[i] = nil;
			old[i] = s;
		}else if(s != nil && (s->type & SG_CEXEC) != 0){
			up->seg[i] = nil;
			old[i] = s;
		}
	}
	qunlock(&up->seglock);
	flushmmu();
	for(i = 0; i < NSEG; i++)
		putseg(old[i]);
}

/* the arguments to be shown for the caller, cut at a whole character */
static void
firstargs(Program *pr)
{
	int n, k;

	n = pr->nfirst;
	if(n == Argsize){
		for(k = n-1; k > 0 && (pr->first[k] & 0xc0) == 0x80; k--)
			;
		if(!fullrune(pr->first+k, n-k))
			n = k;
	}
	pr->args = pstrnew(pr->first, n);
	pr->argslen = n;
}

/* give the caller its new name and arguments, pr the old ones */
static void
changenames(Program *pr)
{
	char *otext, *oargs;

	qlock(&up->debug);
	otext = up->text;
	oargs = up->args;
	up->text = pr->text;
	up->args = pr->args;
	up->nargs = pr->argslen;
	up->setargs = 0;
	qunlock(&up->debug);
	pr->text = otext;
	pr->args = oargs;
}

/* the point of no return: become the new program */
static void
commit(Program *pr)
{
	int i;

	changesegs(pr);
	changenames(pr);
	for(i = 0; i <= up->fgrp->maxfd; i++)
		fdclose(i, CCEXEC);
	procsetup(up);
	dropnotes(up);
	up->notify = 0;
	up->notemask = 0;
	up->notified = 0;
	up->ureg = nil;
	up->privatemem = 0;
	if(devtab[pr->c->type]->dc == '/' && !up->fixedpri)
		up->basepri = PriRoot;
	if(up->hang)
		up->procctl = Proc_stopme;
}

/* free what pr still has */
static void
freeprogram(Program *pr)
{
	int i;

	for(i = 0; i < nelem(pr->seg); i++)
		putseg(pr->seg[i]);
	if(pr->c != nil)
		cclose(pr->c);
	free(pr->file);
	pstrfree(pr->text);
	pstrfree(pr->args);
	free(pr);
}

/* copy the file's name, and the last element, which will be the text's */
static void
setnames(Program *pr, char *file)
{
	char *p;

	pr->file = validnamedup(file, 1);
	p = strrchr(pr->file, '/');
	p = p == nil? pr->file: p+1;
	pstrset(&pr->text, p);
}

/* exec of user programs (user is 1) and of the kernel */
static long
exec(char *file, char **argv, int user)
{
	Program *pr;
	ulong entry, ssize, nargs;
	long n;

	pr = malloc(sizeof(Program));
	if(pr == nil)
		error(Enovmem);
	if(waserror()){
		freeprogram(pr);
		nexterror();
	}
	pr->argv = argv;
	pr->user = user;
	setnames(pr, file);
	n = openprogram(pr, pr->file);
	if(pr->head[0] == '#' && pr->head[1] == '!')
		n = interpreter(pr, n);
	checkheader(pr, n);
	countargs(pr);
	buildstack(pr);
	buildsegs(pr);
	firstargs(pr);
	commit(pr);
	poperror();
	entry = pr->entry;
	ssize = pr->ssize;
	nargs = pr->nargs;
	freeprogram(pr);
	return execregs(entry, ssize, nargs);
}

/*
 * Make the caller, a process in the kernel with a Ureg at up->dbgreg, run
 * the program file with the arguments of argv, which ends with a nil. The
 * value is for the program's AX. Raises whatever keeps it from running;
 * then nothing has changed.
 */
ulong
kexec(char *file, char **argv)
{
	return exec(file, argv, 0);
}

/* exec(file, argv): returns, with an error, only if it fails */
long
sysexec(ulong *arg)
{
	validaddr(arg[0], 1, 0);
	validaddr(arg[1], BY2WD, 0);
	return exec((char*)arg[0], (char**)arg[1], 1);
}
