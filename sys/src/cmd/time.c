/*
 * time: run a command and print on fd 2 the seconds it took: user, system
 * and real. Its status is the command's.
 */
#include <u.h>
#include <libc.h>

/* pass notes on: the command, in the same group, has them too */
static void
notifyf(void *a, char *s)
{
	USED(a);
	if(strcmp(s, "interrupt") == 0)
		noted(NCONT);
	noted(NDFLT);
}

/* exec, as the shell would look for it */
static void
run(char **argv)
{
	char *name, err[ERRMAX];

	exec(argv[0], argv);
	name = argv[0];
	if(name[0] != '/' && strncmp(name, "./", 2) != 0
	&& strncmp(name, "../", 3) != 0)
		exec(smprint("/bin/%s", name), argv);
	rerrstr(err, sizeof err);
	fprint(2, "time: %s: %s\n", name, err);
	exits(err);
}

static void
seconds(ulong ms, char *unit)
{
	fprint(2, "%lud.%.2lud%s ", ms/1000, ms/10%100, unit);
}

void
main(int argc, char **argv)
{
	char err[ERRMAX];
	Waitmsg *w;
	int i, pid;

	if(argc <= 1){
		fprint(2, "usage: time command [arg ...]\n");
		exits("usage");
	}
	pid = fork();
	if(pid < 0)
		sysfatal("fork: %r");
	if(pid == 0)
		run(argv+1);
	notify(notifyf);
	do{
		w = wait();
		if(w == nil){
			rerrstr(err, sizeof err);
			if(strcmp(err, "interrupted") == 0)
				continue;
			sysfatal("wait: %s", err);
		}
	}while(w == nil || w->pid != pid);
	seconds(w->time[0], "u");
	seconds(w->time[1], "s");
	seconds(w->time[2], "r");
	fprint(2, "\t");
	for(i = 1; i < argc; i++)
		fprint(2, " %s", argv[i]);
	if(w->msg[0] != 0)
		fprint(2, "\t\t# status=%s", w->msg);
	fprint(2, "\n");
	exits(w->msg);
}
