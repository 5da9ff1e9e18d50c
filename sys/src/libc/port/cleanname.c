#include <u.h>
#include <libc.h>

/*
 * Make a name the shortest that means the same, in place: no //, . or ..
 * that can go. The empty name becomes ".". A name starting with # keeps
 * its device: nothing climbs above it.
 */
char*
cleanname(char *name)
{
	char *s, *to, *e, *root, *base;

	if(name[0] == 0)
		return strcpy(name, ".");
	root = name;
	if(*root == '#')
		while(*root != 0 && *root != '/')
			root++;
	if(*root == '/')
		root++;
	base = root;			/* below it there are only ..s */
	to = root;
	for(s = root; *s != 0; s = e){
		if(*s == '/'){
			e = s+1;
			continue;
		}
		for(e = s; *e != 0 && *e != '/'; e++)
			;
		if(e-s == 1 && s[0] == '.')
			continue;
		if(e-s == 2 && s[0] == '.' && s[1] == '.'){
			if(to > base){
				while(--to > base && *to != '/')
					;
				continue;
			}
			if(root > name)
				continue;
			base = to + 2 + (to > root);
		}
		if(to > root)
			*to++ = '/';
		memmove(to, s, e-s);
		to += e-s;
	}
	*to = 0;
	if(to == name)
		strcpy(name, ".");
	else if(to == root && name[0] == '#' && to[-1] == '/')
		to[-1] = 0;
	return name;
}
