#include <u.h>
#include <libc.h>

extern	int	_nsec(vlong*);

/* nanoseconds since 1970 */
vlong
nsec(void)
{
	vlong v;

	if(_nsec(&v) == -1)
		return -1;
	return v;
}
