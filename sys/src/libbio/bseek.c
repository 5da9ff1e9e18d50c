#include <u.h>
#include <libc.h>
#include <bio.h>

/* where the next byte comes from or goes to */
vlong
Boffset(Biobufhdr *b)
{
	switch(b->state){
	case Bractive:
	case Bracteof:
		return b->offset + b->icount;
	case Bwactive:
		return b->offset + b->bsize + b->ocount;
	}
	return Beof;
}

/* go elsewhere, as seek does; where that is, or Beof */
vlong
Bseek(Biobufhdr *b, vlong off, int whence)
{
	vlong v;

	switch(b->state){
	case Bractive:
	case Bracteof:
		if(whence == 1){
			off += Boffset(b);
			whence = 0;
		}
		break;
	case Bwactive:
		Bflush(b);
		break;
	default:
		return Beof;
	}
	v = seek(b->fid, off, whence);
	if(v < 0)
		return Beof;
	if(b->state != Bwactive)
		Bflush(b);
	b->offset = v;
	return v;
}
