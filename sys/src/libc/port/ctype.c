#include <u.h>
#include <libc.h>

int
tolower(int c)
{
	return 'A' <= c && c <= 'Z' ? c - 'A' + 'a' : c;
}

int
toupper(int c)
{
	return 'a' <= c && c <= 'z' ? c - 'a' + 'A' : c;
}
