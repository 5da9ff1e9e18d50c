#include <u.h>
#include <libc.h>

/* send a note to a process, PNPROC, or to its group, PNGROUP; 0 or -1 */
int
postnote(int who, int pid, char *note)
{
	char file[40];
	int fd, n, r;

	if(who != PNPROC && who != PNGROUP){
		werrstr("postnote: neither process nor group");
		return -1;
	}
	snprint(file, sizeof file, "/proc/%d/%s", pid,
		who == PNPROC ? "note" : "notepg");
	fd = open(file, OWRITE|OCEXEC);
	if(fd < 0)
		return -1;
	n = strlen(note);
	r = write(fd, note, n) == n ? 0 : -1;
	close(fd);
	return r;
}
