/*
 * Tests that run in the guest, from libtest. A test is a function that runs
 * in a child of its own and returns if all is well.
 */
typedef struct Test Test;
struct Test
{
	char	*name;		/* nil ends a table */
	void	(*fn)(void);
};

/* end this process, which has found something wrong, with that status */
void	fail(char *fmt, ...);

/*
 * Run the tests of ntab tables whose names contain one of argc words, all if
 * there are none, and exit; start, unless nil, is called in each child first.
 * Prints "ok N - name" or "not ok N - name: why" for each and at the end
 * "done"; the status tells if any failed.
 */
void	testmain(Test **tab, int ntab, int argc, char **argv, void (*start)(void));
