/*
 * Between span.c, alloc.c and page.c.
 */
enum				/* levels of requests for memory */
{
	Muser,			/* a process's: leaves the kernel's reserve */
	Mkernel,		/* malloc */
	Mlast,			/* must not fail while there is a page */
	Nlevel,
};

enum				/* Page.kind */
{
	Pgnone,			/* no RAM, inside a block or span, a process's */
	Pgfree,			/* first of a free block */
	Pgspan,			/* first of a span */
	Pgsmall,		/* holds small objects */
	Pgboot,			/* xalloc's */
};
