/*
 * Message ports: a queue of messages that belong to their senders, which
 * get them back by pth_msgport_reply.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

/* a port of the calling thread; one without a name cannot be found */
Port*
pth_msgport_create(const char *name)
{
	Port *p;

	p = mallocz(sizeof *p, 1);
	if(p == nil)
		return nil;
	if(name != nil){
		p->name = strdup((char*)name);
		if(p->name == nil){
			free(p);
			return nil;
		}
	}
	p->owner = _pth.cur;
	p->next = _pth.ports;
	_pth.ports = p;
	return p;
}

/* what is in it goes back to the senders */
void
pth_msgport_destroy(Port *p)
{
	pth_message_t *m;
	Port **l;

	if(p == nil)
		return;
	for(l = &_pth.ports; *l != nil; l = &(*l)->next)
		if(*l == p){
			*l = p->next;
			break;
		}
	while((m = pth_msgport_get(p)) != nil)
		if(m->m_replyport != p)
			pth_msgport_reply(m);
	_pthwakelist(&p->wait);
	free(p->name);
	free(p);
}

/* the threads are gone and so are the ports; messages are their senders' */
void
_pthportsend(void)
{
	Port *p;

	while((p = _pth.ports) != nil){
		_pth.ports = p->next;
		free(p->name);
		free(p);
	}
}

/* the port of that name */
Port*
pth_msgport_find(const char *name)
{
	Port *p;

	for(p = _pth.ports; p != nil; p = p->next)
		if(p->name != nil && strcmp(p->name, (char*)name) == 0)
			return p;
	werrstr("pth_msgport_find: no such port");
	return nil;
}

/* how many messages wait in it */
int
pth_msgport_pending(Port *p)
{
	return p == nil ? -1 : p->n;
}

/* at the end of the queue; who waits for one is woken */
int
pth_msgport_put(Port *p, pth_message_t *m)
{
	if(p == nil || m == nil){
		werrstr("pth_msgport_put: no port or message");
		return FALSE;
	}
	m->m_next = nil;
	if(p->tail == nil)
		p->head = m;
	else
		p->tail->m_next = m;
	p->tail = m;
	p->n++;
	_pthwakelist(&p->wait);
	return TRUE;
}

/* the first message */
pth_message_t*
pth_msgport_get(Port *p)
{
	pth_message_t *m;

	m = p == nil ? nil : p->head;
	if(m == nil)
		return nil;
	p->head = m->m_next;
	if(p->head == nil)
		p->tail = nil;
	p->n--;
	return m;
}

/* to the port that the sender named */
int
pth_msgport_reply(pth_message_t *m)
{
	return m == nil || m->m_replyport == nil ? FALSE :
		pth_msgport_put(m->m_replyport, m);
}
