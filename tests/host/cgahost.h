/* cgahost.c: what the tests of cga.c ask of Linux */
typedef struct Access Access;
struct Access
{
	int	off;		/* bytes from the start of the screen */
	int	size;
	int	store;
};

enum
{
	Maxaccess	= 8192,
};

extern	Access	access1[];	/* recorded, in order */
extern	int	naccess;

extern	void	mapscreen(unsigned long);
extern	void	record(int);
extern	void	step(void (*)(void));
extern	int	runcase(void (*)(void), int);
