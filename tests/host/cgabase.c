/*
 * The other ways of drawing, pc/cgabase.c, against the same model as the
 * driver's own; and changing from any of them to any other.
 */
#include "u.h"
#include "../../sys/src/9/port/lib.h"
#include "../../sys/src/9/pc/mem.h"
#include "../../sys/src/9/pc/dat.h"
#include "../../sys/src/9/pc/fns.h"
#include "cgafake.h"
#include "cgahost.h"
#include "cgamodel.h"
#include "cgacase.h"

static char *ways[] = { "stock", "shadow", "batch", "tail" };
static char buf[20000];

/* random text, n bytes: lines, controls, runes whole and broken */
static void
text(char *s, int n)
{
	static char *bits[] = {
		"word ", "\n", "\t", "\b", "\r", "line of text\n", "\xc3\xa9",
		"\xe2\x96\x91", "\xe2\x96", "\xff", "\x01", "x", "0123456789",
	};
	int i, k;

	for(i = 0; i < n; i += k){
		char *b = bits[rnd(nelem(bits))];

		k = MIN(strlen(b), n - i);
		memmove(s+i, b, k);
	}
}

static void
mode(char *way)
{
	char s[32];

	seprint(s, s+sizeof s, "mode %s", way);
	if(!filewrite(s))
		bad("mode %s: %s", way, fake.error);
	seprint(s, s+sizeof s, "mode %s\n", way);
	fileread(buf, sizeof buf);
	if(strncmp(buf, s, strlen(s)) != 0)
		bad("mode %s is not shown", way);
}

static char *way;

static void
oneway(void)
{
	int i, n;

	fake.way = way;
	boot(rnd(2100));
	pass(40000000);
	for(i = 0; i < 200; i++){
		n = rnd(rnd(4)? 60: 3000);
		text(buf, n);
		if(rnd(3) == 0)
			printn(buf, n);
		else
			writen(buf, n);
		if(strcmp(way, "tail") == 0)
			pass(40000000);
		same(way);
	}
}

static void
eachway(void)
{
	int i;

	for(i = 0; i < nelem(ways); i++){
		way = ways[i];
		if(!runcase(oneway, 60))
			bad("way %s", way);
	}
}

static void
change(void)
{
	int i, n;

	boot(77);
	for(i = 0; i < 200; i++){
		mode(ways[rnd(nelem(ways))]);
		same("after the change");
		n = rnd(500);
		text(buf, n);
		if(rnd(3) == 0)
			printn(buf, n);
		else
			writen(buf, n);
		writes(".");	/* no rune is left half */
		prints(".");
		pass(40000000);
		same("after text");
	}
}

static void
none(void)
{
	int i;

	boot(0);
	writes("before\n");
	pass(40000000);
	mode("none");
	fake.on = 1;
	record(1);
	for(i = 0; i < 100; i++)
		screenputs("dropped\n", 8);
	record(0);
	expect("accesses", naccess, 0);
	expect("bytes", counter("bytes"), 807);
	same("none");
	mode("tail");
	writes("after\n");
	same("tail again");
	if(filewrite("mode nothing"))
		bad("mode nothing is taken");
}

/* what each way costs in accesses, as the counters tell it */
static void
costs(void)
{
	static char line[] = "seventy columns of text ................................................\n";
	uvlong reads, stores, crtc;
	int i;

	for(i = 0; i < 3; i++){
		fake.way = ways[i];
		if(i == 0)
			boot(24*80);
		else
			mode(ways[i]);
		filewrite("reset");
		fake.crtwrites = 0;
		record(1);
		writes(line);
		record(0);
		reads = counter("reads");
		stores = counter("stores");
		crtc = counter("crtc");
		expect("CRT writes", fake.crtwrites, crtc);
		if(i == 0){
			expect("stock reads", reads, 24*80);
			within("stock stores", stores, 1000+60, 1000+80);
			within("stock cursor", crtc, 4*60, 4*80);
		}else{
			expect("reads", reads, 0);
			within("stores", stores, 1000, 1000+80);
			expect("cursor", crtc, 4);
		}
		same(line);
	}
}

static void
panicked(void)
{
	fake.way = "stock";
	boot(0);
	writes("x");
	panicking = 1;
	fake.screen->key = 1;
	prints("panic: test\n");
	same("panic");
}

static Case table[] = {
	{ "each way draws as the model", eachway },
	{ "from any way to any other", change },
	{ "none drops the text and loses nothing else", none },
	{ "stock counts what it costs", costs },
	{ "panic", panicked },
	{ nil },
};

void
main(int argc, char **argv)
{
	USED(argc);
	fakeinit(argv);
	_exit(cases(table));
}
