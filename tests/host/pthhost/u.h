/*
 * The basic types on a Linux of 64 bits, for the thread library and its
 * programs; libc.h has what they call.
 */
#include <stdarg.h>
#include <stdint.h>
#include <sys/types.h>

#define nil		((void*)0)

typedef	unsigned char	uchar;
typedef	long long	vlong;
typedef	unsigned long long uvlong;
typedef	unsigned long	uintptr;
typedef	uint32_t	u32int;

#define	USED(...)	((void)sizeof(_used(0, __VA_ARGS__)))
extern	int	_used(int, ...);
