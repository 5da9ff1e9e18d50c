/*
 * The first and only program of a Linux machine that is measured beside
 * ours. Its arguments, which follow -- on the kernel's command line, say
 * what it does; what it finds goes to the first serial port in blocks, as
 * from our guest: a line `begin NAME`, lines `name value`, a line
 * `end NAME`.
 *
 *	cat NAME CHUNK BYTES	write the file to the text console
 *	alarm NAME LOOPS LOAD	100 processes with setitimer; LOAD is idle
 *				or loaded: one writes to the console
 *	sys NAME		system calls
 *	wait			for a line typed at the console
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#include <x86intrin.h>
#include "init.h"

u64
cycles(void)
{
	return __rdtsc();
}

/* say why and end the machine */
void
die(char *what)
{
	perror(what);
	sync();
	reboot(RB_POWER_OFF);
	_exit(1);
}

/* a file in memory */
char*
slurp(char *name, size_t *n)
{
	struct stat st;
	char *s;
	int fd;

	fd = open(name, O_RDONLY);
	if(fd < 0 || fstat(fd, &st) < 0)
		die(name);
	s = malloc(st.st_size + 1);
	if(s == NULL || read(fd, s, st.st_size) != st.st_size)
		die(name);
	s[st.st_size] = 0;
	close(fd);
	*n = st.st_size;
	return s;
}

/* is the console the VGA's own text mode, and not a frame buffer? */
static int
isvgacon(void)
{
	static char *names[] = {
		"/sys/class/vtconsole/vtcon0/",
		"/sys/class/vtconsole/vtcon1/",
	};
	char path[64], buf[64];
	FILE *f;
	int i, bound;

	for(i = 0; i < 2; i++){
		snprintf(path, sizeof path, "%sbind", names[i]);
		f = fopen(path, "r");
		if(f == NULL)
			continue;
		bound = fgetc(f) == '1';
		fclose(f);
		snprintf(path, sizeof path, "%sname", names[i]);
		f = fopen(path, "r");
		if(!bound || f == NULL || fgets(buf, sizeof buf, f) == NULL)
			continue;
		fclose(f);
		return strstr(buf, "VGA+") != NULL;
	}
	return 0;
}

/* the serial port is standard output and passes text on as it is */
static void
serial(void)
{
	struct termios t;
	int fd;

	fd = open("/dev/ttyS0", O_RDWR|O_NOCTTY);
	if(fd < 0)
		die("/dev/ttyS0");
	dup2(fd, 0);
	dup2(fd, 1);
	dup2(fd, 2);
	tcgetattr(0, &t);
	cfmakeraw(&t);
	tcsetattr(0, TCSANOW, &t);
	setvbuf(stdout, NULL, _IOLBF, 4096);
}

/* wait until a line has been typed at the console */
static void
typed(void)
{
	char buf[16];
	int fd;

	fd = open(CONSOLE, O_RDONLY|O_NOCTTY);
	printf("waiting\n");
	if(fd < 0 || read(fd, buf, sizeof buf) < 0)
		die(CONSOLE);
	close(fd);
}

static char*
arg(char ***argv)
{
	if(**argv == NULL)
		die("too few arguments");
	return *(*argv)++;
}

int
main(int argc, char **argv)
{
	char *what, *name;
	int n, m;

	(void)argc;
	mkdir("/sys", 0755);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
	mkdir("/dev", 0755);
	mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
	serial();
	for(argv++; *argv != NULL; ){
		what = arg(&argv);
		if(strcmp(what, "wait") == 0){
			typed();
			continue;
		}
		name = arg(&argv);
		printf("begin %s\nvgacon %d\n", name, isvgacon());
		if(strcmp(what, "cat") == 0){
			n = atoi(arg(&argv));
			m = atoi(arg(&argv));
			console(n, m);
		}else if(strcmp(what, "alarm") == 0){
			n = atoi(arg(&argv));
			alarms(n, strcmp(arg(&argv), "loaded") == 0);
		}else if(strcmp(what, "sys") == 0)
			syscalls();
		else
			die(what);
		printf("end %s\n", name);
		tcdrain(1);
	}
	for(;;)
		pause();
}
