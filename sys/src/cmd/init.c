/*
 * init: the first program. The kernel has made the name space and opened
 * the console; init sets the environment that all others inherit and keeps
 * a shell running.
 */
#include <u.h>
#include <libc.h>

/* set a variable to a list of words, separated by blanks here */
static void
setlist(char *name, char *value)
{
	char buf[256], *p;
	int fd, n;

	n = utfecpy(buf, buf+sizeof buf, value) - buf;
	for(p = buf; *p != 0; p++)
		if(*p == ' ')
			*p = 0;
	snprint(buf+n+1, sizeof buf - n-1, "/env/%s", name);
	fd = create(buf+n+1, OWRITE, 0666);
	if(fd < 0 || write(fd, buf, n+1) != n+1)
		fprint(2, "init: $%s: %r\n", name);
	close(fd);
}

static void
setenv(void)
{
	setlist("user", getuser());
	setlist("home", "/");
	setlist("path", ". /bin");
	setlist("objtype", "386");
	setlist("sysname", sysname());
}

/* run a shell until it ends; its group gets its own notes */
static void
shell(void)
{
	static char *argv[] = {"rc", "-il", nil};
	char err[ERRMAX];
	int pid, n;

	pid = rfork(RFPROC|RFFDG|RFREND|RFNOTEG|RFENVG|RFNAMEG);
	if(pid < 0){
		fprint(2, "init: fork: %r\n");
		return;
	}
	if(pid == 0){
		exec("/bin/rc", argv);
		rerrstr(err, sizeof err);
		fprint(2, "init: /bin/rc: %s\n", err);
		_exits(err);
	}
	do
		n = waitpid();
	while(n >= 0 && n != pid);
}

void
main(int argc, char **argv)
{
	vlong t;

	USED(argc, argv);
	setenv();
	print("%s: %s, %s", sysname(), getuser(), ctime(time(nil)));
	for(;;){
		t = nsec();
		shell();
		if(nsec() - t < 1000000000)
			sleep(1000);	/* one that fails at once, again */
	}
}
