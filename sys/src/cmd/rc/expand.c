/*
 * From word nodes to lists of words. What a node gives is marked text, so
 * that concatenation keeps what is active; globwords ends that.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

static Word**	expand1(Tree*, Word**);

/* put plain words at the end of a list, as marked text */
static Word**
addplain(Word *w, Word **tail)
{
	char *s;

	for(; w != nil; w = w->next){
		s = protect(w->s);
		*tail = newword(s, nil);
		tail = &(*tail)->next;
		free(s);
	}
	return tail;
}

static Word**
addword(char *s, Word **tail)
{
	*tail = newword(s, nil);
	return &(*tail)->next;
}

/* the words number lo to hi, from 1 */
static Word**
addrange(Word *w, int lo, int hi, Word **tail)
{
	Word *one;
	int i;

	for(i = 1; w != nil && i <= hi; i++, w = w->next)
		if(i >= lo){
			one = newword(w->s, nil);
			tail = addplain(one, tail);
			freewords(one);
		}
	return tail;
}

static int
isnumber(char *s)
{
	if(*s == 0)
		return 0;
	for(; *s != 0; s++)
		if(*s < '0' || *s > '9')
			return 0;
	return 1;
}

/* the value of a variable; $1 is $*(1) */
static Word**
addvar(char *name, Word **tail)
{
	if(isnumber(name) && strcmp(name, "0") != 0)
		return addrange(value("*"), atoi(name), atoi(name), tail);
	return addplain(value(name), tail);
}

/* the words of a list of nodes, marked */
Word*
expand(Tree *t)
{
	Word *first, **tail;

	first = nil;
	tail = &first;
	for(; t != nil && !sh.stop; t = t->next)
		tail = expand1(t, tail);
	return first;
}

/* the words of a list of nodes, patterns replaced by files */
Word*
expandplain(Tree *t)
{
	return globwords(expand(t));
}

/* the value of a variable, plain; the caller frees it */
Word*
varwords(char *name)
{
	Word *w, *p;

	w = nil;
	addvar(name, &w);
	for(p = w; p != nil; p = p->next)
		unmark(p->s);
	return w;
}

/* the only word of a list, plain and malloced; nil after an error */
static char*
theword(Word *w, char *what)
{
	char *s;

	s = nil;
	if(!sh.stop && w != nil && w->next == nil)
		s = estrdup(w->s);
	else if(!sh.stop)
		fail("%s is not one word", what);
	freewords(w);
	return s;
}

/* the name of a file in a redirection */
char*
filename(Tree *t)
{
	Word *w;

	w = nil;
	expand1(t, &w);
	return theword(globwords(w), "file name of a redirection");
}

/* the name of a variable */
char*
varname(Tree *t)
{
	Word *w;

	w = nil;
	expand1(t, &w);
	if(w != nil)
		unmark(w->s);
	return theword(w, "variable name");
}

static Word**
expandvar(Tree *t, Word **tail)
{
	char *name;

	name = varname(t->c0);
	if(name == nil)
		return tail;
	tail = addvar(name, tail);
	free(name);
	return tail;
}

static Word**
expandcount(Tree *t, Word **tail)
{
	Word *w;
	char buf[20];

	w = nil;
	expandvar(t, &w);
	snprint(buf, sizeof buf, "%d", countwords(w));
	freewords(w);
	return addword(buf, tail);
}

static Word**
expandflat(Tree *t, Word **tail)
{
	Word *w;
	char *s;

	w = nil;
	expandvar(t, &w);
	s = joinwords(w);
	freewords(w);
	tail = addword(s, tail);
	free(s);
	return tail;
}

/* $x(2) $x(2-) $x(2-4) */
static Word**
expandsub(Tree *t, Word **tail)
{
	Word *w, *sub, *subs;
	char *name, *e;
	int lo, hi;

	name = varname(t->c0);
	if(name == nil)
		return tail;
	subs = expandplain(t->c1);
	w = value(name);
	for(sub = subs; sub != nil; sub = sub->next){
		lo = hi = strtol(sub->s, &e, 10);
		if(*e == '-'){
			hi = 0x7fffffff;
			if(e[1] != 0)
				hi = atoi(e+1);
		}
		tail = addrange(w, lo, hi, tail);
	}
	freewords(subs);
	free(name);
	return tail;
}

static Word*
catword(Word *a, Word *b)
{
	Word *w;
	int n;

	n = strlen(a->s);
	w = newwordn(a->s, n+strlen(b->s), nil);
	strcpy(w->s+n, b->s);
	return w;
}

/* pair by pair, or the one of one list with each of the other */
static Word**
expandcat(Tree *t, Word **tail)
{
	Word *a, *b, *p, *q;
	int na, nb;

	a = b = nil;
	expand1(t->c0, &a);
	expand1(t->c1, &b);
	na = countwords(a);
	nb = countwords(b);
	if(sh.stop || na == 0 && nb == 0)
		;
	else if(na == 0 || nb == 0)
		fail("null list in concatenation");
	else if(na != nb && na != 1 && nb != 1)
		fail("mismatched list lengths in concatenation");
	else
		for(p = a, q = b; p != nil && q != nil;){
			*tail = catword(p, q);
			tail = &(*tail)->next;
			if(na >= nb)
				p = p->next;
			if(nb >= na)
				q = q->next;
		}
	freewords(a);
	freewords(b);
	return tail;
}

/* cut text at the characters of ifs into marked words */
static Word**
split(char *s, int n, char *ifs, Word **tail)
{
	Word *w;
	char *e, *end;

	for(end = s+n; s < end; s = e){
		for(e = s; e < end && *e != 0 && strchr(ifs, *e) == nil; e++)
			;
		if(e == s){
			e++;
			continue;
		}
		w = newwordn(s, e-s, nil);
		tail = addplain(w, tail);
		freewords(w);
	}
	return tail;
}

/* run a body and read what it prints; 0: it could not be started */
static int
capture(Tree *body, Text *out)
{
	char buf[2048];
	int fd[2], pid;
	long n;

	if(pipe(fd) < 0){
		fail("can't make a pipe: %r");
		return 0;
	}
	pid = forkshell(RFFDG);
	if(pid == 0){
		close(fd[0]);
		pushredir(Ropen, 1, fd[1]);
		runchild(body);
	}
	close(fd[1]);
	if(pid > 0)
		while((n = read(fd[0], buf, sizeof buf)) > 0)
			addtext(out, buf, n);
	close(fd[0]);
	if(pid < 0)
		return 0;
	waitfor(pid);
	return 1;
}

static Word**
expandback(Tree *t, Word **tail)
{
	Text out;
	Word *w;
	char *ifs;

	if(t->c1 != nil){
		w = nil;
		expand1(t->c1, &w);
		w = globwords(w);
	}else
		w = copywords(value("ifs"));
	ifs = w == nil ? "" : w->s;
	memset(&out, 0, sizeof out);
	if(!sh.stop && capture(t->c0, &out))
		tail = split(out.s, out.n, ifs, tail);
	free(out.s);
	freewords(w);
	return tail;
}

/* the name of a pipe to or from a body */
static Word**
expandpipefd(Tree *t, Word **tail)
{
	char name[32];
	int fd[2], mine, pid;

	if(pipe(fd) < 0){
		fail("can't make a pipe: %r");
		return tail;
	}
	mine = t->rtype == Rwrite;
	pid = forkshell(RFFDG);
	if(pid == 0){
		close(fd[mine]);
		closekeeps();
		pushredir(Ropen, mine ? 0 : 1, fd[!mine]);
		if(t->rtype == Rrdwr)
			pushredir(Rdup, 0, 1);
		runchild(t->c0);
	}
	close(fd[!mine]);
	if(pid < 0){
		close(fd[mine]);
		return tail;
	}
	pushredir(Rkeep, 0, fd[mine]);
	if(t->rtype == Rwrite)
		sh.redirs->pid = pid;
	snprint(name, sizeof name, "/fd/%d", fd[mine]);
	return addword(name, tail);
}

static Word**
expand1(Tree *t, Word **tail)
{
	Word *w;

	switch(t->type){
	case Nword:
		return addword(t->s, tail);
	case Nvar:
		return expandvar(t, tail);
	case Ncount:
		return expandcount(t, tail);
	case Nflat:
		return expandflat(t, tail);
	case Nsub:
		return expandsub(t, tail);
	case Ncat:
		return expandcat(t, tail);
	case Nlist:
		for(*tail = w = expand(t->c0); w != nil; w = w->next)
			tail = &w->next;
		return tail;
	case Nback:
		return expandback(t, tail);
	case Npipefd:
		return expandpipefd(t, tail);
	}
	return tail;
}
