/*
 * What the files of ramfs share: the file tree and fids (file.c), the
 * requests (call.c, wstat.c), and the message at work (ramfs.c).
 */
enum
{
	Tversion	= 100,
	Tauth		= 102,
	Tattach		= 104,
	Rerror		= 107,
	Tflush		= 108,
	Twalk		= 110,
	Topen		= 112,
	Tcreate		= 114,
	Tread		= 116,
	Twrite		= 118,
	Tclunk		= 120,
	Tremove		= 122,
	Tstat		= 124,
	Twstat		= 126,

	Hdr		= 7,
	IOhdr		= 24,
	Msize		= 32*1024+IOhdr,
	Nwalk		= 16,
	Nfid		= 256,		/* hash chains of fids */
	Maxlen		= 512*1024*1024,	/* bytes of a file */
};

typedef struct File File;
typedef struct Fid Fid;

struct File
{
	char	*name;
	char	*uid;
	char	*gid;
	char	*muid;
	Qid	qid;
	ulong	mode;
	ulong	atime;
	ulong	mtime;
	File	*parent;
	File	*next;		/* in the same directory */
	File	*child;		/* first of a directory's */
	uchar	*data;
	ulong	len;
	ulong	max;		/* allocated for data */
	int	ref;		/* fids on it, and 1 if it is in the tree */
	int	nopen;
};

struct Fid
{
	ulong	fid;
	Fid	*next;
	File	*f;
	char	*user;
	int	mode;		/* of open, -1: not open */
	int	rclose;
	vlong	off;		/* where a directory's read goes on, */
	int	nth;		/* with which entry */
};


extern	File	*root;
extern	char	*user;		/* who started ramfs */
extern	ulong	maxmsg;		/* bytes of a message, agreed with the client */
extern	uchar	*ip, *ie;	/* unread part of the request */
extern	uchar	*op;		/* end of the reply */

extern	uvlong	get(int);
extern	char*	getstr(void);
extern	void	put(uvlong, int);
extern	void	putqid(Qid);

extern	File*	newfile(char*, char*, ulong);
extern	void	putfile(File*);
extern	char*	username(char*);
extern	int	allowed(File*, char*, int);
extern	File*	lookup(File*, char*);
extern	void	changed(File*, char*);
extern	char*	unlink(File*, char*);
extern	int	packstat(File*, uchar*, int);
extern	int	grow(File*, ulong);
extern	Fid**	fidlink(ulong);
extern	Fid*	newfid(ulong, File*, char*);
extern	void	clunk(Fid*);
extern	void	clunkall(void);

/* each answers one kind of request: nil, or what is wrong */
extern	char*	rversion(Fid*);
extern	char*	rauth(Fid*);
extern	char*	rattach(Fid*);
extern	char*	rflush(Fid*);
extern	char*	rwalk(Fid*);
extern	char*	ropen(Fid*);
extern	char*	rcreate(Fid*);
extern	char*	rread(Fid*);
extern	char*	rwrite(Fid*);
extern	char*	rclunk(Fid*);
extern	char*	rremove(Fid*);
extern	char*	rstat(Fid*);
extern	char*	rwstat(Fid*);

extern	char	Eperm[], Enofile[], Eexist[], Enotdir[], Eisdir[], Enotempty[];
extern	char	Efid[], Efidused[], Emode[], Enomem[], Einuse[], Ename[];
extern	char	Eshort[], Eoffset[], Ewstat[];
