/*
 * alarm(2): a timer for each process, on the queue of the CPU that armed
 * it, whose function posts the note.  No list of alarms, no process that
 * walks it, no lock that sleeps: nothing another process does delays it.
 *
 * Deadlines are ns of monotonic, looked at again when the timer fires,
 * so that an alarm is never early.  #P/alarm counts:
 *	armed = fired + cancelled + pending
 * fired when the note reaches user mode (or kills who has no handler).
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Nlate	= 32,
	Ms	= 1000000,		/* ns */
};

typedef struct Alarmstats Alarmstats;
struct Alarmstats
{
	uvlong	armed;
	uvlong	fired;
	uvlong	cancelled;
	uvlong	early;
	uvlong	maxlate;		/* ns */
	uvlong	late[Nlate];		/* 0: < 1 us, n: 2^(n-1) to 2^n us */
};

static struct
{
	Lock;
	Alarmstats;
} stats;

static void
count(uvlong *n)
{
	ulong s;

	s = intsoff();
	hilock(&stats);
	++*n;
	hiunlock(&stats);
	intsback(s);
}

/* the timer's function; interrupt level */
static void
expire(Ureg *ureg, Timer *t)
{
	Proc *p;

	USED(ureg);
	p = t->ta;
	if(monotonic() < p->alarmdue)
		timerat(t, p->alarmdue);
	else
		postalarm(p);
}

/*
 * Cancel p's alarm: once this returns its note does not arrive.  p is
 * the caller.
 */
void
alarmcancel(Proc *p)
{
	if(!p->alarmed)
		return;
	timerdel(&p->alarmtimer);
	dropalarm(p);
	p->alarmed = 0;
	count(&stats.cancelled);
}

/*
 * Send the caller the note "alarm" in ms milliseconds, 0: never; what it
 * armed before is off.  Gives the ms that were left of that, rounded up,
 * 0 if there was none or it is already due.
 */
ulong
procalarm(ulong ms)
{
	Timer *t;
	uvlong now, ticks;
	ulong left;

	now = monoticks(&ticks);
	left = 0;
	if(up->alarmed && up->alarmdue > now)
		left = (up->alarmdue - now + Ms-1) / Ms;
	alarmcancel(up);
	if(ms == 0)
		return left;
	up->alarmdue = now + (uvlong)ms * Ms;
	up->alarmed = 1;
	count(&stats.armed);
	t = &up->alarmtimer;
	t->tf = expire;
	t->ta = up;
	t->tmode = Tabsolute;
	t->twhen = ticks + ms2fastticks(ms) + 1;
	timeradd(t);
	timedone();
	return left;
}

/*
 * The alarm note of p, the caller, is being delivered: count it.  On
 * the way back to user mode, any level.
 */
void
alarmdelivered(Proc *p)
{
	vlong late;
	ulong s, us;

	late = monotonic() - p->alarmdue;
	p->alarmed = 0;
	s = intsoff();
	hilock(&stats);
	stats.fired++;
	if(late < 0)
		stats.early++;
	else{
		if((uvlong)late > stats.maxlate)
			stats.maxlate = late;
		us = late >> 32 != 0? 0x7fffffff: (ulong)late / 1000;
		stats.late[us == 0? 0: topbit(us)+1]++;
	}
	hiunlock(&stats);
	intsback(s);
}

static Alarmstats
snapshot(void)
{
	Alarmstats st;

	ilock(&stats);
	st = stats.Alarmstats;
	iunlock(&stats);
	return st;
}

static long
alarmread(Chan *c, void *a, long n, vlong off)
{
	Alarmstats st;
	char *buf, *s, *e;
	int i;

	USED(c);
	st = snapshot();
	buf = smalloc(2048);
	s = buf;
	e = buf + 2048;
	s = seprint(s, e, "armed %llud\nfired %llud\ncancelled %llud\n",
		st.armed, st.fired, st.cancelled);
	s = seprint(s, e, "pending %llud\nearly %llud\nmaxlate %llud\n",
		st.armed - st.fired - st.cancelled, st.early, st.maxlate);
	for(i = 0; i < Nlate; i++)
		s = seprint(s, e, "late%d %llud\n", i, st.late[i]);
	if(waserror()){
		free(buf);
		nexterror();
	}
	n = readstr(off, a, n, buf);
	poperror();
	free(buf);
	return n;
}

static long
alarmwrite(Chan *c, void *a, long n, vlong off)
{
	uvlong pending;
	Cmdbuf *cb;

	USED(c);
	USED(off);
	cb = parsecmd(a, n);
	if(cb->nf != 1 || strcmp(cb->f[0], "reset") != 0){
		free(cb);
		error(Ebadctl);
	}
	free(cb);
	ilock(&stats);
	pending = stats.armed - stats.fired - stats.cancelled;
	memset(&stats.Alarmstats, 0, sizeof stats.Alarmstats);
	stats.armed = pending;
	iunlock(&stats);
	return n;
}

/* make the file #P/alarm; at boot */
static void
alarmlink(void)
{
	addarchfile("alarm", 0664, alarmread, alarmwrite);
}
LINK(alarmlink);
