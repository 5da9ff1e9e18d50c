#include <u.h>
#include <libc.h>
#include <tos.h>

/*
 * Holding notes off where the word is not known yet, or the kernel has
 * none; and the way back of sigsetjmp.
 */
enum
{
	Heldnote	= 0x80000000,
	Page		= 4096,

	Saved		= 6,		/* of a sigjmp_buf */
	Mask,
	Word,
};

ulong	*_noteword;			/* in the Tos; nil: not looked for, or none */
static ulong **depth;			/* without a word, each process's count */
static ulong **oldmask;

extern	Tos	*_tos;
extern	void	_noteadd(long);

/*
 * The word is there if the Tos is large enough, which ends where the
 * stack's last page does, and the kernel says so.
 */
static int
findword(void)
{
	Tos *t;

	t = _tos;
	if(((uintptr)(t+1) & (Page-1)) == 0 && t->havenote == 1)
		_noteword = &t->notehold;
	else if(depth == nil){
		oldmask = (ulong**)privalloc();
		depth = (ulong**)privalloc();
	}
	return _noteword != nil;
}

void
_notehold(void)
{
	ulong n;

	if(findword()){
		_noteadd(1);
		return;
	}
	n = (ulong)*depth;
	*depth = (ulong*)(n+1);
	if(n == 0)
		*oldmask = (ulong*)notemask(NHBLOCK, NHALL);
}

void
_noterelease(void)
{
	ulong n;

	if(_noteword == nil && depth == nil)
		return;			/* not held */
	n = (ulong)*depth - 1;
	*depth = (ulong*)n;
	if(n == 0)
		notemask(NHSET, (ulong)*oldmask);
}

/* return from sigsetjmp(b, save) once more: word and mask as they were */
void
siglongjmp(sigjmp_buf b, int v)
{
	ulong w;

	if(_noteword != nil){
		w = *_noteword & ~Heldnote;
		_noteadd((b[Word] & ~Heldnote) - w);
		if(*_noteword == Heldnote){
			*_noteword = 0;
			notemask(NHUNBLOCK, 0);
		}
	}
	if(b[Saved])
		notemask(NHSET, b[Mask]);
	longjmp(b, v);
}
