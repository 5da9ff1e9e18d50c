/*
 * Here documents: the lines up to the tag are kept in the tree, and a
 * process writes them into the pipe that the command reads.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

/* a line with its newline, malloced; nil at the end */
static char*
readline(Input *in)
{
	Text t;
	char b;
	int c;

	memset(&t, 0, sizeof t);
	while((c = rawc(in)) >= 0){
		b = c;
		addtext(&t, &b, 1);
		if(c == '\n')
			break;
	}
	return t.s;
}

/* is the line the tag? */
static int
istag(char *line, char *tag)
{
	int n;

	n = strlen(tag);
	return strncmp(line, tag, n) == 0 && (line[n] == '\n' || line[n] == 0);
}

/* the lines up to the tag, in the unit's memory */
static char*
readhere(Input *in, char *tag)
{
	Text doc;
	char *line;

	memset(&doc, 0, sizeof doc);
	addtext(&doc, "", 0);
	while((line = readline(in)) != nil && !istag(line, tag)){
		addtext(&doc, line, strlen(line));
		free(line);
	}
	if(line == nil && !in->intr){
		sh.line = in->line;
		warn("here document %s: no end", tag);
	}
	free(line);
	line = unitstr(in->unit, doc.s);
	free(doc.s);
	return line;
}

/* read the documents that the line which just ended asked for */
void
readheres(Input *in)
{
	Tree *t;

	for(t = in->here; t != nil; t = t->c1){
		unmark(t->c0->s);
		t->s = readhere(in, t->c0->s);
	}
	in->here = nil;
}

/* write a variable's value for the $ at s; where the text goes on */
static char*
herevar(int fd, char *s)
{
	char *e, *v, *name;
	Word *w;

	if(s[1] == '$'){
		write(fd, "$", 1);
		return s+2;
	}
	for(e = s+1; namechar(*(uchar*)e); e++)
		;
	if(e == s+1){
		write(fd, "$", 1);
		return e;
	}
	name = emalloc(e-s);
	memmove(name, s+1, e-s-1);
	name[e-s-1] = 0;
	w = varwords(name);
	v = joinwords(w);
	freewords(w);
	if(*v != 0)
		write(fd, v, strlen(v));
	free(v);
	free(name);
	return *e == '^' ? e+1 : e;
}

static void
writehere(int fd, Tree *t)
{
	char *s, *e;

	for(s = t->s; *s != 0; s = e){
		if(*s == '$' && !t->flag){
			e = herevar(fd, s);
			continue;
		}
		e = s+1;
		while(*e != 0 && (*e != '$' || t->flag))
			e++;
		if(write(fd, s, e-s) != e-s)
			return;
	}
}

/* the file to read a document from; -1 if there can be none */
int
openhere(Tree *t)
{
	int fd[2], pid;

	if(pipe(fd) < 0)
		return -1;
	pid = forkshell(RFFDG|RFNOWAIT);
	if(pid < 0){
		close(fd[0]);
		close(fd[1]);
		return -1;
	}
	if(pid == 0){
		close(fd[0]);
		writehere(fd[1], t);
		_exits(nil);
	}
	close(fd[1]);
	return fd[0];
}
