/*
 * Redirections are not made when they are met but kept in a list, which a
 * child makes real before its exec. So the shell's own files never move,
 * and what runs in the shell prints through mapfd.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

/* one more redirection, which comes after those there are */
void
pushredir(int type, int fd0, int fd1)
{
	Redir *r;

	r = emalloc(sizeof(Redir));
	r->type = type;
	r->fd0 = fd0;
	r->fd1 = fd1;
	r->pid = 0;
	r->next = sh.redirs;
	sh.redirs = r;
}

/* end the redirections since mark; $status stays */
void
popredirs(Redir *mark)
{
	Redir *r;
	char *s;

	while((r = sh.redirs) != mark){
		sh.redirs = r->next;
		if(r->type == Ropen || r->type == Rkeep)
			close(r->fd1);
		if(r->pid != 0){
			s = estrdup(status());
			waitfor(r->pid);
			setstatus(s);
			free(s);
		}
		free(r);
	}
}

static int
openfile(int type, char *name)
{
	int fd;

	switch(type){
	case Rread:
		return open(name, OREAD);
	case Rwrite:
		return create(name, OWRITE, 0666);
	case Rrdwr:
		return open(name, ORDWR);
	}
	fd = open(name, OWRITE);
	if(fd < 0)
		return create(name, OWRITE, 0666);
	seek(fd, 0, 2);
	return fd;
}

/* open what a list of nodes names; a failure is the end of the command */
void
openredirs(Tree *t)
{
	char *name;
	int fd;

	for(; t != nil && !sh.stop; t = t->next){
		if(t->rtype == Rdup || t->rtype == Rclose){
			pushredir(t->rtype, t->fd0, t->fd1);
			continue;
		}
		if(t->rtype == Rhere){
			fd = openhere(t);
			name = nil;
		}else{
			name = filename(t->c0);
			if(name == nil)
				return;
			fd = openfile(t->rtype, name);
		}
		if(fd < 0)
			fail("%s: can't open: %r",
				name == nil ? "here document" : name);
		else
			pushredir(Ropen, t->fd0, fd);
		free(name);
	}
}

/* move the files that fd is needed for: those of redirections before r */
static void
vacate(int fd, Redir *r)
{
	Redir *q;
	Input *in;

	for(q = sh.redirs; q != r; q = q->next)
		if(q->type == Ropen && q->fd1 == fd)
			q->fd1 = dup(fd, -1);
	for(in = sh.input; in != nil; in = in->outer)
		if(in->fd == fd && in->name != nil)
			in->fd = dup(fd, -1);
}

/* make the redirections real, the outermost first */
static void
doredir(Redir *r)
{
	if(r == nil || r->type == Rdone)
		return;
	doredir(r->next);
	switch(r->type){
	case Ropen:
		if(r->fd1 != r->fd0){
			vacate(r->fd0, r);
			dup(r->fd1, r->fd0);
			close(r->fd1);
		}
		break;
	case Rdup:
		if(r->fd1 != r->fd0){
			vacate(r->fd0, r);
			dup(r->fd1, r->fd0);
		}
		break;
	case Rclose:
		vacate(r->fd0, r);
		close(r->fd0);
		break;
	case Rkeep:
		return;
	}
	r->type = Rdone;
}

/* make all real; they can not be taken back */
void
doredirs(void)
{
	doredir(sh.redirs);
}

/* close the pipes that this command's arguments name so far */
void
closekeeps(void)
{
	Redir *r;

	for(r = sh.redirs; r != sh.mark; r = r->next)
		if(r->type == Rkeep){
			close(r->fd1);
			r->type = Rdone;
			r->pid = 0;
		}
}

/* which file stands for fd in the command that runs; -1: it is closed */
int
mapfd(int fd)
{
	Redir *r;

	for(r = sh.redirs; r != nil; r = r->next)
		if(r->fd0 == fd)
			switch(r->type){
			case Ropen:
				return r->fd1;
			case Rdup:
				fd = r->fd1;
				break;
			case Rclose:
				return -1;
			}
	return fd;
}
