/*
 * Files. A read that would wait stops the process, and nothing tells
 * before whether it would, so it is left to a helper: a process that
 * shares the memory, one for each file and direction. A helper reads ahead
 * into its buffer, which makes the file readable, and pth_read takes from
 * there: a file that was waited for must be read by pth_read alone. What
 * pth_write writes goes through the other helper's buffer. As the records
 * go by the number of the file, pth_close must close it.
 */
#include <u.h>
#include <libc.h>
#include <pth.h>
#include "impl.h"

enum
{
	Bufsize		= 8*1024,
	Helperstack	= 4*1024,

	Idle		= 0,		/* states */
	Busy,				/* the helper is at it */
	Done,				/* n and err are set, or buf is full */
};

typedef struct File File;
struct File
{
	File	*next;
	volatile int fd;		/* -1: free, its helper too */
	ulong	dir;			/* PTH_UNTIL_FD_* */
	int	pid;
	volatile int state;
	int	orphan;			/* who wrote was cancelled */
	long	go;			/* semaphore: the helper may */
	long	n;
	long	off;			/* what was taken of it */
	char	err[ERRMAX];
	Pthlist	wait;
	uchar	buf[Bufsize];
	uchar	stack[Helperstack];
};

static File *files;
static volatile int some;		/* a helper has done something */

/*
 * a helper ends by kill or a fault of its own; other notes are for the
 * process, and a closed pipe is an error of the write
 */
static void
helpernote(void *u, char *note)
{
	USED(u);
	if(strcmp(note, "kill") == 0
	|| strncmp(note, "sys:", 4) == 0 && strncmp(note, "sys: write", 10) != 0)
		noted(NDFLT);
	noted(NCONT);
}

/* the helper of one file, on its own stack */
static void
helper(void *v)
{
	File *f;
	long n;

	f = v;
	notify(helpernote);
	for(;;){
		while(semacquire(&f->go, 1) < 0)
			;
		do{
			if(f->dir & PTH_UNTIL_FD_READABLE)
				n = read(f->fd, f->buf, Bufsize);
			else
				n = write(f->fd, f->buf, f->n);
			if(n < 0)
				rerrstr(f->err, sizeof f->err);
		}while(n < 0 && strcmp(f->err, "interrupted") == 0);
		f->n = n;
		__atomic_store_n(&f->state, Done, __ATOMIC_RELEASE);
		some = 1;
		_pthwake();
	}
}

/* a record with its helper, for any file */
static File*
newfile(ulong dir)
{
	File *f;

	f = mallocz(sizeof *f, 1);
	if(f == nil)
		return nil;
	f->dir = dir;
	f->pid = _pthfork(RFPROC|RFMEM|RFNOWAIT, f->stack+Helperstack,
		helper, f);
	if(f->pid < 0){
		free(f);
		return nil;
	}
	f->next = files;
	files = f;
	return f;
}

/* the record of a file and direction, or nil */
static File*
find(int fd, ulong dir)
{
	File *f;

	for(f = files; f != nil; f = f->next)
		if(f->fd == fd && f->dir == dir)
			return f;
	return nil;
}

/* the same, made if there is none; nil: no memory, process or file */
static File*
lookup(int fd, ulong dir)
{
	File *f;

	if(fd < 0){
		werrstr("fd out of range or not open");
		return nil;
	}
	f = find(fd, dir);
	if(f == nil)
		f = find(-1, dir);
	if(f == nil)
		f = newfile(dir);
	if(f != nil)
		f->fd = fd;
	return f;
}

/* let the helper work */
static void
start(File *f)
{
	f->state = Busy;
	f->off = 0;
	semrelease(&f->go, 1);
}

/* begin to wait */
int
_pthfdstart(Event *ev)
{
	File *f;

	if(ev->spec & PTH_UNTIL_FD_READABLE){
		f = lookup(ev->fd, PTH_UNTIL_FD_READABLE);
		if(f == nil)
			return -1;
		if(f->state == Done)
			return 1;
		if(f->state == Idle)
			start(f);
	}else{
		f = find(ev->fd, PTH_UNTIL_FD_WRITEABLE);
		if(f == nil || f->state == Idle)
			return 1;
	}
	_pthlink(&f->wait, ev);
	return 0;
}

/* end to wait; the helper goes on */
void
_pthfdstop(Event *ev)
{
	_pthunlink(ev);
}

/* what the helpers have done */
void
_pthfdpoll(void)
{
	File *f;

	if(!some)
		return;
	some = 0;
	for(f = files; f != nil; f = f->next)
		if(f->state == Done){
			if(f->orphan){
				f->orphan = 0;
				f->state = Idle;
			}
			_pthwakelist(&f->wait);
		}
}

/* the helpers end with the process */
void
_pthfdend(void)
{
	File *f;

	while((f = files) != nil){
		files = f->next;
		postnote(PNPROC, f->pid, "kill");
	}
}

/* wait for a file; FALSE if that cannot be */
static int
await1(int fd, ulong dir)
{
	Event ev;

	_pthevent(&ev, PTH_EVENT_FD|dir);
	ev.fd = fd;
	return _pthwait(&ev, nil) >= 0;
}

/* read at most n bytes, others running meanwhile; how many, 0, or -1 */
long
pth_read(int fd, void *p, long n)
{
	File *f;
	long left;

	do{
		if(!await1(fd, PTH_UNTIL_FD_READABLE))
			return -1;
		f = find(fd, PTH_UNTIL_FD_READABLE);
	}while(f == nil || f->state != Done);
	left = f->n - f->off;
	if(n < left){
		memmove(p, f->buf + f->off, n);
		f->off += n;
		return n;
	}
	f->state = Idle;
	if(f->n < 0)
		werrstr("%s", f->err);
	else
		memmove(p, f->buf + f->off, left);
	return left;
}

/* the writer was cancelled: the result is nobody's */
static void
abandon(void *v)
{
	File *f;

	f = v;
	if(f->state == Done)
		f->state = Idle;
	else
		f->orphan = 1;
	if(f->state == Idle)
		_pthwakelist(&f->wait);
}

/* write what fits into the buffer */
static long
piece(File *f, uchar *p, long n)
{
	while(f->state != Idle)
		await1(f->fd, f->dir);
	f->n = n < Bufsize ? n : Bufsize;
	memmove(f->buf, p, f->n);
	pth_cleanup_push(abandon, f);
	start(f);
	while(f->state == Busy)
		await1(f->fd, f->dir);
	n = f->n;
	pth_cleanup_pop(FALSE);
	f->state = Idle;
	_pthwakelist(&f->wait);
	if(n < 0)
		werrstr("%s", f->err);
	return n;
}

/* write n bytes, others running meanwhile; how many, less after an error */
long
pth_write(int fd, void *p, long n)
{
	File *f;
	long i, m;

	f = lookup(fd, PTH_UNTIL_FD_WRITEABLE);
	if(f == nil)
		return -1;
	for(i = 0; i < n; i += m){
		m = piece(f, (uchar*)p + i, n - i);
		if(m <= 0)
			return i > 0 ? i : m;
	}
	return n;
}

/*
 * the file of f is to be closed, and no thread uses it: the helper comes
 * back from it. The note is sent until it has, as the helper may not have
 * begun to read when the first came.
 */
static void
retire(File *f)
{
	f->fd = -1;
	while(f->state == Busy){
		postnote(PNPROC, f->pid, "interrupt");
		sleep(1);
	}
	f->state = Idle;
	f->orphan = 0;
}

/* close a file that pth_read, pth_write or an event has used; as close */
int
pth_close(int fd)
{
	File *f;

	f = find(fd, PTH_UNTIL_FD_READABLE);
	if(f != nil)
		retire(f);
	f = find(fd, PTH_UNTIL_FD_WRITEABLE);
	if(f != nil)
		retire(f);
	return close(fd);
}
