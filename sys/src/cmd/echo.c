#include <u.h>
#include <libc.h>

/* print the arguments as one write; -n: no newline */
void
main(int argc, char **argv)
{
	char *buf, *p;
	int i, n, nflag;

	nflag = argc > 1 && strcmp(argv[1], "-n") == 0;
	n = 1;
	for(i = 1+nflag; i < argc; i++)
		n += strlen(argv[i]) + 1;
	buf = malloc(n);
	if(buf == nil)
		exits("no memory");
	p = buf;
	for(i = 1+nflag; i < argc; i++){
		n = strlen(argv[i]);
		memmove(p, argv[i], n);
		p += n;
		if(i < argc-1)
			*p++ = ' ';
	}
	if(!nflag)
		*p++ = '\n';
	n = p - buf;
	if(n > 0 && write(1, buf, n) != n){
		fprint(2, "echo: write error: %r\n");
		exits("write error");
	}
	exits(nil);
}
