/*
 * Inside the print family. Buffers are of bytes or, with f->runes set, of
 * Runes; to, start and stop point to elements of the kind in use.
 */
typedef int (*Fmts)(Fmt*);

extern	int	_fmtflush(Fmt*); /* 0: there is room; -1: output ends here */
extern	int	_fmtpad(Fmt*, int n);
extern	int	_fmtdispatch(Fmt*, void *fmt, int isrunes, void **end);
extern	Fmts	_fmtverb(int c);	/* never nil */
extern	int	_charfmt(Fmt*);
extern	int	_runefmt(Fmt*);
extern	int	_strfmt(Fmt*);
extern	int	_runesfmt(Fmt*);
extern	int	_ifmt(Fmt*);
extern	int	_percentfmt(Fmt*);
extern	int	_badfmt(Fmt*);
extern	int	_fmtcpy(Fmt*, void *s, int nrunes, int isrunes);
