/*
 * What stat and directories give: a Dir in a form that all machines share,
 * lowest byte first. 2 bytes say how many follow; the fixed fields; then
 * four strings, each with its length in 2 bytes and without a NUL.
 */
#include <u.h>
#include <libc.h>

enum
{
	Fixed	= 41,		/* up to the strings */
	Nstr	= 4,
};

static ulong
get(uchar *p, int n)
{
	ulong v;

	for(v = 0; n > 0; )
		v = v<<8 | p[--n];
	return v;
}

static uchar*
put(uchar *p, uvlong v, int n)
{
	for(; n > 0; n--){
		*p++ = v;
		v >>= 8;
	}
	return p;
}

/* 0 if the n bytes at buf are one whole message, and nothing more */
int
statcheck(uchar *buf, uint n)
{
	uint off;
	int i;

	if(n < Fixed || n != get(buf, 2) + 2)
		return -1;
	off = Fixed;
	for(i = 0; i < Nstr; i++){
		if(n - off < 2)
			return -1;
		if(n - off - 2 < get(buf+off, 2))
			return -1;
		off += 2 + get(buf+off, 2);
	}
	return off == n ? 0 : -1;
}

/*
 * Message to Dir. The strings go to strs, which must have room for as many
 * bytes as the message; with strs nil they become "". Bytes used, or 0.
 */
uint
convM2D(uchar *buf, uint n, Dir *d, char *strs)
{
	char **s[Nstr];
	uchar *p, *e;
	uint len;
	int i;

	if(n < Fixed)
		return 0;
	p = buf + 2;
	e = buf + n;
	d->type = get(p, 2);
	d->dev = get(p+2, 4);
	d->qid.type = p[6];
	d->qid.vers = get(p+7, 4);
	d->qid.path = (uvlong)get(p+15, 4) << 32 | get(p+11, 4);
	d->mode = get(p+19, 4);
	d->atime = get(p+23, 4);
	d->mtime = get(p+27, 4);
	d->length = (uvlong)get(p+35, 4) << 32 | get(p+31, 4);
	p = buf + Fixed;
	s[0] = &d->name;
	s[1] = &d->uid;
	s[2] = &d->gid;
	s[3] = &d->muid;
	for(i = 0; i < Nstr; i++){
		if(e - p < 2)
			return 0;
		len = get(p, 2);
		p += 2;
		if(e - p < len)
			return 0;
		*s[i] = strs == nil ? "" : strs;
		if(strs != nil){
			memmove(strs, p, len);
			strs[len] = 0;
			strs += len + 1;
		}
		p += len;
	}
	return p - buf;
}

static uint
slen(char *s)
{
	return s == nil ? 0 : strlen(s);
}

/* how many bytes d's message has */
uint
sizeD2M(Dir *d)
{
	return Fixed + 2*Nstr + slen(d->name) + slen(d->uid) + slen(d->gid)
		+ slen(d->muid);
}

/* Dir to message; bytes used, 2 if only the size fits, 0 if not even that */
uint
convD2M(Dir *d, uchar *buf, uint n)
{
	char *s[Nstr];
	uchar *p;
	uint size;
	int i;

	size = sizeD2M(d);
	if(n < 2)
		return 0;
	p = put(buf, size-2, 2);
	if(n < size)
		return 2;
	p = put(p, d->type, 2);
	p = put(p, d->dev, 4);
	p = put(p, d->qid.type, 1);
	p = put(p, d->qid.vers, 4);
	p = put(p, d->qid.path, 8);
	p = put(p, d->mode, 4);
	p = put(p, d->atime, 4);
	p = put(p, d->mtime, 4);
	p = put(p, d->length, 8);
	s[0] = d->name;
	s[1] = d->uid;
	s[2] = d->gid;
	s[3] = d->muid;
	for(i = 0; i < Nstr; i++){
		p = put(p, slen(s[i]), 2);
		memmove(p, s[i], slen(s[i]));
		p += slen(s[i]);
	}
	return size;
}
