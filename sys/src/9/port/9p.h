/*
 * 9P2000 as mntrpc.c and devmnt.c speak it: message types, each answered
 * by the one after it or by Rerror, and sizes.
 */
enum
{
	Tversion	= 100,
	Rversion,
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

	Hdrlen		= 7,		/* size[4] type[1] tag[2] */
	IOhdr		= 24,		/* what a read or write needs beside data */
	MAXWELEM	= 16,
	NOTAG		= 0xffff,
};
#define	NOFID		(~0UL)

void	put9p(uchar*, uvlong, int);
uvlong	get9p(uchar*, int);
Block*	tmsg(int, int, char*, ...);
void	rmsg(Block*, char*, ...);
