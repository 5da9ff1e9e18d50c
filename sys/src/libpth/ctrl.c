/*
 * What can be asked of the threads as a whole.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

/* how many threads are in the states that query asks for */
static long
count(ulong query)
{
	Thread *t;
	long n;

	n = 0;
	for(t = _pth.all; t != nil; t = t->allnext)
		if(query & PTH_CTRL_GETTHREADS_NEW<<(t->state +
		(t->state == PTH_STATE_DEAD)))
			n++;
	return n;
}

/* one question; -1 if it is none */
long
pth_ctrl(ulong query, ...)
{
	va_list arg;
	long r;

	r = -1;
	va_start(arg, query);
	if(query & PTH_CTRL_GETTHREADS)
		r = count(query);
	else if(query & PTH_CTRL_GETSWITCHES)
		r = _pth.clock;
	else if(query & PTH_CTRL_GETAVLOAD){
		*va_arg(arg, float*) = _pth.load;
		r = 0;
	}else if(query & PTH_CTRL_GETPRIO)
		r = va_arg(arg, pth_t)->prio;
	else if(query & PTH_CTRL_GETNAME)
		r = (long)va_arg(arg, pth_t)->name;
	else
		werrstr("pth_ctrl: bad query");
	va_end(arg);
	return r;
}
