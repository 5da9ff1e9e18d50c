/*
 * The first process.  It begins in the kernel: makes the name space,
 * opens the console, sets the environment, and becomes the program that
 * the boot argument init names.  If there is none that is /bin/init, or a
 * shell where the root archive has no such file.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "ureg.h"
#include "../port/error.h"

typedef struct Binding Binding;
struct Binding
{
	char	*new;
	char	*old;
	int	flag;
	int	maybe;		/* new need not be there */
};

static Binding bindings[] =
{
	{ "#c", "/dev", MAFTER },
	{ "#P", "/dev", MAFTER },
	{ "#t", "/dev", MAFTER },
	{ "#d", "/fd", MREPL },
	{ "#ec", "/env", MAFTER },
	{ "#e", "/env", MCREATE|MAFTER },
	{ "#p", "/proc", MREPL },
	{ "#s", "/srv", MREPL|MCREATE },
	{ "/386/bin", "/bin", MAFTER, 1 },	/* where Plan 9 has them */
};

static void
kbind(Binding *b)
{
	Chan *volatile new, *old;

	if(waserror()){
		if(!b->maybe)
			print("bind %s %s: %s\n", b->new, b->old, up->errstr);
		return;
	}
	new = namec(b->new, Abind, 0, 0);
	if(waserror()){
		cclose(new);
		nexterror();
	}
	old = namec(b->old, Amount, 0, 0);
	if(waserror()){
		cclose(old);
		nexterror();
	}
	cmount((Chan**)&new, old, b->flag, nil);
	poperror();
	cclose(old);
	poperror();
	cclose(new);
	poperror();
}

static void
setenvs(void)
{
	char *name, *value;
	int i;

	if(waserror()){
		print("environment: %s\n", up->errstr);
		return;
	}
	ksetenv("cputype", "386");
	ksetenv("terminal", "pc 386");
	ksetenv("service", "terminal");
	for(i = 0; confnth(i, &name, &value); i++)
		ksetenv(name, value);
	poperror();
}

static int
exists(char *file)
{
	if(waserror())
		return 0;
	cclose(namec(file, Aaccess, 0, 0));
	poperror();
	return 1;
}

/* run the program, or tell what is missing and wait for the power switch */
static void
runinit(void)
{
	char *argv[2], *file;
	Ureg *ureg;

	file = getconf("init");
	if(file == nil)
		file = !exists("/bin/init") && exists("/bin/rc")?
			"/bin/rc": "/bin/init";
	argv[0] = strrchr(file, '/');
	argv[0] = argv[0] == nil? file: argv[0]+1;
	argv[1] = nil;
	ureg = (Ureg*)(up->kstack+KSTACK) - 1;
	memset(ureg, 0, sizeof *ureg);
	up->dbgreg = ureg;
	if(waserror()){
		print("init: %s\n", up->errstr);
		print("nothing to run: is it in the root archive?  halted\n");
		prflush();
		for(;;)
			tsleep(&up->sleep, return0, nil, 1000000);
	}
	ureg->ax = kexec(file, argv);
	poperror();
	splhi();
	touser((ulong)ureg);
}

static void
init0(void *a)
{
	int i;

	USED(a);
	if(waserror())
		panic("init: %s", up->errstr);
	up->slash = namec("#/", Atodir, 0, 0);
	pathclose(up->slash->path);
	up->slash->path = newpath("/");
	up->dot = cclone(up->slash);
	chandevinit();
	newfd(namec("#c/cons", Aopen, OREAD, 0), OREAD);
	newfd(namec("#c/cons", Aopen, OWRITE, 0), OWRITE);
	newfd(namec("#c/cons", Aopen, OWRITE, 0), OWRITE);
	poperror();
	for(i = 0; i < nelem(bindings); i++)
		kbind(&bindings[i]);
	setenvs();
	runinit();
}

/* make the first process; at boot */
void
userinit(void)
{
	Proc *p;

	p = newproc();
	if(p == nil)
		panic("userinit: no memory");
	setnoteid(p, newnoteid());
	p->pgrp = newpgrp();
	p->egrp = smalloc(sizeof(Egrp));
	p->egrp->ref = 1;
	p->fgrp = newfgrp();
	p->rgrp = newrgrp();
	pstrset(&p->text, "init");
	pstrset(&p->user, eve);
	pstrset(&p->args, "");
	p->nargs = 0;
	kprocchild(p, init0, nil);
	readynew(p);
}
