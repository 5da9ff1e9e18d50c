/*
 * The kernel and the machine around cga.c.  Whatever the driver may not do
 * where it stands ends the test with a word about it.
 */
#include "u.h"
#include "../../sys/src/9/port/lib.h"
#include "../../sys/src/9/pc/mem.h"
#include "../../sys/src/9/pc/dat.h"
#include "../../sys/src/9/pc/fns.h"
#include "../../sys/src/9/port/error.h"
#include "cgafake.h"
#include "cgahost.h"

extern	void	machmap(ulong, char**);
extern	int	vprintf(const char*, va_list);
extern	int	snprintf(char*, ulong, const char*, ...);
extern	int	setjmp(ulong*);
extern	void	longjmp(ulong*, int) __attribute__((noreturn));

enum
{
	Crtindex	= 0x3d4,
	Crtdata		= 0x3d5,
};

Fake fake;
Proc proc0;
Mach *machp[MAXMACH];
int panicking;
void (*screenputs)(char*, int);
char Ebadctl[] = "bad process or channel control request";
static ulong errlab[64];

/* the driver did wrong */
void
bad(char *fmt, ...)
{
	va_list arg;

	step(nil);
	record(0);
	printf("# ");
	va_start(arg, fmt);
	vprintf(fmt, arg);
	va_end(arg);
	printf("\n");
	fflush(nil);
	if(fake.wrong != nil)
		fake.wrong();
	_exit(1);
}

/* a place where an interrupt may come */
static void
at(char *where)
{
	if(fake.at != nil)
		fake.at(where);
}

void
outb(int port, int v)
{
	if(port == Crtindex){
		fake.crtindex = v;
		fake.crtwrites++;
	}else if(port == Crtdata){
		fake.crtwrites++;
		if(fake.crtindex == 0x0e)
			fake.crtbase = fake.crtbase&0xff | v<<8;
		else if(fake.crtindex == 0x0f)
			fake.crtbase = fake.crtbase&0xff00 | v;
		else
			bad("CRT register %#x written", fake.crtindex);
		if(v < 0 || v > 0xff)
			bad("byte %#x for the CRT controller", v);
		if(fake.norder < nelem(fake.order))
			fake.order[fake.norder++] = fake.crtindex;
	}else
		bad("outb %#x", port);
	at("outb");
}

int
inb(int port)
{
	if(port != Crtdata)
		bad("inb %#x", port);
	if(fake.crtindex == 0x0e)
		return fake.crtbase>>8 & 0xff;
	if(fake.crtindex != 0x0f)
		bad("CRT register %#x read", fake.crtindex);
	return fake.crtbase & 0xff;
}

int
islo(void)
{
	return fake.on;
}

int
splhi(void)
{
	int x;

	x = fake.on;
	if(x)
		fake.offat = fake.now;
	fake.on = 0;
	return x;
}

void
splx(int x)
{
	fake.on = x;
	at("splx");
}

static int
take(Lock *l)
{
	if(l->key)
		return 0;
	l->key = 1;
	if(fake.screen == nil)
		fake.screen = l;
	fake.depth++;
	if(up)
		up->nlocks++;
	return 1;
}

int
lock(Lock *l)
{
	at("lock");
	if(!take(l))
		bad("lock: nobody would ever let go of it");
	if(!fake.on && up)
		bad("lock: with interrupts off canlock is the one");
	fake.got = l;
	at("locked");
	return 0;
}

int
canlock(Lock *l)
{
	int got;

	at("canlock");
	got = take(l);
	fake.got = got? l: nil;
	at("canlocked");
	return got;
}

void
unlock(Lock *l)
{
	if(l->key == 0)
		bad("unlock: not locked");
	at("unlock");
	fake.depth--;
	if(up)
		up->nlocks--;
	l->key = 0;
	at("unlocked");
}

void ilock(Lock *l) { splhi(); lock(l); }
void iunlock(Lock *l) { unlock(l); splx(1); }

/* as short as the kernel's, where instructions are counted */
void*
memmove(void *to, void *from, ulong n)
{
	char *d, *s;

	d = to;
	s = from;
	if(d > s && d < s+n){
		while(n-- > 0)
			d[n] = s[n];
	}else{
		asm volatile("rep movsl"
			: "+D"(d), "+S"(s) : "c"(n/4) : "memory");
		asm volatile("rep movsb"
			: "+D"(d), "+S"(s) : "c"(n%4) : "memory");
	}
	return to;
}

static void
tsc(uvlong *t)
{
	fake.now += fake.tsc;
	*t = fake.now;
	at("cycles");
}

static void
fence(void)
{
	at("coherence");
}

void (*cycles)(uvlong*) = tsc;
void (*coherence)(void) = fence;

void
timeradd(Timer *t)
{
	if(fake.timer != nil)
		bad("timeradd: it is running already");
	if(!fake.intick && up == nil)
		bad("timeradd without a process");
	if(fake.on)
		bad("timeradd with interrupts on: preemption would stop the clock");
	if(t->tmode != Trelative || t->tns <= 0 || t->tf == nil)
		bad("timeradd: mode %d", t->tmode);
	if(!fake.intick)
		fake.narmed++;
	fake.timer = t;
	fake.due = fake.now + t->tns;
}

/* let the timer go off now, if it is running: 1 */
int
fire(void)
{
	Timer *t;
	int on, was;

	t = fake.timer;
	if(t == nil)
		return 0;
	if(fake.now < fake.due)
		fake.now = fake.due;
	on = fake.on;
	was = fake.intick;
	fake.on = 0;
	fake.intick = 1;
	fake.timer = nil;
	fake.nfired++;
	t->tf(nil, t);
	if(fake.on)
		bad("the timer's function left interrupts on");
	fake.intick = was;
	fake.on = on;
	return 1;
}

/* let ns pass; timers go off when they are due */
void
pass(uvlong ns)
{
	uvlong end;

	end = fake.now + ns;
	while(fake.timer != nil && fake.due <= end)
		fire();
	if(fake.now < end)
		fake.now = end;
}

char*
getconf(char *name)
{
	if(strcmp(name, "*nocga") == 0)
		return fake.nocga;
	if(strcmp(name, "cga") == 0)
		return fake.way;
	return nil;
}

Dirtab*
addarchfile(char *name, int perm, long (*rd)(Chan*, void*, long, vlong),
	long (*wr)(Chan*, void*, long, vlong))
{
	static Dirtab dir;

	if(strcmp(name, "cga") != 0 || perm != 0664)
		bad("addarchfile %s %o", name, perm);
	fake.rd = rd;
	fake.wr = wr;
	fake.files++;
	return &dir;
}

int
readstr(ulong off, char *to, ulong n, char *s)
{
	ulong len;

	len = strlen(s);
	if(off >= len)
		return 0;
	n = MIN(n, len - off);
	memmove(to, s + off, n);
	return n;
}

/* %s, %d and %llud are all that is wanted */
char*
seprint(char *p, char *e, char *fmt, ...)
{
	va_list arg;
	int n;

	va_start(arg, fmt);
	for(; *fmt != 0 && p < e-1; fmt++){
		n = 0;
		if(*fmt != '%')
			*p++ = *fmt;
		else if(*++fmt == 's')
			n = snprintf(p, e-p, "%s", va_arg(arg, char*));
		else if(*fmt == 'd')
			n = snprintf(p, e-p, "%d", va_arg(arg, int));
		else if(memcmp(fmt, "llud", 4) == 0){
			n = snprintf(p, e-p, "%llu", va_arg(arg, uvlong));
			fmt += 3;
		}else
			bad("seprint: verb %c", *fmt);
		p += MIN(n, e-p-1);
	}
	*p = 0;
	va_end(arg);
	return p;
}

int
tokenize(char *s, char **f, int max)
{
	int n;

	for(n = 0; n < max; n++){
		while(*s == ' ' || *s == '\t' || *s == '\n')
			*s++ = 0;
		if(*s == 0)
			break;
		f[n] = s;
		while(*s != 0 && *s != ' ' && *s != '\t' && *s != '\n')
			s++;
	}
	return n;
}

void
error(char *s)
{
	if(fake.depth != 0)
		bad("error with a Lock held");
	fake.error = s;
	longjmp(errlab, 1);
}

/* the file #P/cga, n bytes of buf for it */
void
fileread(char *buf, int n)
{
	long got;

	got = fake.rd(nil, buf, n-1, 0);
	if(got < 0 || got >= n)
		bad("read of the file gives %ld", got);
	buf[got] = 0;
}

/* write s to it: 1, or 0 if that is an error */
int
filewrite(char *s)
{
	fake.error = nil;
	if(setjmp(errlab) != 0)
		return 0;
	if(fake.wr(nil, s, strlen(s), 0) != strlen(s))
		bad("short write of the file");
	return 1;
}

uvlong
counter(char *name)
{
	char buf[2048], *p;
	int n;

	fileread(buf, sizeof buf);
	n = strlen(name);
	for(p = buf; *p != 0; p++){
		if(strncmp(p, name, n) == 0 && p[n] == ' ')
			return strtoull(p+n, nil, 10);
		while(*p != '\n')
			p++;
	}
	bad("no counter %s", name);
	return 0;
}

/* a fresh machine, with a process running and interrupts on */
void
fakeinit(char **argv)
{
	machmap(MACHADDR, argv);
	mapscreen((ulong)KADDR(0xb8000));
	fake.tsc = 10;
}
