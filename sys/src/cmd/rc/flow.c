/*
 * if, for, while, switch and ~.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

/* run a condition; does it hold? */
static int
holds(Tree *t)
{
	sh.testing++;
	run(t);
	sh.testing--;
	return !sh.stop && true();
}

/* the body can have ifs of its own: what counts is this condition */
void
runif(Tree *t)
{
	int yes;

	yes = holds(t->c0);
	if(yes)
		run(t->c1);
	sh.ifnot = !yes;
}

/* the last if was not taken */
void
runifnot(Tree *t)
{
	if(sh.ifnot)
		run(t->c0);
}

/* an empty condition always holds */
void
runwhile(Tree *t)
{
	while(t->c0 == nil || holds(t->c0)){
		run(t->c1);
		dotraps();
		if(sh.stop)
			return;
	}
	if(!sh.stop)
		setstatus("");
}

/* the variable is no local one */
void
runfor(Tree *t)
{
	Word *list, *w;
	char *name;

	name = varname(t->c0);
	if(name == nil)
		return;
	list = t->flag ? copywords(value("*")) : expandplain(t->c1);
	for(w = list; w != nil && !sh.stop; w = w->next){
		setvar(name, newword(w->s, nil));
		run(t->c2);
		dotraps();
	}
	freewords(list);
	free(name);
}

/* does the text match any of the patterns? */
static int
matchany(char *s, Tree *t)
{
	Word *pats, *p;

	pats = expand(t);
	for(p = pats; p != nil; p = p->next)
		if(match(s, p->s))
			break;
	freewords(pats);
	return p != nil;
}

/* what is compared: the words of a node, with blanks between them */
static char*
subject(Tree *t)
{
	Word *w, *list;
	char *s;

	list = expand(t);
	for(w = list; w != nil; w = w->next)
		unmark(w->s);
	s = joinwords(list);
	freewords(list);
	return s;
}

/* is this the line `case ...' of a switch? */
static int
iscase(Tree *t)
{
	return t->type == Nsimple && t->c0 != nil && t->c0->type == Nword
		&& !t->c0->flag && strcmp(t->c0->s, "case") == 0;
}

/* from the line after the first case that matches to the next case */
void
runswitch(Tree *t)
{
	char *s;

	s = subject(t->c0);
	for(t = t->c1; t != nil && !sh.stop; t = t->c1)
		if(iscase(t->c0) && matchany(s, t->c0->c0->next))
			break;
	free(s);
	if(t != nil)
		for(t = t->c1; t != nil && !iscase(t->c0); t = t->c1)
			run(t->c0);
}

/* ~ */
void
runtwiddle(Tree *t)
{
	char *s;
	int yes;

	s = subject(t->c0);
	yes = matchany(s, t->c1);
	free(s);
	if(!sh.stop)
		setstatus(yes ? "" : "no match");
}
