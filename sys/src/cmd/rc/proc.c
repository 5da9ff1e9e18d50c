/*
 * Processes and notes: forks, waiting, exec along $path, and what a note
 * does: it runs the function of its name, or it stops all up to the
 * interactive input.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

typedef struct Child Child;

enum
{
	Maxdone	= 100,		/* statuses kept of what was not waited for */
};

/* a child; done: this is its status */
struct Child
{
	Child	*next;
	int	pid;
	char	*done;
};

static struct {
	char	*note;
	char	*fn;
	int	got;
} sigs[] = {
	{ "hangup",	"sighup" },
	{ "interrupt",	"sigint" },
	{ "quit",	"sigquit" },
	{ "alarm",	"sigalrm" },
	{ "term",	"sigterm" },
	{ "kill",	"sigkill" },
};

static Child *children;
static int ngot;

/* forget one */
static void
freechild(Child *c)
{
	Child **l;

	for(l = &children; *l != c; l = &(*l)->next)
		;
	*l = c->next;
	free(c->done);
	free(c);
}

static Child*
findchild(int pid)
{
	Child *c;

	for(c = children; c != nil; c = c->next)
		if(c->pid == pid)
			return c;
	return nil;
}

static void
addchild(int pid)
{
	Child *c, *old;
	int n;

	n = 0;
	old = nil;
	for(c = children; c != nil; c = c->next)
		if(c->done != nil){
			n++;
			old = c;
		}
	if(n > Maxdone)
		freechild(old);
	c = emalloc(sizeof(Child));
	c->pid = pid;
	c->done = nil;
	c->next = children;
	children = c;
}

/* fork; the child has no children and no notes. -1: fail was called */
int
forkshell(int flags)
{
	int i, pid;

	writeenv();
	pid = rfork(RFPROC|RFREND|flags);
	if(pid < 0)
		fail("can't fork: %r");
	else if(pid == 0){
		while(children != nil)
			freechild(children);
		for(i = 0; i < nelem(sigs); i++)
			sigs[i].got = 0;
		ngot = 0;
		sh.last = nil;
		sh.shared = 1;
	}else if(!(flags & RFNOWAIT))
		addchild(pid);
	return pid;
}

/* note the end of a child; -1: there is none, 0: interrupted */
static int
reap(void)
{
	char err[ERRMAX];
	Waitmsg *w;
	Child *c;

	w = wait();
	if(w == nil){
		rerrstr(err, sizeof err);
		return strstr(err, "interrupted") != nil ? 0 : -1;
	}
	c = findchild(w->pid);
	if(c != nil)
		c->done = estrdup(w->msg);
	free(w);
	return 1;
}

/*
 * Wait for a child and set $status. It gets the notes that the shell gets,
 * and mostly ends; if not, a second one ends the waiting.
 */
void
waitfor(int pid)
{
	Child *c;
	int r, notes;

	notes = 0;
	while((c = findchild(pid)) != nil && c->done == nil){
		r = reap();
		if(r < 0){
			freechild(c);
			setstatus("lost child");
			return;
		}
		if(r == 0 && gotnote() && ++notes == 2)
			return;
	}
	if(c == nil)
		return;
	setstatus(c->done);
	freechild(c);
}

/* wait for all children */
void
waitall(void)
{
	while(!gotnote() && reap() >= 0)
		;
	while(children != nil && !gotnote()){
		setstatus(children->done == nil ? "" : children->done);
		freechild(children);
	}
}

/* is $path not to be searched for this name? */
static int
isabsolute(char *s)
{
	return s[0] == '/' || s[0] == '#'
		|| strncmp(s, "./", 2) == 0 || strncmp(s, "../", 3) == 0;
}

static char*
inpath(char *dir, char *name)
{
	char *s;

	s = *dir == 0 ? estrdup(name) : smprint("%s/%s", dir, name);
	if(s == nil)
		s = estrdup(name);
	return s;
}

/* the file that a command's name stands for, malloced; nil: none */
char*
searchpath(char *name)
{
	Word *w;
	char *s;

	if(isabsolute(name))
		return access(name, AEXEC) == 0 ? estrdup(name) : nil;
	for(w = value("path"); w != nil; w = w->next){
		s = inpath(w->s, name);
		if(access(s, AEXEC) == 0)
			return s;
		free(s);
	}
	return nil;
}

/* try one file; keep the error that says more than that it is not there */
static void
tryexec(char *file, char **argv, char *err)
{
	char e[ERRMAX];

	exec(file, argv);
	rerrstr(e, sizeof e);
	if(*err == 0 || strstr(e, "not exist") == nil)
		strecpy(err, err+ERRMAX, e);
}

/* become the program; returning, it has said why not. -1 always */
int
execwords(Word *args)
{
	char err[ERRMAX], **argv, *s;
	Word *w;
	int n;

	doredirs();
	argv = emalloc((countwords(args)+1)*sizeof(char*));
	n = 0;
	for(w = args; w != nil; w = w->next)
		argv[n++] = w->s;
	argv[n] = nil;
	err[0] = 0;
	if(isabsolute(argv[0]))
		tryexec(argv[0], argv, err);
	else
		for(w = value("path"); w != nil; w = w->next){
			s = inpath(w->s, argv[0]);
			tryexec(s, argv, err);
			free(s);
		}
	if(err[0] == 0 || !isabsolute(argv[0])
	&& strstr(err, "not exist") != nil)
		strcpy(err, "file does not exist");
	warn("%s: %s", argv[0], err);
	setstatus(err);
	free(argv);
	return -1;
}

static void
catch(void *ureg, char *note)
{
	int i;

	USED(ureg);
	for(i = 0; i < nelem(sigs); i++)
		if(strcmp(note, sigs[i].note) == 0){
			sigs[i].got++;
			ngot++;
			noted(NCONT);
		}
	noted(NDFLT);
}

/* be told of notes from now on */
void
catchnotes(void)
{
	notify(catch);
}

/* has a note come that was not acted on? */
int
gotnote(void)
{
	return ngot > 0;
}

/* is some input that waits for more commands a person's? */
static int
interactive(void)
{
	Input *in;

	if(getpid() != sh.pid)
		return 0;
	for(in = sh.input; in != nil; in = in->outer)
		if(in->interactive)
			return 1;
	return 0;
}

/* one note: its function, or the end of the command or of the shell */
static void
trap(char *note, char *fname)
{
	Word *args;
	Tree *fn;

	fn = getfn(fname);
	if(fn != nil){
		args = newword(fname, nil);
		callfn(fn, args);
		freewords(args);
		return;
	}
	setstatus(note);
	if(interactive() && strcmp(note, "hangup") != 0
	&& strcmp(note, "term") != 0)
		sh.stop = 1;
	else
		shexit(note);
}

/* act on the notes that came */
void
dotraps(void)
{
	int i;

	while(ngot > 0){
		ngot = 0;
		for(i = 0; i < nelem(sigs); i++)
			while(sigs[i].got > 0){
				sigs[i].got--;
				trap(sigs[i].note, sigs[i].fn);
			}
	}
}

/* the end of this process; the shell itself runs fn sigexit */
void
shexit(char *s)
{
	static int once;
	Word *args;
	Tree *fn;
	char *why;

	why = estrdup(s);
	fn = getfn("sigexit");
	if(fn != nil && !once && getpid() == sh.pid){
		once = 1;
		sh.stop = 0;
		args = newword("sigexit", nil);
		callfn(fn, args);
	}
	setstatus(why);
	exits(true() ? nil : why);
}
