/*
 * The host owner, called eve, and names that belong to the whole machine.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

enum
{
	Namelen	= 64,
};

static char	namebuf[Namelen];

char	*eve = "glenda";
char	hostdomain[Namelen];
char	*sysname = namebuf;

/*
 * Is the current process the host owner's?  Process context.
 */
int
iseve(void)
{
	return strcmp(eve, up->user) == 0;
}

/* a name written to a file: n bytes at a, maybe with a newline, into buf */
static void
getname(char *buf, int size, char *a, long n)
{
	if(!iseve())
		error(Eperm);
	if(n <= 0 || n >= size)
		error(Ebadarg);
	memmove(buf, a, n);
	buf[n] = 0;
	n = strlen(buf);
	if(n > 0 && buf[n-1] == '\n')
		buf[n-1] = 0;
}

/*
 * Set a name of the machine, hostdomain or sysname (Namelen bytes), to
 * the n bytes at a without a newline at their end; the host owner only.
 * Gives n.  Process context.
 */
long
evesetname(char *name, char *a, long n)
{
	char buf[Namelen];

	getname(buf, sizeof buf, a, n);
	strcpy(name, buf);
	return n;
}

/*
 * Make the n bytes at a the host owner's name; the host owner only, whose
 * processes keep being his.  Gives n.  The old name is not freed, since
 * others may be comparing with it.
 */
long
evewrite(char *a, long n)
{
	char buf[KNAMELEN], *old;

	getname(buf, sizeof buf, a, n);
	if(buf[0] == 0)
		error(Ebadarg);
	old = eve;
	eve = smalloc(strlen(buf)+1);
	strcpy(eve, buf);
	renameuser(old, eve);
	return n;
}

/*
 * The current process becomes user "none", the only name that may be
 * written to /dev/user.  Gives n.
 */
long
userset(char *a, long n)
{
	char buf[8];

	if(n < 4 || n > 5)
		error(Eperm);
	memset(buf, 0, sizeof buf);
	memmove(buf, a, n);
	if(strcmp(buf, "none") != 0 && strcmp(buf, "none\n") != 0)
		error(Eperm);
	qlock(&up->debug);
	pstrset(&up->user, "none");
	up->basepri = PriNormal;
	qunlock(&up->debug);
	return n;
}
