/*
 * rc, the shell. A line is lexed (lex.c) and parsed (parse.c) into a tree
 * (tree.c), which exec.c walks; expand.c makes lists of words from the
 * word nodes. A pipe, &, @, `{} and <{} fork and walk their part of the
 * tree in the child.
 *
 * Words of a pattern are marked text: Mark stands before each active * ?
 * and [, and two Marks are the character itself. Values of variables are
 * plain text.
 */
enum
{
	Mark		= '\001',
	Maxdepth	= 2000,		/* of calls, `.' and eval */
	Maxnest		= 1000,		/* of braces and parentheses */
};

typedef struct Builtin Builtin;
typedef struct Input Input;
typedef struct Redir Redir;
typedef struct Shell Shell;
typedef struct Text Text;
typedef struct Tree Tree;
typedef struct Unit Unit;
typedef struct Var Var;
typedef struct Word Word;

/* a list of words; s lies behind the structure */
struct Word
{
	Word	*next;
	char	*s;
};

/* text that grows; ends in a NUL when it is not nil */
struct Text
{
	char	*s;
	int	n;
	int	size;
};

enum					/* Tree.type */
{
	/* words */
	Nword,				/* s, marked text; flag: was quoted */
	Nvar,				/* $c0 */
	Ncount,				/* $#c0 */
	Nflat,				/* $"c0 */
	Nsub,				/* $c0(c1) */
	Ncat,				/* c0^c1 */
	Nlist,				/* (c0) */
	Nback,				/* `{c0}, split at c1 */
	Npipefd,			/* <{c0} >{c0}; rtype */

	/* commands; c1 of the first three are redirections */
	Nsimple,			/* c0: words */
	Nbrace,				/* {c0} */
	Nwith,				/* redirection before a command */
	Nassign,			/* c0=c1 c2 */
	Nseq,				/* c0; c1 */
	Nasync,				/* c0 & */
	Nand,				/* c0 && c1 */
	Nor,				/* c0 || c1 */
	Nnot,				/* ! c0 */
	Nsubsh,				/* @ c0 */
	Npipe,				/* c0 |[fd0=fd1] c1 */
	Nif,				/* if(c0) c1 */
	Nifnot,				/* if not c0 */
	Nfor,				/* for(c0 in c1) c2; flag: no in */
	Nwhile,				/* while(c0) c1 */
	Nswitch,			/* switch(c0){c1} */
	Nfn,				/* fn c0 {c1}; flag: has a body */
	Ntwiddle,			/* ~ c0 c1 */

	Nredir,				/* rtype, fd0, fd1, c0 */
	Ntypes,
};

enum					/* rtype of trees and Redirs */
{
	Rread,				/* < c0 */
	Rwrite,				/* > c0 */
	Rappend,			/* >> c0 */
	Rrdwr,				/* <> c0 */
	Rhere,				/* << document s; flag: as it is */
	Rdup,				/* >[fd0=fd1] */
	Rclose,				/* >[fd0=] */
	Ropen,				/* Redir: fd1 was opened for fd0 */
	Rkeep,				/* Redir: fd1 is named by an argument */
	Rdone,				/* Redir: is in force */
};

struct Tree
{
	uchar	type;
	uchar	flag;
	uchar	rtype;
	int	fd0;
	int	fd1;
	int	line;
	char	*s;
	Tree	*c0;
	Tree	*c1;
	Tree	*c2;
	Tree	*next;			/* in a list of words or redirections */
	Unit	*unit;			/* whose memory it lies in */
};

/* a variable; fn is the function of that name */
struct Var
{
	Var	*next;			/* in the hash chain */
	char	*name;
	Word	*val;
	Var	*outer;			/* values hidden by a local one */
	uchar	private;		/* does not belong in the environment */
	uchar	changed;		/* since the environment was written */
	uchar	fnchanged;
	Tree	*fn;			/* Nfn */
};

/* a redirection waiting for an exec, the innermost first */
struct Redir
{
	Redir	*next;
	int	type;
	int	fd0;
	int	fd1;
	int	pid;			/* Rkeep: wait for it afterwards */
};

enum					/* tokens */
{
	Teof,
	Tnl,
	Tsemi,
	Tamp,
	Tandand,
	Toror,
	Tpipe,				/* fd0 fd1 */
	Tlparen,
	Trparen,
	Tlbrace,
	Trbrace,
	Tredir,				/* rtype fd0 fd1 */
	Tword,				/* s flag */
	Tdollar,
	Tcount,
	Tflat,
	Tback,
	Teq,
	Tcaret,
};

struct Input
{
	Input	*outer;
	char	*name;			/* of the file; nil: none to speak of */
	int	fd;			/* -1: a string */
	int	interactive;
	int	line;
	char	*buf;			/* [p,e) is still to be read */
	char	*p;
	char	*e;
	int	eof;
	int	intr;			/* a note ended the reading */
	int	back;			/* a character put back, or -1 */
	int	prompted;		/* the first prompt was printed */
	int	nest;

	int	have;			/* tok was looked at but not taken */
	int	tokline;
	int	toktype;		/* the rest describes the token */
	int	fd0;
	int	fd1;
	int	flag;
	Text	text;			/* of a word */

	int	first;			/* in the first word: = ends it */
	int	wordend;		/* just behind a word */
	Tree	*here;			/* to be read at the newline */
	Unit	*unit;
	jmp_buf	err;
};

enum					/* what parse returns */
{
	Pend,
	Pbad,				/* it said why */
	Pok,
};

struct Builtin
{
	char	*name;
	void	(*fn)(Word*);		/* the words with the name */
};

struct Shell
{
	char	flag[128];
	int	pid;			/* of the shell, not of its forks */
	int	stop;			/* back to the interactive input */
	int	ifnot;			/* the last if was not taken */
	int	testing;		/* in a condition: -e does not count */
	int	depth;
	int	line;			/* of what runs */
	int	dirty;			/* the environment is not up to date */
	int	shared;			/* it is the parent's, too */
	Input	*input;
	Redir	*redirs;
	Redir	*mark;			/* redirs when the command began */
	Tree	*last;			/* all that is left: exec in place */
};

extern	Shell	sh;
extern	Builtin	builtins[];

/* word.c: lists; the caller frees what is returned */
extern	void*	emalloc(ulong);
extern	void*	erealloc(void*, ulong);
extern	char*	estrdup(char*);
extern	Word*	newword(char*, Word *next);
extern	Word*	newwordn(char*, int n, Word *next);
extern	Word*	copywords(Word*);
extern	void	freewords(Word*);
extern	int	countwords(Word*);
extern	char*	joinwords(Word*);
extern	void	addtext(Text*, char*, int n);
extern	char*	protect(char*);			/* plain text to marked */
extern	char*	unmark(char*);			/* in place */

/* tree.c */
extern	Unit*	newunit(void);
extern	void	holdunit(Unit*);
extern	void	dropunit(Unit*);
extern	char*	unitstr(Unit*, char*);
extern	Tree*	newtree(Unit*, int type, Tree *c0, Tree *c1, int line);
extern	int	iskeyword(char*);

/* lex.c */
extern	Input*	pushinput(char *name, int fd, char *s, int interactive);
extern	void	popinput(void);
extern	int	peektok(Input*);
extern	int	taketok(Input*);
extern	int	caret(Input*);
extern	int	subscript(Input*);
extern	int	assign(Input*);
extern	void	skipnl(Input*);
extern	void	syntax(Input*);
extern	int	rawc(Input*);
extern	void	lexname(Input*);
extern	int	specialchar(int);
extern	int	namechar(int);

/* parseword.c */
extern	Tree*	node(Input*, int type, Tree *c0, Tree *c1);
extern	void	want(Input*, int tok);
extern	void	enter(Input*);
extern	int	atword(Input*);
extern	Tree*	parseword(Input*);
extern	Tree*	parsewords(Input*, int paren);
extern	Tree*	parsebrace(Input*);
extern	Tree*	parseredir(Input*);
extern	Tree*	parseepilog(Input*);
extern	Tree*	parsesimple(Input*, Tree *first);

/* parse.c, here.c */
extern	int	parse(Input*, Tree**);
extern	Tree*	parsebody(Input*, int closer);
extern	void	readheres(Input*);
extern	int	openhere(Tree*);

/* print.c: trees and words as text that reads as the same */
extern	void	prquoted(Text*, char*);
extern	void	prwords(Text*, Word*);
extern	char*	fntext(char *name, Tree *fn);
extern	char*	treetext(Tree*);

/* var.c */
extern	Var*	var(char*);			/* made if not there */
extern	Word*	value(char*);			/* not to be freed */
extern	void	setvar(char*, Word*);		/* takes the words */
extern	void	pushlocal(char*, Word*);
extern	void	poplocal(char*);
extern	void	setstatus(char*);
extern	char*	status(void);
extern	int	true(void);
extern	Tree*	getfn(char*);
extern	void	setfn(char*, Tree*);
extern	void	eachvar(void (*f)(Var*));

/* env.c */
extern	int	isprivate(char*);
extern	void	readenv(void);
extern	void	writeenv(void);

/* glob.c */
extern	int	match(char *s, char *pat);
extern	int	haspattern(char*);
extern	Word*	globwords(Word*);		/* takes and gives a list */

/* expand.c */
extern	Word*	expand(Tree*);			/* a list of nodes; marked */
extern	Word*	expandplain(Tree*);		/* globbed, plain text */
extern	Word*	varwords(char*);		/* plain */
extern	char*	filename(Tree*);		/* nil: fail was called */
extern	char*	varname(Tree*);

/* exec.c */
extern	void	run(Tree*);
extern	void	runchild(Tree*);
extern	void	runwords(Word*, Tree*);
extern	void	callfn(Tree*, Word*);
extern	void	runinput(void);
extern	void	runstring(char *name, char*);
extern	void	runexternal(Word*, Tree*);

/* flow.c */
extern	void	runif(Tree*);
extern	void	runifnot(Tree*);
extern	void	runfor(Tree*);
extern	void	runwhile(Tree*);
extern	void	runswitch(Tree*);
extern	void	runtwiddle(Tree*);

/* redir.c */
extern	void	pushredir(int type, int fd0, int fd1);
extern	void	popredirs(Redir*);
extern	void	openredirs(Tree*);
extern	void	doredirs(void);
extern	void	closekeeps(void);
extern	int	mapfd(int);

/* proc.c */
extern	int	forkshell(int flags);
extern	void	waitfor(int pid);
extern	void	waitall(void);
extern	int	execwords(Word*);
extern	char*	searchpath(char*);
extern	void	catchnotes(void);
extern	int	gotnote(void);
extern	void	dotraps(void);
extern	void	shexit(char*);

/* error.c */
extern	void	warn(char*, ...);
extern	void	fail(char*, ...);		/* and stop the command */

/* builtin.c */
extern	Builtin* findbuiltin(char*);
