/* fns.h and portfns.h of the 4th edition, beyond common.h */
void	cgapost(int);
void	error(char*);
void	panic(char*, ...);
long	pgrpnote(ulong, char*, long, int);
