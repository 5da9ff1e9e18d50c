/*
 * The console driver under libFuzzer: each input says what to play, see
 * cgaplay.c, and the screen is compared with the model's at its end.  The
 * driver goes on from one input to the next, with its screen cleared.
 */
#include "u.h"
#include "../../sys/src/9/port/lib.h"
#include "../../sys/src/9/pc/mem.h"
#include "../../sys/src/9/pc/dat.h"
#include "../../sys/src/9/pc/fns.h"
#include "cgafake.h"
#include "cgahost.h"
#include "cgamodel.h"
#include "cgacase.h"

extern	void	abort(void);

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	USED(argc);
	fakeinit(*argv);
	fake.wrong = abort;
	boot(0);
	return 0;
}

int
LLVMFuzzerTestOneInput(uchar *p, ulong n)
{
	play(p, n);
	return 0;
}
