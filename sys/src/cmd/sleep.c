#include <u.h>
#include <libc.h>

/* sleep so many seconds, to the millisecond */
void
main(int argc, char **argv)
{
	char *p;
	long secs, ms, unit;

	if(argc < 2)
		exits(nil);
	secs = strtol(argv[1], &p, 10);
	ms = 0;
	if(*p == '.')
		for(unit = 100; '0' <= *++p && *p <= '9'; unit /= 10)
			ms += (*p - '0')*unit;
	for(; secs > 0; secs--)
		sleep(1000);
	if(ms > 0)
		sleep(ms);
	exits(nil);
}
