/*
 * alarmcost: what arming and cancelling an alarm costs while so many others
 * are armed, in cycles, for each number given. All alarms belong to children
 * that sleep; a number that the machine has no processes for is left out.
 */
#include <u.h>
#include <libc.h>

enum
{
	Rounds	= 1000,
	Far	= 100*60*1000,	/* ms; no alarm comes due meanwhile */
	Spread	= 7919,
};

static int armed[2];		/* a byte from each child that has armed */
static int quit[2];		/* closed when they may go */

/* a child: arm, say so, stay until told to go */
static void
child(int i)
{
	char c;

	close(quit[1]);
	alarm((ulong)(Far + i*Spread%Far));
	if(write(armed[1], "a", 1) != 1)
		_exits("write");
	read(quit[0], &c, 1);
	_exits(nil);
}

/* make n children; how many there are */
static int
fill(int n)
{
	int i, pid;
	char c;

	for(i = 0; i < n; i++){
		pid = fork();
		if(pid < 0)
			break;
		if(pid == 0)
			child(i);
		if(read(armed[0], &c, 1) != 1)
			sysfatal("pipe: %r");
	}
	return i;
}

/* cycles of one arm and one cancel, on average; deadlines among the others' */
static uvlong
measure(void)
{
	uvlong c0, c1;
	int i;

	cycles(&c0);
	for(i = 0; i < Rounds; i++){
		alarm((ulong)(Far + i*Spread%Far));
		alarm(0);
	}
	cycles(&c1);
	return (c1 - c0) / Rounds;
}

void
main(int argc, char **argv)
{
	int have, n, i;
	char *status;

	argv0 = "alarmcost";
	if(argc < 2){
		fprint(2, "usage: alarmcost number ...\n");
		exits("usage");
	}
	if(pipe(armed) < 0 || pipe(quit) < 0)
		sysfatal("pipe: %r");
	status = nil;
	have = 0;
	for(i = 1; i < argc; i++){
		n = atoi(argv[i]);
		if(n > have)
			have += fill(n - have);
		if(have < n){
			fprint(2, "alarmcost: only %d processes: %r\n", have);
			status = "too few processes";
			break;
		}
		print("arm%d %llud\n", n, measure());
	}
	close(quit[1]);
	while(waitpid() >= 0)
		;
	exits(status);
}
