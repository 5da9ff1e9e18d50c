/*
 * The devices of this kernel.  Their order is that of /dev/drivers; the
 * root is first, since a Chan of type 0 must be harmless.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

extern	Dev	rootdevtab;
extern	Dev	consdevtab;
extern	Dev	archdevtab;
extern	Dev	dupdevtab;
extern	Dev	envdevtab;
extern	Dev	mntdevtab;
extern	Dev	pipedevtab;
extern	Dev	procdevtab;
extern	Dev	srvdevtab;
extern	Dev	uartdevtab;

/* ends in nil */
Dev *devtab[] =
{
	&rootdevtab,
	&consdevtab,
	&archdevtab,
	&dupdevtab,
	&envdevtab,
	&mntdevtab,
	&pipedevtab,
	&procdevtab,
	&srvdevtab,
	&uartdevtab,
	nil,
};
