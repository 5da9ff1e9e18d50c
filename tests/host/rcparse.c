/*
 * rc's parser and printer: what a line is printed as, that this reads as
 * the same, and what is refused.
 */
#include <u.h>
#include <libc.h>
#include "../../sys/src/cmd/rc/rc.h"
#include "hostlibc.h"

static struct {
	char	*in;
	char	*out;			/* nil: as it came */
} cases[] = {
	/* words */
	{ "echo a b", nil },
	{ "echo 'a b' '' 'it''s' '*' *.c 'if'", nil },
	{ "echo a'b'c", "echo a^'b'^c" },
	{ "echo '*'*", "echo '*'^*" },
	{ "echo $x.c $x$y pre$x", "echo $x^.c $x^$y pre^$x" },
	{ "echo $* $#* $'a b' $1", nil },
	{ "echo $#x $\"x $x(1 2) $$x $(a)", nil },
	{ "echo a ^ b", "echo a^b" },
	{ "echo (a b)^(c (d))", nil },
	{ "echo `{date} `:{date}a", "echo `{date} `:{date} a" },
	{ "cmp <{a} <{b} >{c;d}", nil },
	{ "echo a#b", "echo a" },
	{ "echo a=b =c", "echo a=b '=c'" },
	{ "echo a\\\nb", "echo a b" },
	{ "echo for in ~ !", nil },
	/* commands */
	{ "a;;b;", "a;b" },
	{ "a&b& c", "a&b&c" },
	{ "a|b|c", nil },
	{ "a |[2] b|[3=4]c", "a|[2]b|[3=4]c" },
	{ "a&&b||c && ! d|e", "a&&b||c&&! d|e" },
	{ "! a\n", "! a" },
	{ "@ a|b", nil },
	{ "@{a}", "@ {a}" },
	{ "{a;b}>f", "{a;b}>f" },
	{ "if(a)b", nil },
	{ "if(a;b)\n\nc && d", "if(a;b)c&&d" },
	{ "if not {a}", nil },
	{ "for(i in a b)c", nil },
	{ "for(i){c}", nil },
	{ "while(a)b|c", nil },
	{ "while(){}", nil },
	{ "switch $x {\ncase a b*\nc\n}", "switch $x{case a b*;c}" },
	{ "switch(a b){case c;d}", "switch (a b){case c;d}" },
	{ "fn a b{c;d}", nil },
	{ "fn a", nil },
	{ "~ $x a* [~b]", nil },
	{ "x=a", nil },
	{ "x=(a b) y=c d", nil },
	{ "x = a", "x=a" },
	{ "x=a=b", nil },
	{ "x=1 a|b", nil },
	{ "$x=1", nil },
	/* redirections */
	{ "a <b >c >>d <>e >[2]f <[3]g", nil },
	{ "a >[2=1] >[3=]", nil },
	{ "a >  [b]*", "a > [b]*" },
	{ ">f a", nil },
	{ ">f", ">f " },
	{ "a >b c", "a c >b" },
	{ "a < <{b}", nil },
	/* here documents */
	{ "cat <<E\na $x\nE\n", "cat <<E\na $x\nE\n" },
	{ "cat <<'E'\na\nE\n", nil },
	{ "{cat <<A;cat <<B\n1\nA\n2\nB\n}",
		"{cat <<A\n1\nA\ncat <<B\n2\nB\n}" },
	{ "cat <<A", "cat <<A\nA\n" },
	{ "cat <<A\nb", "cat <<A\nb\nA\n" },
};

static char *bad[] = {
	")", "}", "echo )", "echo {", "{echo", "a | | b", "| a", "a &&\n;",
	"& a", "'abc", "a >", "a > >", "if a", "if(a", "for(a b)c", "for()a",
	"switch(a)b", "fn {a}", "fn", "echo $", "echo `a", "a |[x] b",
	"a >[1=2", "x=", "=a", "echo $#", "a <<$x\n", "~", "a ^",
};

/* parse a string and print its lines, malloced; nil: it is bad */
static char*
parsed(char *s)
{
	Text t;
	Tree *tree;
	char *p;
	int r;

	memset(&t, 0, sizeof t);
	addtext(&t, "", 0);
	pushinput(nil, -1, s, 0);
	while((r = parse(sh.input, &tree)) == Pok){
		p = treetext(tree);
		if(t.n > 0 && t.s[t.n-1] != '\n' && *p != 0)
			addtext(&t, "\n", 1);
		addtext(&t, p, strlen(p));
		free(p);
		dropunit(sh.input->unit);
	}
	popinput();
	return r == Pbad ? nil : t.s;
}

/* what does not end: nothing may go wrong but the depth */
static void
deep(char *open)
{
	Text t;
	int i;

	memset(&t, 0, sizeof t);
	for(i = 0; i < 100000; i++)
		addtext(&t, open, strlen(open));
	ok(parsed(t.s) == nil, "100000 of %s", open);
}

/* how many characters but carets */
static int
countof(char *s)
{
	int n;

	for(n = 0; *s != 0; s++)
		n += *s != '^';
	return n;
}

/* lines of random pieces: each is refused, or printed so that it reads */
static void
randomlines(void)
{
	static char *piece[] = {
		"a", "b", " ", " ", " ", "'", "$x", "$", "#", "(", ")", "{",
		"}", "|", "&", "&&", ";", "<", ">", "[2]", "[2=1]", "if(",
		"if not ", "for(i in ", "while(", "switch(", "fn ", "~ ", "! ",
		"@ ", "=", "^", "`", "`{", "*", "[a-z]", "\\\n", "\n", "\"",
		"case ", "x=", "<<", "$#x", "$\"x", "(1)",
	};
	char line[400], *p, *q, *r;
	int i, j, good, lost;

	srand(1);
	good = lost = 0;
	for(i = 0; i < 20000; i++){
		line[0] = 0;
		for(j = nrand(20); j >= 0; j--)
			strcat(line, piece[nrand(nelem(piece))]);
		p = parsed(line);
		if(p == nil)
			continue;
		good++;
		q = parsed(p);
		r = q == nil ? nil : parsed(q);
		/* '='* is read as '='^* */
		if(r == nil || strcmp(q, r) != 0
		|| countof(p) != countof(q)){
			if(lost++ < 5)
				print("# [%s]\n# is [%s]\n# is [%s]\n# is [%s]\n",
					line, p, q, r);
		}
		free(p);
		free(q);
		free(r);
	}
	ok(good > 500, "random lines are right, %d of 20000", good);
	ok(lost == 0, "and print as what reads as the same, but for %d", lost);
}

void
main(void)
{
	char *p, *q;
	int i;

	pushredir(Rclose, 2, 0);
	for(i = 0; i < nelem(cases); i++){
		p = parsed(cases[i].in);
		if(p == nil){
			ok(0, "[%s] is refused", cases[i].in);
			continue;
		}
		same(p, cases[i].out == nil ? cases[i].in : cases[i].out,
			"line %d", i);
		q = parsed(p);
		same(q == nil ? "refused" : q, p, "line %d again", i);
		free(p);
		free(q);
	}
	for(i = 0; i < nelem(bad); i++)
		ok(parsed(bad[i]) == nil, "bad line %d", i);
	deep("{");
	deep("(");
	deep("echo `{");
	deep("$");
	deep("! ");
	deep("if(");
	deep("x=1 ");
	randomlines();
	plan();
}
