/*
 * Trees as text, which reads as the same tree: for whatis and for the
 * functions in the environment. It is one line, unless a here document
 * needs the end of the line.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

/* what a tree is printed to, and the documents that are due */
typedef struct Printer Printer;
struct Printer
{
	Text;
	Tree	*doc[20];
	int	ndoc;
};

static void	prtree(Printer*, Tree*);

static char *redirs[] = {
	[Rread]		"<",
	[Rwrite]	">",
	[Rappend]	">>",
	[Rrdwr]		"<>",
	[Rhere]		"<<",
	[Rdup]		">",
	[Rclose]	">",
};

static void
prstr(Text *p, char *s)
{
	addtext(p, s, strlen(s));
}

static void
prfmt(Text *p, char *fmt, ...)
{
	char buf[64];
	va_list arg;

	va_start(arg, fmt);
	vseprint(buf, buf+sizeof buf, fmt, arg);
	va_end(arg);
	prstr(p, buf);
}

/*
 * n bytes of plain text, in quotes if need be or asked. Only a = at the
 * start could be taken for an assignment's.
 */
static void
prplain(Text *p, char *s, int n, int quote)
{
	int i;

	for(i = 0; i < n && !quote; i++)
		quote = (s[i] != '=' || i == 0) && specialchar(*(uchar*)(s+i))
			|| strchr("*?[", s[i]) != nil;
	if(quote)
		prstr(p, "'");
	for(i = 0; i < n; i++){
		if(s[i] == '\'')
			prstr(p, "'");
		addtext(p, s+i, 1);
	}
	if(quote)
		prstr(p, "'");
}

/* a plain word, so that it reads as one */
void
prquoted(Text *p, char *s)
{
	prplain(p, s, strlen(s), *s == 0);
}

/* a list as the right side of an assignment */
void
prwords(Text *p, Word *w)
{
	int paren;

	paren = w == nil || w->next != nil;
	if(paren)
		prstr(p, "(");
	for(; w != nil; w = w->next){
		prquoted(p, w->s);
		if(w->next != nil)
			prstr(p, " ");
	}
	if(paren)
		prstr(p, ")");
}

/* marked text: what is active stays without quotes */
static void
prmarked(Printer *p, Tree *t)
{
	char *s, *e, *lit;

	if(strchr(t->s, Mark) == nil){
		prplain(p, t->s, strlen(t->s), t->flag || *t->s == 0);
		return;
	}
	for(s = t->s; *s != 0; s = e)
		if(*s == Mark && s[1] != Mark){
			addtext(p, s+1, 1);
			e = s+2;
		}else{
			for(e = s; *e != 0; e++)
				if(*e == Mark && *++e != Mark){
					e--;
					break;
				}
			lit = emalloc(e-s+1);
			memmove(lit, s, e-s);
			lit[e-s] = 0;
			unmark(lit);
			prplain(p, lit, strlen(lit), 0);
			free(lit);
		}
}

/* what follows a $: characters of a name need no quotes there */
static void
prname(Printer *p, Tree *t)
{
	char *s;

	s = "";
	if(t->type == Nword)
		for(s = t->s; namechar(*(uchar*)s); s++)
			;
	if(t->type == Nword && *s == 0 && s != t->s)
		prstr(p, t->s);
	else
		prtree(p, t);
}

/* words or redirections, with blanks between them */
static void
prlist(Printer *p, Tree *t)
{
	for(; t != nil; t = t->next){
		prtree(p, t);
		if(t->next != nil)
			prstr(p, " ");
	}
}

/* the end of a line, if documents must follow it; was it one? */
static int
prdocs(Printer *p)
{
	int i;

	if(p->ndoc == 0)
		return 0;
	prstr(p, "\n");
	for(i = 0; i < p->ndoc; i++){
		prstr(p, p->doc[i]->s);
		if(p->s[p->n-1] != '\n')
			prstr(p, "\n");
		prstr(p, p->doc[i]->c0->s);
		prstr(p, "\n");
	}
	p->ndoc = 0;
	return 1;
}

/* a body without its braces */
static void
prbody(Printer *p, Tree *t)
{
	for(; t != nil; t = t->c1){
		prtree(p, t->c0);
		if(!prdocs(p) && t->c1 != nil && t->c0->type != Nasync)
			prstr(p, ";");
	}
}

/* what starts at i must not be taken as part of the operator before it */
static void
apart(Text *p, int i, int c)
{
	if(p->s[i] != c)
		return;
	addtext(p, " ", 1);
	memmove(p->s+i+1, p->s+i, p->n-1-i);
	p->s[i] = ' ';
}

/* the tag of a here document: the quotes say how the document is read */
static void
prtag(Printer *p, Tree *t)
{
	if(t->flag)
		prplain(p, t->c0->s, strlen(t->c0->s), 1);
	else
		prstr(p, t->c0->s);
	if(p->ndoc < nelem(p->doc))
		p->doc[p->ndoc++] = t;
}

static void
prredir(Printer *p, Tree *t)
{
	int i;

	prstr(p, redirs[t->rtype]);
	if(t->rtype == Rdup)
		prfmt(p, "[%d=%d]", t->fd0, t->fd1);
	else if(t->rtype == Rclose)
		prfmt(p, "[%d=]", t->fd0);
	else if(t->fd0 != (t->rtype == Rwrite || t->rtype == Rappend))
		prfmt(p, "[%d]", t->fd0);
	if(t->c0 == nil)
		return;
	i = p->n;
	if(t->rtype == Rhere)
		prtag(p, t);
	else
		prtree(p, t->c0);
	apart(p, i, t->c0->type == Npipefd ? p->s[i] : '[');
}

/*
 * Text, in which stand for c0 and c1: 0 1 a tree (and 2), A B a list,
 * X Y a body, N a name.
 */
static void
prform(Printer *p, char *form, Tree *t)
{
	for(; *form != 0; form++)
		switch(*form){
		case '0':
			prtree(p, t->c0);
			break;
		case 'N':
			prname(p, t->c0);
			break;
		case '1':
			prtree(p, t->c1);
			break;
		case '2':
			prtree(p, t->c2);
			break;
		case 'A':
			prlist(p, t->c0);
			break;
		case 'B':
			prlist(p, t->c1);
			break;
		case 'X':
			prbody(p, t->c0);
			break;
		case 'Y':
			prbody(p, t->c1);
			break;
		default:
			addtext(p, form, 1);
			break;
		}
}

static void
prpipe(Printer *p, Tree *t)
{
	int i;

	prtree(p, t->c0);
	prstr(p, "|");
	if(t->fd1 != 0)
		prfmt(p, "[%d=%d]", t->fd0, t->fd1);
	else if(t->fd0 != 1)
		prfmt(p, "[%d]", t->fd0);
	i = p->n;
	prtree(p, t->c1);
	apart(p, i, '[');
}

static char *forms[Ntypes] = {
	[Nvar]		"$N",
	[Ncount]	"$#N",
	[Nflat]		"$\"N",
	[Nsub]		"$N(B)",
	[Ncat]		"0^1",
	[Nlist]		"(A)",
	[Nsimple]	"A B",
	[Nbrace]	"{X}B",
	[Nwith]		"B 0",
	[Nassign]	"0=1 2",
	[Nseq]		"X",
	[Nasync]	"0&",
	[Nand]		"0&&1",
	[Nor]		"0||1",
	[Nnot]		"! 0",
	[Nsubsh]	"@ 0",
	[Nif]		"if(X)1",
	[Nifnot]	"if not 0",
	[Nwhile]	"while(X)1",
	[Nswitch]	"switch 0{Y}",
	[Nfn]		"fn A{Y}",
	[Ntwiddle]	"~ 0 B",
};

static void
prtree(Printer *p, Tree *t)
{
	if(t == nil)
		return;
	switch(t->type){
	case Nword:
		prmarked(p, t);
		break;
	case Npipefd:
		prstr(p, redirs[t->rtype]);
		prform(p, "{X}", t);
		break;
	case Nback:
		prform(p, t->c1 == nil ? "`{X}" : "`1{X}", t);
		break;
	case Nsimple:
		prform(p, t->c1 == nil ? "A" : "A B", t);
		break;
	case Nassign:
		prform(p, t->c2 == nil ? "0=1" : "0=1 2", t);
		break;
	case Npipe:
		prpipe(p, t);
		break;
	case Nfor:
		prform(p, t->flag ? "for(0)2" : "for(0 in B)2", t);
		break;
	case Nfn:
		prform(p, t->flag ? "fn A{Y}" : "fn A", t);
		break;
	case Nredir:
		prredir(p, t);
		break;
	default:
		prform(p, forms[t->type], t);
		break;
	}
}

/* fn name {body}, malloced */
char*
fntext(char *name, Tree *fn)
{
	Printer p;

	memset(&p, 0, sizeof p);
	prstr(&p, "fn ");
	prquoted(&p, name);
	prform(&p, " {Y}", fn);
	return p.s;
}

/* a line's tree, malloced */
char*
treetext(Tree *t)
{
	Printer p;

	memset(&p, 0, sizeof p);
	prstr(&p, "");
	prbody(&p, t);
	return p.s;
}
