/*
 * Boot arguments, port/conf.c as the kernel has it.  Each case is a boot:
 * a process of its own parses a command line and is asked for values.
 */
#include "u.h"
#include "../../sys/src/9/port/lib.h"
#include "../../sys/src/9/pc/mem.h"
#include "../../sys/src/9/pc/dat.h"
#include "../../sys/src/9/pc/fns.h"

extern	int	printf(const char*, ...);
extern	int	fflush(void*);
extern	int	fork(void);
extern	int	waitpid(int, int*, int);
extern	void	_exit(int);

typedef struct Case Case;
struct Case
{
	char	*name;
	char	*line;
	char	*ask;
	char	*want;		/* nil: not given */
	int	n;		/* arguments in all */
};

static Case cases[] =
{
	{"nothing", "", "console", nil, 0},
	{"an argument", "console=0", "console", "0", 1},
	{"the kernel's name is skipped", "386/9pc console=0", "console", "0", 1},
	{"several", "a=1 b=2 c=3", "b", "2", 3},
	{"names without case", "CoNsOlE=0", "console", "0", 1},
	{"asked without case", "console=0", "CONSOLE", "0", 1},
	{"a star in a name", "*ncpu=4", "*ncpu", "4", 1},
	{"the later counts", "cga=stock cga=tail", "cga", "tail", 1},
	{"an empty value", "a= b=2", "a", "", 2},
	{"= in a value", "a=b=c", "a", "b=c", 1},
	{"no value, no argument", "console", "console", nil, 0},
	{"no name, no argument", "=0 b=1", "", nil, 1},
	{"blanks of all kinds", " \t\n a=1 \t b=2\r\n", "b", "2", 2},
	{"quotes keep blanks", "init='/bin/rc -l' b=1", "init", "/bin/rc -l", 2},
	{"a quote doubled", "a='it''s'", "a", "it's", 1},
	{"quotes in the middle", "a=x' 'y", "a", "x y", 1},
	{"a quote without end", "a='b c", "a", "b c", 1},
	{"UTF-8 is kept", "a=é∑", "a", "é∑", 1},
	{"control characters are blanks", "a=1\001b=2", "b", "2", 2},
	{"and dropped in quotes", "a='1\001\t2'", "a", "12", 1},
	{"not a prefix", "console=0", "cons", nil, 1},
};

static int ntest;

static void
ok(int good, char *name)
{
	printf("%sok %d - %s\n", good? "": "not ", ++ntest, name);
	fflush(nil);
}

static int
count(void)
{
	char *name, *value;
	int i;

	for(i = 0; confnth(i, &name, &value); i++)
		;
	return i;
}

/* run f(a) in a process of its own: did it give 1? */
static int
boot(int (*f)(void*), void *a)
{
	int pid, status;

	pid = fork();
	if(pid == 0)
		_exit(f(a) == 1? 0: 1);
	status = -1;
	return waitpid(pid, &status, 0) == pid && status == 0;
}

static int
runcase(void *a)
{
	Case *c;
	char *v;

	c = a;
	confparse(c->line);
	v = getconf(c->ask);
	if(count() != c->n)
		return 0;
	if(v == nil || c->want == nil)
		return v == c->want;
	return strcmp(v, c->want) == 0;
}

/* more arguments than there is room for: the first ones stay right */
static int
toomany(void *a)
{
	static char line[20000];
	int i, n;

	USED(a);
	n = 0;
	for(i = 0; i < 1500; i++){
		line[n++] = 'a' + i%26;
		line[n++] = 'a' + i/26%26;
		line[n++] = 'a' + i/676;
		line[n++] = '=';
		line[n++] = '1' + i%9;
		line[n++] = ' ';
	}
	confparse(line);
	confparse("zzz=1 aaa=7");
	return count() <= 64 && getconf("zzz") == nil
		&& strcmp(getconf("baa"), "2") == 0
		&& strcmp(getconf("aaa"), "7") == 0;
}

/* one word longer than the buffer, then a good one */
static int
toolong(void *a)
{
	static char line[10000];
	int i;

	USED(a);
	for(i = 0; i < 9000; i++)
		line[i] = 'x';
	line[1] = '=';
	memmove(line+9000, " b=1", 5);
	confparse(line);
	return getconf("x") == nil && strcmp(getconf("b"), "1") == 0;
}

static ulong seed;

static int
garbage(void *a)
{
	char line[600], *name, *value;
	int i, j, n;

	USED(a);
	for(i = 0; i < 200; i++){
		for(j = 0; j < sizeof line-1; j++){
			seed = seed*1103515245 + 12345;
			n = seed>>16;
			line[j] = n%5 == 0? '=': n%5 == 1? '\'': n>>3;
			if(n%7 == 0)
				line[j] = ' ';
		}
		line[sizeof line-1] = 0;
		confparse(line);
	}
	for(i = 0; confnth(i, &name, &value); i++)
		if(name[0] == 0 || getconf(name) == nil
		|| strlen(value) > sizeof line)
			return 0;
	return i <= 64;
}

int
main(void)
{
	int i, bad;

	for(i = 0; i < nelem(cases); i++)
		ok(boot(runcase, &cases[i]), cases[i].name);
	ok(boot(toomany, nil), "too many arguments");
	ok(boot(toolong, nil), "a word too long");
	bad = 0;
	for(i = 0; i < 50; i++){
		seed = i;
		bad |= !boot(garbage, nil);
	}
	ok(!bad, "50 command lines of garbage");
	printf("1..%d\n", ntest);
	return 0;
}
