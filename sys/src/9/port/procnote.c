/*
 * Smaller matters of #p: wait records and notes that are read; arguments, note
 * groups and notes that are written.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

static int
haschildnews(void *a)
{
	Proc *p;

	p = a;
	return p->waitq != nil || p->pid == 0;
}

/* take p's next wait record, waiting for it; pid is p's */
static Waitq*
getwaitq(Proc *p, ulong pid)
{
	Waitq *wq;

	if(!canqlock(&p->qwaitr))
		error(Einuse);
	if(waserror()){
		qunlock(&p->qwaitr);
		nexterror();
	}
	for(;;){
		lock(&p->exl);
		wq = p->waitq;
		if(p->pid == pid && wq != nil){
			p->waitq = wq->next;
			p->nwait--;
			unlock(&p->exl);
			break;
		}
		if(p->pid != pid || p == up && p->nchild == 0){
			unlock(&p->exl);
			error(p == up? Enochild: Eprocdied);
		}
		unlock(&p->exl);
		tsleep(&p->waitr, haschildnews, p, 1000);
	}
	poperror();
	qunlock(&p->qwaitr);
	return wq;
}

/*
 * Read p's next wait record, as await gives it, into n bytes of user memory
 * a, waiting for it.  Raises Einuse if p is waiting itself, Enochild,
 * Eprocdied if p's pid is not pid any more, Eintr.  Process context without
 * locks.
 */
long
procwait(Proc *p, ulong pid, char *a, long n)
{
	char buf[2*ERRMAX+64];
	Waitq *wq;

	wq = getwaitq(p, pid);
	snprint(buf, sizeof buf, "%d %lud %lud %lud %q", wq->w.pid,
		wq->w.time[TUser], wq->w.time[TSys], wq->w.time[TReal],
		wq->w.msg);
	free(wq);
	return readstr(0, a, n, buf);
}

/*
 * Take the oldest note from p's queue, and read it with the 0 at its end
 * into n bytes of user memory a.  Gives the bytes, 0 if there is none.
 * Raises Eprocdied if p's pid is not pid any more.  Process context without
 * locks.
 */
long
procnoteread(Proc *p, ulong pid, char *a, long n)
{
	Note note;
	int got;

	qlock(&p->debug);
	if(p->pid != pid){
		qunlock(&p->debug);
		error(Eprocdied);
	}
	got = popnote(p, &note, 0);
	qunlock(&p->debug);
	if(!got)
		return 0;
	if(note.isalarm)
		alarmdelivered(p);
	if(n > strlen(note.msg)+1)
		n = strlen(note.msg)+1;
	memmove(a, note.msg, n);
	return n;
}

/*
 * s is to be shown as p's arguments.  The caller holds p->debug.
 */
void
procsetargs(Proc *p, char *s)
{
	pstrset(&p->args, s);
	p->nargs = strlen(s)+1;
	p->setargs = 1;
}

/*
 * p joins note group id, which must be named after p or one of its user's.
 * Raises Ebadarg, Eperm.  The caller holds p->debug.
 */
void
procjoin(Proc *p, ulong id)
{
	Proc *t;
	int i;

	if(p->kp || id == 0)
		error(Ebadarg);
	if(id == p->pid || id == p->noteid){
		setnoteid(p, id);
		return;
	}
	for(i = 0; (t = proctab(i)) != nil; i++){
		if(t == p || t->pid == 0 || t->noteid != id || t->kp)
			continue;
		if(t->user == nil || strcmp(t->user, p->user) != 0)
			error(Eperm);
		setnoteid(p, id);
		return;
	}
	error(Ebadarg);
}

/*
 * Post note s to p; the first process gets it only if it would survive.
 * The caller holds p->debug.
 */
void
procnotewrite(Proc *p, char *s)
{
	if(p->kp || p->pid == 1 && p->notify == 0)
		error(Eperm);
	if(!postnote(p, 0, s, NUser))
		error("note not posted");
}
