/*
 * System calls that change the name space, and those that prepare a
 * connection to a file server for a mount.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

/* raises Ebadarg for flags that bind does not know */
static void
checkflag(ulong flag)
{
	if((flag & ~MMASK) || (flag & MORDER) == MORDER)
		error(Ebadarg);
}

/* put c, which is closed, on the user's name old; gives the mount id */
static long
mounton(Chan *c, ulong old, int flag, char *spec)
{
	Chan *on;
	long id;

	if(waserror()){
		cclose(c);
		nexterror();
	}
	on = namec(userstr(old), Amount, 0, 0);
	if(waserror()){
		cclose(on);
		nexterror();
	}
	id = cmount(&c, on, flag, spec);
	poperror();
	cclose(on);
	poperror();
	cclose(c);
	return id;
}

/* bind(new, old, flag) */
long
sysbind(ulong *arg)
{
	checkflag(arg[2]);
	userstr(arg[1]);
	return mounton(namec(userstr(arg[0]), Abind, 0, 0), arg[1], arg[2],
		nil);
}

/* attach to the server at fd (authenticated by afd unless -1) */
static Chan*
attachfd(int fd, int afd, char *spec, int flag)
{
	Chan *bc, *ac, *c;

	bc = fdtochan(fd, ORDWR, 0, 1);
	ac = nil;
	if(waserror()){
		cclose(bc);
		nexterror();
	}
	if(afd >= 0)
		ac = fdtochan(afd, ORDWR, 0, 1);
	if(waserror()){
		if(ac != nil)
			cclose(ac);
		nexterror();
	}
	c = mntattach(bc, ac, spec, flag & MCACHE);
	poperror();
	if(ac != nil)
		cclose(ac);
	poperror();
	cclose(bc);
	return c;
}

/* both mount calls; the descriptor is closed if it works */
static long
fdmount(int fd, int afd, ulong old, ulong flag, ulong uspec)
{
	char *spec;
	long id;

	checkflag(flag);
	userstr(old);
	spec = validnamedup(userstr(uspec), 1);
	if(waserror()){
		free(spec);
		nexterror();
	}
	if(up->pgrp->noattach)
		error(Enoattach);
	id = mounton(attachfd(fd, afd, spec, flag), old, flag, spec);
	poperror();
	free(spec);
	fdclose(fd, 0);
	return id;
}

/* mount(fd, afd, old, flag, spec) */
long
sysmount(ulong *arg)
{
	return fdmount(arg[0], arg[1], arg[2], arg[3], arg[4]);
}

/* mount(fd, old, flag, spec), of old programs */
long
sys_mount(ulong *arg)
{
	return fdmount(arg[0], -1, arg[1], arg[2], arg[3]);
}

/*
 * unmount(new, old).  New is opened, as for something like /srv/x or
 * /fd/0 that is the only way to the channel meant.
 */
long
sysunmount(ulong *arg)
{
	Chan *on, *c;

	on = namec(userstr(arg[1]), Amount, 0, 0);
	if(waserror()){
		cclose(on);
		nexterror();
	}
	c = nil;
	if(arg[0] != 0)
		c = namec(userstr(arg[0]), Aopen, OREAD, 0);
	if(waserror()){
		if(c != nil)
			cclose(c);
		nexterror();
	}
	cunmount(on, c);
	poperror();
	if(c != nil)
		cclose(c);
	poperror();
	cclose(on);
	return 0;
}

/* fversion(fd, msize, version, n) */
long
sysfversion(ulong *arg)
{
	Chan *c;
	long n;

	validaddr(arg[2], arg[3], 1);
	if(arg[3] == 0 || memchr((void*)arg[2], 0, arg[3]) == nil)
		error(Ebadarg);
	c = fdtochan(arg[0], ORDWR, 0, 1);
	if(waserror()){
		cclose(c);
		nexterror();
	}
	n = mntversion(c, (char*)arg[2], arg[1], arg[3]);
	poperror();
	cclose(c);
	return n;
}

/* _fsession(fd, buf, n), of old programs: there is nothing to say */
long
sys_fsession(ulong *arg)
{
	validaddr(arg[1], arg[2], 1);
	if(arg[2] == 0)
		error(Ebadarg);
	*(char*)arg[1] = '\0';
	return 0;
}

/* fauth(fd, aname) */
long
sysfauth(ulong *arg)
{
	Chan *c, *ac;
	char *aname;
	int fd;

	aname = validnamedup(userstr(arg[1]), 1);
	if(waserror()){
		free(aname);
		nexterror();
	}
	c = fdtochan(arg[0], ORDWR, 0, 1);
	if(waserror()){
		cclose(c);
		nexterror();
	}
	ac = mntauth(c, aname);
	poperror();
	cclose(c);
	poperror();
	free(aname);
	fd = newfd(ac, OCEXEC);
	if(fd < 0){
		cclose(ac);
		error(Enofd);
	}
	return fd;
}
