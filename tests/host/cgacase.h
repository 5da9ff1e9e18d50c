/*
 * cgacase.c: what the test programs of the console have in common: a model
 * that is told all that the driver is told, and comparisons.
 */
typedef struct Case Case;
struct Case
{
	char	*name;
	void	(*f)(void);
};

extern	Model	model;

extern	void	boot(int);
extern	void	writes(char*);
extern	void	writen(char*, int);
extern	void	prints(char*);
extern	void	printn(char*, int);
extern	void	same(char*);
extern	void	samelater(char*);
extern	void	expect(char*, vlong, vlong);
extern	void	within(char*, vlong, vlong, vlong);
extern	ushort*	glass(void);
extern	int	cases(Case*);
extern	ulong	rnd(ulong);
extern	void	seedrnd(uvlong);
extern	void	play(uchar*, int);
