/*
 * Control messages: a write of words, the first of which is a command.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"

/*
 * Gives the n bytes at p, which may be the user's, as words; blanks in
 * quotes do not count.  A newline at the end is dropped.  The caller frees
 * the result.  Raises Enomem.  Process context.
 */
Cmdbuf*
parsecmd(char *p, int n)
{
	Cmdbuf *cb;
	int max;

	max = n/2+2;
	cb = malloc(sizeof(Cmdbuf)+max*sizeof(char*)+n+1);
	if(cb == nil)
		error(Enomem);
	cb->f = (char**)(cb+1);
	cb->buf = (char*)(cb->f+max);
	if(waserror()){
		free(cb);
		nexterror();
	}
	memmove(cb->buf, p, n);
	poperror();
	if(n > 0 && cb->buf[n-1] == '\n')
		n--;
	cb->buf[n] = '\0';
	cb->nf = tokenize(cb->buf, cb->f, max);
	return cb;
}

/* Raises the error `text "command"'. */
void
cmderror(Cmdbuf *cb, char *text)
{
	char *p, *e;
	int i;

	p = up->genbuf;
	e = p + sizeof up->genbuf;
	p = seprint(p, e, "%s \"", text);
	for(i = 0; i < cb->nf; i++)
		p = seprint(p, e, i > 0? " %q": "%q", cb->f[i]);
	seprint(p, e, "\"");
	error(up->genbuf);
}

/*
 * Gives the entry of ctab[0..nctab) for the command in cb.  Raises "empty
 * control message", "unknown control message" and Ecmdargs, with the
 * command.
 */
Cmdtab*
lookupcmd(Cmdbuf *cb, Cmdtab *ctab, int nctab)
{
	Cmdtab *ct;

	if(cb->nf == 0)
		error("empty control message");
	for(ct = ctab; ct < ctab+nctab; ct++){
		if(strcmp(ct->cmd, "*") != 0 && strcmp(ct->cmd, cb->f[0]) != 0)
			continue;
		if(ct->narg != 0 && ct->narg != cb->nf)
			cmderror(cb, Ecmdargs);
		return ct;
	}
	cmderror(cb, "unknown control message");
	return nil;
}
