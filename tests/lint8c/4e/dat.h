/* dat.h and portdat.h of the 4th edition, what a driver meets of them */
#define	KMESGSIZE	(256*1024)
#define	MACHADDR	0xF0015000
#define	ROUND(s, sz)	(((s)+((sz)-1))&~((sz)-1))
#define	MIN(a, b)	((a) < (b)? (a): (b))
#define	MAX(a, b)	((a) > (b)? (a): (b))

typedef	struct Lock	Lock;
typedef	struct Ref	Ref;
struct Lock
{
	ulong	key;
	ulong	sr;
	ulong	pc;
	struct Proc	*p;
	struct Mach	*m;
	ushort	isilock;
	long	lockcycles;
};
struct Ref
{
	Lock;
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
	int	locked;
	uintptr	qpc;
};
struct Timer
{
	int	tmode;
	vlong	tns;
	void	(*tf)(Ureg*, Timer*);
	void	*ta;
	Lock;
	Timers	*tt;
	vlong	tticks;
	vlong	twhen;
	Timer	*tnext;
};
struct Mach
{
	int	machno;
	ulong	splpc;
	ulong	*pdb;
	void	*tss;
	void	*gdt;
	Proc	*proc;
	Proc	*externup;
	void	*tlb[2];
	ulong	ticks;
};
struct Proc
{
	char	unlike[136];
	ulong	pid;
	Ref	nlocks;
};
extern	Mach	*machp[];
