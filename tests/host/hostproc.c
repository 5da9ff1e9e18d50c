/*
 * Plan 9's processes, files and notes on an i386 Linux, as far as a shell
 * needs them, for programs linked with the guest's libc.a. $HOSTDIR is a
 * folder of this run: the environment is its env, rc's library its rc, and
 * exit statuses that are texts pass through files in it.
 */
#include <u.h>
#include <libc.h>
#include <tos.h>

enum					/* Linux's calls */
{
	Exit		= 1,
	Fork		= 2,
	Read		= 3,
	Write		= 4,
	Open		= 5,
	Close		= 6,
	Unlink		= 10,
	Execve		= 11,
	Chdir		= 12,
	Getpid		= 20,
	Access		= 33,
	Mkdir		= 39,
	Dup		= 41,
	Pipe		= 42,
	Setpgid		= 57,
	Dup2		= 63,
	Sigaction	= 67,
	Readlink	= 85,
	Wait4		= 114,
	Llseek		= 140,
	Nanosleep	= 162,
	Mmap2		= 192,
	Stat64		= 195,
	Getdents64	= 220,

	Eintr		= 4,
	Echild		= 10,
	Eisdir		= 21,
	Ocreat		= 0100,
	Otrunc		= 01000,
	Olarge		= 0100000,
	Ocloexec	= 02000000,
	Page		= 4096,
};

extern	char	end[];

Tos hosttos;
void **hoststack;	/* argc, arguments, nil, environment, nil */
static char *top = end;
static char hosterr[ERRMAX];
static char envdir[256];
static void (*handler)(void*, char*);
static jmp_buf handled;

/* where Linux enters: libc wants the Tos in AX */
asm(".globl _hoststart\n"
	"_hoststart:\n"
	"	movl	%esp, hoststack\n"
	"	movl	$hosttos, %eax\n"
	"	jmp	_main\n");

/* Linux's call n */
static long
hostcall(long n, long a, long b, long c, long d, long e, long f)
{
	long args[6], r;

	args[0] = a;
	args[1] = b;
	args[2] = c;
	args[3] = d;
	args[4] = e;
	args[5] = f;
	asm volatile(
		"pushl %%ebx; pushl %%esi; pushl %%edi; pushl %%ebp;"
		"movl 0(%1), %%ebx; movl 4(%1), %%ecx; movl 8(%1), %%edx;"
		"movl 16(%1), %%edi; movl 20(%1), %%ebp; movl 12(%1), %%esi;"
		"int $0x80;"
		"popl %%ebp; popl %%edi; popl %%esi; popl %%ebx"
		: "=a" (r) : "S" (args), "0" (n) : "ecx", "edx", "memory");
	return r;
}

/* the same, with Plan 9's way of telling errors */
static long
call(long n, long a, long b, long c)
{
	long r;

	r = hostcall(n, a, b, c, 0, 0, 0);
	if(r >= 0 || r < -4095)
		return r;
	switch(-r){
	case 2:
		strcpy(hosterr, "file does not exist");
		break;
	case Eintr:
		strcpy(hosterr, "interrupted");
		break;
	case Echild:
		strcpy(hosterr, "no living children");
		break;
	case 13:
		strcpy(hosterr, "permission denied");
		break;
	case Eisdir:
		strcpy(hosterr, "file is a directory");
		break;
	default:
		snprint(hosterr, sizeof hosterr, "host error %ld", -r);
		break;
	}
	return -1;
}

static char**
hostenv(void)
{
	return (char**)hoststack + 1+(long)hoststack[0]+1;
}

/* the value of one of the host's variables */
static char*
hostvar(char *name, char *otherwise)
{
	char **e;
	int n;

	n = strlen(name);
	for(e = hostenv(); *e != nil; e++)
		if(strncmp(*e, name, n) == 0 && (*e)[n] == '=')
			return *e+n+1;
	return otherwise;
}

static char*
hostdir(void)
{
	return hostvar("HOSTDIR", "/nowhere");
}

/* the host's name of a file, static */
static char*
hostname(char *name)
{
	static char buf[512];

	if(envdir[0] == 0){
		snprint(buf, sizeof buf, "%s/env", hostdir());
		strcpy(envdir, hostvar("HOSTENV", buf));
	}
	if(strncmp(name, "/env", 4) == 0 && (name[4] == '/' || name[4] == 0))
		snprint(buf, sizeof buf, "%s%s", envdir, name+4);
	else if(strncmp(name, "/fd/", 4) == 0)
		snprint(buf, sizeof buf, "/proc/self/fd/%s", name+4);
	else if(strncmp(name, "/rc/", 4) == 0)
		snprint(buf, sizeof buf, "%s%s", hostdir(), name);
	else
		return name;
	return buf;
}

static void
exitfile(char *buf, int n, int pid)
{
	snprint(buf, n, "%s/exit.%d", hostdir(), pid);
}

int
getpid(void)
{
	return call(Getpid, 0, 0, 0);
}

int
open(char *name, int mode)
{
	int flags;

	name = hostname(name);
	flags = Olarge | (mode & 3);
	if((mode & 3) == OEXEC){
		if(call(Access, (long)name, 1, 0) < 0)
			return -1;
		flags = Olarge;
	}
	if(mode & OTRUNC)
		flags |= Otrunc;
	if(mode & OCEXEC)
		flags |= Ocloexec;
	return call(Open, (long)name, flags, 0);
}

int
create(char *name, int mode, ulong perm)
{
	int flags;

	flags = Olarge|Ocreat|Otrunc | (mode & 3);
	if(mode & OCEXEC)
		flags |= Ocloexec;
	return call(Open, (long)hostname(name), flags, perm);
}

int
close(int fd)
{
	return call(Close, fd, 0, 0);
}

int
dup(int old, int new)
{
	if(new < 0)
		return call(Dup, old, 0, 0);
	return call(Dup2, old, new, 0);
}

int
pipe(int fd[2])
{
	return call(Pipe, (long)fd, 0, 0);
}

int
remove(char *name)
{
	return call(Unlink, (long)hostname(name), 0, 0);
}

int
chdir(char *name)
{
	return call(Chdir, (long)hostname(name), 0, 0);
}

int
fd2path(int fd, char *buf, int n)
{
	char name[64];
	long r;

	snprint(name, sizeof name, "/proc/self/fd/%d", fd);
	r = call(Readlink, (long)name, (long)buf, n-1);
	if(r < 0)
		return -1;
	buf[r] = 0;
	return 0;
}

static void
filldir(Dir *d, char *name, int isdir)
{
	memset(d, 0, sizeof(Dir));
	d->name = name;
	d->uid = d->gid = d->muid = "none";
	d->mode = isdir ? DMDIR|0777 : 0666;
}

/* directory entries as stat messages */
static long
readdir(int fd, uchar *p, long n)
{
	uchar buf[2048], *e;
	char *name;
	Dir d;
	long i, got, used;

	used = 0;
	do{
		got = call(Getdents64, fd, (long)buf, sizeof buf);
		if(got <= 0)
			return got;
		for(i = 0; i < got; i += e[16] | e[17]<<8){
			e = buf+i;
			name = (char*)e+19;
			if(strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
				continue;
			filldir(&d, name, e[18] == 4);
			used += convD2M(&d, p+used, n-used);
		}
	}while(used == 0);
	return used;
}

long
pread(int fd, void *p, long n, vlong off)
{
	long r;

	USED(off);
	r = hostcall(Read, fd, (long)p, n, 0, 0, 0);
	if(r == -Eisdir)
		return readdir(fd, p, n);
	if(r == -Eintr)
		strcpy(hosterr, "interrupted");
	return r < 0 ? -1 : r;
}

long
pwrite(int fd, void *p, long n, vlong off)
{
	USED(off);
	return call(Write, fd, (long)p, n);
}

int
_seek(vlong *r, int fd, vlong off, int whence)
{
	long e;

	e = hostcall(Llseek, fd, off>>32, off, (long)r, whence, 0);
	return e < 0 ? -1 : 0;
}

int
stat(char *name, uchar *buf, int n)
{
	ulong st[32];
	Dir d;

	if(call(Stat64, (long)hostname(name), (long)st, 0) < 0)
		return -1;
	filldir(&d, name, (st[4] & 0170000) == 0040000);
	return convD2M(&d, buf, n);
}

/* the host's environment goes on, and says where the other one is */
int
exec(char *name, char *argv[])
{
	char *env[100], var[300];
	int i;

	snprint(var, sizeof var, "HOSTENV=%s", envdir);
	env[0] = var;
	for(i = 0; i < nelem(env)-2 && hostenv()[i] != nil; i++)
		env[i+1] = hostenv()[i];
	env[i+1] = nil;
	return call(Execve, (long)hostname(name), (long)argv, (long)env);
}

/* an environment of its own: a copy of the folder */
static void
copyenv(int clear)
{
	static char name[512], new[256];
	static uchar list[65536];
	char buf[1024], strs[512];
	Dir d;
	long i, n, m, size;
	int fd, from, to;

	hostname("/env");
	snprint(new, sizeof new, "%s/env.%d", hostdir(), getpid());
	call(Mkdir, (long)new, 0777, 0);
	fd = open("/env", OREAD|OCEXEC);
	while(!clear && (n = pread(fd, list, sizeof list, -1)) > 0)
		for(i = 0; i < n; i += size){
			size = (list[i] | list[i+1]<<8) + 2;
			convM2D(list+i, size, &d, strs);
			snprint(name, sizeof name, "/env/%s", d.name);
			from = open(name, OREAD);
			snprint(name, sizeof name, "%s/%s", new, d.name);
			to = create(name, OWRITE, 0666);
			while((m = read(from, buf, sizeof buf)) > 0)
				write(to, buf, m);
			close(from);
			close(to);
		}
	close(fd);
	strcpy(envdir, new);
}

int
rfork(int flags)
{
	int pid;

	pid = flags & RFPROC ? call(Fork, 0, 0, 0) : 0;
	if(pid != 0)
		return pid;
	if(flags & RFNOTEG)
		call(Setpgid, 0, 0, 0);
	if(flags & (RFENVG|RFCENVG))
		copyenv(flags & RFCENVG);
	return 0;
}

void
_exits(char *status)
{
	char name[300];
	int fd;

	if(status != nil && strcmp(status, "main") == 0)
		status = nil;
	if(status != nil && *status != 0){
		exitfile(name, sizeof name, getpid());
		fd = create(name, OWRITE, 0666);
		write(fd, status, strlen(status));
	}
	for(;;)
		call(Exit, status != nil && *status != 0, 0, 0);
}

long
await(char *buf, int n)
{
	char name[300], msg[128], text[200];
	int fd, m, pid, status;

	pid = call(Wait4, -1, (long)&status, 0);
	if(pid < 0)
		return -1;
	msg[0] = 0;
	exitfile(name, sizeof name, pid);
	fd = open(name, OREAD);
	if(fd >= 0){
		m = read(fd, msg, sizeof msg - 1);
		msg[m < 0 ? 0 : m] = 0;
		close(fd);
		remove(name);
	}else if(status & 0x7f)
		snprint(msg, sizeof msg, "signal %d", status & 0x7f);
	else if(status != 0)
		snprint(msg, sizeof msg, "%d", status>>8);
	text[0] = 0;
	if(msg[0] != 0)
		snprint(text, sizeof text, "rc %d: %s", pid, msg);
	fmtinstall('q', quotestrfmt);
	return snprint(buf, n, "%d 0 0 0 %q", pid, text);
}

/* a signal is a note; noted returns through here */
static void
onsignal(int sig)
{
	static char *notes[] = {
		[1] "hangup", [2] "interrupt", [14] "alarm", [15] "term",
	};

	if(setjmp(handled) == 0 && handler != nil)
		(*handler)(nil, notes[sig]);
}

int
notify(void (*f)(void*, char*))
{
	static char sigs[] = { 1, 2, 14, 15 };
	ulong act[4];
	int i;

	handler = f;
	memset(act, 0, sizeof act);
	act[0] = f == nil ? 0 : (ulong)onsignal;
	for(i = 0; i < nelem(sigs); i++)
		call(Sigaction, sigs[i], (long)act, 0);
	return 0;
}

int
noted(int v)
{
	if(v == NCONT)
		longjmp(handled, 1);
	_exits("note");
	return -1;
}

/* memory behind the program, taken in pages as it grows */
int
brk_(void *p)
{
	uintptr a, e;

	a = ((uintptr)top + Page-1) & ~(Page-1);
	e = ((uintptr)p + Page-1) & ~(Page-1);
	if(e > a){
		if(hostcall(Mmap2, a, e-a, 3, 0x32, -1, 0) != a)
			return -1;
		top = (char*)e;
	}
	return 0;
}

int
errstr(char *s, uint n)
{
	char tmp[ERRMAX];

	strecpy(tmp, tmp+sizeof tmp, s);
	strecpy(s, s+n, hosterr);
	strcpy(hosterr, tmp);
	return 0;
}

int
sleep(long ms)
{
	long t[2];

	t[0] = ms/1000;
	t[1] = ms%1000*1000000;
	return call(Nanosleep, (long)t, 0, 0);
}
