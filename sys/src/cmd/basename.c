#include <u.h>
#include <libc.h>

/* print the last element of a name, without the suffix; -d: what is before */
void
main(int argc, char **argv)
{
	char *s;
	int n, dflag;

	dflag = argc > 1 && strcmp(argv[1], "-d") == 0;
	argc -= dflag;
	argv += dflag;
	if(argc < 2 || argc > 3 || (dflag && argc > 2)){
		fprint(2, "usage: basename [-d] name [suffix]\n");
		exits("usage");
	}
	s = utfrrune(argv[1], '/');
	if(dflag){
		if(s != nil)
			*s = 0;
		print("%s\n", s == nil ? "." : s == argv[1] ? "/" : argv[1]);
		exits(nil);
	}
	s = s == nil ? argv[1] : s+1;
	n = argc == 3 ? strlen(s) - strlen(argv[2]) : -1;
	if(n >= 0 && strcmp(s+n, argv[2]) == 0)
		s[n] = 0;
	print("%s\n", s);
	exits(nil);
}
