/*
 * Variables and functions, which have separate name spaces but share the
 * table. A local value hides the one before it until it is popped.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

enum
{
	Nhash	= 128,
};

static Var *vars[Nhash];

static Var**
slot(char *name)
{
	uint h;

	for(h = 0; *name != 0; name++)
		h = h*31 + *(uchar*)name;
	return &vars[h%Nhash];
}

static Var*
lookup(char *name)
{
	Var *v;

	for(v = *slot(name); v != nil; v = v->next)
		if(strcmp(v->name, name) == 0)
			return v;
	return nil;
}

/* the variable of that name, made if there is none */
Var*
var(char *name)
{
	Var *v, **h;

	v = lookup(name);
	if(v != nil)
		return v;
	v = emalloc(sizeof(Var));
	memset(v, 0, sizeof(Var));
	v->name = estrdup(name);
	v->private = isprivate(name);
	h = slot(name);
	v->next = *h;
	*h = v;
	return v;
}

/* call f with every one */
void
eachvar(void (*f)(Var*))
{
	Var *v;
	int i;

	for(i = 0; i < Nhash; i++)
		for(v = vars[i]; v != nil; v = v->next)
			(*f)(v);
}

/* the value, which still is the variable's */
Word*
value(char *name)
{
	Var *v;

	v = lookup(name);
	return v == nil ? nil : v->val;
}

/* its file in the environment is out of date */
static void
changed(Var *v)
{
	if(!v->private){
		v->changed = 1;
		sh.dirty = 1;
	}
}

/* give it a value, which then belongs to it */
void
setvar(char *name, Word *val)
{
	Var *v;

	v = var(name);
	freewords(v->val);
	v->val = val;
	changed(v);
}

/* hide its value behind another */
void
pushlocal(char *name, Word *val)
{
	Var *v, *o;

	v = var(name);
	o = emalloc(sizeof(Var));
	memset(o, 0, sizeof(Var));
	o->val = v->val;
	o->outer = v->outer;
	v->outer = o;
	v->val = val;
	changed(v);
}

/* back to the value that was hidden */
void
poplocal(char *name)
{
	Var *v, *o;

	v = var(name);
	o = v->outer;
	freewords(v->val);
	v->val = o->val;
	v->outer = o->outer;
	changed(v);
	free(o);
}

/* $status; "" is success */
void
setstatus(char *s)
{
	Word *w;

	w = value("status");
	if(w != nil && w->next == nil && strcmp(w->s, s) == 0)
		return;
	setvar("status", newword(s, nil));
}

/* $status as one text, the variable's own */
char*
status(void)
{
	Word *w;

	w = value("status");
	return w == nil ? "" : w->s;
}

/* was the last command successful? a pipe's | and 0 do not matter */
int
true(void)
{
	char *s;

	for(s = status(); *s != 0; s++)
		if(*s != '|' && *s != '0')
			return 0;
	return 1;
}

/* the function of that name, or nil */
Tree*
getfn(char *name)
{
	Var *v;

	v = lookup(name);
	return v == nil ? nil : v->fn;
}

/* define a function; nil: there is none any more */
void
setfn(char *name, Tree *fn)
{
	Var *v;

	v = var(name);
	if(fn != nil)
		holdunit(fn->unit);
	if(v->fn != nil)
		dropunit(v->fn->unit);
	v->fn = fn;
	v->fnchanged = 1;
	sh.dirty = 1;
}
