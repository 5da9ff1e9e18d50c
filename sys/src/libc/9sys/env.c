/*
 * The environment: a file in /env for each variable. A list of words has a
 * NUL behind each; getenv makes them blanks.
 */
#include <u.h>
#include <libc.h>

/* the name of a variable's file, malloced; nil if it can have none */
static char*
file(char *name)
{
	if(name[0] == 0 || strchr(name, '/') != nil || strcmp(name, ".") == 0
	|| strcmp(name, "..") == 0){
		werrstr("bad name of a variable");
		return nil;
	}
	return smprint("/env/%s", name);
}

/* the value, malloced; nil if there is no such variable */
char*
getenv(char *name)
{
	char *f, *v;
	long n, i;
	int fd;

	f = file(name);
	if(f == nil)
		return nil;
	fd = open(f, OREAD|OCEXEC);
	free(f);
	if(fd < 0)
		return nil;
	n = seek(fd, 0, 2);
	v = n < 0 ? nil : malloc(n+1);
	if(v != nil){
		n = pread(fd, v, n, 0);
		if(n < 0)
			n = 0;
		for(i = 0; i < n-1; i++)
			if(v[i] == 0)
				v[i] = ' ';
		v[n] = 0;
	}
	close(fd);
	return v;
}

/* set a variable; -1 if that fails */
int
putenv(char *name, char *value)
{
	char *f;
	int fd, n, r;

	f = file(name);
	if(f == nil)
		return -1;
	fd = create(f, OWRITE|OCEXEC, 0666);
	free(f);
	if(fd < 0)
		return -1;
	n = strlen(value);
	r = n > 0 && write(fd, value, n) != n ? -1 : 0;
	close(fd);
	return r;
}
