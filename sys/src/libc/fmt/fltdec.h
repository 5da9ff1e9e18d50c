/*
 * A decimal number of any size that scales by powers of two exactly: the
 * way between a double and its digits, both ways, without floating point.
 * Its value is 0.d[0]d[1]d[2]... times 10 to the power dp.
 */
enum
{
	Maxdig	= 800,		/* a double never has more than 767 */
};

typedef struct Dec Dec;
struct Dec
{
	int	n;		/* digits; none is 0 */
	int	dp;		/* where the decimal point is */
	int	more;	/* nonzero digits were dropped behind the last */
	uchar	d[Maxdig];
};

extern	void	_decset(Dec*, uvlong);
extern	void	_decscale(Dec*, int k);		/* times 2 to the power k */
extern	void	_decround(Dec*, int n);		/* to n digits, half to even */
extern	int	_decroundup(Dec*, int n);
