#include <u.h>
#include <libc.h>
#include <guesttest.h>

static int
wanted(char *name, int argc, char **argv)
{
	int i;

	if(argc == 0)
		return 1;
	for(i = 0; i < argc; i++)
		if(strstr(name, argv[i]) != nil)
			return 1;
	return 0;
}

/* run test t, the n-th; 1 if it went well */
static int
run(int n, Test *t, void (*start)(void))
{
	Waitmsg *w;
	char *why;
	int pid, ok;

	pid = rfork(RFPROC|RFFDG|RFREND|RFNOTEG);
	if(pid == 0){
		if(start != nil)
			start();
		t->fn();
		exits(nil);
	}
	if(pid < 0){
		print("not ok %d - %s: fork: %r\n", n, t->name);
		return 0;
	}
	w = wait();
	why = w == nil? "wait failed": w->msg;
	ok = why[0] == '\0';
	if(ok)
		print("ok %d - %s\n", n, t->name);
	else
		print("not ok %d - %s: %s\n", n, t->name, why);
	free(w);
	return ok;
}

void
testmain(Test **tab, int ntab, int argc, char **argv, void (*start)(void))
{
	Test *t;
	int i, n, bad;

	n = bad = 0;
	for(i = 0; i < ntab; i++)
		for(t = tab[i]; t->name != nil; t++)
			if(wanted(t->name, argc, argv) && !run(++n, t, start))
				bad++;
	print("done\n");
	exits(bad? "some failed": nil);
}
