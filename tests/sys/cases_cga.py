"""The console: the 2,000 cells, read from outside, against a model."""
import random
import re
import struct
import time

import gdb
import vm
from cgamodel import Model, differ

CGA = '/dev/cga'
SERIAL = '/dev/eia0'
PCI = '/usr/share/misc/pci.ids'
CLEAR = b'\n' * 60      # all blank, and the cursor on the last row
IF = 0x200


def cleared():
    """The screen after CLEAR."""
    return Model(pos=24 * 80)


def same(guest, model, what, seconds=2):
    """The screen is as the model says, at the latest so much later."""
    limit = time.monotonic() + seconds
    while True:
        why = differ(guest.cells(), model)
        if why is None:
            return
        if time.monotonic() > limit:
            guest.fail('%s: %s' % (what, why))
        time.sleep(0.05)


def pci(case):
    """cat /lib/pci, in pieces of 8192 and of 256."""
    with open(PCI, 'rb') as f:
        text = f.read()
    for chunk in 8192, 256:
        script = ('echo chunk %d >%s\ncat /lib/pci\necho shown >%s\n'
            'sleep 1000\n' % (chunk, CGA, SERIAL))
        with case.guest(script=script) as guest:
            guest.wait('^shown$', case.seconds)
            model = cleared()
            model.put(text[-100000:])
            same(guest, model, 'chunk %d' % chunk)


def randomtext(seed, n):
    """Lines, controls, runes good and broken."""
    rnd = random.Random(seed)
    bits = [b'word ', b'\n', b'\t', b'\b', b'\r', b'0123456789' * 8, b'\x01',
        b'\0', b'\x7f', '░é√π☺'.encode(), 'привет'.encode(), b'\xe2\x96',
        b'\xff', b'\xc0\x80', b'\xed\xa0\x80', b'x' * 79 + b'\n', b'\n\n',
        '€😀'.encode(), b'line of text\n', b'\b' * 10]
    out = b''
    while len(out) < n:
        out += rnd.choice(bits)
    return out


def texts(case):
    """Files of UTF-8 and control characters, in pieces of all sizes."""
    files = {'/t/%d' % n: CLEAR + randomtext(n, 3000 + 4000 * n)
        for n in range(6)}
    chunks = [8192, 1, 7, 256, 1000, 8192]
    script = ''.join('echo chunk %d >%s\ncat /t/%d\necho shown %d >%s\n'
        'sleep 1\n' % (c, CGA, n, n, SERIAL) for n, c in enumerate(chunks))
    with case.guest(script=script + 'sleep 1000\n', files=files) as guest:
        for n in range(len(chunks)):
            guest.wait('^shown %d$' % n, case.seconds)
            model = cleared()
            model.put(files['/t/%d' % n][len(CLEAR):])
            same(guest, model, 'file %d' % n, 0.9)


def ways(case):
    """Each way of drawing, chosen at boot, shows the same."""
    text = CLEAR + randomtext(99, 4000)
    for way in 'stock', 'shadow', 'batch', 'tail':
        with case.guest(append='cga=' + way, files={'/t/x': text},
                script='cat /t/x\necho shown >%s\nsleep 1000\n' % SERIAL
                ) as guest:
            guest.wait('^shown$', case.seconds)
            model = cleared()
            model.put(text[len(CLEAR):])
            same(guest, model, way)


class Stopped:
    """A guest stopped where it shows a file, by the gdb stub."""

    def __init__(self, guest, place):
        self.guest = guest
        self.g = gdb.Gdb(guest)
        where, steps = place
        self.g.runto(where, 30)
        start = self.g.addr(where)
        end = min(a for a in self.g.syms.values() if a > start)
        while steps > 0 or not start <= self.g.regs()['eip'] < end:
            self.g.step()       # a function called is left before we stop
            steps -= 1
            if steps < -2000:
                raise vm.Failed('%s+%d: not back in it' % place)

    def print(self, text):
        """The kernel prints here and now, as an interrupt's handler does."""
        g = self.g
        old = g.regs()
        g.setreg('eflags', old['eflags'] & ~IF)
        g.setreg('esp', (old['esp'] - 512) & ~15)
        at = g.regs()['esp'] + 16
        g.write(at, text)
        g.call('putstrn', at, len(text))
        g.setreg('esp', old['esp'])
        g.setreg('eflags', old['eflags'])


# functions of the driver, and how many instructions further
PLACES = [(f, n) for f in ('fromproc', 'renderproc', 'commit', 'work', 'store')
    for n in (0, 15, 30)]


def places():
    """Those that are functions of their own in this kernel."""
    syms = gdb.symbols(vm.KERNEL)
    got = [p for p in PLACES if p[0] in syms]
    if len(got) < 6:
        raise vm.Failed('the driver has none of the functions of PLACES')
    return got


def interrupted(case):
    """A print from an interrupt at chosen places of a process's write."""
    first = CLEAR + b'one line\nand more'
    second = b' written \xe2\x96\x91\nnext '
    script = ('cat /t/1\necho shown >%s\nsleep 2\n'
        'cat /t/2\necho again >%s\nsleep 1000\n' % (SERIAL, SERIAL))
    results = []
    for place in places():
        with case.guest(script=script, gdb=True,
                files={'/t/1': first, '/t/2': second}) as guest:
            guest.wait('^shown$', case.seconds)
            time.sleep(0.3)
            s = Stopped(guest, place)
            s.print(b'<print \xe2\x96\x92>')
            s.g.close()
            guest.wait('^again$', case.seconds)
            ok = False
            time.sleep(0.2)
            for order in (0, 1), (1, 0):
                model = cleared()
                model.put(first[len(CLEAR):])
                for what in order:
                    if what:
                        model.put(b'<print \xe2\x96\x92>', 1)
                    else:
                        model.put(second)
                ok = ok or differ(guest.cells(), model) is None
            results.append(('%s+%d' % place,
                None if ok else 'not in either order:\n' +
                '\n'.join(guest.screen()[-5:])))
    return results


def ring(g):
    """The kernel's messages: bytes ever, and the last 256 KiB of them."""
    at = g.addr('kmesg')
    head = g.read(at, 64)
    size = 256 * 1024
    # a Lock, a 64-bit count, then the text
    for off in range(20, 40, 4):
        n = struct.unpack('<Q', head[off:off+8])[0]
        if 0 < n < 1 << 20:
            return n, at + off + 8, size
    raise vm.Failed('kmesg is not as it was')


def panicked(case):
    """A panic inside the driver, at chosen places: it is all shown."""
    first = CLEAR + b'one line\nand more'
    second = b' written \xe2\x96\x91\nnext '
    script = ('cat /t/1\necho shown >%s\nsleep 2\ncat /t/2\nsleep 1000\n' %
        SERIAL)
    results = []
    for place in places():
        with case.guest(script=script, gdb=True,
                files={'/t/1': first, '/t/2': second}) as guest:
            guest.wait('^shown$', case.seconds)
            time.sleep(0.3)
            s = Stopped(guest, place)
            g = s.g
            before = ring(g)[0]
            esp = (g.regs()['esp'] - 512) & ~15
            g.write(esp + 64, b'raised from outside\0')
            g.write(esp, struct.pack('<II', 0, esp + 64))
            g.setreg('esp', esp)
            g.setreg('eip', g.addr('panic'))
            g.runto('exit', 20)
            after, text, size = ring(g)
            said = g.read(text + before, after - before)
            # what was not yet in the driver's hands may be missing
            ok = False
            for written in second, b'':
                model = cleared()
                model.put(first[len(CLEAR):])
                model.put(written)
                model.put(said, 1)
                ok = ok or differ(guest.cells(), model) is None
            why = None
            if b'raised from outside' not in said:
                why = 'no panic: %r' % said
            elif not ok:
                why = 'screen:\n' + '\n'.join(guest.screen()[-8:])
            results.append(('%s+%d' % place, why))
    return results


def spinning(case):
    """Short writes, a spinning process on each CPU, and nobody writes more."""
    script = ('cat /t/1\nwhile() {} &\nwhile() {} &\nsleep 1\n'
        'echo -n abc\necho -n def\necho shown >%s\nsleep 1000\n' % SERIAL)
    with case.guest(script=script, files={'/t/1': CLEAR}) as guest:
        guest.wait('^shown$', case.seconds)
        model = cleared()
        model.put(b'abcdef')
        same(guest, model, 'short writes')


def traced(case):
    """QEMU's own trace of VGA memory: no reads, words stored, few."""
    with open(PCI, 'rb') as f:
        text = b''.join(f.readlines()[:500])
    script = ('echo ready >%s\nsleep 2\ncat /t/1\necho shown >%s\n'
        'sleep 1000\n' % (SERIAL, SERIAL))
    with case.guest(script=script, files={'/t/1': CLEAR + text}) as guest:
        guest.wait('^ready$', case.seconds)
        guest.trace(True)
        guest.wait('^shown$', case.seconds)
        time.sleep(0.3)
        guest.trace(False)
        reads, stores = guest.traced()
        if reads:
            guest.fail('%d reads of VGA memory' % reads)
        if not 2000 <= stores <= 40000:
            guest.fail('%d bytes stored to VGA memory' % stores)
        if stores % 4:          # QEMU takes a word as four bytes
            guest.fail('%d bytes stored, not words alone' % stores)


def takeover(case):
    """The BIOS's cursor is anywhere, the boot loader's text survives."""
    results = []
    for pos in 0, 0xffff, 2000, 1999, 24 * 80:
        script = 'echo -n here\necho shown >%s\nsleep 1000\n' % SERIAL
        with case.guest(script=script, gdb=True, args=['-S']) as guest:
            with gdb.Gdb(guest) as g:
                while g.runto('screeninit', 30)['eip'] != g.addr('screeninit'):
                    pass
                cells = [(ord('A') + n % 26, 0x1e if n % 3 else 7)
                    for n in range(2000)]
                text = bytes(b for c in cells for b in c)
                # the stub writes RAM only; it is free so early
                for at in range(0, len(text), 400):
                    g.write(0xf0050000 + at, text[at:at+400])
                g.call('memmove', 0xf00b8000, 0xf0050000, len(text))
                for reg, v in (0xe, pos >> 8), (0xf, pos & 0xff):
                    g.call('outb', 0x3d4, reg)
                    g.call('outb', 0x3d5, v)
            guest.wait('^shown$', case.seconds)
            time.sleep(0.3)
            with gdb.Gdb(guest) as g:
                n, at, size = ring(g)
                said = g.read(at, min(n, 65536))
            model = None
            # what the kernel had said before screeninit was not shown
            for cut in [m.start() for m in re.finditer(b'^', said, re.M)]:
                model = Model(cells, pos)
                model.put(said[cut:], 1)
                model.put(b'here')
                if differ(guest.cells(), model) is None:
                    break
            else:
                model = None
            results.append(('cursor %d' % pos,
                None if model else 'screen:\n' + '\n'.join(guest.screen())))
    return results
