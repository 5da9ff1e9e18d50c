/*
 * ramfs: a file server whose files are in its memory, usually mounted on
 * /tmp. It speaks 9P2000 on a pipe; one process answers the requests one
 * after the other, so a Tflush always finds its request done.
 *
 *	ramfs [-i] [-p] [-s] [-m mountpoint]
 *
 * -i serves on file descriptors 0 and 1; -s posts the other end of the
 * pipe as /srv/ramfs; -m says where to mount it (/tmp); -p keeps other
 * processes away from its memory.
 */
#include <u.h>
#include <libc.h>
#include "ramfs.h"

File *root;
char *user;
ulong maxmsg = Msize;
uchar *ip, *ie;
uchar *op;

static int infd, outfd;
static uchar in[Msize], out[Msize];

/* the next n bytes of the request as a number; what is missing is 0 */
uvlong
get(int n)
{
	uvlong v;
	int i;

	if(ie - ip < n){
		ip = ie+1;
		return 0;
	}
	v = 0;
	for(i = n-1; i >= 0; i--)
		v = v<<8 | ip[i];
	ip += n;
	return v;
}

/* the next string of the request, made to end in NUL where it is */
char*
getstr(void)
{
	int n;
	char *s;

	n = get(2);
	if(ie - ip < n){
		ip = ie+1;
		return "";
	}
	/* over the count, which has been read */
	s = (char*)ip-1;
	memmove(s, ip, n);
	s[n] = 0;
	ip += n;
	return s;
}

/* v to the reply in n bytes */
void
put(uvlong v, int n)
{
	while(n-- > 0){
		*op++ = v;
		v >>= 8;
	}
}

void
putqid(Qid q)
{
	put(q.type, 1);
	put(q.vers, 4);
	put(q.path, 8);
}

static struct
{
	int	type;
	char*	(*fn)(Fid*);
	int	fid;		/* starts with a fid, 2: that is in use */
} calls[] = {
	{Tversion,	rversion,	0},
	{Tauth,		rauth,		0},
	{Tattach,	rattach,	1},
	{Tflush,	rflush,		0},
	{Twalk,		rwalk,		2},
	{Topen,		ropen,		2},
	{Tcreate,	rcreate,	2},
	{Tread,		rread,		2},
	{Twrite,	rwrite,		2},
	{Tclunk,	rclunk,		2},
	{Tremove,	rremove,	2},
	{Tstat,		rstat,		2},
	{Twstat,	rwstat,		2},
};

/* do the request of this type; the reply's fields go to op */
static char*
answer(int type)
{
	Fid *fid;
	int i;

	for(i = 0; i < nelem(calls); i++)
		if(calls[i].type == type)
			break;
	if(i == nelem(calls))
		return "unknown message type";
	fid = nil;
	if(calls[i].fid){
		fid = *fidlink(get(4));
		if(ip > ie)
			return Eshort;
		if(calls[i].fid == 2 && fid == nil)
			return Efid;
	}
	return calls[i].fn(fid);
}

/* read a request; 0 at the end */
static int
request(void)
{
	ulong n;

	if(readn(infd, in, 4) != 4)
		return 0;
	n = in[0] | in[1]<<8 | in[2]<<16 | (ulong)in[3]<<24;
	if(n < Hdr || n > Msize || readn(infd, in+4, n-4) != n-4)
		return 0;
	ip = in+Hdr;
	ie = in+n;
	return 1;
}

/* answer requests until the client hangs up */
static void
serve(void)
{
	char *err;
	int n;

	while(request()){
		op = out+Hdr;
		err = answer(in[4]);
		out[4] = in[4]+1;
		if(err != nil){
			out[4] = Rerror;
			op = out+Hdr;
			n = strlen(err);
			put(n, 2);
			memmove(op, err, n);
			op += n;
		}
		out[5] = in[5];
		out[6] = in[6];
		n = op-out;
		op = out;
		put(n, 4);
		if(write(outfd, out, n) != n)
			break;
	}
	exits(nil);
}

/* fd, the client's end of the pipe, to /srv */
static void
post(int fd)
{
	int f;

	remove("/srv/ramfs");
	f = create("/srv/ramfs", OWRITE, 0600);
	if(f < 0 || fprint(f, "%d", fd) < 0)
		sysfatal("posting /srv/ramfs: %r");
	close(f);
}

/* nobody else may look into this process */
static void
private(void)
{
	char buf[40];
	int fd;

	snprint(buf, sizeof buf, "/proc/%d/ctl", getpid());
	fd = open(buf, OWRITE);
	if(fd < 0 || fprint(fd, "private") < 0 || fprint(fd, "noswap") < 0)
		fprint(2, "ramfs: cannot make it private: %r\n");
	close(fd);
}

/*
 * mount the files on mtpt (nil: post them), and go on in a child that has
 * the other end of the pipe
 */
static void
offer(char *mtpt)
{
	int p[2];

	if(pipe(p) < 0)
		sysfatal("pipe: %r");
	infd = outfd = p[0];
	if(mtpt == nil)
		post(p[1]);
	switch(rfork(RFFDG|RFPROC|RFNAMEG|RFNOTEG)){
	case -1:
		sysfatal("fork: %r");
	case 0:
		close(p[1]);
		return;
	}
	close(p[0]);
	if(mtpt != nil && mount(p[1], -1, mtpt, MREPL|MCREATE, "") < 0)
		sysfatal("mount on %s: %r", mtpt);
	exits(nil);
}

static void
usage(void)
{
	fprint(2, "usage: ramfs [-i] [-p] [-s] [-m mountpoint]\n");
	exits("usage");
}

void
main(int argc, char **argv)
{
	int iflag, pflag, sflag;
	char *mtpt;

	iflag = pflag = sflag = 0;
	mtpt = "/tmp";
	ARGBEGIN{
	case 'i':
		iflag = 1;
		break;
	case 'p':
		pflag = 1;
		break;
	case 's':
		sflag = 1;
		break;
	case 'm':
		mtpt = EARGF(usage());
		break;
	default:
		usage();
	}ARGEND
	if(argc > 0)
		usage();
	user = strdup(getuser());
	root = newfile(".", user, DMDIR|0775);
	root->parent = root;
	infd = 0;
	outfd = 1;
	if(!iflag)
		offer(sflag? nil: mtpt);
	if(pflag)
		private();
	serve();
}
