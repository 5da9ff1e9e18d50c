#include <u.h>
#include <libc.h>

/* counts that processes share; the new value is returned */
long
incref(Ref *r)
{
	return ainc(&r->ref);
}

long
decref(Ref *r)
{
	return adec(&r->ref);
}
