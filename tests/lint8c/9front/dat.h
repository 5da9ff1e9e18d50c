/* dat.h and portdat.h of 9front, what a driver meets of them */
#define	MACHADDR	0xF0018000

typedef	struct Lock	Lock;
typedef	struct Ref	Ref;
struct Lock
{
	ulong	key;
	ulong	sr;
	uintptr	pc;
	struct Proc	*p;
	struct Mach	*m;
	ushort	isilock;
	long	lockcycles;
};
struct Ref
{
	long	ref;
};
#include "common.h"
struct Rendez
{
	Lock;
	Proc	*who;	/* p, which gcc takes for Lock's */
};
struct QLock
{
	Lock	use;
	Proc	*head;
	Proc	*tail;
	uintptr	pc;
	int	locked;
};
struct Timer
{
	int	tmode;
	vlong	tns;
	void	(*tf)(Ureg*, Timer*);
	void	*ta;
	Lock;
	Timers	*tactive;
	Timers	*tt;
	vlong	tticks;
	vlong	twhen;
	Timer	*tnext;
};
struct Mach
{
	int	machno;
	ulong	splpc;
	Proc	*proc;
	Proc	*externup;
	void	*unlike[3];
	ulong	ticks;
};
struct Proc
{
	char	unlike[48];
	ulong	pid;
	int	nlocks;
};
/* 9front's kmesg is in its header */
extern	struct
{
	Lock	lk;
	uint	n;
	char	buf[16384];
} kmesg;
extern	Mach	*machp[];
