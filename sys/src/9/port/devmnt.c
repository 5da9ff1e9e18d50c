/*
 * #M, file servers.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

long
mntversion(Chan *c, char *version, int msize, int n)
{
	USED(c, version, msize, n);
	error(Enoattach);
}

Chan*
mntauth(Chan *c, char *spec)
{
	USED(c, spec);
	error(Enoattach);
}

Chan*
mntattach(Chan *c, Chan *ac, char *spec, int flags)
{
	USED(c, ac, spec, flags);
	error(Enoattach);
}

static Chan*
mntdevattach(char *spec)
{
	USED(spec);
	error(Enoattach);
}

Dev mntdevtab = {
	.dc = 'M',
	.name = "mnt",
	.reset = devreset,
	.init = devinit,
	.shutdown = devshutdown,
	.attach = mntdevattach,
};
