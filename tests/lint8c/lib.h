/* port/lib.h of both kernels */
#define	nelem(x)	((int)(sizeof(x)/sizeof((x)[0])))
extern	void*	memmove(void*, void*, ulong);
extern	void*	memset(void*, int, ulong);
extern	int	memcmp(void*, void*, ulong);
extern	int	strcmp(char*, char*);
extern	int	strncmp(char*, char*, long);
extern	long	strlen(char*);
extern	long	strtol(char*, char**, int);
extern	ulong	strtoul(char*, char**, int);
extern	int	atoi(char*);
extern	int	tokenize(char*, char**, int);
extern	int	print(char*, ...);
extern	char*	seprint(char*, char*, char*, ...);
extern	int	snprint(char*, int, char*, ...);
enum { UTFmax = 4, Runeself = 0x80, Runeerror = 0xfffd };
