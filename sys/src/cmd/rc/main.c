/*
 * The start: flags, what the environment and /rc/lib/rcmain say, and then
 * the commands of -c, of a file or of the standard input.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

static char *rcmain = "/rc/lib/rcmain";

static void
usage(void)
{
	fprint(2, "usage: rc [-eiIlpvx] [-c command] [-m rcmain] "
		"[file [arg ...]]\n");
	exits("usage");
}

/* give a variable a value if it has none; nil ends the words */
static void
preset(char *name, char *s, char *t)
{
	if(value(name) == nil)
		setvar(name, newword(s, t == nil ? nil : newword(t, nil)));
}

/* is the standard input a console? */
static int
isconsole(void)
{
	char buf[128];
	int n;

	if(fd2path(0, buf, sizeof buf) != 0)
		return 0;
	n = strlen(buf);
	return n >= 5 && strcmp(buf+n-5, "/cons") == 0;
}

/* what rcmain would set, in case it is not there */
static void
defaults(void)
{
	char buf[20];

	preset("ifs", " \t\n", nil);
	preset("path", ".", "/bin");
	preset("home", "/", nil);
	preset("prompt", "% ", "\t");
	snprint(buf, sizeof buf, "%d", sh.pid);
	setvar("pid", newword(buf, nil));
	setstatus("");
}

/* run a file of commands, if it is there */
static int
runfile(char *name)
{
	int fd;

	fd = open(name, OREAD|OCEXEC);
	if(fd < 0)
		return -1;
	pushinput(name, fd, nil, 0);
	runinput();
	popinput();
	return 0;
}

/* the commands the shell was started for */
static void
runmain(char *cmd, Word *args)
{
	if(cmd != nil)
		runstring(nil, cmd);
	else if(args != nil){
		if(runfile(args->s) < 0){
			warn("can't open %s: %r", args->s);
			setstatus("can't open");
		}
	}else{
		pushinput(sh.flag['i'] ? nil : "<stdin>", 0, nil,
			sh.flag['i']);
		runinput();
		popinput();
	}
}

/* all but the last input: variables, rcmain */
static void
startup(char *name, Word *args)
{
	int e, v, x;

	sh.pid = getpid();
	catchnotes();
	setvar("0", newword(args == nil ? name : args->s, nil));
	if(args != nil && !sh.flag['c'])
		args = args->next;
	setvar("*", copywords(args));
	readenv();
	defaults();
	e = sh.flag['e'];
	v = sh.flag['v'];
	x = sh.flag['x'];
	sh.flag['e'] = sh.flag['v'] = sh.flag['x'] = 0;
	runfile(rcmain);
	sh.flag['e'] = e;
	sh.flag['v'] = v;
	sh.flag['x'] = x;
}

void
main(int argc, char **argv)
{
	Word *args;
	char *cmd, *name;
	int c;

	cmd = nil;
	name = argv[0];
	if(name[0] == '-')
		sh.flag['l'] = 1;
	ARGBEGIN{
	case 'c':
		cmd = EARGF(usage());
		sh.flag['c'] = 1;
		break;
	case 'm':
		rcmain = EARGF(usage());
		break;
	case 'e': case 'i': case 'I': case 'l': case 'p': case 'v': case 'x':
		c = ARGC();
		sh.flag[c] = 1;
		break;
	default:
		usage();
	}ARGEND
	if(argc == 0 && cmd == nil && !sh.flag['I'] && isconsole())
		sh.flag['i'] = 1;
	args = nil;
	while(argc > 0)
		args = newword(argv[--argc], args);
	startup(name, args);
	if(!sh.stop)
		runmain(cmd, args);
	dotraps();
	shexit(status());
}
