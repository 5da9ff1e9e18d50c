/*
 * Waiting for children.
 */
#include <u.h>
#include <libc.h>

/* the next child that exited, as one malloced piece; nil if there is none */
Waitmsg*
wait(void)
{
	char buf[512], *f[5];
	Waitmsg *w;
	int n;

	n = await(buf, sizeof buf - 1);
	if(n < 0)
		return nil;
	buf[n] = 0;
	if(tokenize(buf, f, nelem(f)) != nelem(f)){
		werrstr("couldn't parse wait message");
		return nil;
	}
	n = strlen(f[4]) + 1;
	w = malloc(sizeof(Waitmsg) + n);
	if(w == nil)
		return nil;
	w->pid = strtol(f[0], nil, 10);
	w->time[0] = strtoul(f[1], nil, 10);
	w->time[1] = strtoul(f[2], nil, 10);
	w->time[2] = strtoul(f[3], nil, 10);
	w->msg = memmove(w+1, f[4], n);
	return w;
}

/* only its pid */
int
waitpid(void)
{
	char buf[512];
	int n;

	n = await(buf, sizeof buf - 1);
	if(n < 0)
		return -1;
	buf[n] = 0;
	return strtol(buf, nil, 10);
}
