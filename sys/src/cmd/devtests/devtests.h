/*
 * What the tests of a device have in common.  A test is a function that
 * runs in a child of its own, and returns if all is well.
 */
typedef struct Test Test;
struct Test
{
	char	*name;
	void	(*fn)(void);
};

extern	Test	constests[];		/* each ends with a nil name */
extern	Test	proctests[];
extern	Test	ctltests[];
extern	Test	iotests[];

void	fail(char *fmt, ...);
long	readfile(char *name, char *buf, long n);
long	writefile(char *name, char *s);
void	mustwrite(char *name, char *s);
void	mustfail(long r, char *err, char *what);
char*	procname(int pid, char *file);
int	sleeper(void);
void	reap(int pid, char *status);
void	awaitstate(int pid, char *state);
