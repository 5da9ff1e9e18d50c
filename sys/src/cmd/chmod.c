/*
 * chmod: change modes: octal, or who (ugoa) op (+-=) what (rwxalt).
 */
#include <u.h>
#include <libc.h>

static void
usage(void)
{
	fprint(2,
		"usage: chmod 0777 file ... or chmod [who]op[rwxalt] file ...\n");
	exits("usage");
}

/* the bits that a symbolic mode is about, and where its op is */
static char*
who(char *s, ulong *mask)
{
	*mask = 0;
	for(;; s++)
		switch(*s){
		case 'u': *mask |= 0700; break;
		case 'g': *mask |= 0070; break;
		case 'o': *mask |= 0007; break;
		case 'a': *mask |= 0777; break;
		default:
			if(*mask == 0)
				*mask = 0777;
			*mask |= DMAPPEND|DMEXCL|DMTMP;
			return s;
		}
}

/* the bits to set and those that are changed at all */
static void
parse(char *s, ulong *bits, ulong *mask)
{
	int op;
	char *e;

	*bits = strtoul(s, &e, 8);
	*mask = 0777;
	if(*e == 0 && e != s && *bits <= 0777)
		return;
	s = who(s, mask);
	op = *s;
	if(op == 0 || strchr("+-=", op) == nil)
		usage();
	*bits = 0;
	while(*++s != 0)
		switch(*s){
		case 'r': *bits |= 0444; break;
		case 'w': *bits |= 0222; break;
		case 'x': *bits |= 0111; break;
		case 'a': *bits |= DMAPPEND; break;
		case 'l': *bits |= DMEXCL; break;
		case 't': *bits |= DMTMP; break;
		default: usage();
		}
	*bits &= *mask;
	if(op != '=')
		*mask = *bits;
	if(op == '-')
		*bits = 0;
}

void
main(int argc, char **argv)
{
	ulong bits, mask;
	Dir *d, n;
	char *status;
	int i;

	if(argc < 3)
		usage();
	parse(argv[1], &bits, &mask);
	status = nil;
	for(i = 2; i < argc; i++){
		d = dirstat(argv[i]);
		nulldir(&n);
		if(d != nil)
			n.mode = (d->mode & ~mask) | bits;
		if(d == nil || dirwstat(argv[i], &n) < 0){
			fprint(2, "chmod: %s: %r\n", argv[i]);
			status = "error";
		}
		free(d);
	}
	exits(status);
}
