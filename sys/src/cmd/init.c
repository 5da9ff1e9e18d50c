/*
 * init: the first program. It makes the name space and the environment
 * that all others inherit and keeps a shell running on the console.
 */
#include <u.h>
#include <libc.h>

typedef struct Bind Bind;
struct Bind
{
	char	*new;
	char	*old;
	int	flag;
};

static Bind binds[] = {
	{"#c", "/dev", MAFTER},
	{"#e", "/env", MREPL|MCREATE},
	{"#d", "/fd", MREPL},
	{"#p", "/proc", MREPL},
	{"#s", "/srv", MREPL|MCREATE},
	{"#P", "/dev", MAFTER},
	{"#t", "/dev", MAFTER},
};

/* fds 0, 1 and 2 are the console */
static void
openconsole(void)
{
	int i, fd;
	char buf[8];

	for(i = 0; i < 3; i++)
		if(fd2path(i, buf, sizeof buf) < 0){
			fd = open("#c/cons", i == 0 ? OREAD : OWRITE);
			if(fd >= 0 && fd != i){
				dup(fd, i);
				close(fd);
			}
		}
}

static void
bindall(void)
{
	Bind *b;

	for(b = binds; b < binds+nelem(binds); b++)
		if(bind(b->new, b->old, b->flag) < 0)
			fprint(2, "init: bind %s %s: %r\n", b->new, b->old);
}

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
	setlist("cputype", "386");
	setlist("objtype", "386");
	setlist("service", "terminal");
	setlist("sysname", sysname());
}

/* run a shell until it ends; its group gets its own notes */
static void
shell(void)
{
	static char *argv[] = {"rc", "-i", nil};
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
	openconsole();
	bindall();
	setenv();
	print("%s: %s, %s", sysname(), getuser(), ctime(time(nil)));
	for(;;){
		t = nsec();
		shell();
		if(nsec() - t < 1000000000)
			sleep(1000);	/* one that fails at once, again */
	}
}
