/*
 * What the tests share. A test is a function that runs in a process of its
 * own, with its own name space, environment, fds and note group; it fails
 * by calling fail, directly or by one of the checks below, and passes by
 * returning.
 */
typedef struct Test Test;
struct Test
{
	char	*name;
	void	(*fn)(void);
};

extern	Test	proctests[];
extern	Test	exectests[];
extern	Test	notetests[];
extern	Test	traptests[];
extern	Test	memtests[];
extern	Test	filetests[];
extern	Test	dirtests[];
extern	Test	pipetests[];
extern	Test	badtests[];
extern	Test	synctests[];
extern	Test	mnttests[];
extern	Test	protecttests[];
extern	Test	hardtests[];

extern	char	*self;			/* the file of this program */

extern	_Noreturn void	fail(char *fmt, ...);
extern	void	expect(int good, char *fmt, ...);	/* fail unless good */
extern	void	experr(long r, char *err, char *what);	/* r is -1, of err */
extern	void	expnum(long got, long want, char *what);
extern	void	expstr(char *got, char *want, char *what);
extern	int	spawn(void (*fn)(void*), void *arg);	/* in a forked child */
extern	char*	reap(int pid);		/* its status, "" if good; static */
extern	void	passes(int pid, char *what);	/* its status must be good */
extern	int	slurp(char *file, char *buf, int n);	/* ended by a NUL */
extern	void	put(char *file, char *text);	/* create it with the text */
extern	int	mypipe(int fd[2]);	/* fails for the caller */
extern	int	like(char *s, char *pat);	/* see main.c */
extern	void	ramfs(void);		/* mount an empty one on /tmp */
extern	void	quiet(void);		/* no more on fd 2 */
extern	void	waitstate(int pid, char *state); /* until ps shows it so */
extern	int	xtest(int argc, char **argv);	/* as the program of an exec */
