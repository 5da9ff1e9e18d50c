/*
 * What is written to /proc/n/ctl, and what a process does about it on its
 * way back to user mode (procctl).
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	CMclose,
	CMclosefiles,
	CMfixedpri,
	CMhang,
	CMinterrupt,
	CMkill,
	CMmissing,
	CMnohang,
	CMnointerrupt,
	CMnoswap,
	CMpri,
	CMprivate,
	CMstart,
	CMstartstop,
	CMstartsyscall,
	CMstop,
	CMwaitstop,
	CMwired,
};

static Cmdtab ctlmsg[] =
{
	CMclose,	"close",	2,
	CMclosefiles,	"closefiles",	1,
	CMfixedpri,	"fixedpri",	2,
	CMhang,		"hang",		1,
	CMinterrupt,	"interrupt",	1,
	CMkill,		"kill",		1,
	CMnohang,	"nohang",	1,
	CMnointerrupt,	"nointerrupt",	1,
	CMnoswap,	"noswap",	1,
	CMpri,		"pri",		2,
	CMprivate,	"private",	1,
	CMstart,	"start",	1,
	CMstartstop,	"startstop",	1,
	CMstartsyscall,	"startsyscall",	1,
	CMstop,		"stop",		1,
	CMwaitstop,	"waitstop",	1,
	CMwired,	"wired",	2,

	/* known elsewhere: profiles, traces and real-time scheduling */
	CMmissing,	"profile",	0,
	CMmissing,	"trace",	0,
	CMmissing,	"event",	0,
	CMmissing,	"period",	0,
	CMmissing,	"deadline",	0,
	CMmissing,	"cost",		0,
	CMmissing,	"sporadic",	0,
	CMmissing,	"deadlinenotes", 0,
	CMmissing,	"admit",	0,
	CMmissing,	"extra",	0,
	CMmissing,	"expel",	0,
};

/*
 * Has process a stopped for a debugger? sleep's condition.
 */
int
procstopped(void *a)
{
	return ((Proc*)a)->state == Stopped;
}

/* has p died and is kept for a debugger? */
static int
isbroken(Proc *p)
{
	return p->psstate != nil && strcmp(p->psstate, "Broken") == 0;
}

/*
 * May p's registers and text be written? It must not run meanwhile.
 */
int
procsettled(Proc *p)
{
	return p == up || p->state == Stopped || isbroken(p);
}

/* end a stop that procctl made; p->debug is held */
static void
letgo(Proc *p, int ctl)
{
	if(p->state != Stopped)
		error(Ebadctl);
	p->procctl = ctl;
	ready(p);
}

/*
 * Wait until p, whose debug lock is held here and at the return but not in
 * between, has stopped, which ctl makes it do.  Raises Eprocdied, Einuse,
 * Eintr.
 */
static void
stopwait(Proc *p, int ctl)
{
	ulong pid;
	char *state;

	if(p->pdbg != nil)
		error(Einuse);
	if(p->state == Stopped || isbroken(p))
		return;
	if(p == up){
		if(ctl == Proc_none)
			error(Ebadctl);
		p->procctl = ctl;
		return;
	}
	if(ctl == Proc_stopme)
		p->procctl = ctl;
	pid = p->pid;
	p->pdbg = up;
	state = up->psstate;
	up->psstate = "Stopwait";
	qunlock(&p->debug);
	if(waserror()){
		up->psstate = state;
		qlock(&p->debug);
		if(p->pid == pid && p->pdbg == up)
			p->pdbg = nil;
		nexterror();
	}
	sleep(&up->sleep, procstopped, p);
	poperror();
	up->psstate = state;
	qlock(&p->debug);
	if(p->pid != pid)
		error(Eprocdied);
}

/* p is to end; p->debug is held */
static void
kill(Proc *p)
{
	if(p->pid == 1)
		error(Eperm);
	if(unbreak(p))
		return;
	p->procctl = Proc_exitme;
	postnote(p, 0, "sys: killed", NExit);
	if(p->state == Stopped)
		ready(p);
}

/* close descriptor fd of f; 0: there is none */
static int
closeone(Fgrp *f, int fd)
{
	Chan *c;

	c = nil;
	lock(f);
	if(fd >= 0 && fd <= f->maxfd){
		c = f->fd[fd];
		f->fd[fd] = nil;
		f->flag[fd] = 0;
	}
	unlock(f);
	if(c == nil)
		return 0;
	cclose(c);
	return 1;
}

/* close p's descriptor fd, all if that is -1; p->debug is let go meanwhile */
static void
closefds(Proc *p, int fd)
{
	Fgrp *f;
	int i, n;

	f = p->fgrp;
	if(f == nil)
		error(Eprocdied);
	incref(f);
	qunlock(&p->debug);
	n = 1;
	if(fd < 0)
		for(i = 0; i <= f->maxfd; i++)
			closeone(f, i);
	else
		n = closeone(f, fd);
	closefgrp(f);
	qlock(&p->debug);
	if(n == 0)
		error(Ebadfd);
}

static void
setpri(Proc *p, char *s, int fixed)
{
	int pri;

	pri = atoi(s);
	if(pri > PriNormal && !iseve())
		error(Eperm);
	procpriority(p, pri, fixed);
}

static void
wire(Proc *p, char *s)
{
	int n;

	n = atoi(s);
	if(n < 0 || n >= conf.nmach)
		error(Ebadarg);
	procwired(p, n);
}

/* requests about p's running; 0: cb is none of them */
static int
runreq(Proc *p, int what)
{
	switch(what){
	case CMhang:
		p->hang = 1;
		return 1;
	case CMinterrupt:
		p->notepending = 1;
		procinterrupt(p);
		return 1;
	case CMkill:
		kill(p);
		return 1;
	case CMnohang:
		p->hang = 0;
		return 1;
	case CMnointerrupt:
		if(p->nnote != 0)
			error("notes pending");
		p->notepending = 0;
		return 1;
	case CMstart:
		letgo(p, Proc_none);
		return 1;
	case CMstartstop:
		letgo(p, Proc_traceme);
		stopwait(p, Proc_traceme);
		return 1;
	case CMstartsyscall:
		letgo(p, Proc_tracesyscall);
		stopwait(p, Proc_tracesyscall);
		return 1;
	case CMstop:
		stopwait(p, Proc_stopme);
		return 1;
	case CMwaitstop:
		stopwait(p, Proc_none);
		return 1;
	}
	return 0;
}

/*
 * Do what cb asks of p, whose debug lock the caller holds; it may be let
 * go in between.  Raises Ebadctl, Eperm and others.  Process context.
 */
void
procctlreq(Proc *p, Cmdbuf *cb)
{
	Cmdtab *ct;

	ct = lookupcmd(cb, ctlmsg, nelem(ctlmsg));
	if(ct->index == CMmissing)
		cmderror(cb, "not supported");
	if(p->kp)
		error(Eperm);
	if(runreq(p, ct->index))
		return;
	switch(ct->index){
	case CMclose:
		closefds(p, strtoul(cb->f[1], nil, 0) & 0x7fffffff);
		break;
	case CMclosefiles:
		closefds(p, -1);
		break;
	case CMfixedpri:
		setpri(p, cb->f[1], 1);
		break;
	case CMnoswap:
		p->noswap = 1;
		break;
	case CMpri:
		setpri(p, cb->f[1], 0);
		break;
	case CMprivate:
		p->privatemem = 1;
		break;
	case CMwired:
		wire(p, cb->f[1]);
		break;
	}
}

/* stop until somebody lets p, the caller, go */
static void
stop(Proc *p)
{
	char *state;
	Proc *dbg;
	int s;

	state = p->psstate;
	p->psstate = nil;
	p->procctl = Proc_none;
	qlock(&p->debug);
	dbg = p->pdbg;
	p->pdbg = nil;
	s = splhi();
	p->state = Stopped;
	if(dbg != nil)
		wakeup(&dbg->sleep);
	qunlock(&p->debug);
	sched();
	splx(s);
	p->psstate = state;
}

/*
 * Do what p->procctl asks of p, the caller: stop or exit.  On the way to
 * user mode, without locks and with interrupts on.
 */
void
procctl(Proc *p)
{
	for(;;)
		switch(p->procctl){
		case Proc_exitbig:
			pprint("Killed: Insufficient physical memory\n");
			pexit("Killed: Insufficient physical memory", 1);
		case Proc_exitme:
			pexit("Killed", 1);
		case Proc_traceme:
			if(p->nnote == 0)
				return;
			/* fall through */
		case Proc_stopme:
			stop(p);
			break;
		default:
			return;
		}
}
