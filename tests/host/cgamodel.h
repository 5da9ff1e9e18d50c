/*
 * cgamodel.c: the console as console text says it should look, one byte
 * after the other; shares nothing with the driver.
 */
typedef struct Model Model;
struct Model
{
	unsigned short	cell[25][80];
	int	row;
	int	col;
	unsigned char	part[2][8];	/* of a rune, from each source */
	int	npart[2];
};

extern	void	modelinit(Model*, unsigned short*, int);
extern	void	modelput(Model*, int, char*, int);
