/*
 * Lists of words and their memory. A list belongs to who got it; what is
 * kept elsewhere is copied.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

/* malloc, or the end */
void*
emalloc(ulong n)
{
	void *p;

	p = malloc(n);
	if(p == nil){
		fprint(2, "rc: out of memory\n");
		exits("no memory");
	}
	return p;
}

/* realloc, or the end */
void*
erealloc(void *old, ulong n)
{
	void *p;

	p = realloc(old, n);
	if(p == nil){
		fprint(2, "rc: out of memory\n");
		exits("no memory");
	}
	return p;
}

char*
estrdup(char *s)
{
	return strcpy(emalloc(strlen(s)+1), s);
}

/* a word of n bytes in front of a list */
Word*
newwordn(char *s, int n, Word *next)
{
	Word *w;

	w = emalloc(sizeof(Word)+n+1);
	w->s = (char*)(w+1);
	memmove(w->s, s, n);
	w->s[n] = 0;
	w->next = next;
	return w;
}

Word*
newword(char *s, Word *next)
{
	return newwordn(s, strlen(s), next);
}

Word*
copywords(Word *w)
{
	Word *first, **tail;

	first = nil;
	tail = &first;
	for(; w != nil; w = w->next){
		*tail = newword(w->s, nil);
		tail = &(*tail)->next;
	}
	return first;
}

void
freewords(Word *w)
{
	Word *next;

	for(; w != nil; w = next){
		next = w->next;
		free(w);
	}
}

int
countwords(Word *w)
{
	int n;

	for(n = 0; w != nil; w = w->next)
		n++;
	return n;
}

/* the words with blanks between them, malloced */
char*
joinwords(Word *list)
{
	Word *w;
	char *s, *p;
	int n;

	n = 1;
	for(w = list; w != nil; w = w->next)
		n += strlen(w->s)+1;
	s = emalloc(n);
	p = s;
	for(w = list; w != nil; w = w->next){
		n = strlen(w->s);
		memmove(p, w->s, n);
		p += n;
		if(w->next != nil)
			*p++ = ' ';
	}
	*p = 0;
	return s;
}

/* add n bytes */
void
addtext(Text *t, char *s, int n)
{
	if(t->n+n >= t->size){
		t->size = 2*t->size+n+64;
		t->s = erealloc(t->s, t->size);
	}
	memmove(t->s+t->n, s, n);
	t->n += n;
	t->s[t->n] = 0;
}

/* plain text as marked text, malloced: a Mark in it is doubled */
char*
protect(char *s)
{
	char *t, *p;

	t = emalloc(2*strlen(s)+1);
	for(p = t; *s != 0; s++){
		if(*s == Mark)
			*p++ = Mark;
		*p++ = *s;
	}
	*p = 0;
	return t;
}

/* marked text as plain text, in place */
char*
unmark(char *s)
{
	char *p, *q;

	p = strchr(s, Mark);
	if(p == nil)
		return s;
	for(q = p; *p != 0; *q++ = *p++)
		if(*p == Mark && p[1] != 0)
			p++;
	*q = 0;
	return s;
}
