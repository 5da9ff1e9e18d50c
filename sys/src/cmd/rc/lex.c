/*
 * Characters and tokens. The parser asks for a token when it needs one and
 * never looks further than that, because what a character means depends on
 * where it is: = ends the first word of a command and is part of others,
 * $ is followed by a name, and a word that touches the one before it has a
 * ^ in between that was not written.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

enum
{
	Bufsize	= 4096,
};

/* read commands from fd, or from the string s if fd is -1 */
Input*
pushinput(char *name, int fd, char *s, int interactive)
{
	Input *in;

	in = emalloc(sizeof(Input));
	memset(in, 0, sizeof(Input));
	in->name = name == nil ? nil : estrdup(name);
	in->fd = fd;
	in->interactive = interactive;
	in->line = 1;
	in->back = -1;
	if(fd < 0){
		in->buf = estrdup(s);
		in->e = in->buf+strlen(s);
	}else{
		in->buf = emalloc(Bufsize);
		in->e = in->buf;
	}
	in->p = in->buf;
	in->outer = sh.input;
	sh.input = in;
	return in;
}

/* the innermost input has ended: back to the one before it */
void
popinput(void)
{
	Input *in;

	in = sh.input;
	sh.input = in->outer;
	if(in->fd >= 0)
		close(in->fd);
	free(in->name);
	free(in->buf);
	free(in->text.s);
	free(in);
}

/* the prompt: its first word for a new command, its second to go on */
static void
prompt(Input *in)
{
	Word *w;

	w = value("prompt");
	if(in->prompted && w != nil)
		w = w->next;
	in->prompted = 1;
	if(w != nil && w->s[0] != 0)
		write(2, w->s, strlen(w->s));
}

/* more to read? */
static int
fill(Input *in)
{
	char err[ERRMAX];
	int n;

	if(in->fd < 0 || in->eof || in->intr)
		return 0;
	if(in->interactive)
		prompt(in);
	n = read(in->fd, in->buf, Bufsize);
	if(n < 0){
		rerrstr(err, sizeof err);
		if(strstr(err, "interrupted") != nil)
			in->intr = 1;
	}
	if(n <= 0){
		in->eof = !in->intr;
		return 0;
	}
	if(sh.flag['v'])
		write(2, in->buf, n);
	in->p = in->buf;
	in->e = in->buf+n;
	return 1;
}

/* the next byte as it is; -1 at the end */
int
rawc(Input *in)
{
	if(in->p >= in->e && !fill(in))
		return -1;
	if(*in->p == '\n')
		in->line++;
	return *(uchar*)in->p++;
}

/* the next byte; a \ and a newline are a blank */
static int
getc(Input *in)
{
	int c;

	if(in->back >= 0){
		c = in->back;
		in->back = -1;
		return c;
	}
	c = rawc(in);
	if(c == '\\'){
		if(in->p >= in->e && !fill(in))
			return c;
		if(*in->p == '\n'){
			rawc(in);
			return ' ';
		}
	}
	return c;
}

static int
peekc(Input *in)
{
	if(in->back < 0)
		in->back = getc(in);
	return in->back;
}

/* can c not be in a word? */
int
specialchar(int c)
{
	return c <= 0 || strchr("\n \t#;&|^$=`'{}()<>", c) != nil;
}

/* can c be in the name of a variable that follows a $? */
int
namechar(int c)
{
	return c >= Runeself || c == '_' || c == '*' || '0' <= c && c <= '9'
		|| 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z';
}

/* can c be in a word here? */
static int
wordchar(Input *in, int c)
{
	return !specialchar(c) || c == '=' && !in->first;
}

static void
addc(Input *in, int c)
{
	char b;

	b = c;
	addtext(&in->text, &b, 1);
}

/* blanks and a comment */
static void
skipblanks(Input *in)
{
	int c;

	while((c = peekc(in)) == ' ' || c == '\t'){
		in->back = -1;
		in->wordend = 0;
	}
	if(c == '#'){
		in->back = -1;
		while((c = rawc(in)) >= 0 && c != '\n')
			;
		in->back = c;
		in->wordend = 0;
	}
}

/* the rest of a quoted word; '' stands for one quote */
static int
lexquoted(Input *in)
{
	int c;

	for(;;){
		c = rawc(in);
		if(c < 0){
			in->toktype = Teof;
			syntax(in);
		}
		if(c == '\''){
			c = rawc(in);
			if(c != '\''){
				in->back = c;
				break;
			}
		}
		if(c == Mark)
			addc(in, Mark);
		addc(in, c);
	}
	if(in->back == '\\' && in->p < in->e && *in->p == '\n'){
		rawc(in);
		in->back = ' ';
	}
	in->flag = 1;
	in->wordend = 1;
	return Tword;
}

static int
lexword(Input *in)
{
	int c;

	while(wordchar(in, c = peekc(in))){
		if(c == Mark || c == '*' || c == '?' || c == '[')
			addc(in, Mark);
		addc(in, c);
		in->back = -1;
	}
	in->wordend = 1;
	return Tword;
}

/* the name after a $ becomes the next token */
void
lexname(Input *in)
{
	int c;

	if(!namechar(peekc(in)))
		return;
	in->text.n = 0;
	in->flag = 0;
	while(namechar(c = peekc(in))){
		addc(in, c);
		in->back = -1;
	}
	in->wordend = 1;
	in->toktype = Tword;
	in->have = 1;
}

static int
number(Input *in)
{
	int n;

	if(peekc(in) < '0' || peekc(in) > '9')
		syntax(in);
	for(n = 0; '0' <= peekc(in) && peekc(in) <= '9'; in->back = -1)
		if(n < 10000)
			n = n*10 + in->back-'0';
	return n;
}

/* [fd0], [fd0=fd1] or [fd0=] after a pipe or redirection; was there a =? */
static int
lexfds(Input *in)
{
	int eq;

	if(peekc(in) != '[')
		return 0;
	in->back = -1;
	in->fd0 = number(in);
	eq = 0;
	if(peekc(in) == '='){
		in->back = -1;
		eq = 1;
		in->fd1 = -1;
		if(peekc(in) != ']')
			in->fd1 = number(in);
	}
	if(peekc(in) != ']')
		syntax(in);
	in->back = -1;
	return eq;
}

static int
lexredir(Input *in, int c)
{
	in->fd0 = c == '>';
	in->flag = c == '>' ? Rwrite : Rread;
	if(peekc(in) == c){
		in->flag = c == '>' ? Rappend : Rhere;
		in->back = -1;
	}else if(c == '<' && peekc(in) == '>'){
		in->flag = Rrdwr;
		in->back = -1;
	}
	if(lexfds(in))
		in->flag = in->fd1 < 0 ? Rclose : Rdup;
	return Tredir;
}

static int
lexpipe(Input *in)
{
	if(peekc(in) == '|'){
		in->back = -1;
		return Toror;
	}
	in->fd0 = 1;
	in->fd1 = 0;
	if(lexfds(in) && in->fd1 < 0)
		syntax(in);
	return Tpipe;
}

static int
lexdollar(Input *in)
{
	switch(peekc(in)){
	case '#':
		in->back = -1;
		return Tcount;
	case '"':
		in->back = -1;
		return Tflat;
	}
	return Tdollar;
}

/* a token that starts with the special character c */
static int
lexspecial(Input *in, int c)
{
	switch(c){
	case '\n':
		return Tnl;
	case ';':
		return Tsemi;
	case '&':
		if(peekc(in) != '&')
			return Tamp;
		in->back = -1;
		return Tandand;
	case '|':
		return lexpipe(in);
	case '<':
	case '>':
		return lexredir(in, c);
	case '(':
		return Tlparen;
	case ')':
		return Trparen;
	case '{':
		return Tlbrace;
	case '}':
		return Trbrace;
	case '$':
		return lexdollar(in);
	case '`':
		return Tback;
	case '=':
		return Teq;
	case '^':
		return Tcaret;
	case '\'':
		return lexquoted(in);
	}
	return Teof;
}

/* the next token, without taking it */
int
peektok(Input *in)
{
	int c;

	if(in->have)
		return in->toktype;
	in->have = 1;
	in->text.n = 0;
	addtext(&in->text, "", 0);
	in->flag = 0;
	skipblanks(in);
	in->wordend = 0;
	c = peekc(in);
	in->tokline = in->line;
	if(wordchar(in, c))
		in->toktype = lexword(in);
	else{
		in->back = -1;
		in->toktype = lexspecial(in, c);
	}
	if(in->toktype == Tnl){
		in->tokline--;
		if(in->here != nil)
			readheres(in);
	}
	return in->toktype;
}

/* the next token; what describes it stays until another is looked at */
int
taketok(Input *in)
{
	peektok(in);
	in->have = 0;
	return in->toktype;
}

/* take a ^, or one that was left out, between the last word and the next */
int
caret(Input *in)
{
	int c;

	if(in->have)
		return 0;
	if(in->wordend){
		c = peekc(in);
		if(wordchar(in, c) || c == '\'' || c == '$' || c == '`')
			return 1;
	}
	skipblanks(in);
	if(peekc(in) != '^')
		return 0;
	in->back = -1;
	return 1;
}

/* take the ( that makes $name a subscripted one */
int
subscript(Input *in)
{
	if(in->have || !in->wordend || peekc(in) != '(')
		return 0;
	in->back = -1;
	return 1;
}

/* take the = of an assignment */
int
assign(Input *in)
{
	if(in->have)
		return 0;
	skipblanks(in);
	if(peekc(in) != '=')
		return 0;
	in->back = -1;
	return 1;
}

/* take newlines */
void
skipnl(Input *in)
{
	while(peektok(in) == Tnl)
		in->have = 0;
}

/* report the token that cannot be, and leave the parser */
void
syntax(Input *in)
{
	static char *names[] = {
		[Tnl] "newline", [Tsemi] "';'", [Tamp] "'&'",
		[Tandand] "'&&'", [Toror] "'||'", [Tpipe] "'|'",
		[Tlparen] "'('", [Trparen] "')'", [Tlbrace] "'{'",
		[Trbrace] "'}'", [Tredir] "'<' or '>'", [Tdollar] "'$'",
		[Tcount] "'$#'", [Tflat] "'$\"'", [Tback] "'`'",
		[Teq] "'='", [Tcaret] "'^'", [Teof] "eof",
	};
	char *s;

	s = names[in->toktype];
	if(in->toktype == Tword)
		s = unmark(in->text.s);
	sh.line = in->toktype == Tnl ? in->tokline : in->line;
	if(!in->intr)
		warn("token %s: syntax error", s);
	longjmp(in->err, 1);
}
