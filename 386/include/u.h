/*
 * What every source includes first: the names of the basic types on the
 * 386, where int, long and a pointer are 32 bits and the lowest byte comes
 * first; variable argument lists; and what setjmp and the x87 need.
 */
#define nil		((void*)0)

typedef	signed char	schar;
typedef	unsigned char	uchar;
typedef	unsigned short	ushort;
typedef	unsigned int	uint;
typedef	unsigned long	ulong;
typedef	long long	vlong;
typedef	unsigned long long uvlong;
typedef	unsigned long	uintptr;
typedef	unsigned long	usize;
typedef	uint		Rune;		/* a Unicode character */

typedef	unsigned char	u8int;
typedef	unsigned short	u16int;
typedef	unsigned int	u32int;
typedef	unsigned long long u64int;
typedef	signed char	s8int;
typedef	short		s16int;
typedef	int		s32int;
typedef	long long	s64int;

typedef union FPdbleword FPdbleword;
union FPdbleword
{
	double	x;
	struct {	/* little endian */
		u32int	lo;
		u32int	hi;
	};
};

/* setjmp: what a call must preserve; notejmp knows the order too */
typedef	int	jmp_buf[6];
enum
{
	JMPBUFSP,
	JMPBUFPC,
	JMPBUFBX,
	JMPBUFSI,
	JMPBUFDI,
	JMPBUFBP,
};
#define	JMPBUFDPC	0

/* add n to *w in one instruction; nonzero: the sum is negative */
static inline int
_addword(ulong *w, long n)
{
	int neg;

	__asm__ volatile("addl %2, %0": "+m"(*w), "=@ccs"(neg): "ri"(n):
		"memory");
	return neg;
}

/* x87 control word: a set bit here enables the exception in setfcr */
#define	FPINEX	(1<<5)
#define	FPUNFL	((1<<4)|(1<<1))
#define	FPOVFL	(1<<3)
#define	FPZDIV	(1<<2)
#define	FPINVAL	(1<<0)
#define	FPRNR	(0<<10)
#define	FPRZ	(3<<10)
#define	FPRPINF	(2<<10)
#define	FPRNINF	(1<<10)
#define	FPRMASK	(3<<10)
#define	FPPEXT	(3<<8)
#define	FPPSGL	(0<<8)
#define	FPPDBL	(2<<8)
#define	FPPMASK	(3<<8)

/* x87 status word */
#define	FPAINEX	FPINEX
#define	FPAOVFL	FPOVFL
#define	FPAUNFL	FPUNFL
#define	FPAZDIV	FPZDIV
#define	FPAINVAL FPINVAL

typedef	__builtin_va_list va_list;
#define	va_start(list, start)	__builtin_va_start(list, start)
#define	va_arg(list, mode)	__builtin_va_arg(list, mode)
#define	va_copy(to, from)	__builtin_va_copy(to, from)
#define	va_end(list)		__builtin_va_end(list)

#define	SET(x)		((x) = 0)
#define	USED(...)	((void)sizeof(_used(0, __VA_ARGS__)))
extern	int	_used(int, ...);	/* never called, never defined */
