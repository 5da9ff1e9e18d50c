/*
 * Locks for short sections of memory that processes share. Who does not
 * get one lets others run, first at once, then after longer and longer.
 */
#include <u.h>
#include <libc.h>

enum
{
	Spins	= 50,
	Yields	= 1000,
};

void
lock(Lock *l)
{
	int i;

	for(i = 0; i < Spins; i++)
		if(!_tas(&l->val))
			return;
	for(i = 0; i < Yields; i++){
		sleep(0);
		if(!_tas(&l->val))
			return;
	}
	while(_tas(&l->val))
		sleep(10);
}

int
canlock(Lock *l)
{
	return !_tas(&l->val);
}

/* the store is ordered after all that the section did */
void
unlock(Lock *l)
{
	asm volatile("" ::: "memory");
	*(volatile int*)&l->val = 0;
}
