/*
 * Processes: the table, birth and death, waiting for children, errors
 * and dumps.  A Proc is made when first needed and its slot used again;
 * it never goes back to malloc, so a stale pointer to one is safe to read.
 */
#include "u.h"
#include "tos.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Nhash	= 256,
	Maxwait	= 128,		/* wait records a parent keeps */
};

static struct
{
	Lock;
	Proc	**tab;
	int	ntab;		/* made so far */
	Proc	*free;		/* linked by qfree */
	Proc	*hash[Nhash];	/* by pid, linked by pidhash */
	ulong	pid;
} procs;

static struct
{
	QLock;
	int	n;
	Proc	*p[NBROKEN];
} broken;

char *statename[] =
{
	"Dead", "Moribund", "New", "Ready", "Scheding", "Running", "Queueing",
	"QueueingR", "QueueingW", "Wakeme", "Broken", "Stopped", "Rendez",
	"Waitrelease",
};

/* make the empty table, for conf.nproc processes; at boot */
void
procinit0(void)
{
	procs.tab = xalloc(conf.nproc * sizeof(Proc*));
}

/* process in slot i, nil behind the last */
Proc*
proctab(int i)
{
	return i >= 0 && i < procs.ntab? procs.tab[i]: nil;
}

/* slot of the process called pid, -1: there is none; process context */
int
procindex(ulong pid)
{
	Proc *p;
	int i;

	i = -1;
	lock(&procs);
	for(p = procs.hash[pid%Nhash]; p != nil; p = p->pidhash)
		if(p->pid == pid){
			i = p->index;
			break;
		}
	unlock(&procs);
	return i;
}

/* with procs locked: a pid nobody has */
static ulong
newpid(void)
{
	Proc *p;

	for(;;){
		procs.pid = (procs.pid + 1) & 0x7fffffff;
		if(procs.pid == 0)
			continue;
		for(p = procs.hash[procs.pid%Nhash]; p != nil; p = p->pidhash)
			if(p->pid == procs.pid)
				break;
		if(p == nil)
			return procs.pid;
	}
}

/*
 * Give slot and pid; nil: the table is full, or no memory.  Slots stay
 * when their process has ended, so that pointers to it can be followed.
 */
static Proc*
newslot(void)
{
	Proc *p, *new;

	new = nil;
	for(;;){
		lock(&procs);
		if(new != nil && procs.ntab < conf.nproc){
			new->index = procs.ntab;
			procs.tab[procs.ntab++] = new;
			new->qfree = procs.free;
			procs.free = new;
		}
		p = procs.free;
		if(p != nil){
			procs.free = p->qfree;
			p->pid = newpid();
			p->pidhash = procs.hash[p->pid%Nhash];
			procs.hash[p->pid%Nhash] = p;
		}
		unlock(&procs);
		if(p != nil || new != nil || procs.ntab >= conf.nproc)
			return p;
		new = permalloc(sizeof(Proc));
		if(new == nil)
			return nil;
	}
}

/* with procs locked: forget p's pid */
static void
unhash(Proc *p)
{
	Proc **l;

	if(p->pid == 0)
		return;
	for(l = &procs.hash[p->pid%Nhash]; *l != nil; l = &(*l)->pidhash)
		if(*l == p){
			*l = p->pidhash;
			break;
		}
}

/*
 * A new process, state New, with a kernel stack and nothing else; nil
 * if the table is full or memory is short.  Process context.
 */
Proc*
newproc(void)
{
	Proc *p;
	char *stk;

	stk = mallocz(KSTACK, 0);
	if(stk == nil)
		return nil;
	p = newslot();
	if(p == nil){
		free(stk);
		return nil;
	}
	p->kstack = stk;
	p->state = New;
	p->psstate = nil;
	p->mach = nil;
	p->mp = nil;
	p->wired = nil;
	p->qlock = nil;
	p->qnext = nil;
	p->parent = nil;
	p->parentpid = 0;
	p->waitq = nil;
	p->nchild = 0;
	p->nwait = 0;
	p->pgrp = nil;
	p->egrp = nil;
	p->fgrp = nil;
	p->rgrp = nil;
	p->slash = nil;
	p->dot = nil;
	p->nnote = 0;
	p->notemask = 0;
	p->notepending = 0;
	p->notified = 0;
	p->notify = 0;
	p->ureg = nil;
	p->dbgreg = nil;
	p->r = nil;
	p->trend = nil;
	p->alarmed = 0;
	p->timed = 0;
	p->nlocks = 0;
	p->nerrlab = 0;
	p->kp = 0;
	p->hang = 0;
	p->procctl = Proc_none;
	p->procmode = 0640;
	p->privatemem = 0;
	p->noswap = 0;
	p->pdbg = nil;
	p->trace = 0;
	p->setargs = 0;
	p->insyscall = 0;
	p->errstr = p->errbuf0;
	p->syserrstr = p->errbuf1;
	p->errbuf0[0] = '\0';
	p->errbuf1[0] = '\0';
	p->fpstate = FPinit;
	p->kpfun = nil;
	p->ucycles = 0;
	p->kcycles = 0;
	p->woken = 0;
	p->lend = 0;
	memset(p->seg, 0, sizeof p->seg);
	memset(p->time, 0, sizeof p->time);
	p->time[TReal] = MACHP(0)->ticks;
	p->basepri = PriNormal;
	p->priority = PriNormal;
	p->fixedpri = 0;
	return p;
}

/*
 * p is dead: give back what a process needs until its last instruction.
 * By the scheduler, on its own stack, interrupts off; or for a process
 * that never ran.
 */
void
procfree(Proc *p)
{
	ulong s;

	mmurelease(p);
	setnoteid(p, 0);
	p->state = Dead;
	p->mach = nil;
	free(p->kstack);
	p->kstack = nil;
	s = intsoff();
	hilock(&procs);
	unhash(p);
	p->pid = 0;
	p->qfree = procs.free;
	procs.free = p;
	hiunlock(&procs);
	intsback(s);
}

/*
 * Start a kernel process that runs f(arg), at PriKproc; it ends when f
 * returns.  Panics when there is no room: for use at boot.
 */
void
kproc(char *name, void (*f)(void*), void *arg)
{
	Proc *p;

	p = newproc();
	if(p == nil)
		panic("kproc %s: no process", name);
	p->kp = 1;
	p->kpfun = f;
	p->kparg = arg;
	pstrset(&p->text, name);
	pstrset(&p->user, eve);
	pstrset(&p->args, "");
	p->nargs = 0;
	if(up != nil && up->pgrp != nil){
		p->pgrp = up->pgrp;
		incref(p->pgrp);
		p->slash = cclone(up->slash);
		p->dot = cclone(up->dot);
	}
	procpriority(p, PriKproc, 0);
	kprocchild(p, f, arg);
	readynew(p);
}

/*
 * Take p->exl, and let go of it: with interrupts off, as that is less work
 * than to be interrupted but not switched.
 */
static inline ulong
exlock(Proc *p)
{
	ulong s;

	s = intsoff();
	hilock(&p->exl);
	return s;
}

static inline void
exunlock(Proc *p, ulong s)
{
	hiunlock(&p->exl);
	intsback(s);
}

/* count a child of the caller, before it runs */
void
countchild(void)
{
	ulong s;

	s = exlock(up);
	up->nchild++;
	exunlock(up, s);
}

/* add the times of an exiting child to its parent's */
static void
leave(Proc *p, char *exitstr)
{
	Proc *parent;
	Waitq *wq;
	Waitmsg *w;
	ulong s;

	parent = p->parent;
	if(parent == nil)
		return;
	wq = smalloc(sizeof(Waitq));
	w = &wq->w;
	w->pid = p->pid;
	w->time[TUser] = procms(p, TUser) + p->time[TCUser];
	w->time[TSys] = procms(p, TSys) + p->time[TCSys];
	w->time[TReal] = tk2ms(MACHP(0)->ticks - p->time[TReal]);
	w->msg[0] = '\0';
	if(exitstr != nil && exitstr[0] != '\0')
		snprint(w->msg, sizeof w->msg, "%s %lud: %s", p->text, p->pid,
			exitstr);
	s = exlock(parent);
	if(parent->pid == p->parentpid && parent->state != Broken){
		parent->nchild--;
		parent->time[TCUser] += w->time[TUser];
		parent->time[TCSys] += w->time[TSys];
		if(parent->nwait < Maxwait){
			wq->next = parent->waitq;
			parent->waitq = wq;
			parent->nwait++;
			wq = nil;
			wakeup(&parent->waitr);
		}
	}
	exunlock(parent, s);
	free(wq);
}

/* drop p's wait records, and take no more: it exits */
static void
freewaitq(Proc *p)
{
	Waitq *wq, *next;
	ulong s;

	s = exlock(p);
	wq = p->waitq;
	p->waitq = nil;
	p->nwait = Maxwait;
	p->nchild = 0;
	exunlock(p, s);
	for(; wq != nil; wq = next){
		next = wq->next;
		free(wq);
	}
}

/* let go of the files and groups of up */
static void
closegroups(void)
{
	Fgrp *fgrp;
	Egrp *egrp;
	Rgrp *rgrp;
	Pgrp *pgrp;
	Chan *dot, *slash;

	qlock(&up->debug);
	fgrp = up->fgrp;
	egrp = up->egrp;
	rgrp = up->rgrp;
	pgrp = up->pgrp;
	dot = up->dot;
	slash = up->slash;
	up->fgrp = nil;
	up->rgrp = nil;
	up->dot = nil;
	qunlock(&up->debug);

	if(fgrp != nil)
		closefgrp(fgrp);
	if(rgrp != nil)
		closergrp(rgrp);
	if(dot != nil)
		cclose(dot);
	if(slash != nil)
		cclose(slash);
	/* closing may have needed the name space and the environment */
	qlock(&up->debug);
	up->egrp = nil;
	up->slash = nil;
	up->pgrp = nil;
	qunlock(&up->debug);
	if(egrp != nil)
		closeegrp(egrp);
	if(pgrp != nil)
		closepgrp(pgrp);
}

static void
freesegs(void)
{
	Segment *old[NSEG];
	int i;

	mmurelease(up);
	qlock(&up->seglock);
	memmove(old, up->seg, sizeof old);
	memset(up->seg, 0, sizeof up->seg);
	qunlock(&up->seglock);
	for(i = 0; i < NSEG; i++)
		putseg(old[i]);
}

/*
 * End the calling process with exitstr (nil or "": success); with
 * freemem 0 keep its memory for a debugger, as a broken process.
 */
void
pexit(char *exitstr, int freemem)
{
	char status[ERRMAX];
	ulong s;

	alarmcancel(up);
	if(exitstr == nil)
		exitstr = "";
	utfecpy(status, status+sizeof status, exitstr);
	if(up->pid == 1)
		panic("boot process died: %s", status[0] != '\0'? status: "finished");
	procsetup(up);		/* the x87 is off from here on */
	spllo();
	closegroups();
	if(freemem)
		freesegs();	/* before anybody is told */
	if(!up->kp)
		leave(up, status);
	freewaitq(up);
	if(!freemem){
		addbroken(up);
		freesegs();
	}
	qlock(&up->debug);
	if(up->pdbg != nil){
		wakeup(&up->pdbg->sleep);
		up->pdbg = nil;
	}
	/* from here on who looks it up by pid does not find it */
	s = intsoff();
	hilock(&procs);
	unhash(up);
	up->pid = 0;
	hiunlock(&procs);
	intsback(s);
	wakeup(&up->waitr);	/* a reader of its wait file */
	pstrfree(up->text);
	pstrfree(up->user);
	pstrfree(up->args);
	up->text = up->user = up->args = nil;
	qunlock(&up->debug);
	splhi();
	up->state = Moribund;
	sched();
	panic("pexit: slot %d runs on", up->index);
}

static int
haswaitq(void *a)
{
	return ((Proc*)a)->waitq != nil;
}

/*
 * Wait for a child to exit: fills in w (nil: drop it), gives its pid.
 * Errors: Enochild, Einuse, Eintr.
 */
ulong
pwait(Waitmsg *w)
{
	Waitq *wq;
	ulong pid, s;

	if(!canqlock(&up->qwaitr))
		error(Einuse);
	if(waserror()){
		qunlock(&up->qwaitr);
		nexterror();
	}
	s = exlock(up);
	if(up->nchild == 0 && up->waitq == nil){
		exunlock(up, s);
		error(Enochild);
	}
	exunlock(up, s);
	sleep(&up->waitr, haswaitq, up);
	s = exlock(up);
	wq = up->waitq;
	up->waitq = wq->next;
	up->nwait--;
	exunlock(up, s);
	qunlock(&up->qwaitr);
	poperror();
	if(w != nil)
		memmove(w, &wq->w, sizeof(Waitmsg));
	pid = wq->w.pid;
	free(wq);
	return pid;
}

static int
unbroken(void *a)
{
	USED(a);
	return up->state != Broken && up->procctl == Proc_exitme;
}

/* keep p = up with its memory until it is killed or NBROKEN others came */
void
addbroken(Proc *p)
{
	qlock(&broken);
	if(broken.n == NBROKEN){
		broken.p[0]->procctl = Proc_exitme;
		wakeup(&broken.p[0]->sleep);
		memmove(&broken.p[0], &broken.p[1], (NBROKEN-1)*sizeof(Proc*));
		broken.n--;
	}
	broken.p[broken.n++] = p;
	qunlock(&broken);
	p->psstate = "Broken";
	p->procctl = Proc_none;
	p->nnote = 0;
	while(waserror())
		;
	while(p->procctl != Proc_exitme)
		sleep(&p->sleep, unbroken, nil);
	poperror();
	p->psstate = nil;
}

/* let all broken processes go; gives how many */
int
freebroken(void)
{
	int i, n;

	qlock(&broken);
	n = broken.n;
	for(i = 0; i < n; i++){
		broken.p[i]->procctl = Proc_exitme;
		wakeup(&broken.p[i]->sleep);
	}
	broken.n = 0;
	qunlock(&broken);
	return n;
}

/* p is to die: if it is a broken one, let it go; gives 1 if it was */
int
unbreak(Proc *p)
{
	int i;

	qlock(&broken);
	for(i = 0; i < broken.n; i++)
		if(broken.p[i] == p){
			broken.n--;
			memmove(&broken.p[i], &broken.p[i+1],
				(broken.n-i)*sizeof(Proc*));
			p->procctl = Proc_exitme;
			wakeup(&p->sleep);
			qunlock(&broken);
			return 1;
		}
	qunlock(&broken);
	return 0;
}

/*
 * Raise the error err: go back to the last waserror, which gives 1.
 * Process context.
 */
void
error(char *err)
{
	spllo();
	if(up->nlocks > 0)
		panic("error: pid %lud: %s: %d locks held", up->pid, err,
			up->nlocks);
	if(err != up->errstr)
		utfecpy(up->errstr, up->errstr+ERRMAX, err);
	nexterror();
}

/* the same of Eintr, which there is no time to lose on */
void
eintr(void)
{
	sti();
	if(up->nlocks > 0)
		panic("eintr: pid %lud: locks held", up->pid);
	__builtin_memcpy(up->errstr, Eintr, sizeof Eintr);
	nexterror();
}

/* raise the error being handled again, to the next waserror out */
void
nexterror(void)
{
	if(up->nerrlab <= 0)
		panic("nexterror: pid %lud: %s: nobody to take it", up->pid,
			up->errstr);
	gotolabel(&up->errlab[--up->nerrlab]);
}

/* something ran out that a user may take too much of */
void
exhausted(char *what)
{
	char buf[ERRMAX];

	snprint(buf, sizeof buf, "no free %s", what);
	iprint("%s\n", buf);
	error(buf);
}

/* processes of user old now belong to user new */
void
renameuser(char *old, char *new)
{
	Proc *p;
	int i;

	for(i = 0; (p = proctab(i)) != nil; i++)
		if(p->user != nil && strcmp(old, p->user) == 0)
			pstrset(&p->user, new);
}

/*
 * Times.  A stretch of user or kernel time ends where the other begins;
 * cycles are counted, milliseconds made when asked for.
 */

/* the time since the last mark was spent in the kernel */
void
accountkernel(void)
{
	uvlong t;

	t = rdcycles();
	up->kcycles += t - up->mark;
	up->mark = t;
}

/* the time since the last mark was spent in user mode */
void
accountuser(void)
{
	uvlong t;

	cycles(&t);
	up->ucycles += t - up->mark;
	up->mark = t;
}

/* up comes back from having been switched out */
void
accountresume(void)
{
	up->mark = rdcycles();
}

/* p's time of a kind, TUser to TCReal, ms */
ulong
procms(Proc *p, int which)
{
	uvlong hz;

	if(which == TReal)
		return tk2ms(MACHP(0)->ticks - p->time[TReal]);
	if(which != TUser && which != TSys)
		return p->time[which];
	hz = m->cyclefreq;
	if(hz == 0)
		fastticks(&hz);	/* cycles counts these, then */
	return (which == TUser? p->ucycles: p->kcycles) * 1000 / hz;
}

/* print p in a line; any level */
void
dumpaproc(Proc *p)
{
	iprint("%3lud:%10s pc %8.8lux %s nl %d nd %d qpc %lux pri %d\n",
		p->pid, p->text != nil? p->text: "-", p->sched.pc,
		p->psstate != nil? p->psstate: statename[p->state],
		p->nlocks, p->nnote, p->qlock != nil? p->qlock->qpc: 0,
		p->priority);
}

/* print all processes; any level */
void
procdump(void)
{
	Proc *p;
	int i;

	if(up != nil)
		iprint("up %lud\n", up->pid);
	for(i = 0; (p = proctab(i)) != nil; i++)
		if(p->state != Dead)
			dumpaproc(p);
}
