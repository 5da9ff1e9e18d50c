extern	long	hostwrite(int fd, void *p, long n);
extern	void	ok(int good, char *fmt, ...);
extern	void	same(char *got, char *want, char *fmt, ...);
extern	_Noreturn void	plan(void);
