enum
{
	Ms	= 1000*1000,		/* ns */
};

extern int	scale;			/* long tests are shorter by it */
extern int	strict;			/* being late is wrong, too */

/* of handler, which every test starts with */
extern volatile int	nalarm;		/* alarms that came */
extern volatile int	nother;		/* other notes */
extern volatile int	again;		/* it re-arms so often */
extern volatile vlong	busy;		/* ns that it takes */
extern volatile vlong	armedat;
extern volatile vlong	period;		/* ns; an alarm before that is early */
extern volatile int	nearly;		/* alarms before their time */

extern Test	alarmtests[];		/* these end with a nil name */
extern Test	racetests[];
extern Test	clocktests[];
extern Test	loadtests[];

/* the note handler */
void	handler(void*, char*);

/* wait until *n is at least want, fail after ms */
void	await_n(volatile int *n, int want, long ms);

/* a child that runs f; its pid */
int	spawn(void (*f)(void));

/* wait for n children; fail as they do */
void	reap(int n);

/* the same, but they may end with that status */
void	reapbut(int n, char *may);

/* the number after name in a file of lines `name number` */
vlong	counter(char *file, char *name);
