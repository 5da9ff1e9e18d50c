/*
 * Patterns. In marked text * is any string, ? any character and [a-z] one
 * of a class, [~a-z] one that is not; a slash in a file's name is only
 * matched by a slash.
 */
#include <u.h>
#include <libc.h>
#include "rc.h"

/* does marked text have something active in it? */
int
haspattern(char *s)
{
	for(; *s != 0; s++)
		if(*s == Mark && s[1] != 0 && *++s != Mark)
			return 1;
	return 0;
}

/* a character of a class, whose marks do not count */
static char*
classrune(char *p, Rune *r)
{
	if(*p == Mark && p[1] != 0)
		p++;
	return p + chartorune(r, p);
}

/* is c in the class after the [ ? *pp goes behind the ] */
static int
inclass(Rune c, char **pp)
{
	char *p;
	Rune lo, hi;
	int not, in;

	p = *pp;
	not = *p == '~' || *p == '^';
	if(not)
		p++;
	in = 0;
	do{
		if(*p == 0)
			return -1;
		p = classrune(p, &lo);
		hi = lo;
		if(*p == '-' && p[1] != ']' && p[1] != 0)
			p = classrune(p+1, &hi);
		if(lo <= c && c <= hi)
			in = 1;
	}while(*p != ']');
	*pp = p+1;
	return in != not;
}

/* does all of s match the pattern, which is marked text? */
int
match(char *s, char *p)
{
	char *p0;
	Rune c;
	int n, in;

	for(; *p != 0; s += n){
		n = chartorune(&c, s);
		if(*p != Mark || p[1] == Mark){
			if(*p == Mark)
				p++;
			if(*p++ != *s)
				return 0;
			n = 1;
			continue;
		}
		p0 = p;
		p += 2;
		switch(p[-1]){
		case '*':
			while(p[0] == Mark && p[1] == '*')
				p += 2;
			if(*p == 0)
				return 1;
			for(; *s != 0; s += chartorune(&c, s))
				if(match(s, p))
					return 1;
			return match(s, p);
		case '?':
			if(*s == 0)
				return 0;
			break;
		case '[':
			if(*s == 0)
				return 0;
			in = inclass(c, &p);
			if(in < 0){		/* no class without a ] */
				if(*s != '[')
					return 0;
				p = p0+2;
				break;
			}
			if(!in)
				return 0;
			break;
		}
	}
	return *s == 0;
}

/* the part of a pattern up to a slash or its end */
static char*
element(char *p)
{
	while(*p != 0 && *p != '/')
		p++;
	return p;
}

static char*
join(char *dir, char *name, int n)
{
	char *s;
	int len;

	len = strlen(dir);
	s = emalloc(len+n+1);
	memmove(s, dir, len);
	memmove(s+len, name, n);
	s[len+n] = 0;
	return s;
}

static void	globpath(char*, char*, int, Word***);

/* match one element, the n bytes at pat, with the names in dir */
static void
globdir(char *dir, char *pat, int n, Word ***tail)
{
	Dir *d;
	char *p, *path;
	long i, got;
	int fd;

	fd = open(*dir == 0 ? "." : dir, OREAD|OCEXEC);
	if(fd < 0)
		return;
	p = join("", pat, n);
	while((got = dirread(fd, &d)) > 0){
		for(i = 0; i < got; i++){
			if(!match(d[i].name, p))
				continue;
			if(pat[n] != 0 && !(d[i].mode & DMDIR))
				continue;
			path = join(dir, d[i].name, strlen(d[i].name));
			globpath(path, pat+n, 1, tail);
			free(path);
		}
		free(d);
	}
	free(p);
	close(fd);
}

/* add the files that start with path and go on with what pat matches */
static void
globpath(char *path, char *pat, int found, Word ***tail)
{
	char *e, *el, *next;

	e = element(pat);
	el = join("", pat, e-pat);
	if(*pat == 0){
		if(found || access(path, AEXIST) == 0){
			**tail = newword(path, nil);
			*tail = &(**tail)->next;
		}
	}else if(haspattern(el)){
		globdir(path, pat, e-pat, tail);
	}else{
		unmark(el);
		if(*e == '/'){
			next = join(el, "/", 1);
			free(el);
			el = next;
			e++;
		}
		next = join(path, el, strlen(el));
		globpath(next, e, 0, tail);
		free(next);
	}
	free(el);
}

static int
wordcmp(void *a, void *b)
{
	return strcmp((*(Word**)a)->s, (*(Word**)b)->s);
}

/* sort n words from *first on; where the list goes on */
static Word**
sortwords(Word **first)
{
	Word **v, *w;
	int i, n;

	n = countwords(*first);
	v = emalloc((n+1)*sizeof(Word*));
	for(i = 0, w = *first; w != nil; w = w->next)
		v[i++] = w;
	qsort(v, n, sizeof(Word*), wordcmp);
	for(i = 0; i < n; i++){
		*first = v[i];
		first = &v[i]->next;
	}
	*first = nil;
	free(v);
	return first;
}

/* replace patterns by the files that match; the result is plain text */
Word*
globwords(Word *list)
{
	Word *first, **tail, **start, *w;

	first = nil;
	tail = &first;
	for(; list != nil; list = w){
		w = list->next;
		if(haspattern(list->s)){
			start = tail;
			globpath("", list->s, 0, &tail);
			if(*start != nil){
				tail = sortwords(start);
				free(list);
				continue;
			}
		}
		unmark(list->s);
		list->next = nil;
		*tail = list;
		tail = &list->next;
	}
	return first;
}
