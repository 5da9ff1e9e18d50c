/*
 * 9P2000 messages: requests made from a description of their fields, and
 * replies taken apart.
 */
#include "u.h"
#include "../port/lib.h"
#include "mem.h"
#include "dat.h"
#include "fns.h"
#include "../port/error.h"
#include "../port/9p.h"

/* Puts v at p in n bytes, lowest first. */
void
put9p(uchar *p, uvlong v, int n)
{
	while(n-- > 0){
		*p++ = v;
		v >>= 8;
	}
}

/* Gives the number in the n bytes at p. */
uvlong
get9p(uchar *p, int n)
{
	uvlong v;

	v = 0;
	while(n-- > 0)
		v = v<<8 | p[n];
	return v;
}

/* bytes of what fmt describes */
static int
msglen(char *fmt, va_list arg)
{
	int n;

	n = Hdrlen;
	for(; *fmt != '\0'; fmt++)
		switch(*fmt){
		case '8':
			va_arg(arg, uvlong);
			n += 8;
			break;
		case 's':
			n += 2 + strlen(va_arg(arg, char*));
			break;
		default:
			va_arg(arg, ulong);
			n += *fmt - '0';
			break;
		}
	return n;
}

/*
 * Gives a request of this type with the fields of fmt: 1, 2 and 4 are
 * numbers of as many bytes, 8 a uvlong, s a string.  There is room for
 * extra bytes more.  Raises Enomem.
 */
Block*
tmsg(int type, int extra, char *fmt, ...)
{
	va_list arg, len;
	Block *b;
	uchar *p;
	char *s;
	int n;

	va_start(arg, fmt);
	va_copy(len, arg);
	n = msglen(fmt, len);
	va_end(len);
	b = allocb(n+extra);
	p = b->wp;
	p[4] = type;
	p += Hdrlen;
	for(; *fmt != '\0'; fmt++)
		switch(*fmt){
		case '8':
			put9p(p, va_arg(arg, uvlong), 8);
			p += 8;
			break;
		case 's':
			s = va_arg(arg, char*);
			n = strlen(s);
			put9p(p, n, 2);
			memmove(p+2, s, n);
			p += 2+n;
			break;
		default:
			n = *fmt - '0';
			put9p(p, va_arg(arg, ulong), n);
			p += n;
			break;
		}
	va_end(arg);
	b->wp = p;
	return b;
}

/*
 * Takes the fields of fmt off the front of reply b: 1, 2, 4 and 8 go to a
 * ulong* (8: uvlong*), q to a Qid*.  Raises Emountrpc if b is too short.
 */
void
rmsg(Block *b, char *fmt, ...)
{
	va_list arg;
	Qid *q;
	int n;

	va_start(arg, fmt);
	for(; *fmt != '\0'; fmt++){
		n = *fmt == 'q'? 13: *fmt - '0';
		if(BLEN(b) < n){
			va_end(arg);
			error(Emountrpc);
		}
		if(*fmt == 'q'){
			q = va_arg(arg, Qid*);
			q->type = b->rp[0];
			q->vers = get9p(b->rp+1, 4);
			q->path = get9p(b->rp+5, 8);
		}else if(n == 8)
			*va_arg(arg, uvlong*) = get9p(b->rp, 8);
		else
			*va_arg(arg, ulong*) = get9p(b->rp, n);
		b->rp += n;
	}
	va_end(arg);
}
