/* The file, or its first bytes, to the text console in pieces. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "init.h"

/* n bytes in pieces of chunk; gives the cycles that took */
u64
writeall(int fd, char *s, size_t n, size_t chunk)
{
	size_t i, k;
	u64 t;

	t = cycles();
	for(i = 0; i < n; i += k){
		k = n - i < chunk? n - i: chunk;
		if(write(fd, s + i, k) != (ssize_t)k)
			die(CONSOLE);
	}
	return cycles() - t;
}

/* the same as a program does it that reads what it writes */
static u64
copyall(int to, size_t chunk, size_t max)
{
	static char buf[8192];
	size_t n;
	ssize_t k;
	u64 t;
	int fd;

	fd = open(PCI, O_RDONLY);
	if(fd < 0)
		die(PCI);
	t = cycles();
	for(n = 0; n < max && (k = read(fd, buf, sizeof buf)) > 0; n += k)
		writeall(to, buf, k, chunk);
	t = cycles() - t;
	close(fd);
	return t;
}

/* cycles of nothing but copying the file from memory to memory */
static u64
bare(char *s, size_t n, size_t chunk)
{
	static char buf[8192];
	size_t i;
	u64 t;

	t = cycles();
	for(i = 0; i + chunk <= n; i += chunk){
		memcpy(buf, s + i, chunk);
		__asm__ volatile("": : "r"(buf): "memory");
	}
	return cycles() - t;
}

void
console(size_t chunk, size_t max)
{
	size_t n;
	char *s;
	int fd;

	s = slurp(PCI, &n);
	fd = open(CONSOLE, O_WRONLY|O_NOCTTY);
	if(fd < 0)
		die(CONSOLE);
	if(max != 0 && max < n)
		n = max;
	printf("cycles %llu\n", (unsigned long long)copyall(fd, chunk, n));
	printf("bytes %zu\n", n);
	if(chunk == 8192)
		printf("copy %llu\n",
			(unsigned long long)bare(s, n, chunk));
	close(fd);
	free(s);
}
