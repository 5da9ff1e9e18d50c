/*
 * Tests of notes held off: what their files share; see main.c.
 */
enum
{
	Alarms,			/* counted in got: by class, */
	Interrupts,
	Hangups,
	Others,
	Systems,		/* and those that cannot be held */
	Nclass,

	Heldnote	= 0x80000000,	/* the word's bit 31 */
};

extern	volatile int	got[Nclass];	/* notes that came to handler */
extern	volatile int	inside;		/* none may come now */
extern	volatile int	broke;		/* how many did */
extern	void	(* volatile onnote)(void*, char*);	/* handler's, or nil */

void	handler(void*, char*);
void	wordhold(void);
void	wordrelease(void);
void	post(int, char*);
void	tell(int, char*);
char*	readproc(int, char*);
void	childok(void);

void	testclasses(void);	/* hold.c */
void	testlockform(void);
void	testnesting(void);
void	testalarms(void);
void	testsleeps(void);
void	testsystem(void);
void	testjumps(void);
void	testnoword(void);
void	testfork(void);		/* kin.c */
void	testsharers(void);
void	testexec(void);
void	testexits(void);
void	testnotejmp(void);
void	afterexec(void);
void	testdeaf(void);		/* see.c */
void	testdebugger(void);
void	testbadword(void);
void	testlostword(void);
void	testflood(void);	/* flood.c */
void	testmaskflood(void);
void	testwakeups(void);
