#include <u.h>
#include <libc.h>

/* the next word of s, or with nil of the last s, ended by a byte of sep */
char*
strtok(char *s, char *sep)
{
	static char *rest;
	char *word;

	if(s == nil)
		s = rest;
	if(s == nil)
		return nil;
	word = s + strspn(s, sep);
	if(*word == 0){
		rest = nil;
		return nil;
	}
	s = word + strcspn(word, sep);
	rest = *s == 0 ? nil : s+1;
	*s = 0;
	return word;
}
