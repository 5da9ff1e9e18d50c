/*
 * GNU Pth's own header, the set of signals that it needs, and stand-ins for
 * what only ours has, in tests that are not run with it.
 */
#include <signal.h>
#include_next <pth.h>

extern	void	pth_exit(void*) __attribute__((noreturn));

#define	pth_signal	signal
#define	pth_close	close
#define	PTH_CTRL_GETSWITCHES	0
