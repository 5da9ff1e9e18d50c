/* the stubs have the layouts that were measured with the real compiler */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"

#define	at(s, f)	__builtin_offsetof(s, f)
#define	is(x)		_Static_assert(x, #x)
is(sizeof(Lock) == 28);
is(at(Lock, isilock) == 20);
is(at(Lock, lockcycles) == 24);
is(sizeof(Rendez) == 32);
is(sizeof(QLock) == 44);
is(at(QLock, head) == 28);
is(at(Timer, tns) == 4);
is(at(Timer, tf) == 12);
is(at(Timer, ta) == 16);
#ifdef KMESGSIZE
is(sizeof(Timer) == 72);
is(at(Timer, tt) == 48);
is(at(Timer, twhen) == 60);
is(at(Mach, proc) == 20);
is(at(Mach, externup) == 24);
is(at(Mach, ticks) == 36);
is(at(Proc, pid) == 136);
#else
is(sizeof(Timer) == 76);
is(at(Timer, tt) == 52);
is(at(Timer, twhen) == 64);
is(at(Mach, proc) == 8);
is(at(Mach, externup) == 12);
is(at(Mach, ticks) == 28);
is(at(Proc, pid) == 48);
#endif
