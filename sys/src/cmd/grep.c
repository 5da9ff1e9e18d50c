/*
 * grep [-chilLnsv] [-e] pattern [file ...]: print the lines that match a
 * regular expression, with the file's name if there are several. Patterns
 * are . [a-z] [^a-z] * + ? | ( ) ^ $ and \ before a character.
 *
 * The pattern becomes a list of instructions; all places in it that a part
 * of the line can have led to are followed at once, so that a line takes
 * time in proportion to its length.
 */
#include <u.h>
#include <libc.h>
#include <bio.h>

typedef struct Inst Inst;
typedef struct Class Class;

enum
{
	Maxinst	= 2000,
	Maxdeep	= 100,		/* parentheses in parentheses */

	Rune1	= 0,		/* the character r */
	Any,
	InClass,
	Split,			/* go on at x and at y */
	Jump,			/* at x */
	Bol,
	Eol,
	Match,
};

struct Class
{
	int	not;
	int	n;
	Rune	*r;		/* n pairs */
};

struct Inst
{
	int	op;
	Rune	r;
	Class	*class;
	int	x;
	int	y;
};

static Inst prog[Maxinst];
static int nprog;
static char *pat;
static int deep;
static int flag[128];
static int mark[Maxinst];	/* the step in which it was added */
static int step;
static Biobuf out;

static void	alternatives(void);

static void
bad(char *why)
{
	fprint(2, "grep: bad pattern: %s\n", why);
	exits("pattern");
}

static int
emit(int op)
{
	if(nprog == Maxinst)
		bad("too long");
	memset(&prog[nprog], 0, sizeof prog[0]);
	prog[nprog].op = op;
	return nprog++;
}

/* make room for an instruction at i; what was there moves up */
static void
insert(int i, int op)
{
	int k;

	emit(op);
	for(k = nprog-1; k > i; k--){
		prog[k] = prog[k-1];
		if(prog[k].op == Split || prog[k].op == Jump){
			if(prog[k].x >= i)
				prog[k].x++;
			if(prog[k].y >= i)
				prog[k].y++;
		}
	}
	memset(&prog[i], 0, sizeof prog[0]);
	prog[i].op = op;
}

static Rune
classrune(void)
{
	Rune r;

	pat += chartorune(&r, pat);
	if(r == '\\' && *pat != 0)
		pat += chartorune(&r, pat);
	if(r == 0)
		bad("[ without ]");
	return r;
}

/* [..], the [ is taken */
static void
class(void)
{
	Class *c;
	Rune lo, hi;

	c = malloc(sizeof(Class));
	if(c != nil)
		c->r = malloc(2*(strlen(pat)+1)*sizeof(Rune));
	if(c == nil || c->r == nil)
		bad("no memory");
	c->n = 0;
	c->not = *pat == '^';
	if(c->not)
		pat++;
	do{
		lo = hi = classrune();
		if(pat[0] == '-' && pat[1] != ']'){
			pat++;
			hi = classrune();
			if(hi < lo)
				bad("a range that goes backwards");
		}
		c->r[2*c->n] = lo;
		c->r[2*c->n+1] = hi;
		c->n++;
	}while(*pat != ']');
	pat++;
	prog[emit(InClass)].class = c;
}

/* one character, class or ( ) */
static void
atom(void)
{
	Rune r;

	pat += chartorune(&r, pat);
	switch(r){
	case '.':
		emit(Any);
		return;
	case '^':
		emit(Bol);
		return;
	case '$':
		emit(Eol);
		return;
	case '[':
		class();
		return;
	case '(':
		if(++deep > Maxdeep)
			bad("too many (");
		alternatives();
		if(*pat++ != ')')
			bad("( without )");
		deep--;
		return;
	case '*':
	case '+':
	case '?':
		bad("nothing to repeat");
	case '\\':
		if(*pat == 0)
			bad("\\ at the end");
		pat += chartorune(&r, pat);
		break;
	}
	prog[emit(Rune1)].r = r;
}

static void
repeats(int start)
{
	int i;

	for(;; pat++)
		switch(*pat){
		case '*':
			insert(start, Split);
			prog[start].x = start+1;
			i = emit(Jump);
			prog[i].x = start;
			prog[start].y = nprog;
			break;
		case '+':
			i = emit(Split);
			prog[i].x = start;
			prog[i].y = nprog;
			break;
		case '?':
			insert(start, Split);
			prog[start].x = start+1;
			prog[start].y = nprog;
			break;
		default:
			return;
		}
}

static void
alternatives(void)
{
	int start, first, i;

	first = nprog;
	for(;;){
		while(*pat != 0 && *pat != '|' && *pat != ')'){
			start = nprog;
			atom();
			repeats(start);
		}
		if(*pat != '|')
			return;
		pat++;
		/* either what there is, then over the rest, or the rest */
		insert(first, Split);
		prog[first].x = first+1;
		i = emit(Jump);
		prog[first].y = nprog;
		alternatives();
		prog[i].x = nprog;
	}
}

static void
compile(char *s)
{
	pat = s;
	alternatives();
	if(*pat != 0)
		bad(") without (");
	emit(Match);
}

/* add a place and all that it leads to without a character */
static void
add(int *list, int *n, int i, int bol, int eol)
{
	if(mark[i] == step)
		return;
	mark[i] = step;
	switch(prog[i].op){
	case Jump:
		add(list, n, prog[i].x, bol, eol);
		break;
	case Split:
		add(list, n, prog[i].x, bol, eol);
		add(list, n, prog[i].y, bol, eol);
		break;
	case Bol:
		if(bol)
			add(list, n, i+1, bol, eol);
		break;
	case Eol:
		if(eol)
			add(list, n, i+1, bol, eol);
		break;
	default:
		list[(*n)++] = i;
		break;
	}
}

static int
member(Class *c, Rune r)
{
	int i;

	for(i = 0; i < c->n; i++)
		if(c->r[2*i] <= r && r <= c->r[2*i+1])
			return 1;
	return 0;
}

static int
inclass(Class *c, Rune r)
{
	int in;

	in = member(c, r);
	if(flag['i'] && !in)
		in = member(c, tolowerrune(r)) || member(c, toupperrune(r));
	return in != c->not;
}

/* can the instruction take the character? */
static int
takes(Inst *p, Rune r)
{
	switch(p->op){
	case Any:
		return 1;
	case InClass:
		return inclass(p->class, r);
	case Rune1:
		return p->r == r
			|| flag['i'] && tolowerrune(p->r) == tolowerrune(r);
	}
	return 0;
}

/* does a part of the line match? */
static int
matches(char *s)
{
	static int lists[2][Maxinst];
	int *now, *next, *t, i, nnow, nnext, bol;
	Rune r;

	now = lists[0];
	next = lists[1];
	nnow = 0;
	bol = 1;
	step++;
	for(;;){
		add(now, &nnow, 0, bol, *s == 0);
		bol = 0;
		for(i = 0; i < nnow; i++)
			if(prog[now[i]].op == Match)
				return 1;
		if(*s == 0)
			return 0;
		s += chartorune(&r, s);
		step++;
		nnext = 0;
		for(i = 0; i < nnow; i++)
			if(takes(&prog[now[i]], r))
				add(next, &nnext, now[i]+1, 0, *s == 0);
		t = now;
		now = next;
		next = t;
		nnow = nnext;
	}
}

/* all lines of a file; how many were selected */
static ulong
grep(Biobuf *in, char *name)
{
	char *s;
	ulong count, line;

	count = 0;
	for(line = 1; (s = Brdstr(in, '\n', 1)) != nil; line++, free(s)){
		if(matches(s) == flag['v'])
			continue;
		count++;
		if(flag['s'] || flag['l'] || flag['L']){
			free(s);
			break;
		}
		if(flag['c'])
			continue;
		if(name != nil)
			Bprint(&out, "%s:", name);
		if(flag['n'])
			Bprint(&out, "%lud:", line);
		Bprint(&out, "%s\n", s);
	}
	if(flag['c'] && !flag['s'])
		Bprint(&out, name != nil ? "%s:%lud\n" : "%.0s%lud\n",
			name != nil ? name : "", count);
	return count;
}

/* a file, nil for the standard input; how many lines, -1: can't open */
static long
file(char *name, int several)
{
	static Biobuf std;
	Biobuf *in;
	ulong n;

	in = &std;
	if(name == nil)
		Binit(&std, 0, OREAD);
	else{
		in = Bopen(name, OREAD);
		if(in == nil){
			fprint(2, "grep: can't open %s: %r\n", name);
			return -1;
		}
	}
	n = grep(in, several && !flag['h'] ? name : nil);
	if(flag['l'] && n > 0 || flag['L'] && n == 0)
		Bprint(&out, "%s\n", name == nil ? "<stdin>" : name);
	Bterm(in);
	return n;
}

static void
usage(void)
{
	fprint(2, "usage: grep [-chilLnsv] [-e] pattern [file ...]\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	char *pattern, *status;
	long n;
	int i;

	pattern = nil;
	ARGBEGIN{
	case 'c': case 'h': case 'i': case 'l': case 'L': case 'n':
	case 's': case 'v':
		i = ARGC();
		flag[i] = 1;
		break;
	case 'e':
		pattern = EARGF(usage());
		break;
	default:
		usage();
	}ARGEND
	if(pattern == nil){
		if(argc == 0)
			usage();
		pattern = argv[0];
		argc--;
		argv++;
	}
	compile(pattern);
	Binit(&out, 1, OWRITE);
	status = "no matches";
	if(argc == 0 && file(nil, 0) > 0)
		status = nil;
	for(i = 0; i < argc; i++){
		n = file(argv[i], argc > 1);
		if(n > 0 && status != nil && strcmp(status, "no matches") == 0)
			status = nil;
		if(n < 0)
			status = "can't open";
	}
	Bterm(&out);
	exits(status);
}
