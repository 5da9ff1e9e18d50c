/*
 * Note handlers that share one notify: each is called, the first that
 * returns nonzero ends the note, and if none does it is the end.
 */
#include <u.h>
#include <libc.h>

enum
{
	Nfn	= 33,
};

static struct {
	Lock;
	int	(*fn[Nfn])(void*, char*);
} onnote;

static void
notifier(void *ureg, char *note)
{
	int i;

	for(i = 0; i < Nfn; i++)
		if(onnote.fn[i] != nil && (*onnote.fn[i])(ureg, note))
			noted(NCONT);
	noted(NDFLT);
}

/* add the handler f, or remove it if in is 0; 0: no room, or not there */
int
atnotify(int (*f)(void*, char*), int in)
{
	int i, n;

	lock(&onnote);
	n = 0;
	for(i = 0; i < Nfn; i++)
		if(onnote.fn[i] != nil)
			n++;
	for(i = 0; i < Nfn; i++)
		if(onnote.fn[i] == (in ? nil : f)){
			onnote.fn[i] = in ? f : nil;
			break;
		}
	unlock(&onnote);
	if(i == Nfn)
		return 0;
	if(in && n == 0)
		notify(notifier);
	else if(!in && n == 1)
		notify(nil);
	return 1;
}
