/*
 * What the tests of a device have in common.
 */
extern	Test	constests[];		/* each ends with a nil name */
extern	Test	proctests[];
extern	Test	ctltests[];
extern	Test	iotests[];

long	readfile(char *name, char *buf, long n);
long	writefile(char *name, char *s);
void	mustwrite(char *name, char *s);
void	mustfail(long r, char *err, char *what);
char*	procname(int pid, char *file);
int	sleeper(void);
void	reap(int pid, char *status);
void	awaitstate(int pid, char *state);
