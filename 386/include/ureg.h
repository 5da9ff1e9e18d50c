/*
 * The registers of an interrupted process, in the order in which the trap
 * entry pushes them; also what a note handler is given. 76 bytes.
 */
typedef struct Ureg Ureg;
struct Ureg
{
	ulong	di;
	ulong	si;
	ulong	bp;
	ulong	nsp;		/* pushed by pusha, not used */
	ulong	bx;
	ulong	dx;
	ulong	cx;
	ulong	ax;
	ulong	gs;
	ulong	fs;
	ulong	es;
	ulong	ds;
	ulong	trap;		/* vector number */
	ulong	ecode;		/* error code, or 0 */
	ulong	pc;
	ulong	cs;
	ulong	flags;
	union {
		ulong	usp;
		ulong	sp;
	};
	ulong	ss;
};
