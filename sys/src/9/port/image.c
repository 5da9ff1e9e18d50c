/*
 * Images: the program files in use. The segments made from one file, its
 * text and everybody's data, refer to one Image, which keeps the file open
 * for demand loading; processes that run the same file share its text
 * segment. A file is the same if its qids and its device are.
 *
 * Programs come and go, the same ones again and again, so the text segments
 * of some that were run last are kept, of the root archive's: their pages
 * need not be read again, and an emulator need not translate them again.
 * They count as free, and are given up when memory is wanted.
 *
 * The Lock of images guards the hash table, Image.s, and what is kept. The
 * last reference to an image, or to a segment that has one, is dropped with
 * it held, so that nobody finds what goes away.
 */
#include	"u.h"
#include	"../port/lib.h"
#include	"mem.h"
#include	"dat.h"
#include	"fns.h"
#include	"../port/error.h"

enum
{
	Nhash	= 64,
	Nkept	= 16,		/* text segments kept, and this part of */
	Keptpart = 32,		/* the pages that processes may have */
};

static struct
{
	Lock;
	Image	*hash[Nhash];
	Segment	*kept[Nkept+1];	/* the one used last first, then nil */
} images;

/* where the images of files with such a qid begin */
static Image**
bucket(Qid qid)
{
	return &images.hash[((ulong)qid.path ^ (ulong)(qid.path>>8)) % Nhash];
}

/* the image of c's file, nil if there is none; images is locked */
static Image*
lookup(Chan *c)
{
	Image *i;

	for(i = *bucket(c->qid); i != nil; i = i->hash)
		if(i->type == c->type && i->dev == c->dev
		&& eqqid(i->qid, c->qid) && eqqid(i->mqid, c->mqid)
		&& i->c->mchan == c->mchan)
			return i;
	return nil;
}

/*
 * The image of c's file with a reference for the caller, and one to its text
 * segment in *sp, or nil there. Not in the table: enter ni if that is not
 * nil, else nil.
 */
static Image*
getimage(Chan *c, Image *ni, Segment **sp)
{
	Image *i, **b;

	*sp = nil;
	lock(&images);
	i = lookup(c);
	if(i != nil){
		incref(i);
		if(i->s != nil){
			incref(i->s);
			*sp = i->s;
		}
	}else if(ni != nil){
		b = bucket(c->qid);
		ni->hash = *b;
		*b = ni;
		i = ni;
	}
	unlock(&images);
	return i;
}

/* as getimage, entering a new image if it must; raises Enovmem */
static Image*
needimage(Chan *c, Segment **sp)
{
	Image *i, *ni;

	i = getimage(c, nil, sp);
	if(i != nil)
		return i;
	ni = malloc(sizeof(Image));
	if(ni == nil)
		error(Enovmem);
	ni->ref = 1;
	ni->type = c->type;
	ni->dev = c->dev;
	ni->qid = c->qid;
	ni->mqid = c->mqid;
	ni->c = c;
	incref(c);
	i = getimage(c, ni, sp);
	if(i != ni){
		free(ni);
		cclose(c);
	}
	return i;
}

/*
 * Put s at the head of those that are kept; gives the first that is then too
 * much, with the rest behind it. images is locked.
 */
static Segment**
tohead(Segment *s)
{
	Segment **k, *t;
	ulong n;

	for(k = images.kept; *k != nil && *k != s; k++)
		;
	if(*k == nil)
		incref(s);
	memmove(images.kept+1, images.kept, (char*)k - (char*)images.kept);
	images.kept[0] = s;
	n = 0;
	for(k = images.kept; (t = *k) != nil; k++){
		n += t->size;
		if(k == images.kept+Nkept || n > palloc.user/Keptpart)
			break;
	}
	return k;
}

/* keep the text segment s, and no more than may be kept */
static void
keep(Segment *s)
{
	Segment *out[Nkept+1], **k;
	int n;

	if(devtab[s->image->c->type]->dc != '/')
		return;
	lock(&images);
	k = tohead(s);
	for(n = 0; *k != nil; k++){
		out[n++] = *k;
		*k = nil;
	}
	unlock(&images);
	while(n > 0)
		putseg(out[--n]);
}

/*
 * Give up what is kept and not in use: how many text segments. Process
 * context without spin locks.
 */
int
imagereclaim(void)
{
	Segment *out[Nkept], **k, **to;
	int i, n;

	n = 0;
	lock(&images);
	for(k = to = images.kept; *k != nil; k++)
		if((*k)->ref == 1)
			out[n++] = *k;
		else
			*to++ = *k;
	while(to < k)
		*to++ = nil;
	unlock(&images);
	for(i = 0; i < n; i++)
		putseg(out[i]);
	return n;
}

/* pages of a segment that nobody uses now */
static ulong
pages(Segment *s)
{
	Pte *pte;
	ulong i, n;
	int j;

	n = 0;
	for(i = 0; i < s->mapsize; i++){
		pte = s->map[i];
		if(pte == nil)
			continue;
		for(j = pte->first; j <= pte->last; j++)
			n += pte->pages[j] != nil;
	}
	return n;
}

/* Pages that are kept and not in use. Process context. */
ulong
imagekept(void)
{
	Segment **k;
	ulong n;

	n = 0;
	lock(&images);
	for(k = images.kept; *k != nil; k++)
		if((*k)->ref == 1)
			n += pages(*k);
	unlock(&images);
	return n;
}

/*
 * The segment at base for the len bytes at start of the program file c,
 * which is open. A text segment may be one that others use already.
 * Raises Enovmem.
 */
Segment*
attachimage(int type, Chan *c, ulong base, ulong start, ulong len)
{
	Image *i;
	Segment *s, *ns;
	int istext;

	istext = (type & SG_TYPE) == SG_TEXT;
	i = needimage(c, &s);
	if(istext && s != nil && s->base == base && s->flen == len){
		putimage(i);
		keep(s);
		return s;
	}
	putseg(s);
	if(waserror()){
		putimage(i);
		nexterror();
	}
	ns = newseg(type, base, PGROUND(len)/BY2PG);
	poperror();
	ns->image = i;
	ns->fstart = start;
	ns->flen = len;
	if(istext){
		lock(&images);
		if(i->s == nil)
			i->s = ns;
		unlock(&images);
		keep(ns);
	}
	return ns;
}

/* drop a reference to s, a segment of image i; those that are left */
long
imageunref(Image *i, Segment *s)
{
	long ref;

	lock(&images);
	ref = decref(s);
	if(ref == 0 && i->s == s)
		i->s = nil;
	unlock(&images);
	return ref;
}

/* drop a reference to image i; the last closes the file and may sleep */
void
putimage(Image *i)
{
	Image **l;
	Chan *c;

	lock(&images);
	if(decref(i) != 0){
		unlock(&images);
		return;
	}
	for(l = bucket(i->qid); *l != i; l = &(*l)->hash)
		;
	*l = i->hash;
	unlock(&images);
	c = i->c;
	free(i);
	if(devtab[c->type]->dc == 'M')
		ccloseq(c);
	else
		cclose(c);
}
