/*
 * Leaving. atexit's functions belong to the process that registered them:
 * a child that has the same memory does not call them.
 */
#include <u.h>
#include <libc.h>

enum
{
	Nexit	= 32,
};

static struct {
	Lock;
	struct {
		void	(*f)(void);
		int	pid;
	} fn[Nexit];
} atex;

/* call f when this process exits; 0 if there is no room */
int
atexit(void (*f)(void))
{
	int i;

	lock(&atex);
	for(i = 0; i < Nexit; i++)
		if(atex.fn[i].f == nil){
			atex.fn[i].pid = getpid();
			atex.fn[i].f = f;
			break;
		}
	unlock(&atex);
	return i < Nexit;
}

/* do not call f any more */
void
atexitdont(void (*f)(void))
{
	int i, pid;

	pid = getpid();
	for(i = 0; i < Nexit; i++)
		if(atex.fn[i].f == f && atex.fn[i].pid == pid)
			atex.fn[i].f = nil;
}

/* end this process: nil or "" is success; the latest atexit goes first */
void
exits(char *status)
{
	void (*f)(void);
	int i, pid;

	pid = getpid();
	for(i = Nexit-1; i >= 0; i--){
		f = atex.fn[i].f;
		if(f != nil && atex.fn[i].pid == pid){
			atex.fn[i].f = nil;
			(*f)();
		}
	}
	_exits(status);
}
