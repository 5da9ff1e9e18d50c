/*
 * The builtins: what a program could not do for the shell.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

static void
usage(char *s)
{
	warn("usage: %s", s);
	setstatus("usage");
}

/* the builtin of that name, or nil */
Builtin*
findbuiltin(char *name)
{
	Builtin *b;

	for(b = builtins; b->name != nil; b++)
		if(strcmp(b->name, name) == 0)
			return b;
	return nil;
}

/* try one directory; say where it is if it was not typed like that */
static int
trycd(char *dir, char *name)
{
	Text t;
	char *s;

	s = *dir == 0 || strcmp(dir, ".") == 0 ?
		estrdup(name) : smprint("%s/%s", dir, name);
	if(s == nil || chdir(s) < 0){
		free(s);
		return -1;
	}
	if(strcmp(s, name) != 0){
		memset(&t, 0, sizeof t);
		addtext(&t, s, strlen(s));
		addtext(&t, "\n", 1);
		write(mapfd(1), t.s, t.n);
		free(t.s);
	}
	free(s);
	return 0;
}

static void
bcd(Word *args)
{
	Word *w;
	char *name;
	int searched;

	if(countwords(args) > 2){
		usage("cd [directory]");
		return;
	}
	w = args->next == nil ? value("home") : args->next;
	if(w == nil){
		warn("cd: no $home");
		setstatus("no $home");
		return;
	}
	name = w->s;
	setstatus("");
	searched = name[0] == '/' || name[0] == '#' || strcmp(name, ".") == 0
		|| strcmp(name, "..") == 0 || strncmp(name, "./", 2) == 0
		|| strncmp(name, "../", 3) == 0;
	w = searched ? nil : value("cdpath");
	if(w == nil && chdir(name) >= 0)
		return;
	for(; w != nil; w = w->next)
		if(trycd(w->s, name) >= 0)
			return;
	warn("can't cd %s: %r", name);
	setstatus("can't cd");
}

static void
bexit(Word *args)
{
	if(countwords(args) > 2){
		usage("exit [status]");
		return;
	}
	shexit(args->next == nil ? status() : args->next->s);
}

/* replace the shell; without a program only make the redirections */
static void
bexec(Word *args)
{
	if(args->next == nil){
		doredirs();
		setstatus("");
		return;
	}
	writeenv();
	execwords(args->next);
	shexit(status());
}

static void
beval(Word *args)
{
	char *s;

	if(args->next == nil)
		return;
	s = joinwords(args->next);
	runstring(nil, s);
	free(s);
}

static void
bshift(Word *args)
{
	Word *w, *val;
	int n;

	if(countwords(args) > 2){
		usage("shift [n]");
		return;
	}
	n = args->next == nil ? 1 : atoi(args->next->s);
	for(w = value("*"); w != nil && n > 0; n--)
		w = w->next;
	val = copywords(w);
	setvar("*", val);
	setstatus("");
}

static void
bwait(Word *args)
{
	switch(countwords(args)){
	case 1:
		waitall();
		break;
	case 2:
		waitfor(atoi(args->next->s));
		break;
	default:
		usage("wait [pid]");
		break;
	}
}

/* print what one name is; 0: nothing */
static int
whatis(char *name)
{
	Text t;
	Var *v;
	char *s;

	memset(&t, 0, sizeof t);
	v = var(name);
	if(v->val != nil){
		prquoted(&t, name);
		addtext(&t, "=", 1);
		prwords(&t, v->val);
		addtext(&t, "\n", 1);
	}
	s = nil;
	if(v->fn != nil)
		s = fntext(name, v->fn);
	else if(findbuiltin(name) != nil)
		s = smprint("builtin %s", name);
	else if(v->val == nil)
		s = searchpath(name);
	if(s != nil){
		addtext(&t, s, strlen(s));
		addtext(&t, "\n", 1);
	}
	free(s);
	if(t.n > 0)
		write(mapfd(1), t.s, t.n);
	free(t.s);
	return t.n > 0;
}

static void
printvar(Var *v)
{
	if(v->val != nil || v->fn != nil)
		whatis(v->name);
}

static void
bwhatis(Word *args)
{
	setstatus("");
	if(args->next == nil){
		eachvar(printvar);
		return;
	}
	while((args = args->next) != nil)
		if(!whatis(args->s)){
			warn("%s: not found", args->s);
			setstatus("not found");
		}
}

/* run a file with its own $* and $0 */
static void
bdot(Word *args)
{
	Word *w;
	char *name;
	int fd, interactive;

	w = args->next;
	interactive = w != nil && strcmp(w->s, "-i") == 0;
	if(interactive)
		w = w->next;
	if(w == nil){
		usage(". [-i] file [arg ...]");
		return;
	}
	name = w->s;
	if(sh.depth >= Maxdepth){
		fail("%s: calls nested too deep", name);
		return;
	}
	fd = open(name, OREAD|OCEXEC);
	if(fd < 0){
		warn(".: can't open %s: %r", name);
		setstatus("can't open");
		return;
	}
	sh.depth++;
	pushlocal("*", copywords(w->next));
	pushlocal("0", newword(name, nil));
	setstatus("");
	pushinput(name, fd, nil, interactive);
	runinput();
	popinput();
	poplocal("0");
	poplocal("*");
	sh.depth--;
}

static struct {
	int	c;
	int	flag;
} rforks[] = {
	{ 'n', RFNAMEG }, { 'N', RFCNAMEG },
	{ 'e', RFENVG }, { 'E', RFCENVG },
	{ 's', RFNOTEG }, { 'm', RFNOMNT },
	{ 'f', RFFDG }, { 'F', RFCFDG },
};

static void
brfork(Word *args)
{
	char *s;
	int i, flags;

	s = args->next == nil ? "ens" : args->next->s;
	flags = 0;
	for(; *s != 0; s++){
		for(i = 0; i < nelem(rforks) && rforks[i].c != *s; i++)
			;
		if(i == nelem(rforks) || countwords(args) > 2){
			usage("rfork [nNeEsfFm]");
			return;
		}
		flags |= rforks[i].flag;
	}
	if(rfork(flags) < 0){
		warn("rfork: %r");
		setstatus("rfork failed");
		return;
	}
	if(flags & (RFENVG|RFCENVG))
		sh.shared = 0;
	setstatus("");
}

/* is a flag set? or set it, or clear it */
static void
bflag(Word *args)
{
	Word *w;
	int c;

	w = args->next;
	c = w == nil ? 0 : *(uchar*)w->s;
	if(c == 0 || c >= sizeof sh.flag || w->s[1] != 0
	|| countwords(w) > 2){
		usage("flag letter [+-]");
		return;
	}
	w = w->next;
	if(w == nil)
		setstatus(sh.flag[c] ? "" : "flag not set");
	else if(strcmp(w->s, "+") == 0 || strcmp(w->s, "-") == 0){
		sh.flag[c] = w->s[0] == '+';
		setstatus("");
	}else
		usage("flag letter [+-]");
}

/* run a command as if there were no function of its name */
static void
bbuiltin(Word *args)
{
	Builtin *b;

	args = args->next;
	if(args == nil){
		usage("builtin command [arg ...]");
		return;
	}
	b = findbuiltin(args->s);
	if(b != nil)
		(*b->fn)(args);
	else
		runexternal(args, nil);
}

Builtin builtins[] = {
	{ ".",		bdot },
	{ "builtin",	bbuiltin },
	{ "cd",		bcd },
	{ "eval",	beval },
	{ "exec",	bexec },
	{ "exit",	bexit },
	{ "flag",	bflag },
	{ "rfork",	brfork },
	{ "shift",	bshift },
	{ "wait",	bwait },
	{ "whatis",	bwhatis },
	{ nil,		nil },
};
