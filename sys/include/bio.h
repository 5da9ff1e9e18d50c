/*
 * Buffered input and output. A Biobuf reads or writes, not both; what it
 * reads can be put back by one character or rune.
 */
enum
{
	Bsize		= 8*1024,
	Bungetsize	= UTFmax+1,	/* room to put back into */
	Beof		= -1,
	Bbad		= -2,		/* a rune or number that is none */
};

enum					/* Biobuf.state */
{
	Binactive	= 0,
	Bractive,			/* reads */
	Bwactive,			/* writes */
	Bracteof,			/* reads, and has seen the end */
};

typedef struct Biobufhdr Biobufhdr;
typedef struct Biobuf Biobuf;

struct Biobufhdr
{
	int	icount;		/* bytes to read, negative: before ebuf */
	int	ocount;		/* room to write, negative: before ebuf */
	int	rdline;			/* length of the last Brdline */
	int	runesize;		/* of the last Bgetrune */
	int	state;
	int	fid;
	int	flag;			/* Bopen made it */
	vlong	offset;			/* of ebuf in the file */
	int	bsize;
	uchar	*bbuf;			/* the buffer */
	uchar	*ebuf;			/* its end */
};

struct Biobuf
{
	Biobufhdr;
	uchar	b[Bungetsize+Bsize];
};

#define	BGETC(bp)	((bp)->icount ? (bp)->ebuf[(bp)->icount++] : Bgetc(bp))
#define	BPUTC(bp, c)	((bp)->ocount ?\
			(bp)->ebuf[(bp)->ocount++] = (c), 0 : Bputc(bp, c))
#define	BOFFSET(bp)	Boffset(bp)
#define	BLINELEN(bp)	((bp)->rdline)
#define	BFILDES(bp)	((bp)->fid)

extern	Biobuf*	Bopen(char*, int mode);		/* malloced; nil: cannot */
extern	int	Binit(Biobuf*, int fd, int mode);
extern	int	Binits(Biobufhdr*, int fd, int mode, uchar*, int);
extern	int	Bterm(Biobufhdr*);	/* flush; close if Bopen made it */
extern	int	Bflush(Biobufhdr*);
extern	int	Bfildes(Biobufhdr*);
extern	int	Bbuffered(Biobufhdr*);
extern	int	Bgetc(Biobufhdr*);
extern	int	Bungetc(Biobufhdr*);
extern	long	Bgetrune(Biobufhdr*);
extern	int	Bungetrune(Biobufhdr*);
extern	int	Bgetd(Biobufhdr*, double*);
extern	void*	Brdline(Biobufhdr*, int delim);	/* in the buffer, with delim */
extern	int	Blinelen(Biobufhdr*);
extern	char*	Brdstr(Biobufhdr*, int delim, int nulldelim);	/* malloced */
extern	long	Bread(Biobufhdr*, void*, long);
extern	int	Bputc(Biobufhdr*, int);
extern	int	Bputrune(Biobufhdr*, long);
extern	long	Bwrite(Biobufhdr*, void*, long);
extern	int	Bprint(Biobufhdr*, char*, ...);
extern	int	Bvprint(Biobufhdr*, char*, va_list);
extern	vlong	Bseek(Biobufhdr*, vlong, int whence);
extern	vlong	Boffset(Biobufhdr*);
