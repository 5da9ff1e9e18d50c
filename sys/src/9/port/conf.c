/*
 * Boot arguments, as in plan9.ini: words name=value on the loader's
 * command line, read by getconf.  Names are compared without case; of
 * two equal ones the later counts.  A value with blanks stands in single
 * quotes, where '' is a quote.  Words without = (the loader puts the
 * kernel's file name first), words with an empty name and control
 * characters are skipped, and what exceeds the tables is left out, so
 * that no command line keeps the kernel from booting.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

enum
{
	Nconf	= 64,		/* arguments */
	Nbuf	= 4096,		/* bytes of all of them */
};

static struct
{
	char	buf[Nbuf];
	int	nbuf;
	char	*name[Nconf];
	char	*value[Nconf];
	int	n;
} args;

static int
isblank(int c)
{
	c &= 0xff;
	return c != 0 && (c <= ' ' || c == 0x7f);
}

/* copy the word at s without its quotes to b; gives where it ends */
static char*
word(char *s, char *b, char *e)
{
	int quoted;

	quoted = 0;
	for(; *s != 0 && (quoted || !isblank(*s)); s++){
		if(*s == '\''){
			if(quoted && s[1] == '\'')
				s++;
			else{
				quoted = !quoted;
				continue;
			}
		}
		if(b < e && !(isblank(*s) && *s != ' '))
			*b++ = *s;
	}
	*b = 0;
	return s;
}

/*
 * Take the arguments of command line s, besides those there are already.
 * Called once at boot, before anything else runs.
 */
void
confparse(char *s)
{
	char *w, *eq;
	int i;

	for(;;){
		while(isblank(*s))
			s++;
		if(*s == 0)
			return;
		w = args.buf+args.nbuf;
		s = word(s, w, args.buf+Nbuf-1);
		eq = strchr(w, '=');
		if(eq == nil || eq == w || w+strlen(w) == args.buf+Nbuf-1)
			continue;
		*eq = 0;
		for(i = 0; i < args.n; i++)
			if(cistrcmp(args.name[i], w) == 0)
				break;
		if(i == Nconf)
			continue;
		if(i == args.n)
			args.name[args.n++] = w;
		args.value[i] = eq+1;
		args.nbuf += eq+1-w + strlen(eq+1)+1;
	}
}

/*
 * The value of boot argument name, nil if it was not given.  The string
 * is not to be changed.  Any time after confparse, at any level.
 */
char*
getconf(char *name)
{
	int i;

	for(i = 0; i < args.n; i++)
		if(cistrcmp(args.name[i], name) == 0)
			return args.value[i];
	return nil;
}

/*
 * The i-th boot argument's name and value: 1, or 0 if there are not so many.
 */
int
confnth(int i, char **name, char **value)
{
	if(i < 0 || i >= args.n)
		return 0;
	*name = args.name[i];
	*value = args.value[i];
	return 1;
}
