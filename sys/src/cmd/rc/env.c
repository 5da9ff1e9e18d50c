/*
 * The environment: a variable is the file /env/name with a NUL after each
 * word, a function the file /env/fn#name with its definition. All is read
 * at the start; what changed is written before a program runs or the shell
 * forks. A forked shell has its parent's environment, for what is done to
 * the files to be seen by all, until it has something to write itself.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

enum
{
	Maxenv	= 1<<20,	/* bytes of a variable */
};

/* not passed on: they mean something in this shell only */
static char *private[] = {
	"*", "0", "status", "pid", "apid",
};

/* is it no name of a file in the environment? */
int
isprivate(char *name)
{
	int i;

	for(i = 0; i < nelem(private); i++)
		if(strcmp(name, private[i]) == 0)
			return 1;
	return strchr(name, '/') != nil || *name == 0
		|| strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* the whole file, malloced, *n bytes; nil if there is nothing in it */
static char*
readfile(char *name, long *n)
{
	Text t;
	char buf[1024];
	int fd;
	long m;

	fd = open(name, OREAD|OCEXEC);
	if(fd < 0)
		return nil;
	memset(&t, 0, sizeof t);
	while((m = read(fd, buf, sizeof buf)) > 0 && t.n < Maxenv)
		addtext(&t, buf, m);
	close(fd);
	*n = t.n;
	return t.s;
}

static void
readvar(char *name, char *s, long n)
{
	Word *first, **tail;
	char *e, *end;

	first = nil;
	tail = &first;
	for(end = s+n; s < end; s = e+1){
		e = memchr(s, 0, end-s);
		if(e == nil)
			e = end;
		*tail = newwordn(s, e-s, nil);
		tail = &(*tail)->next;
	}
	setvar(name, first);
	var(name)->changed = 0;
}

static void
readentry(char *name)
{
	char *path, *s;
	long n;

	if(isprivate(name))
		return;
	path = smprint("/env/%s", name);
	if(path == nil)
		return;
	s = readfile(path, &n);
	free(path);
	if(s == nil)
		return;
	if(strncmp(name, "fn#", 3) == 0 && sh.flag['p'])
		;
	else if(strncmp(name, "fn#", 3) == 0){
		runstring(name, s);
		var(name+3)->fnchanged = 0;
	}else
		readvar(name, s, n);
	free(s);
}

static void
finddirty(Var *v)
{
	if(v->changed || v->fnchanged)
		sh.dirty = 1;
}

/* variables and functions from the environment */
void
readenv(void)
{
	Dir *d;
	long i, n;
	int fd;

	fd = open("/env", OREAD|OCEXEC);
	if(fd < 0)
		return;
	while((n = dirread(fd, &d)) > 0){
		for(i = 0; i < n; i++)
			readentry(d[i].name);
		free(d);
	}
	close(fd);
	sh.dirty = 0;
	eachvar(finddirty);
}

static void
writefile(char *prefix, char *name, char *s, int n)
{
	char *path;
	int fd;

	path = smprint("/env/%s%s", prefix, name);
	if(path == nil)
		return;
	if(s == nil)
		remove(path);
	else{
		fd = create(path, OWRITE|OCEXEC, 0666);
		if(fd < 0)
			warn("%s: %r", path);
		else{
			if(n > 0 && write(fd, s, n) != n)
				warn("%s: %r", path);
			close(fd);
		}
	}
	free(path);
}

static void
writevar(Var *v)
{
	Text t;
	Word *w;
	char *s;

	if(v->changed){
		memset(&t, 0, sizeof t);
		addtext(&t, "", 0);
		for(w = v->val; w != nil; w = w->next)
			addtext(&t, w->s, strlen(w->s)+1);
		writefile("", v->name, t.s, t.n);
		free(t.s);
		v->changed = 0;
	}
	if(v->fnchanged){
		s = v->fn == nil ? nil : fntext(v->name, v->fn);
		writefile("fn#", v->name, s, s == nil ? 0 : strlen(s));
		free(s);
		v->fnchanged = 0;
	}
}

/* bring the environment up to date */
void
writeenv(void)
{
	if(!sh.dirty)
		return;
	if(sh.shared){
		rfork(RFENVG);
		sh.shared = 0;
	}
	sh.dirty = 0;
	eachvar(writevar);
}
