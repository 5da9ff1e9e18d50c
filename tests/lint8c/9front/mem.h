/* 9front has these in mem.h */
#define	ROUND(s, sz)	(((s)+((sz)-1))&~((sz)-1))
#define	MIN(a, b)	((a) < (b)? (a): (b))
#define	MAX(a, b)	((a) > (b)? (a): (b))
