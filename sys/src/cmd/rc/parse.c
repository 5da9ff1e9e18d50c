/*
 * Recursive descent, a function for each rule; an error leaves by longjmp.
 * From the loosest: if, while, for and switch take all that follows; then
 * && and ||, then ! and @ and what stands before a command, then |. An
 * empty command is nil.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

static Tree*	parseandor(Input*);
static Tree*	parsepipe(Input*);

/* the command after a condition */
static Tree*
parsearm(Input *in)
{
	in->first = 1;
	skipnl(in);
	return parseandor(in);
}

/* ( body ) of a condition */
static Tree*
parsecond(Input *in)
{
	Tree *t;

	want(in, Tlparen);
	enter(in);
	t = parsebody(in, Trparen);
	in->nest--;
	return t;
}

static int
atkeyword(Input *in, char *s)
{
	return peektok(in) == Tword && !in->flag && strcmp(in->text.s, s) == 0;
}

static Tree*
parseif(Input *in)
{
	Tree *t;

	taketok(in);
	t = node(in, Nif, nil, nil);
	if(atkeyword(in, "not")){
		taketok(in);
		t->type = Nifnot;
		t->c0 = parsearm(in);
		return t;
	}
	t->c0 = parsecond(in);
	t->c1 = parsearm(in);
	return t;
}

static Tree*
parsewhile(Input *in)
{
	Tree *t;

	taketok(in);
	t = node(in, Nwhile, nil, nil);
	t->c0 = parsecond(in);
	t->c1 = parsearm(in);
	return t;
}

static Tree*
parsefor(Input *in)
{
	Tree *t;

	taketok(in);
	t = node(in, Nfor, nil, nil);
	want(in, Tlparen);
	in->first = 0;
	t->c0 = parseword(in);
	t->flag = 1;
	if(atkeyword(in, "in")){
		taketok(in);
		t->flag = 0;
		t->c1 = parsewords(in, 1);
	}
	want(in, Trparen);
	t->c2 = parsearm(in);
	return t;
}

static Tree*
parseswitch(Input *in)
{
	Tree *t;

	taketok(in);
	t = node(in, Nswitch, nil, nil);
	in->first = 0;
	t->c0 = parseword(in);
	in->first = 1;
	skipnl(in);
	want(in, Tlbrace);
	t->c1 = parsebrace(in);
	return t;
}

static Tree*
parsefn(Input *in)
{
	Tree *t;

	taketok(in);
	t = node(in, Nfn, nil, nil);
	t->c0 = parsewords(in, 0);
	if(t->c0 == nil)
		syntax(in);
	if(peektok(in) == Tlbrace){
		taketok(in);
		t->c1 = parsebrace(in);
		t->flag = 1;
	}
	return t;
}

static Tree*
parsetwiddle(Input *in)
{
	Tree *t;

	taketok(in);
	t = node(in, Ntwiddle, nil, nil);
	in->first = 0;
	t->c0 = parseword(in);
	t->c1 = parsewords(in, 0);
	return t;
}

/* ! and @ */
static Tree*
parseprefix(Input *in, int type)
{
	Tree *t;

	taketok(in);
	t = node(in, type, nil, nil);
	t->c0 = parsepipe(in);
	return t;
}

/* a command that starts with a word: an assignment or a simple one */
static Tree*
parsefirst(Input *in)
{
	Tree *t, *w;

	w = parseword(in);
	if(!assign(in))
		return parsesimple(in, w);
	t = node(in, Nassign, w, nil);
	in->first = 0;
	t->c1 = parseword(in);
	t->c2 = parsepipe(in);
	return t;
}

static Tree*
parsekeyword(Input *in)
{
	if(!in->flag)
		switch(in->text.s[0]){
		case '!':
			if(atkeyword(in, "!"))
				return parseprefix(in, Nnot);
			break;
		case '@':
			if(atkeyword(in, "@"))
				return parseprefix(in, Nsubsh);
			break;
		case '~':
			if(atkeyword(in, "~"))
				return parsetwiddle(in);
			break;
		case 'f':
			if(atkeyword(in, "for"))
				return parsefor(in);
			if(atkeyword(in, "fn"))
				return parsefn(in);
			break;
		case 'i':
			if(atkeyword(in, "if"))
				return parseif(in);
			break;
		case 's':
			if(atkeyword(in, "switch"))
				return parseswitch(in);
			break;
		case 'w':
			if(atkeyword(in, "while"))
				return parsewhile(in);
			break;
		}
	return parsefirst(in);
}

/* a redirection before a command; <{} there is the command's name */
static Tree*
parsewith(Input *in)
{
	Tree *r;

	taketok(in);
	r = parseredir(in);
	if(r->type != Nredir)
		return parsesimple(in, r);
	return node(in, Nwith, parsepipe(in), r);
}

/* a command without |, && and || */
static Tree*
parsecmd(Input *in)
{
	Tree *t;

	enter(in);
	in->first = 1;
	t = nil;
	switch(peektok(in)){
	case Tlbrace:
		taketok(in);
		t = node(in, Nbrace, nil, nil);
		t->c0 = parsebrace(in);
		in->first = 0;
		t->c1 = parseepilog(in);
		break;
	case Tredir:
		t = parsewith(in);
		break;
	case Tword:
		t = parsekeyword(in);
		break;
	default:
		if(atword(in))
			t = parsefirst(in);
		break;
	}
	in->nest--;
	return t;
}

static Tree*
parsepipe(Input *in)
{
	Tree *t, *left;

	t = parsecmd(in);
	while(peektok(in) == Tpipe){
		if(t == nil)
			syntax(in);
		left = t;
		t = node(in, Npipe, left, nil);
		t->fd0 = in->fd0;
		t->fd1 = in->fd1;
		taketok(in);
		in->first = 1;
		skipnl(in);
		t->c1 = parsecmd(in);
		if(t->c1 == nil)
			syntax(in);
	}
	return t;
}

static Tree*
parseandor(Input *in)
{
	Tree *t;
	int tok;

	t = parsepipe(in);
	while((tok = peektok(in)) == Tandand || tok == Toror){
		if(t == nil)
			syntax(in);
		taketok(in);
		t = node(in, tok == Tandand ? Nand : Nor, t, nil);
		in->first = 1;
		skipnl(in);
		t->c1 = parsepipe(in);
		if(t->c1 == nil)
			syntax(in);
	}
	return t;
}

/* commands up to the closing token, which is taken */
Tree*
parsebody(Input *in, int closer)
{
	Tree *t, *first, **tail;
	int tok;

	first = nil;
	tail = &first;
	for(;;){
		in->first = 1;
		if(closer != Tnl)
			skipnl(in);
		t = parseandor(in);
		tok = taketok(in);
		if(tok == Tamp){
			if(t == nil)
				syntax(in);
			t = node(in, Nasync, t, nil);
		}
		if(t != nil){
			*tail = node(in, Nseq, t, nil);
			tail = &(*tail)->c1;
		}
		if(tok == closer || tok == Teof && closer == Tnl)
			break;
		if(tok != Tsemi && tok != Tamp && tok != Tnl)
			syntax(in);
	}
	return first;
}

/* forget the line in which the error was */
static void
dropline(Input *in)
{
	if(in->toktype != Tnl && in->back != '\n' || in->intr)
		while(in->p < in->e)
			if(*in->p++ == '\n' && !in->intr)
				break;
	in->back = -1;
}

/* the next line, or lines; its memory is in->unit, if it is Pok */
int
parse(Input *in, Tree **t)
{
	in->have = 0;
	in->intr = 0;
	in->nest = 0;
	in->here = nil;
	in->prompted = 0;
	in->wordend = 0;
	in->toktype = Teof;
	in->unit = newunit();
	if(setjmp(in->err) == 0){
		in->first = 1;
		if(peektok(in) != Teof){
			*t = parsebody(in, Tnl);
			return Pok;
		}
		dropunit(in->unit);
		return in->intr ? Pbad : Pend;
	}
	dropline(in);
	dropunit(in->unit);
	return Pbad;
}
