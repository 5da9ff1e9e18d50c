/*
 * What the thread library and its programs call of Plan 9's libc, on
 * Linux. print's formats are those that C's printf has as well.
 */
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define	nelem(x)	(sizeof(x)/sizeof((x)[0]))
#define	ERRMAX		128
#define	OREAD		O_RDONLY
#define	OWRITE		O_WRONLY
#define	PNPROC		1

typedef struct Waitmsg Waitmsg;
struct Waitmsg
{
	int	pid;
	char	*msg;
};

#define	dup(old, new)	dup2(old, new)
#define	wait		hostwait
#define	sleep(ms)	usleep((ms)*1000)
#define	mallocz(n, c)	calloc(1, n)

#define	ARGBEGIN	for(argv++, argc--; argc > 0 && argv[0][0] == '-';\
			argv++, argc--) switch(argv[0][1])
#define	ARGEND
#define	EARGF(x)	(argc > 1 ? (argc--, *++argv) : ((x), (char*)nil))

extern	int	print(char*, ...);
extern	int	fprint(int, char*, ...);
extern	int	snprint(char*, int, char*, ...);
extern	_Noreturn void	exits(char*);
extern	_Noreturn void	_exits(char*);
extern	_Noreturn void	sysfatal(char*, ...);
extern	void	werrstr(char*, ...);
extern	vlong	nsec(void);
extern	int	postnote(int, int, char*);
extern	Waitmsg* wait(void);
