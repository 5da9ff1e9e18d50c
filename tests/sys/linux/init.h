/* What the parts of the peer share. */
#include <stdint.h>
#include <stdio.h>

typedef uint64_t u64;

/* the file that is written, and the console it is written to */
#define PCI	"/pci.ids"
#define CONSOLE	"/dev/tty1"

u64	cycles(void);
void	die(char*);
char*	slurp(char*, size_t*);
u64	writeall(int, char*, size_t, size_t);
void	console(size_t, size_t);
void	alarms(int, int);
void	syscalls(void);
