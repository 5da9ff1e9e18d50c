/*
 * The parser's lower half: words, redirections and simple commands. An
 * error leaves by longjmp.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

/* a tree of this input's unit and line */
Tree*
node(Input *in, int type, Tree *c0, Tree *c1)
{
	return newtree(in->unit, type, c0, c1, in->tokline);
}

/* the next token must be this one */
void
want(Input *in, int tok)
{
	if(taketok(in) != tok)
		syntax(in);
}

/* one level deeper; the caller takes it back from in->nest */
void
enter(Input *in)
{
	if(++in->nest > Maxnest){
		sh.line = in->line;
		warn("nesting too deep: syntax error");
		longjmp(in->err, 1);
	}
}

/* { body } without the opening brace */
Tree*
parsebrace(Input *in)
{
	Tree *t;

	enter(in);
	t = parsebody(in, Trbrace);
	in->nest--;
	return t;
}

/* does a word start here? */
int
atword(Input *in)
{
	switch(peektok(in)){
	case Tword:
	case Tdollar:
	case Tcount:
	case Tflat:
	case Tback:
	case Tlparen:
		return 1;
	}
	return 0;
}

/* words up to where none starts; in parentheses newlines do not count */
Tree*
parsewords(Input *in, int paren)
{
	Tree *first, **tail;

	first = nil;
	tail = &first;
	in->first = 0;
	for(;;){
		if(paren)
			skipnl(in);
		if(!atword(in) && (!paren || peektok(in) != Tredir))
			break;
		*tail = parseword(in);
		tail = &(*tail)->next;
	}
	return first;
}

/* ( words ) without the opening parenthesis */
static Tree*
parselist(Input *in)
{
	Tree *t;
	int first;

	enter(in);
	first = in->first;
	t = parsewords(in, 1);
	want(in, Trparen);
	in->first = first;
	in->nest--;
	return t;
}

/* what follows $, $# or $" */
static Tree*
parsename(Input *in)
{
	Tree *t;

	lexname(in);
	if(!atword(in))
		syntax(in);
	enter(in);
	switch(taketok(in)){
	case Tword:
		t = node(in, Nword, nil, nil);
		t->s = unitstr(in->unit, in->text.s);
		break;
	case Tdollar:
		t = node(in, Nvar, nil, nil);
		t->c0 = parsename(in);
		break;
	case Tlparen:
		t = node(in, Nlist, nil, nil);
		t->c0 = parselist(in);
		break;
	default:
		syntax(in);
		return nil;
	}
	in->nest--;
	return t;
}

static Tree*
parseback(Input *in)
{
	Tree *t, *split;
	int first;

	t = node(in, Nback, nil, nil);
	first = in->first;
	in->first = 0;
	split = nil;
	if(peektok(in) != Tlbrace){
		if(!atword(in))
			syntax(in);
		split = parseword(in);
	}
	want(in, Tlbrace);
	t->c0 = parsebrace(in);
	t->c1 = split;
	in->first = first;
	return t;
}

/* a <{body}, whose < was just taken */
static Tree*
parsepipefd(Input *in)
{
	Tree *t;

	t = node(in, Npipefd, nil, nil);
	t->rtype = in->flag;
	if(t->rtype != Rread && t->rtype != Rwrite && t->rtype != Rrdwr)
		syntax(in);
	want(in, Tlbrace);
	t->c0 = parsebrace(in);
	return t;
}

/* a word without carets */
static Tree*
parseprim(Input *in)
{
	Tree *t;

	switch(taketok(in)){
	case Tword:
		t = node(in, Nword, nil, nil);
		t->s = unitstr(in->unit, in->text.s);
		t->flag = in->flag;
		return t;
	case Tdollar:
		t = node(in, Nvar, nil, nil);
		t->c0 = parsename(in);
		if(subscript(in)){
			t->type = Nsub;
			t->c1 = parselist(in);
		}
		return t;
	case Tcount:
		t = node(in, Ncount, nil, nil);
		t->c0 = parsename(in);
		return t;
	case Tflat:
		t = node(in, Nflat, nil, nil);
		t->c0 = parsename(in);
		return t;
	case Tback:
		return parseback(in);
	case Tlparen:
		t = node(in, Nlist, nil, nil);
		t->c0 = parselist(in);
		return t;
	case Tredir:
		return parsepipefd(in);
	}
	syntax(in);
	return nil;
}

/* what is concatenated to t */
static Tree*
parsecarets(Input *in, Tree *t)
{
	while(caret(in)){
		if(!atword(in))
			syntax(in);
		t = node(in, Ncat, t, parseprim(in));
	}
	return t;
}

Tree*
parseword(Input *in)
{
	return parsecarets(in, parseprim(in));
}

/* a here document to be read when the line ends */
static void
addhere(Input *in, Tree *t)
{
	Tree **tail;

	if(t->c0->type != Nword)
		syntax(in);
	t->flag = t->c0->flag;
	t->s = "";
	for(tail = &in->here; *tail != nil; tail = &(*tail)->c1)
		;
	*tail = t;
}

/* a redirection, whose token was just taken; or an argument like <{} */
Tree*
parseredir(Input *in)
{
	Tree *t;

	in->first = 0;
	t = node(in, Nredir, nil, nil);
	t->rtype = in->flag;
	t->fd0 = in->fd0;
	t->fd1 = in->fd1;
	if(t->rtype == Rdup || t->rtype == Rclose)
		return t;
	if(peektok(in) == Tlbrace){
		in->flag = t->rtype;
		return parsecarets(in, parsepipefd(in));
	}
	t->c0 = parseword(in);
	if(t->rtype == Rhere)
		addhere(in, t);
	return t;
}

/* the redirections after a brace */
Tree*
parseepilog(Input *in)
{
	Tree *first, **tail;

	first = nil;
	tail = &first;
	while(peektok(in) == Tredir){
		taketok(in);
		*tail = parseredir(in);
		if((*tail)->type != Nredir)
			syntax(in);
		tail = &(*tail)->next;
	}
	return first;
}

/* the words and redirections after the first word */
Tree*
parsesimple(Input *in, Tree *first)
{
	Tree *t, *r, **word, **redir;

	in->first = 0;
	t = node(in, Nsimple, first, nil);
	word = &first->next;
	redir = &t->c1;
	for(;;){
		if(atword(in)){
			*word = parseword(in);
			word = &(*word)->next;
			continue;
		}
		if(peektok(in) != Tredir)
			break;
		taketok(in);
		r = parseredir(in);
		if(r->type == Nredir){
			*redir = r;
			redir = &r->next;
		}else{
			*word = r;
			word = &r->next;
		}
	}
	return t;
}
