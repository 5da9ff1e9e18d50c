"""Tests that run in the guest and report over the serial port."""
import io
import os
import re
import struct
import tarfile
import tempfile

import asm386
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


def badroot(case):
    """Archives that are none: the kernel says so and does not die."""
    with open(vm.ROOT, 'rb') as f:
        good = f.read()
    bad = {'empty': b'\0' * 512, 'noise': bytes(range(256)) * 40,
        'cut': good[:100000], 'header': good[:300]}
    for name, data in bad.items():
        with tempfile.NamedTemporaryFile() as f:
            f.write(data)
            f.flush()
            with case.guest(root=f.name) as guest:
                guest.waitscreen('(?i)root archive', case.seconds)


def hung(case):
    """The harness itself: what it says of a guest that stops answering."""
    with case.guest(script='echo one >/dev/eia0\nsleep 1000\n') as guest:
        guest.wait('^one$', case.seconds)
        try:
            guest.wait('^two$', 1, 'the second step')
        except vm.Failed as e:
            text = str(e)
    for want in 'timed out', 'the second step', '  one':
        if want not in text:
            raise vm.Failed('it says: ' + text)


def died(case):
    """The harness itself: what it says of a guest that ends."""
    with case.guest(script='echo one >/dev/eia0\n'
            'echo reboot >/dev/reboot\n') as guest:
        try:
            guest.wait('^two$', case.seconds, 'the second step')
        except vm.Failed as e:
            text = str(e)
    for want in 'guest died', 'the second step', '  one':
        if want not in text:
            raise vm.Failed('it says: ' + text)


def archive(path, files):
    """A tar file with other names than ours: ./ in front, no directories."""
    with tarfile.open(path, 'w', format=tarfile.USTAR_FORMAT) as tar:
        for name, data in files.items():
            info = tarfile.TarInfo('./' + name)
            info.size = len(data)
            info.mode = 0o755
            tar.addfile(info, io.BytesIO(data))


def foreign(case):
    """Root archives of somebody else: programs in /386/bin, no init."""
    made = asm386.Prog('foreign')
    made.call(51, 1, b'not ours\n', 9, -1, -1)
    made.call(17, 1000000)              # the first process may not end
    ours = {}
    for name in 'rc', 'echo':
        with open(os.path.join(vm.TOP, '386', 'bin', name), 'rb') as f:
            ours['386/bin/' + name] = f.read()
    with open(os.path.join(vm.TOP, 'root', 'rc', 'lib', 'rcmain'), 'rb') as f:
        ours['rc/lib/rcmain'] = f.read()
    with tempfile.TemporaryDirectory() as where:
        path = os.path.join(where, 'x.tar')
        archive(path, {'386/bin/foreign': made.aout()})
        with case.guest(root=path, append='init=/bin/foreign') as guest:
            guest.waitscreen('^not ours$', case.seconds)
        archive(path, ours)
        with case.guest(root=path) as guest:
            guest.waitscreen('^%', case.seconds)
            guest.type("echo he''llo\n")
            guest.waitscreen('^hello$', case.seconds)
