"""The small commands: a line of rc each, and what it prints."""
import re

import vm

# The files that the lines use, in /tmp.
SETUP = r"""ramfs
cd /tmp
{echo pear; echo apple; echo fig; echo apple; echo Fig} >fruit
{echo b 10; echo a 9; echo c 100} >pairs
echo -n 'abc' >abc
echo -n 'abd' >abd
mkdir d
"""

# (line, what it prints); a line that prints nothing has '' there.
LINES = [
    ('cat fruit', 'pear\napple\nfig\napple\nFig\n'),
    ('cat fruit none-such', None),
    ('echo -n a b; echo', 'a b\n'),
    ('grep a fruit', 'pear\napple\napple\n'),
    ('grep -c a fruit', '3\n'),
    ("grep -i '^fig$' fruit", 'fig\nFig\n'),
    ('grep -n fig fruit', '3:fig\n'),
    ('grep -v a fruit', 'fig\nFig\n'),
    ('grep -l fig fruit abc', 'fruit\n'),
    ("grep 'p+l|F[a-i]g' fruit", 'apple\napple\nFig\n'),
    ("grep -e '^(ap|p).*e?a?r?$' fruit", 'pear\napple\napple\n'),
    ('grep -h a fruit abc', 'pear\napple\napple\nabc\n'),
    ('grep zebra fruit; ~ $status *match* && echo none', 'none\n'),
    ('sort fruit', 'Fig\napple\napple\nfig\npear\n'),
    ('sort -r fruit', 'pear\nfig\napple\napple\nFig\n'),
    ('sort -u fruit', 'Fig\napple\nfig\npear\n'),
    ('sort -n -k 2 pairs', 'a 9\nb 10\nc 100\n'),
    ('sort -k 2 pairs', 'b 10\nc 100\na 9\n'),
    ('sort fruit | uniq', 'Fig\napple\nfig\npear\n'),
    ('sort fruit | uniq -d', 'apple\n'),
    ('sort fruit | uniq -u', 'Fig\nfig\npear\n'),
    ("sort fruit | uniq -c | grep 2 | tr -d ' '", '2apple\n'),
    ('seq 3', '1\n2\n3\n'),
    ('seq 2 3 9', '2\n5\n8\n'),
    ('seq 3 -1 1', '3\n2\n1\n'),
    ('seq -w 8 10', '08\n09\n10\n'),
    ('tr a-z A-Z <abc; echo', 'ABC\n'),
    ('tr -d b <abc; echo', 'ac\n'),
    ('echo aabbcc | tr -s a-c', 'abc\n'),
    ('echo a1b2 | tr -cd 0-9; echo', '12\n'),
    ('xd -b abc', '0000000  61 62 63\n0000003\n'),
    ('xd -c abc', '0000000   a  b  c\n0000003\n'),
    ('wc -l <fruit', '      5\n'),
    ('wc -w <pairs', '      6\n'),
    ('wc -c <abc', '      3\n'),
    ('seq 20 | tail -2', '19\n20\n'),
    ('seq 20 | tail +19', '19\n20\n'),
    ('seq 20 | tail -n 1', '20\n'),
    ('cmp abc abc; echo $status', '\n'),
    ('cmp -s abc abd; ~ $status *differ* && echo they differ',
        'they differ\n'),
    ('cmp -l abc abd', None),
    ('echo x | tee one two; cat one two', 'x\nx\nx\n'),
    ('dd -if fruit -bs 1 -skip 5 -count 5 >[2]/dev/null; echo', 'apple\n'),
    ('basename /a/b.c .c; basename -d /a/b.c', 'b\n/a\n'),
    ('cp abc d/copy; cat d/copy; echo', 'abc\n'),
    ('mv d/copy d/moved; ls d', 'd/moved\n'),
    ('rm d/moved; ls d', ''),
    ('mkdir -p e/f/g; ls -d e/f/g', 'e/f/g\n'),
    ('touch e/f/g/h; rm -r e; test -d e || echo gone', 'gone\n'),
    ('chmod 600 abc; ls -l abc | grep -c \'^--rw-------\'', '1\n'),
    ('chmod a+r abc; ls -l abc | grep -c \'^--rw-r--r--\'', '1\n'),
    ('test abc -a def && echo and', 'and\n'),
    ('test 3 -lt 10 && echo less', 'less\n'),
    ('test -f abc && test ! -d abc && echo file', 'file\n'),
    ('date -u 0', 'Thu Jan  1 00:00:00 GMT 1970\n'),
    ('date -n 86400', '86400\n'),
    ('cd d; pwd', '/tmp/d\n'),
    ('cd /tmp; ls', 'abc\nabd\nd\nfruit\none\npairs\ntwo\n'),
    ("ls -l /dev | wc -l; ls /dev | sort | uniq -d", None),
    ('ls /dev | sort | uniq -d', ''),
    ('sleep 1000 & kill sleep | rc; wait; echo over', None),
    ('kill none-such', ''),
]


def script():
    """What the guest runs: each line after a line @N."""
    return SETUP + ''.join("echo '@%d' >>/dev/eia0\n{%s} >/dev/eia0 >[2=1]\n"
        % (i, line) for i, (line, _) in enumerate(LINES)) + \
        'echo @end >/dev/eia0\n'


def commands(case):
    """Run them; a line that prints something else is a failure."""
    with case.guest(script=script()) as guest:
        guest.wait('^@end$', case.seconds)
        parts = re.split(r'^@(\d+|end)\n', guest.serial, flags=re.M)
    said = dict(zip(parts[1::2], parts[2::2]))
    results = []
    for i, (line, want) in enumerate(LINES):
        got = said.get(str(i), '')
        good = got.strip() if want is None else got == want
        results.append((line, None if good else
            'it printed %r, not %r' % (got, want)))
    return results
