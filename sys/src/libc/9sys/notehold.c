#include <u.h>
#include <libc.h>
#include <tos.h>

/*
 * What is left of notehold and noterelease, which are in libc.h, when the
 * word's bit 31 is set: the kernel holds a note back, or the word is not
 * the one in the Tos but noword, as that has not been looked for yet or the
 * kernel has none.  And sigsetjmp and siglongjmp.
 */
enum
{
	Heldnote	= 0x80000000,
	Noword		= 0xc0000000,	/* bit 31 stays whatever is added */
	Page		= 4096,

	Saved		= 6,		/* of a sigjmp_buf */
	Mask,
	Word,
};

static ulong noword = Noword;
ulong	*_noteword = &noword;

static ulong **depth;			/* without a word, each process's count */
static ulong **oldmask;

extern	Tos	*_tos;

/*
 * Look for the word: 0 if there is none.  It is there if the Tos is large
 * enough, which ends where the stack's last page does, and the kernel says
 * so.
 */
static int
findword(void)
{
	Tos *t;

	if(_noteword != &noword)
		return 1;
	noword = Noword;
	t = _tos;
	if(((uintptr)(t+1) & (Page-1)) == 0 && t->havenote == 1)
		_noteword = &t->notehold;
	else if(depth == nil){
		oldmask = (ulong**)privalloc();
		depth = (ulong**)privalloc();
	}
	return _noteword != &noword;
}

/* 1 was added to w, and bit 31 is set */
void
_notehold(ulong *w)
{
	ulong n;

	if(w != &noword)
		return;
	if(findword()){
		_addword(_noteword, 1);
		return;
	}
	n = (ulong)*depth;
	*depth = (ulong*)(n+1);
	if(n == 0)
		*oldmask = (ulong*)notemask(NHBLOCK, NHALL);
}

/* without a word: there are n holds from now on */
static void
setdepth(ulong n)
{
	if(depth == nil || (ulong)*depth == n)
		return;
	*depth = (ulong*)n;
	if(n == 0)
		notemask(NHSET, (ulong)*oldmask);
}

/* 1 was taken from w, and bit 31 is set: any call takes the note */
void
_noterelease(ulong *w)
{
	if(w == &noword)
		setdepth((ulong)*depth - 1);
	else if(*w == Heldnote){
		*w = 0;
		notemask(NHUNBLOCK, 0);
	}
}

/* the first part of sigsetjmp(b, save), the second is setjmp */
void
_notesave(sigjmp_buf b, int save)
{
	if(findword())
		b[Word] = *_noteword & ~Heldnote;
	else
		b[Word] = (ulong)*depth;
	b[Saved] = save;
	if(save)
		b[Mask] = notemask(NHBLOCK, 0);
}

/* return from sigsetjmp(b, save) once more: word and mask as they were */
void
siglongjmp(sigjmp_buf b, int v)
{
	if(findword()){
		_addword(_noteword, b[Word] - (*_noteword & ~Heldnote));
		_noterelease(_noteword);
	}else
		setdepth(b[Word]);
	if(b[Saved])
		notemask(NHSET, b[Mask]);
	longjmp(b, v);
}
