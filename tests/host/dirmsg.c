/*
 * Stat messages: Dir to bytes and back, and every way in which a message
 * can be cut or lie about its lengths.
 */
#include <u.h>
#include <libc.h>
#include "hostlibc.h"

static Dir sample = {
	.type = 'c',
	.dev = 0x12345678,
	.qid = {0x1122334455667788ULL, 0x99AABBCC, QTDIR},
	.mode = DMDIR|0755,
	.atime = 0x01020304,
	.mtime = 0xF1F2F3F4,
	.length = 0x0102030405060708LL,
	.name = "cons",
	.uid = "glenda",
	.gid = "sys",
	.muid = "",
};

static char want[] =
	"\x3c\0" "c\0" "\x78\x56\x34\x12" "\x80" "\xcc\xbb\xaa\x99"
	"\x88\x77\x66\x55\x44\x33\x22\x11" "\xed\x01\0\x80"
	"\x04\x03\x02\x01" "\xf4\xf3\xf2\xf1"
	"\x08\x07\x06\x05\x04\x03\x02\x01"
	"\x04\0cons" "\x06\0glenda" "\x03\0sys" "\0\0";

void
main(int argc, char **argv)
{
	uchar buf[200], cut[200];
	char strs[200];
	Dir d;
	int i, n, bad;

	USED(argc, argv);
	ok(sizeD2M(&sample) == sizeof want - 1, "sizeD2M");
	n = convD2M(&sample, buf, sizeof buf);
	ok(n == sizeof want - 1 && memcmp(buf, want, n) == 0,
		"convD2M, each byte");
	ok(statcheck(buf, n) == 0, "statcheck of it");
	ok(convM2D(buf, n, &d, strs) == n, "convM2D");
	ok(d.type == sample.type && d.dev == sample.dev
		&& memcmp(&d.qid, &sample.qid, 13) == 0 && d.mode == sample.mode
		&& d.atime == sample.atime && d.mtime == sample.mtime
		&& d.length == sample.length, "the numbers");
	ok(strcmp(d.name, "cons") == 0 && strcmp(d.uid, "glenda") == 0
		&& strcmp(d.gid, "sys") == 0 && strcmp(d.muid, "") == 0,
		"the strings");
	ok(convM2D(buf, n, &d, nil) == n && strcmp(d.name, "") == 0,
		"convM2D without room for strings");
	ok(convD2M(&sample, cut, n-1) == 2 && memcmp(cut, buf, 2) == 0,
		"only the size where there is no room");
	ok(convD2M(&sample, cut, 1) == 0, "nothing where not even that fits");
	bad = 0;
	for(i = 0; i < n; i++)
		if(statcheck(buf, i) == 0 || convM2D(buf, i, &d, strs) != 0)
			bad++;
	ok(bad == 0, "all cut ones are refused");
	ok(statcheck(buf, n+1) < 0, "one that is too long, too");
	bad = 0;
	for(i = 41; i < n; i++){
		memmove(cut, buf, n);
		cut[i] += 1;
		if((cut[i] != buf[i])
			&& (i == 41 || i == 47 || i == 55 || i == 60)
		&& statcheck(cut, n) == 0)
			bad++;
	}
	ok(bad == 0, "wrong lengths are refused");
	nulldir(&d);
	n = convD2M(&d, buf, sizeof buf);
	ok(n == 49, "nulldir's message");
	bad = 0;
	for(i = 2; i < 41; i++)
		if(buf[i] != 0xFF)
			bad++;
	ok(bad == 0, "is all ones");
	plan();
}
