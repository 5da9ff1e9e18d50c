/*
 * A test runs in a process of its own, in its first thread, and ends in
 * fail, or returns.
 */
typedef struct Test Test;
struct Test
{
	char	*name;
	void	(*fn)(void);
	char	*dies;		/* how what it says begins when it must die */
	int	ours;		/* GNU Pth has it not, or otherwise */
};

/* main.c */
extern	int	nlog;				/* how many letters noted */
extern	char	history[];
extern	_Noreturn void	fail(char *what, long n);
extern	void	expect(char *letters);		/* noted until now, or fail */
extern	void	note(int letter);
extern	pth_t	thread(char *name, int prio, void *(*)(void*), void*);
extern	void	settle(void);			/* until all others wait */
extern	sigset_t	set(int sig, int other);
extern	void	masked(int how, int sig, int other);
extern	void	joins(pth_t, void *value);	/* it must give that */
extern	void*	once(void *letter);		/* threads: note it and end */
extern	void*	forever(void *on);		/* yield while the int is set */
extern	void*	sigs(void *letter);		/* usr1 or usr2 first */

/* the tests, by file */
extern	void	joining(void), joiners(void), turns(void), favour(void);
extern	void	priorities(void), attributes(void), statistics(void);
extern	void	again(void), overflows(void), stepsover(void), many(void);
extern	void	toone(void), toany(void), masks(void), pending(void);
extern	void	procpending(void), condevents(void);
extern	void	functions(void), wakes(void), within(void), nobody(void);
extern	void	itself(void), newpriority(void);
extern	void	rings(void), allkinds(void), mutexes(void), conds(void);
extern	void	messages(void), ontime(void), naps(void);
extern	void	cancels(void), cancelstates(void), uneaten(void);
extern	void	files(void), reopened(void);
