/* Plan 9's 386 u.h, as far as the linted files need it */
#define	nil	((void*)0)
typedef	unsigned short	ushort;
typedef	unsigned char	uchar;
typedef	unsigned long	ulong;
typedef	unsigned int	uint;
typedef	signed char	schar;
typedef	long long	vlong;
typedef	unsigned long long uvlong;
typedef	unsigned long	uintptr;
typedef	unsigned long	usize;
typedef	uint	Rune;
typedef	uint	u32int;
typedef	uvlong	u64int;
typedef	uchar	u8int;
typedef	ushort	u16int;
typedef	__builtin_va_list	va_list;
#define	va_start(v, l)	__builtin_va_start(v, l)
#define	va_end(v)	__builtin_va_end(v)
#define	va_arg(v, t)	__builtin_va_arg(v, t)
#define	USED(x)		((void)(x))
#define	SET(x)		((x) = 0)
