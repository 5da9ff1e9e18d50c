/*
 * The console driver, pc/cga.c as the kernel has it, on a machine made of
 * cgafake.c and beside a model that renders every byte, cgamodel.c.
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

enum
{
	Home	= 0,
	Last	= 24*80,	/* the last row's first cell */
	Ms	= 1000000,	/* ns */
	Frame	= 15*Ms,
	Grace	= Ms/2,
};

static char big[128*1024];

/* lines of n columns and a newline each to the buffer; gives the bytes */
static int
lines(char *s, int nline, int n)
{
	int i, j, k;

	k = 0;
	for(i = 0; i < nline; i++){
		for(j = 0; j < n; j++)
			s[k++] = '!' + (i+j)%90;
		s[k++] = '\n';
	}
	return k;
}

static void
eachbyte(void)
{
	char c;
	int i;

	boot(Home);
	for(i = 0; i < 256; i++){
		c = i;
		writen(&c, 1);
		writes("x");
	}
	samelater("all bytes");
}

static void
eachrune(void)
{
	char s[8];
	Rune r;
	int n;

	boot(Home);
	for(r = 0xa0; r < 0x2700; r++){
		n = 0;
		if(r < 0x800)
			s[n++] = 0xc0 | r>>6;
		else{
			s[n++] = 0xe0 | r>>12;
			s[n++] = 0x80 | r>>6 & 0x3f;
		}
		s[n++] = 0x80 | r & 0x3f;
		writen(s, n);
		if(r%500 == 0){
			pass(40*Ms);
			same("runes");
		}
	}
	pass(40*Ms);
	same("runes");
	writes("\u2302\U0001f600\U00100000 \u03bc\u2193\u2194\n");
	samelater("rare runes");
}

static void
fullline(void)
{
	int n;

	boot(Home);
	n = lines(big, 30, 80);
	writen(big, n);
	samelater("80 columns and a newline, 30 times");
	n = lines(big, 1, 79);
	writen(big, n);
	writen(big, n-1);
	writes("x");
	samelater("79 columns, and the 80th alone");
	n = lines(big, 60, 80);
	for(; n > 0; n--)
		writen(big+n-1, 1);
	samelater("byte by byte");
}

static void
tabs(void)
{
	int i;

	boot(Home);
	for(i = 0; i < 90; i++){
		writen("0123456789012345678901234567890123456789"
			"01234567890123456789012345678901234567890123456789", i);
		writes("\t|\r\n");
		if(i%20 == 0)
			samelater("tab");
	}
	samelater("tabs");
	writes("\t\t\t\t\t\t\t\t\tlast\t");
	samelater("tab at the end of the last row");
	writes("12345678901234567890\r\t\tx");
	samelater("tabs erase");
}

static void
backspaces(void)
{
	int i;

	boot(Home);
	writes("\b\b");
	samelater("backspace at home");
	writes("abc\b\bX\nab\n\b\b\bY");
	samelater("backspaces over lines");
	for(i = 0; i < 300; i++)
		writes("\b");
	samelater("back to the start");
	for(i = 0; i < 2500; i++)
		writes("z");
	for(i = 0; i < 2500; i++)
		writes("\b");
	pass(40*Ms);
	same("back from the end");
	writes("\n\n\bq\r\bw");
	samelater("backspace and return");
}

static void
controls(void)
{
	boot(77);
	writen("a\0b\rc\x01\x1b\x7f\v\f\a\nxyz\rA\0\0\r\rB", 27);
	samelater("controls");
}

/* sequences, cut in two at each place, in one write and in two */
static void
utf(void)
{
	static char *seq[] = {
		"\xe2" "AB", "\xff\n", "\xc0\x80", "\xed\xa0\x80",
		"\xe2\x82", "\xe2\x82\xacX", "\xe2\x82" "AX", "\xf0\x9f\x92\xa9X",
		"\xf0\x9f\x92" "AX", "\xf4\x8f\xbf\xbfX", "\xf4\x90\x80\x80X",
		"\xf5\x80\x80\x80X", "\xe0\x80\x80X", "\xe0\x9f\xbfX",
		"\xe0\xa0\x80X", "\xf0\x80\x80\x80X", "\xf0\x8f\xbf\xbfX",
		"\xed\x9f\xbfX", "\xed\xbf\xbfX", "\xee\x80\x80X", "\xc1\xbfX",
		"\xc2\x80X", "\xc2\xc2\xa3", "\xe2\xe2\x96\x91", "\xe2\x96\xe2\x96\x91",
		"\xe2\x96\n\x91X", "\xe2\x96\b\x91X", "\xe2\x96\t\x91X",
		"\x80\x80\xbf", "\xfe\xfe", "\xc3\xa9\xc3\xa9", "\xc3\r\xa9",
		"\xed", "\xed\xa0", "\xf4\x90", "\xf0\x8f", "\xe0\x80",
	};
	int i, j, n;

	boot(Last);
	for(i = 0; i < nelem(seq); i++){
		n = strlen(seq[i]);
		for(j = 0; j <= n; j++){
			writen(seq[i], j);
			samelater(seq[i]);
			writen(seq[i]+j, n-j);
			samelater(seq[i]);
			writes("|");
			prints("|\n");
			same(seq[i]);
		}
	}
}

/* a rune cut by text from the other source is whole again */
static void
twosources(void)
{
	boot(Home);
	writes("\xe2\x96");
	prints("cpu0: trap \xc3");
	writes("\x91 ok \xe2");
	prints("\xa9 ok \x91");
	writes("\x96\x91");
	samelater("mixed");
	prints("\n");
	samelater("mixed runes");
	/* however many processes there are */
	writes("\xe2");
	up = &proc0 + 0;
	writes("\x96");
	writes("\x91\n");
	samelater("a rune from three writes");
}

static void
firstcursor(void)
{
	static int pos[] = { 0, 1, 80, 1999, 2000, 0xffff, 0x8000, 2001 };
	extern int npos;

	boot(pos[npos]);
	writes("x");
	same("first character");
	writes("yz\nq");
	samelater("first line");
}

int npos;

static void
cursors(void)
{
	for(npos = 0; npos < 8; npos++)
		if(!runcase(firstcursor, 10))
			bad("cursor %d of the table", npos);
}

/* the screen is read once, each cell; then never again */
static void
readonce(void)
{
	int i, n;

	record(1);
	boot(Last);
	record(0);
	n = 0;
	for(i = 0; i < naccess; i++){
		if(access1[i].store)
			continue;
		if(access1[i].off >= 4000)
			bad("read beyond the screen");
		n += access1[i].size;
	}
	/* boot itself reads it for the model */
	within("bytes read", n, 4000, 4000+4096);
	expect("cells read", counter("reads"), 2000);
	record(1);
	writen(big, lines(big, 200, 70));
	prints("print\n");
	pass(40*Ms);
	screeninit();
	pass(40*Ms);
	record(0);
	for(i = 0; i < naccess; i++)
		if(!access1[i].store)
			bad("read at %d", access1[i].off);
	expect("cells read", counter("reads"), 2000);
	same("after that");
}

/* what the boot loader left scrolls as any text */
static void
boottext(void)
{
	int i;

	boot(Last);
	for(i = 0; i < 30; i++){
		writes("\n");
		if(i%3 == 0)
			samelater("boot text");
		prints("\n");
		same("boot text");
	}
}

/* somebody else wrote on the screen, then it is ours again */
static void
again(void)
{
	int i, files;

	boot(5);
	writes("some text\nand more");
	samelater("before");
	files = fake.files;
	for(i = 0; i < 2000; i++)
		glass()[i] = 0x4f00 | '#';
	fake.crtbase = 77;
	screeninit();
	same("after screeninit");
	for(i = 0; i < 2000; i++)
		glass()[i] = 0;
	fake.on = 0;
	up = nil;
	screeninit();
	same("with interrupts off");
	expect("files made", fake.files, files);
}

/* stores since record(1): aligned words, ascending within a frame */
static int
stores(char *what)
{
	int i, n, last;

	n = 0;
	last = -1;
	for(i = 0; i < naccess; i++){
		if(!access1[i].store)
			bad("%s: reads at %d", what, access1[i].off);
		if(access1[i].size != 4 || access1[i].off%4 != 0)
			bad("%s: stores %d bytes at %d", what,
				access1[i].size, access1[i].off);
		if(access1[i].off <= last)
			bad("%s: stores at %d after %d", what,
				access1[i].off, last);
		last = access1[i].off;
		n++;
	}
	return n;
}

static void
onestore(void)
{
	int i, c0, n0;

	boot(Home);
	writes("\n");
	pass(100*Ms);
	for(i = 0; i < 81; i++){
		n0 = counter("stores");
		c0 = counter("cells");
		fake.crtwrites = 0;
		record(1);
		writes("X");
		record(0);
		expect("stores for a character", stores("character"), 1);
		expect("and counted", counter("stores"), n0+1);
		expect("cells", counter("cells"), c0+2);
		within("cursor", fake.crtwrites, 2, 4);
		same("typed");
		pass(40*Ms);
	}
	/* the same again: nothing to store, nothing to move */
	writes("\rxx\r");
	pass(40*Ms);
	fake.crtwrites = 0;
	record(1);
	writes("xx\r");
	pass(40*Ms);
	record(0);
	expect("stores for nothing", naccess, 0);
	expect("cursor for nothing", fake.crtwrites, 0);
	same("nothing");
}

static void
frames(void)
{
	int n;

	boot(Home);
	writes("first");
	same("first text");
	n = lines(big, 40, 75);
	fake.crtwrites = 0;
	writen(big, n);
	expect("frames at once", fake.crtwrites, 0);
	pass(Frame);
	fake.norder = 0;
	record(1);
	writes("x");
	record(0);
	same("frame by a writer");
	within("its stores", stores("frame"), 500, 1000);
	within("moves of the cursor", fake.crtwrites, 2, 4);
}

static void
corners(void)
{
	boot(Home);
	writes("@");
	same("cell 0");
	boot(1998);
}

static void
lastcell(void)
{
	int i;

	boot(1999);
	writes("\b");
	same("cell 1998");
	pass(40*Ms);
	writes("y@");
	pass(40*Ms);
	same("cell 1999, and the scroll");
	for(i = 0; i < 26; i++)
		writes("\n");
	samelater("blank");
}

/* a cell of which only the attribute changes */
static void
attribute(void)
{
	boot(Home);
	expect("attribute", glass()[0], 0x1e00 | 'a');
	writes("a");
	expect("attribute", glass()[0], 0x0700 | 'a');
	same("attribute");
}

/* the clock: at once, paced, by the timer, then silence */
static void
pacing(void)
{
	uvlong t;

	boot(Home);
	expect("timer at boot", fake.timer != nil, 0);
	writes("a");
	same("first text");
	expect("timer", fake.timer != nil, 1);
	writes("Q");
	if(glass()[1] == (0x0700|'Q'))
		bad("text was drawn before its time");
	pass(Frame-Ms);
	if(glass()[1] == (0x0700|'Q'))
		bad("text was drawn before its time");
	t = fake.now;
	pass(2*Ms);
	same("drawn by the timer");
	pass(40*Ms);
	expect("timer when all is quiet", fake.timer != nil, 0);
	t = fake.nfired;
	pass(1000*Ms);
	expect("ticks when quiet", fake.nfired - t, 0);
	fake.now += 12345;
	writes("c");
	same("first text again");
	writes("d");
	samelater("the last short write");
	expect("armed", fake.narmed, 2);
}

/* one that keeps writing draws in the grace, 60 to 66 times a second */
static void
writing(void)
{
	uvlong n, moves;
	int i, last;

	boot(Home);
	writes("x");
	n = counter("drawcount");
	moves = 0;
	last = fake.crtbase;
	for(i = 0; i < 10000; i++){
		writes(i%40? "x": "\n");
		if(fake.crtbase != last)
			moves++;
		last = fake.crtbase;
		pass(Ms/10);
		if(fake.crtbase != last)
			bad("drawn by the timer although somebody writes");
	}
	within("frames in a second", counter("drawcount")-n, 60, 67);
	within("of the writer", moves, 60, 67);
	samelater("at the end");
}

/* text that nobody will see is not rendered, however it comes */
static void
unseen1(int piece, int nline, int width)
{
	uvlong runes;
	int i, n;

	n = lines(big, nline, width);
	runes = counter("runes");
	for(i = 0; i < n; i += piece)
		writen(big+i, MIN(piece, n-i));
	samelater("long text");
	runes = counter("runes") - runes;
	if(n > 16*1024)
		within("runes rendered", runes, 0, n/2);
}

static void
unseen(void)
{
	static int piece[] = { 1, 7, 255, 256, 257, 1000, 4096, 8192, 65536 };
	int i;

	boot(Home);
	for(i = 0; i < nelem(piece); i++){
		unseen1(piece[i], 900, 40);
		unseen1(piece[i], 400, 79);
		unseen1(piece[i], 60, 200);
		unseen1(piece[i], 3000, 0);
		unseen1(piece[i], 26, 30);
		unseen1(piece[i], 60, 10);
	}
}

/* a megabyte in pieces within a frame: a screenful or two is rendered */
static void
onescreen(void)
{
	uvlong runes;
	int i, n;

	boot(Home);
	writes("x");
	n = lines(big, 200, 39);
	runes = counter("runes");
	for(i = 0; i < 128; i++)
		writen(big, n);
	within("runes for a megabyte", counter("runes")-runes, 0, 128*800);
	samelater("a megabyte");
	for(i = 0; i < 1000; i++)
		writen(big+i, 256);
	samelater("in 256s");
}

/* texts that make skipping hard, from every starting position */
static void
hard(void)
{
	static char *bits[] = {
		"\b", "\n", "\r", "\t", "0123456789", "\b\b\b\b", "\n\n\n",
		"\n\b", "\r\n", "\n\r", "\t\n", "word ",
		"a line of eighty columns, which fills the row to the last of its cells, no more\n",
		"\xc3\xa9", "\xe2\x96", "\xff", "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
	};
	int i, j, k, n, wild;
	char *s;

	for(i = 0; i < 60; i++){
		boot(rnd(2100));
		screeninit();
		wild = i%3 == 0;
		for(j = 0; j < 20; j++){
			for(n = 0; n < 200+rnd(12000);){
				k = rnd(nelem(bits));
				if(!wild && bits[k][0] == '\b' && rnd(40) != 0)
					k = 1;
				s = bits[k];
				memmove(big+n, s, strlen(s));
				n += strlen(s);
			}
			for(k = 0; k < n;){
				int l;

				l = 1 + rnd(rnd(3)? 300: 9000);
				l = MIN(l, n-k);
				writen(big+k, l);
				k += l;
			}
			pass(40*Ms);
			same("hard text");
		}
	}
}

/* prints are there when they return; after what the processes wrote */
static void
printing(void)
{
	int i;

	boot(Home);
	writes("written ");
	writes("and waiting ");
	prints("cpu0: print\n");
	same("print");
	for(i = 0; i < 60; i++){
		writes("line\n");
		prints("print \xe2\x96\x91\n");
		same("print");
	}
	writen(big, lines(big, 300, 50));
	prints("x");
	same("print after much text");
	writen(big, lines(big, 300, 50));
	up = nil;
	prints("from an idle CPU\n");
	same("print on an idle CPU");
}

/* at boot everything is drawn at once and no timer runs */
static void
booting(void)
{
	int i;

	boot(Home);
	up = nil;
	for(i = 0; i < 100; i++){
		prints("Plan 9\n");
		same("booting");
	}
	printn(big, lines(big, 2000, 30));
	same("long print");
	expect("timers", fake.timer != nil, 0);
	expect("lost", counter("lost"), 0);
}

/* the screen is taken by another CPU: prints are queued, none is lost */
static void
busy(void)
{
	int i;

	boot(Home);
	writes("a");
	fake.screen->key = 1;
	modelput(&model, Intr, "", 0);
	for(i = 0; i < 163; i++)
		prints("a print of one hundred bytes, while the screen is taken;"
			" the queue has room for 16 KiB of such: \xe2\x96\x91\n");
	fake.screen->key = 0;
	writes("");
	expect("nothing lost", counter("lost"), 0);
	expect("found busy", counter("busy"), 163);
	/* the next one who has the screen draws it */
	prints("");
	prints("x");
	same("queued prints");
}

static void
overflow(void)
{
	int i, n;

	boot(Home);
	writes("a");
	fake.screen->key = 1;
	n = lines(big, 500, 49);	/* 25,000 bytes */
	fake.on = 0;
	for(i = 0; i < n; i += 250)
		screenputs(big+i, 250);
	fake.on = 1;
	fake.screen->key = 0;
	modelput(&model, Intr, big + n - 16384, 16384);
	writes("e");
	same("the last 16 KiB");
	expect("lost", counter("lost"), n - 16384);
	expect("bytes", counter("bytes"), n + 2);
}

/* a print that interrupts the driver is drawn by whom it interrupted */
static int hit, hits, inside;

static void
interrupt(char *where)
{
	int on, was;

	if(!fake.on || inside || ++hits != hit)
		return;
	inside = 1;
	on = fake.on;
	was = fake.screen != nil && fake.screen->key;
	fake.on = 0;
	if(was){
		screenputs("<print>\n", 8);
		modelput(&model, Intr, "<print>\n", 8);
	}else
		prints("<print>\n");
	fake.on = on;
	inside = 0;
}

static void
interrupted(void)
{
	int i;

	boot(Home);
	pass(40*Ms);
	for(i = 1; i < 400; i++){
		fake.at = interrupt;
		hit = i;
		hits = 0;
		modelput(&model, Process, "one\ntwo", 7);
		screenputs("one\ntwo", 7);
		fake.at = nil;
		if(hits < hit && i > 20)
			break;
		pass(40*Ms);
		/* the order is by where it hit: count the text only */
	}
	within("places", hits, 15, 400);
	expect("lost", counter("lost"), 0);
}

/* in graphics mode and without a screen nothing is touched */
static void
graphics(char *s, int n)
{
	USED(s);
	USED(n);
}

static void (*real)(char*, int);

static void
wrapper(char *s, int n)
{
	real(s, n);
}

static void
elsewhere(void)
{
	boot(Home);
	writes("a");
	writes("text that waits for a frame");
	screenputs = graphics;
	record(1);
	fake.crtwrites = 0;
	pass(100*Ms);
	cgapost(0xcd);
	record(0);
	expect("touched in graphics mode", naccess, 0);
	expect("cursor moved in graphics mode", fake.crtwrites, 0);
	expect("timer stops", fake.timer != nil, 0);
}

static void
wrapped(void)
{
	boot(Home);
	real = screenputs;
	screenputs = wrapper;
	writes("first");
	same("wrapped");
	writes("second");
	samelater("frame of the wrapped driver");
	screenputs = graphics;
	pass(40*Ms);
	screeninit();
	writes("third");
	samelater("back again");
}

static void
nocga(void)
{
	fake.nocga = "1";
	record(1);
	up = nil;
	fake.on = 0;
	cgapost(0);
	screeninit();
	cgapost(0xcd);
	screeninit();
	record(0);
	expect("touched", naccess, 0);
	expect("ports", fake.crtwrites, 0);
	expect("screenputs", screenputs != nil, 0);
}

static void
post(void)
{
	int i;

	for(i = 0; i < 2000; i++)
		glass()[i] = 0x0700;
	cgapost(0x0);
	expect("before", glass()[1998], 0x0700|'0');
	boot(Last);
	writes("x");
	cgapost(0xcd);
	expect("first digit", glass()[1998], 0x0700|'C');
	expect("second digit", glass()[1999], 0x0700|'D');
	model.cell[24][78] = 0x0700|'C';
	model.cell[24][79] = 0x0700|'D';
	same("digits");
	writes("\n\n");
	samelater("digits scroll");
	prints("\n");
	cgapost(0x99);
	prints("\n");
	pass(40*Ms);
	expect("second digit", glass()[23*80+79], 0x0700|'9');
}

/* the file */
static void
file(void)
{
	static char *names[] = {
		"mode", "chunk", "writes", "bytes", "runes", "newlines",
		"printcount", "printcycles", "printmax",
		"scrollcount", "scrollcycles", "scrollmax",
		"drawcount", "drawcycles", "drawmax", "totalcycles",
		"cells", "stores", "reads", "crtc",
		"hold", "stephold", "printhold", "busy", "lost", nil,
	};
	static char *wrong[] = {
		"", "reset now", "rest", "mode", "mode tail", "mode stock",
		"mode x", "chunk", "chunk 0", "chunk 8193", "chunk x",
		"chunk 5x", "chunk 256", "chunk -1", "reset mode tail x y z",
		"a line that is longer than any message to this file could ever be",
	};
	char buf[2048], *p;
	int i, n;

	boot(Home);
	writes("abc\n");
	prints("de\n");
	pass(40*Ms);
	fileread(buf, sizeof buf);
	p = buf;
	for(i = 0; names[i] != nil; i++){
		n = strlen(names[i]);
		if(strncmp(p, names[i], n) != 0 || p[n] != ' ')
			bad("line %d is not %s", i, names[i]);
		p = strchr(p, '\n');
		if(p == nil)
			bad("no newline after %s", names[i]);
		p++;
	}
	if(*p != 0)
		bad("more lines: %s", p);
	if(strncmp(buf, "mode tail\nchunk 4\n", 18) != 0)
		bad("first lines: %s", buf);
	expect("writes", counter("writes"), 2);
	expect("bytes", counter("bytes"), 7);
	expect("runes", counter("runes"), 5);
	expect("newlines", counter("newlines"), 2);
	within("total", counter("totalcycles"), 1, 100000);
	within("parts", counter("totalcycles") - counter("printcycles")
		- counter("scrollcycles") - counter("drawcycles"), 0, 100000);
	for(i = 0; i < nelem(wrong); i++)
		if(filewrite(wrong[i]))
			bad("`%s' is taken", wrong[i]);
	expect("changed by errors", counter("bytes"), 7);
	if(!filewrite("reset\n"))
		bad("reset: %s", fake.error);
	fileread(buf, sizeof buf);
	for(p = strchr(buf, '\n')+1; (p = strchr(p, '\n')) != nil && *++p != 0;){
		p = strchr(p, ' ')+1;
		if(*p != '0' && strncmp(p-12, "totalcycles", 11) != 0)
			bad("not reset: %s", p-12);
	}
}

/* time that runs backwards is no time */
static void
backwards(void)
{
	boot(Home);
	fake.now = 1ULL<<40;
	fake.tsc = -1000;
	filewrite("reset");
	writes("abc\n");
	writen(big, lines(big, 100, 50));
	prints("x\n");
	expect("total", counter("totalcycles"), 0);
	expect("print", counter("printcycles"), 0);
	expect("drawing", counter("drawmax"), 0);
}

/* a panic at any instruction of a write and its frame: all is shown */
static int steps, stepat;
static uvlong *taken, before;

static void
die(void)
{
	static char text[] = "panic: test\ndumpstack\n";

	/* text is safe once it is in the ring, shortly after it is counted */
	if(*taken == before || ++steps != stepat)
		return;
	step(nil);
	panicking = 1;
	fake.on = 0;
	modelput(&model, Intr, text, sizeof text-1);
	screenputs(text, 12);
	screenputs(text+12, sizeof text-1-12);
	same("panic");
	_exit(0);
}

static void
panicked(void)
{
	static char text[] = "one line\ntwo\tlines\x08\n\n\n\xc3\xa9";

	boot(Last+3);
	prints("before\n");
	modelput(&model, Process, text, sizeof text-1);
	taken = cgacount("bytes");
	before = *taken;
	step(die);
	screenputs(text, sizeof text-1);
	step(nil);
	_exit(2);
}

static void
panics(void)
{
	int i;

	for(i = 0; i < 40; i++){
		stepat = 200 + i*67;
		if(!runcase(panicked, 20))
			break;
	}
	within("places", i, 10, 40);
}

/* instructions, with interrupts off as asked */
static int counted;

static void
countstep(void)
{
	counted++;
}

/* instructions of a call of screenputs */
static int
puts1(char *s, int n, int on)
{
	fake.on = on;
	counted = 0;
	step(countstep);
	screenputs(s, n);
	step(nil);
	fake.on = 1;
	return counted;
}

/* instructions of the longest step until all is drawn */
static int
longstep(void)
{
	int max;

	max = 0;
	while(fake.timer != nil){
		counted = 0;
		step(countstep);
		fire();
		step(nil);
		max = MAX(max, counted);
	}
	return max;
}

static void
budget(char *what, int n, int most)
{
	printf("# %s: %d instructions\n", what, n);
	within(what, n, 1, most);
}

static void
work(void)
{
	int n;

	boot(Last);
	fake.tsc = 0;
	n = lines(big, 219, 37);
	writes("x");
	budget("one byte more", puts1("x", 1, 1), 600);
	budget("256 bytes more", puts1(big, 256, 1), 1500);
	pass(40*Ms);
	budget("the first byte", puts1("x", 1, 1), 2500);
	budget("8 KiB", puts1(big, 8192, 1), 2*8192);
	budget("a print then", puts1("print\n", 6, 0), 13500);
	writen(big, 8192);
	budget("a print in a long text", puts1("print\n", 6, 0), 12000);
	budget("a print that scrolls", puts1("print\n", 6, 0), 12000);
	budget("a print of one byte", puts1("x", 1, 0), 2500);
	writen(big, n);
	budget("the step of a frame", longstep(), 5000);
	fake.timer = nil;
}

static void
worksteps(void)
{
	static char *text[] = {
		"plain text ", "\t", "\b", "\n", "\xe2\x96\x91", "\xc3\xa9",
		"\xff", "\xe2\x96", "\r", "a\n", "\xf0\x9f\x92\xa9", "x\b",
		"a line of eighty columns, which fills the row to the last of its cells, no more\n",
	};
	int i, j, n, len;
	char name[64];

	boot(Last);
	for(i = 0; i < nelem(text); i++){
		len = strlen(text[i]);
		for(n = j = 0; n+len < 700; n += len)
			memmove(big+n, text[i], len);
		for(j = 0; j < n; j += 250)
			writen(big+j, MIN(250, n-j));
		seprint(name, name+sizeof name, "step for text %d", i);
		budget(name, longstep(), 5000);
		same(name);
	}
}

/* instructions of the longest of some prints, each after n bytes in pieces */
static int
longprint(char *text, int n, int piece)
{
	int i, k, m, max;

	max = 0;
	writen(text, n);
	pass(100*Ms);
	for(k = 0; k < 3; k++){
		for(i = 0; i < n; i += piece)
			writen(text+i, MIN(piece, n-i));
		m = puts1("cpu0: print\n", 12, 0);
		modelput(&model, Intr, "cpu0: print\n", 12);
		same("print");
		max = MAX(max, m);
	}
	return max;
}

/*
 * A print has a bounded amount to do whatever was written before it: after
 * short writes up to a screenful, less after long ones.
 */
static void
backlog(void)
{
	static char *text[] = {
		"a line of thirty-seven columns in all\n",
		"\t0001  with tabs, as in pci\n",
		"\n", "x\b", "50%\r",
		"\xe2\x96\x91\xc3\xa9", "\xff", "\xd0\xbf\xd1\x80\n",
		"text without any newline to speak of ",
	};
	char name[64];
	int i, n, len;

	boot(Last);
	fake.tsc = 0;
	for(i = 0; i < nelem(text); i++){
		len = strlen(text[i]);
		for(n = 0; n+len < 9000; n += len)
			memmove(big+n, text[i], len);
		seprint(name, name+sizeof name, "print after text %d", i);
		budget(name, longprint(big, 8192, 8192), 16000);
		seprint(name, name+sizeof name, "print after short %d", i);
		budget(name, longprint(big, 5000, 200), 21000);
	}
}

static Case table[] = {
	{ "each byte", eachbyte },
	{ "each rune up to 26ff", eachrune },
	{ "80 columns and a newline leave an empty row", fullline },
	{ "tabs", tabs },
	{ "backspaces", backspaces },
	{ "return, NUL and other controls", controls },
	{ "UTF-8, good and bad, cut anywhere", utf },
	{ "two sources, each with its rune", twosources },
	{ "the cursor as the BIOS left it", cursors },
	{ "the screen is read once", readonce },
	{ "the boot loader's text scrolls", boottext },
	{ "screeninit again redraws everything", again },
	{ "one store for one character", onestore },
	{ "a frame: ascending words, cursor once", frames },
	{ "cell 0", corners },
	{ "cell 1999", lastcell },
	{ "an attribute alone", attribute },
	{ "at once, then paced, then silence", pacing },
	{ "60 frames a second by the writer", writing },
	{ "text never seen, in pieces of all sizes", unseen },
	{ "a megabyte in one frame", onescreen },
	{ "texts that are hard to skip", hard },
	{ "prints are drawn before they return", printing },
	{ "at boot everything is drawn at once", booting },
	{ "a busy screen queues", busy },
	{ "the queue holds 16 KiB", overflow },
	{ "prints interrupt a write anywhere", interrupted },
	{ "in graphics mode nothing is touched", elsewhere },
	{ "the driver wrapped", wrapped },
	{ "*nocga", nocga },
	{ "cgapost", post },
	{ "the file", file },
	{ "a clock that runs backwards", backwards },
	{ "panic at any instruction", panics },
	{ "instructions", work },
	{ "instructions of a step", worksteps },
	{ "instructions of a print, whatever waits", backlog },
	{ nil },
};

void
main(int argc, char **argv)
{
	USED(argc);
	fakeinit(argv);
	_exit(cases(table));
}
