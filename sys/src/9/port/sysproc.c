/*
 * System calls about processes: making and ending them, waiting, notes,
 * alarm, sleep, time.
 */
#include "u.h"
#include "tos.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "ureg.h"
#include "../port/error.h"

enum				/* rfork's flags */
{
	RFNAMEG		= 1<<0,
	RFENVG		= 1<<1,
	RFFDG		= 1<<2,
	RFNOTEG		= 1<<3,
	RFPROC		= 1<<4,
	RFMEM		= 1<<5,
	RFNOWAIT	= 1<<6,
	RFCNAMEG	= 1<<10,
	RFCENVG		= 1<<11,
	RFCFDG		= 1<<12,
	RFREND		= 1<<13,
	RFNOMNT		= 1<<14,
};

/* nothing; Plan 9 uses it for debugging */
long
sysr1(ulong *arg)
{
	USED(arg);
	return 0;
}

static Pgrp*
forkpgrp(ulong flag)
{
	Pgrp *p;

	if((flag & (RFNAMEG|RFCNAMEG)) == 0){
		incref(up->pgrp);
		return up->pgrp;
	}
	p = newpgrp();
	if(flag & RFNAMEG){
		if(waserror()){
			closepgrp(p);
			nexterror();
		}
		pgrpcpy(p, up->pgrp);
		poperror();
	}
	p->noattach = up->pgrp->noattach;
	return p;
}

static Fgrp*
forkfgrp(ulong flag)
{
	if(flag & RFCFDG)
		return newfgrp();
	if(flag & RFFDG)
		return dupfgrp(up->fgrp);
	incref(up->fgrp);
	return up->fgrp;
}

static Egrp*
forkegrp(ulong flag)
{
	Egrp *e;

	if((flag & (RFENVG|RFCENVG)) == 0){
		incref(up->egrp);
		return up->egrp;
	}
	e = smalloc(sizeof(Egrp));
	e->ref = 1;
	if(flag & RFENVG){
		if(waserror()){
			closeegrp(e);
			nexterror();
		}
		envcpy(e, up->egrp);
		poperror();
	}
	return e;
}

static Rgrp*
forkrgrp(ulong flag)
{
	if(flag & RFREND)
		return newrgrp();
	incref(up->rgrp);
	return up->rgrp;
}

/* rfork without RFPROC: change the caller's own groups */
static void
regroup(ulong flag)
{
	Pgrp *opg;
	Fgrp *ofg;
	Egrp *oeg;
	Rgrp *org;

	if(flag & (RFFDG|RFCFDG)){
		ofg = up->fgrp;
		up->fgrp = forkfgrp(flag);
		closefgrp(ofg);
	}
	if(flag & (RFNAMEG|RFCNAMEG)){
		opg = up->pgrp;
		up->pgrp = forkpgrp(flag);
		closepgrp(opg);
	}
	if(flag & RFNOMNT)
		up->pgrp->noattach = 1;
	if(flag & RFREND){
		org = up->rgrp;
		up->rgrp = forkrgrp(flag);
		closergrp(org);
	}
	if(flag & (RFENVG|RFCENVG)){
		oeg = up->egrp;
		up->egrp = forkegrp(flag);
		closeegrp(oeg);
	}
	if(flag & RFNOTEG)
		setnoteid(up, newnoteid());
}

/* undo what has been made of the child p, which never ran */
static void
unfork(Proc *p)
{
	int i;

	for(i = 0; i < NSEG; i++)
		if(p->seg[i] != nil){
			putseg(p->seg[i]);
			p->seg[i] = nil;
		}
	if(p->fgrp != nil)
		closefgrp(p->fgrp);
	if(p->egrp != nil)
		closeegrp(p->egrp);
	if(p->rgrp != nil)
		closergrp(p->rgrp);
	if(p->pgrp != nil)
		closepgrp(p->pgrp);
	if(p->dot != nil)
		cclose(p->dot);
	if(p->slash != nil)
		cclose(p->slash);
	pstrfree(p->text);
	pstrfree(p->user);
	pstrfree(p->args);
	p->text = p->user = p->args = nil;
	procfree(p);
}

/* give the child p what it has of its parent, up */
static void
inherit(Proc *p, ulong flag)
{
	int i;

	p->slash = up->slash;
	incref(p->slash);
	p->dot = up->dot;
	incref(p->dot);
	qlock(&up->seglock);
	if(waserror()){
		qunlock(&up->seglock);
		nexterror();
	}
	for(i = 0; i < NSEG; i++)
		if(up->seg[i] != nil)
			p->seg[i] = dupseg(up->seg, i, (flag & RFMEM) != 0);
	poperror();
	qunlock(&up->seglock);
	p->fgrp = forkfgrp(flag);
	p->pgrp = forkpgrp(flag);
	if(flag & RFNOMNT)
		p->pgrp->noattach = 1;
	p->rgrp = forkrgrp(flag);
	p->egrp = forkegrp(flag);

	p->procmode = up->procmode;
	p->privatemem = up->privatemem;
	p->noswap = up->noswap;
	p->hang = up->hang;
	p->notify = up->notify;
	p->notemask = up->notemask;
	p->ureg = up->ureg;
	p->wired = up->wired;
	setnoteid(p, (flag & RFNOTEG)? newnoteid(): up->noteid);
	p->text = pstrshare(up->text);
	p->user = pstrshare(up->user);
	p->args = pstrshare(up->args);
	p->nargs = up->nargs;
	p->setargs = up->setargs;
	procfork(p);
}

/* system call: flags; gives the child's pid, in the child 0 */
long
sysrfork(ulong *arg)
{
	Proc *p;
	ulong flag, pid;

	flag = arg[0];
	if((flag & (RFFDG|RFCFDG)) == (RFFDG|RFCFDG)
	|| (flag & (RFNAMEG|RFCNAMEG)) == (RFNAMEG|RFCNAMEG)
	|| (flag & (RFENVG|RFCENVG)) == (RFENVG|RFCENVG))
		error(Ebadarg);
	if((flag & RFPROC) == 0){
		if(flag & (RFMEM|RFNOWAIT))
			error(Ebadarg);
		regroup(flag);
		return 0;
	}
	p = crowded()? nil: newproc();
	if(p == nil)
		error(Enoprocs);
	if(waserror()){
		unfork(p);
		nexterror();
	}
	inherit(p, flag);
	poperror();
	forkchild(p, up->dbgreg);
	if((flag & RFNOWAIT) == 0){
		p->parent = up;
		p->parentpid = up->pid;
		countchild();
	}
	mmufork(p);
	pid = p->pid;
	p->basepri = up->basepri;
	p->priority = up->basepri;
	p->fixedpri = up->fixedpri;
	readynew(p);
	return pid;
}

/* system call: status string, 0: success; does not return */
long
sysexits(ulong *arg)
{
	char *s, *e, status[ERRMAX];

	s = (char*)arg[0];
	status[0] = '\0';
	if(s != nil){
		if(waserror())
			strcpy(status, "invalid exit string");
		else{
			validaddr((ulong)s, 1, 0);
			e = vmemchr(s, 0, ERRMAX);
			if(e == nil)
				e = s + ERRMAX-1;
			memmove(status, s, e - s);
			status[e - s] = '\0';
			poperror();
		}
	}
	pexit(status, 1);
}

/* v in decimal and a blank; where they end */
static char*
putnum(char *p, ulong v)
{
	char buf[16], *e;

	e = buf + sizeof buf;
	*--e = ' ';
	do{
		*--e = '0' + v%10;
		v /= 10;
	}while(v != 0);
	memmove(p, e, buf+sizeof buf - e);
	return p + (buf+sizeof buf - e);
}

/*
 * System call: buffer, length; gives the bytes put there.  The text is
 * "%d %lud %lud %lud %q", made by hand because every fork waits for it.
 */
long
sysawait(ulong *arg)
{
	Waitmsg w;
	ulong n;
	char buf[2*ERRMAX+64], *p;
	int i;

	n = arg[1];
	validaddr(arg[0], n, 1);
	pwait(&w);
	p = putnum(buf, w.pid);
	for(i = TUser; i <= TReal; i++)
		p = putnum(p, w.time[i]);
	if(w.msg[0] == '\0')
		p = strecpy(p, buf+sizeof buf, "''");
	else
		p = seprint(p, buf+sizeof buf, "%q", w.msg);
	if(n == 0)
		return 0;
	n = MIN(n, p+1-buf);
	memmove((char*)arg[0], buf, n-1);
	((char*)arg[0])[n-1] = '\0';
	return n-1;
}

/* old system call: OWaitmsg to fill in, or 0; gives the pid */
long
sys_wait(ulong *arg)
{
	OWaitmsg *ow;
	Waitmsg w;
	ulong pid;
	int i;

	ow = (OWaitmsg*)arg[0];
	if(ow != nil)
		validaddr(arg[0], sizeof(OWaitmsg), 1);
	pid = pwait(&w);
	if(ow != nil){
		readnum(0, ow->pid, sizeof ow->pid, w.pid, sizeof ow->pid);
		for(i = TUser; i <= TReal; i++)
			readnum(0, ow->time + i*12, 12, w.time[i], 12);
		strncpy(ow->msg, w.msg, sizeof ow->msg);
		ow->msg[sizeof ow->msg-1] = '\0';
	}
	return pid;
}

/* system call: ms; <= 0 only lets others go first */
long
syssleep(ulong *arg)
{
	long ms;

	ms = arg[0];
	if(ms <= 0)
		yield();
	else
		tsleep(&up->sleep, return0, nil, ms);
	return 0;
}

/* system call: ms */
long
sysalarm(ulong *arg)
{
	return procalarm(arg[0]);
}

/* system call: handler of notes, 0: none */
long
sysnotify(ulong *arg)
{
	if(arg[0] != 0)
		validaddr(arg[0], BY2WD, 0);
	up->notify = arg[0];
	return 0;
}

/* system call: what to do after a note; trap.c does it on the way out */
long
sysnoted(ulong *arg)
{
	if(arg[0] != NRSTR && !up->notified)
		error(Egreg);
	return 0;
}

/* swap buf, of n bytes in user memory, with the last error string */
static long
swaperrstr(char *buf, ulong n)
{
	char tmp[ERRMAX];

	if(n == 0)
		error(Ebadarg);
	validaddr((ulong)buf, n, 1);
	if(n > ERRMAX)
		n = ERRMAX;
	memmove(tmp, buf, n);
	/* the user's buffer may have any bytes */
	tmp[n-1] = '\0';
	utfecpy(buf, buf+n, up->syserrstr);
	utfecpy(up->syserrstr, up->syserrstr+ERRMAX, tmp);
	return 0;
}

/* system call: buffer, length */
long
syserrstr(ulong *arg)
{
	return swaperrstr((char*)arg[0], arg[1]);
}

/* old system call: buffer of 64 bytes */
long
sys_errstr(ulong *arg)
{
	return swaperrstr((char*)arg[0], 64);
}

/* system call: where to put the time of day, ns since 1970 */
long
sysnsec(ulong *arg)
{
	validaddr(arg[0], BY2V, 1);
	*(vlong*)arg[0] = todget(nil);
	return 0;
}
