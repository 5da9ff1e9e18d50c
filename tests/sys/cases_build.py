"""Tests of the build: what mk makes, and that it makes nothing twice."""
import filecmp
import glob
import os
import struct
import subprocess
import tempfile

import vm

MK = '/usr/lib/plan9/bin/mk'
PAGE = 4096


def pages(n):
    return (n + PAGE - 1) // PAGE * PAGE


def aoutwhy(data):
    """What is wrong with a Plan 9 a.out, or None."""
    if len(data) < 32:
        return 'shorter than a header'
    magic, text, ndata, bss, syms, entry, spsz, pcsz = struct.unpack('>8I',
        data[:32])
    if magic != 0x1eb:
        return 'magic 0x%x' % magic
    if 32 + text + ndata + syms + spsz + pcsz != len(data):
        return 'sizes do not add up to the length of the file'
    if not 0x1020 <= entry < 0x1020 + text:
        return 'entry 0x%x outside the text' % entry
    if pages(0x1020 + text) + ndata + bss >= 0xdf000000:
        return 'too big'
    return None


def aout(case):
    """Every program has a right header."""
    progs = sorted(glob.glob(os.path.join(vm.TOP, '386', 'bin', '*')))
    if not progs:
        raise vm.Failed('386/bin is empty')
    bad = []
    for p in progs:
        with open(p, 'rb') as f:
            why = aoutwhy(f.read())
        if why:
            bad.append('%s: %s' % (p, why))
    if bad:
        raise vm.Failed('\n'.join(bad))


def noenv(case):
    """Without the environment every mkfile stops with an error."""
    env = {'PATH': '/usr/bin:/bin:/usr/lib/plan9/bin'}
    bad = []
    for path in glob.glob(vm.TOP + '/**/mkfile', recursive=True):
        where = os.path.dirname(path)
        for target in [], ['install'], ['clean']:
            res = subprocess.run([MK] + target, cwd=where, env=env,
                stdin=subprocess.DEVNULL, capture_output=True)
            if res.returncode == 0 and os.path.basename(where) != '386':
                bad.append('%s: mk %s went on' % (where, ' '.join(target)))
    if bad:
        raise vm.Failed('\n'.join(bad))


def again(case):
    """Nothing is built a second time."""
    res = subprocess.run([vm.TOP + '/mk', 'install'], text=True,
        stdin=subprocess.DEVNULL, capture_output=True)
    said = [line for line in res.stdout.splitlines()
        if 'is up to date' not in line]
    if res.returncode or said or res.stderr:
        raise vm.Failed('mk install again: status %d\n%s%s' %
            (res.returncode, res.stdout, res.stderr))


def roottwice(case):
    """The same files give the same archive, byte for byte."""
    with tempfile.TemporaryDirectory() as tmp:
        a, b = tmp + '/a', tmp + '/b'
        for path in a, b:
            subprocess.run([vm.TOP + '/root/mkroot', path], check=True,
                capture_output=True)
        if not filecmp.cmp(a, b, shallow=False):
            raise vm.Failed('two archives differ')


def noqemu(case):
    """Without QEMU the error says what to type."""
    env = dict(os.environ, QEMU='no-such-qemu')
    res = subprocess.run([vm.TOP + '/tests/sys/boot'], env=env, text=True,
        stdin=subprocess.DEVNULL, capture_output=True)
    if res.returncode == 0 or 'apt-get install' not in res.stderr:
        raise vm.Failed('said: %s%s' % (res.stdout, res.stderr))
