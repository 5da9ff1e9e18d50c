#include <u.h>
#include <libc.h>

/* make the Xs at the end of s a name that no file has; "/" if there is none */
char*
mktemp(char *s)
{
	char *x;
	ulong pid;
	int c;

	x = s + strlen(s);
	pid = getpid();
	while(x > s && x[-1] == 'X'){
		*--x = '0' + pid%10;
		pid /= 10;
	}
	if(access(s, AEXIST) < 0)
		return s;
	if(*x != 0)
		for(c = 'a'; c <= 'z'; c++){
			*x = c;
			if(access(s, AEXIST) < 0)
				return s;
		}
	return "/";
}
