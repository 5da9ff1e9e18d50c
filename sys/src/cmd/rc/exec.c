/*
 * Commands: the walk over the tree. What runs in a child of its own is
 * walked there; the right side of a pipe and everything else is walked in
 * the shell.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

Shell sh;
static void	(*runners[Ntypes])(Tree*);

/* run a command, unless all is being left */
void
run(Tree *t)
{
	if(t == nil)
		return;
	dotraps();
	if(sh.stop)
		return;
	sh.line = t->line;
	(*runners[t->type])(t);
}

/* flag -e: the shell ends with the first command that fails */
static void
checkerr(void)
{
	if(sh.flag['e'] && sh.testing == 0 && !sh.stop && !true())
		shexit(status());
}

/* all that a forked shell still has to do */
void
runchild(Tree *t)
{
	Tree *l;

	for(l = t; l != nil; l = l->c0)
		if(l->type == Nsimple || l->c1 != nil
		|| l->type != Nseq && l->type != Nbrace)
			break;
	sh.last = l;
	run(t);
	dotraps();
	shexit(status());
}

static void
runseq(Tree *t)
{
	for(; t != nil; t = t->c1)
		run(t->c0);
}

/* -x */
static void
trace(Word *args)
{
	Text t;

	memset(&t, 0, sizeof t);
	for(; args != nil; args = args->next){
		prquoted(&t, args->s);
		addtext(&t, args->next == nil ? "\n" : " ", 1);
	}
	write(2, t.s, t.n);
	free(t.s);
}

/* a program; in place if there is nothing left to do after t */
void
runexternal(Word *args, Tree *t)
{
	int pid;

	writeenv();
	if(t != nil && t == sh.last){
		execwords(args);
		shexit(status());
	}
	pid = forkshell(RFFDG);
	if(pid == 0){
		execwords(args);
		exits(status());
	}
	if(pid > 0)
		waitfor(pid);
}

/* call a function; the words have its name first */
void
callfn(Tree *fn, Word *args)
{
	Unit *u;
	int last;

	if(sh.depth >= Maxdepth){
		fail("%s: calls nested too deep", args->s);
		return;
	}
	sh.depth++;
	last = sh.ifnot;
	u = fn->unit;
	holdunit(u);
	pushlocal("*", copywords(args->next));
	run(fn->c1);
	poplocal("*");
	dropunit(u);
	sh.ifnot = last;
	sh.depth--;
}

/* run what the first word names: a function, a builtin or a program */
void
runwords(Word *args, Tree *t)
{
	Builtin *b;
	Tree *fn;

	fn = getfn(args->s);
	if(fn != nil){
		callfn(fn, args);
		return;
	}
	b = findbuiltin(args->s);
	if(b != nil)
		(*b->fn)(args);
	else
		runexternal(args, t);
}

/* words are expanded first, then redirections, left to right */
static void
runsimple(Tree *t)
{
	Redir *mark, *saved;
	Word *args;

	mark = sh.redirs;
	saved = sh.mark;
	sh.mark = mark;
	args = expandplain(t->c0);
	openredirs(t->c1);
	if(!sh.stop && args == nil)
		fail("empty argument list");
	if(!sh.stop){
		if(sh.flag['x'])
			trace(args);
		runwords(args, t);
	}
	freewords(args);
	popredirs(mark);
	sh.mark = saved;
	checkerr();
}

/* {} and a redirection in front of a command */
static void
runwith(Tree *t)
{
	Redir *mark, *saved;

	mark = sh.redirs;
	saved = sh.mark;
	sh.mark = mark;
	openredirs(t->c1);
	if(t->type == Nwith && t->c0 == nil && !sh.stop)
		setstatus("");
	run(t->c0);
	popredirs(mark);
	sh.mark = saved;
}

/* do only assignments follow? */
static int
onlyassigns(Tree *t)
{
	while(t != nil && t->type == Nassign)
		t = t->c2;
	return t == nil;
}

/* local to the command, if there is one */
static void
runassign(Tree *t)
{
	char *name;
	Word *val;

	name = varname(t->c0);
	if(name == nil)
		return;
	val = expandplain(t->c1);
	if(sh.stop)
		freewords(val);
	else if(onlyassigns(t->c2)){
		setvar(name, val);
		run(t->c2);
	}else{
		pushlocal(name, val);
		run(t->c2);
		poplocal(name);
	}
	free(name);
}

/* run in the background: no input, not the console's notes */
static void
runasync(Tree *t)
{
	char buf[20];
	int fd, pid;

	pid = forkshell(RFFDG|RFNOTEG);
	if(pid == 0){
		fd = open("/dev/null", OREAD);
		if(fd >= 0)
			pushredir(Ropen, 0, fd);
		runchild(t->c0);
	}
	if(pid < 0)
		return;
	snprint(buf, sizeof buf, "%d", pid);
	setvar("apid", newword(buf, nil));
	setstatus("");
}

static void
runandor(Tree *t)
{
	sh.testing++;
	run(t->c0);
	sh.testing--;
	if(!sh.stop && true() == (t->type == Nand))
		run(t->c1);
}

static void
runnot(Tree *t)
{
	sh.testing++;
	run(t->c0);
	sh.testing--;
	if(!sh.stop)
		setstatus(true() ? "false" : "");
}

/* @ */
static void
runsubsh(Tree *t)
{
	int pid;

	pid = forkshell(RFFDG);
	if(pid == 0)
		runchild(t->c0);
	if(pid > 0)
		waitfor(pid);
	checkerr();
}

/* $status is the left's, a bar and the right's */
static void
runpipe(Tree *t)
{
	Redir *mark;
	char *s, *both;
	int fd[2], pid;

	if(pipe(fd) < 0){
		fail("can't make a pipe: %r");
		return;
	}
	pid = forkshell(RFFDG);
	if(pid == 0){
		close(fd[0]);
		pushredir(Ropen, t->fd0, fd[1]);
		runchild(t->c0);
	}
	close(fd[1]);
	mark = sh.redirs;
	pushredir(Ropen, t->fd1, fd[0]);
	if(pid > 0){
		sh.testing++;
		run(t->c1);
		sh.testing--;
	}
	popredirs(mark);
	if(pid < 0)
		return;
	s = estrdup(status());
	waitfor(pid);
	both = smprint("%s|%s", status(), s);
	if(both != nil)
		setstatus(both);
	free(both);
	free(s);
	checkerr();
}

static void
runfndef(Tree *t)
{
	Word *names, *w;

	names = expand(t->c0);
	for(w = names; w != nil && !sh.stop; w = w->next)
		setfn(unmark(w->s), t->flag ? t : nil);
	freewords(names);
}

static void	(*runners[Ntypes])(Tree*) = {
	[Nsimple]	runsimple,
	[Nbrace]	runwith,
	[Nwith]		runwith,
	[Nassign]	runassign,
	[Nseq]		runseq,
	[Nasync]	runasync,
	[Nand]		runandor,
	[Nor]		runandor,
	[Nnot]		runnot,
	[Nsubsh]	runsubsh,
	[Npipe]		runpipe,
	[Nif]		runif,
	[Nifnot]	runifnot,
	[Nfor]		runfor,
	[Nwhile]	runwhile,
	[Nswitch]	runswitch,
	[Nfn]		runfndef,
	[Ntwiddle]	runtwiddle,
};

/* an interactive input goes on after whatever stopped the command */
static void
recover(Input *in)
{
	if(in->intr)
		write(2, "\n", 1);
	sh.stop = 0;
	sh.testing = 0;
}

/* run the commands of the innermost input, to its end */
void
runinput(void)
{
	Input *in;
	Unit *u;
	Tree *t;
	int r;

	in = sh.input;
	for(;;){
		r = parse(in, &t);
		if(r == Pend)
			break;
		if(r == Pok){
			u = in->unit;
			run(t);
			dropunit(u);
		}else if(!in->intr){
			setstatus("syntax error");
			if(!in->interactive)
				break;
		}
		dotraps();
		if(in->interactive)
			recover(in);
		if(sh.stop)
			break;
	}
}

/* run a string as commands */
void
runstring(char *name, char *s)
{
	if(sh.depth >= Maxdepth){
		fail("calls nested too deep");
		return;
	}
	sh.depth++;
	pushinput(name, -1, s, 0);
	runinput();
	popinput();
	sh.depth--;
}
