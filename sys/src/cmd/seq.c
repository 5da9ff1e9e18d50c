/*
 * seq [-w] [first [increment]] last: print numbers, whole ones here; -w
 * makes them equally wide.
 */
#include <u.h>
#include <libc.h>

static vlong
number(char *s)
{
	char *e;
	vlong v;

	v = strtoll(s, &e, 10);
	if(*s == 0 || *e != 0){
		fprint(2, "seq: %s: not a whole number\n", s);
		exits("number");
	}
	return v;
}

static int
width(vlong v)
{
	char buf[32];

	return snprint(buf, sizeof buf, "%lld", v);
}

void
main(int argc, char **argv)
{
	vlong first, step, last, v;
	int w, wide;

	wide = 0;
	argv0 = argv[0];
	/* a negative number is no option */
	if(argc > 1 && strcmp(argv[1], "-w") == 0){
		wide = 1;
		argv++;
		argc--;
	}
	if(argc < 2 || argc > 4){
		fprint(2, "usage: seq [-w] [first [increment]] last\n");
		exits("usage");
	}
	first = argc > 2 ? number(argv[1]) : 1;
	step = argc > 3 ? number(argv[2]) : 1;
	last = number(argv[argc-1]);
	if(step == 0){
		fprint(2, "seq: the increment is 0\n");
		exits("increment");
	}
	w = 0;
	if(wide)
		w = width(first) > width(last) ? width(first) : width(last);
	for(v = first; step > 0 ? v <= last : v >= last; v += step)
		if(print("%0*lld\n", w, v) < 0)
			exits("write");
	exits(nil);
}
