/*
 * spin: run a command while so many processes loop in user mode, without
 * system calls: a load for tests of alarms.
 */
#include <u.h>
#include <libc.h>

static void
usage(void)
{
	fprint(2, "usage: spin number command [arg ...]\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	Waitmsg *w;
	char name[40], status[ERRMAX];
	int *pid, i, n, cmd;

	argv0 = "spin";
	if(argc < 3 || (n = atoi(argv[1])) < 1 || n > 1000)
		usage();
	pid = malloc(n*sizeof(int));
	if(pid == nil)
		sysfatal("no memory");
	for(i = 0; i < n; i++){
		pid[i] = fork();
		if(pid[i] < 0)
			sysfatal("fork: %r");
		if(pid[i] == 0)
			for(;;)
				;
	}
	cmd = fork();
	if(cmd == 0){
		snprint(name, sizeof name, "/bin/%s", argv[2]);
		exec(name, argv+2);
		sysfatal("%s: %r", name);
	}
	status[0] = '\0';
	while((w = wait()) != nil && w->pid != cmd)
		free(w);
	if(w != nil)
		strecpy(status, status + sizeof status, w->msg);
	for(i = 0; i < n; i++)
		postnote(PNPROC, pid[i], "kill");
	while(waitpid() >= 0)
		;
	exits(status);
}
