/* fns.h and portfns.h of 9front, beyond common.h; no cgapost */
#define	evenaddr(x)
void	error(char*) __attribute__((noreturn));
void	panic(char*, ...) __attribute__((noreturn));
int	postnote(Proc*, int, char*, int);
int	nrand(int);
