"""Tests that run in the guest and report over the serial port."""
import os
import re
import struct

import vm

RESULT = re.compile(r'^(not )?ok \d+ - ([^:\n]+)(?:: (.*))?$', re.M)


def usertests(guest):
    """The program usertests: each of its results is one of ours."""
    guest.until(lambda: re.search('^done$', guest.serial, re.M), 300,
        'usertests (see the last lines)')
    found = RESULT.findall(guest.serial)
    if not found:
        guest.fail('usertests said nothing')
    return [(name, (why or 'failed') if bad else None)
        for bad, name, why in found]


def header(magic=0x1eb, text=16, data=0, bss=0, entry=0x1020):
    """A Plan 9 a.out header."""
    return struct.pack('>8I', magic, text, data, bss, 0, entry, 0, 0)


def badexec(case):
    """Programs that are none: each gives an error, the shell goes on."""
    with open(os.path.join(vm.TOP, '386', 'bin', 'cat'), 'rb') as f:
        cat = f.read()
    bad = {'empty': b'', 'short': cat[:20], 'cut': cat[:64],
        'elf': b'\x7fELF' + bytes(100), 'foreign': header(magic=0x107),
        'entry': header(entry=0x1000) + bytes(16),
        'huge': header(text=0xf0000000, bss=0xf0000000) + bytes(16),
        'hash': b'#!', 'loop': b'#!/bin/loop\n',
        'nothere': b'#!/bin/none-such\n'}
    script = ''.join('echo try %s >/dev/eia0\n%s\n' % (n, n)
        for n in bad) + 'echo still here >/dev/eia0\n'
    with case.guest(script=script,
            files={'/bin/' + n: data for n, data in bad.items()}) as guest:
        guest.wait('^still here$', case.seconds)
