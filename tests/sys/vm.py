"""A guest under QEMU, driven from outside.

QEMU is told by QMP, over a socket on which this side listens, so that
nothing is lost while it starts. The first serial port is a file that is
followed: writing to a file never blocks, so instruction-counted runs stay
equal. The screen is read from the text memory at 0xB8000, never through the
driver under test. Variables of the environment: QEMU SMP MEM KARGS ACCEL.
"""
import ctypes
import io
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import tarfile
import tempfile
import time

import png

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
OUT = os.path.join(TOP, 'out')
KERNEL = os.environ.get('KERNEL') or os.path.join(TOP, '386', '9pc')
SCRIPT = '/rc/bin/task'
ROOT = os.environ.get('ROOT') or os.path.join(TOP, '386', 'root.tar')

COLS = 80
ROWS = 25
VGAMEM = 0xb8000
ROOTHOW = 'mk install makes 386/root.tar, ROOT= is another'

# Code page 437 as the screen shows it: also below blank there are glyphs.
LOW = '\0☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼'
CP437 = (LOW.replace('\0', ' ') +
    bytes(range(32, 127)).decode('cp437') + '⌂' +
    bytes(range(128, 256)).decode('cp437'))

# Keys that are not their own QEMU name; the shifted ones of a US keyboard.
KEYS = {' ': 'spc', '\n': 'ret', '\t': 'tab', '\b': 'backspace',
    '\x7f': 'delete', '\x1b': 'esc', '-': 'minus', '=': 'equal',
    '[': 'bracket_left', ']': 'bracket_right', '\\': 'backslash',
    ';': 'semicolon', "'": 'apostrophe', '`': 'grave_accent',
    ',': 'comma', '.': 'dot', '/': 'slash'}
SHIFTED = dict(zip('~!@#$%^&*()_+{}|:"<>?', "`1234567890-=[]\\;',./"))


class Failed(Exception):
    """The guest did not do what was asked; the text says how."""


def qemu(name=None):
    """The name of QEMU's program; exits with a clear line without one."""
    name = name or os.environ.get('QEMU') or 'qemu-system-i386'
    if shutil.which(name) is None:
        raise SystemExit('%s: not installed; type: sudo apt-get install -y '
            'qemu-system-x86' % name)
    return name


def count(name, given, default, least, most):
    """A number that is given, or a variable's, or the default."""
    text = str(given or os.environ.get(name) or default)
    if not text.isdecimal() or not least <= int(text) <= most:
        raise SystemExit('%s=%s: not a number from %d to %d' %
            (name, text, least, most))
    return int(text)


def command(append='', kernel=KERNEL, root=ROOT, smp=None, mem=None,
        program=None, vga='std'):
    """The words that start QEMU, without display and devices of a run.

    Without a kernel it boots from what the caller adds, a CD for example.
    """
    for path, how in (kernel, 'mk install makes it'), (root, ROOTHOW):
        if path and not os.path.isfile(path):
            raise SystemExit('no %s: %s' % (path, how))
    smp = count('SMP', smp, 1, 1, 255)
    mem = count('MEM', mem, 256, 8, 1 << 20)
    append = ' '.join((append + ' ' + os.environ.get('KARGS', '')).split())
    args = [qemu(program), '-accel', os.environ.get('ACCEL') or 'tcg',
        '-m', str(mem), '-smp', str(smp),
        '-nic', 'none', '-vga', vga, '-no-reboot',
        '-device', 'isa-debug-exit,iobase=0xf4,iosize=4']
    if kernel:
        args += ['-kernel', kernel]
    if root:
        args += ['-initrd', root]
    if append:
        args += ['-append', append]
    return args


def addfiles(path, files, root=ROOT):
    """Make a copy of a root archive with files (text or bytes) added."""
    if not os.path.isfile(root):
        raise SystemExit('no %s: %s' % (root, ROOTHOW))
    shutil.copyfile(root, path)
    with tarfile.open(path, 'a', format=tarfile.USTAR_FORMAT) as tar:
        for name, data in files.items():
            data = data.encode() if isinstance(data, str) else data
            info = tarfile.TarInfo(name.lstrip('/'))
            info.size = len(data)
            info.mode = 0o755
            tar.addfile(info, io.BytesIO(data))
    return path


def onterm(signo, frame):
    """A request to end ends the guests first, as an interrupt does."""
    raise SystemExit(1)


signal.signal(signal.SIGTERM, onterm)


def diewithparent():
    """In QEMU before it starts: end when this side is gone, however."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)     # PR_SET_PDEATHSIG


class Vm:
    """One guest. Use it in a with statement, so that QEMU always ends."""

    def __init__(self, append='', args=(), icount=None, gdb=False, log=None,
            script=None, files=None, **kw):
        self.dir = tempfile.mkdtemp(prefix='9pc')
        self.serialfile = self.path('serial')
        self.tracefile = self.path('trace')
        self.serial = ''        # what came, all of it
        self.seen = 0           # what wait() has gone past
        self.events = []
        self.qmpbuf = b''
        self.status = None      # of QEMU, when it has ended
        self.proc = None
        self.qmp = None
        self.log = log
        self.maxpause = 0.1     # seconds between looks at the guest
        files = dict(files or {})
        if script is not None:
            append += ' init=' + SCRIPT
            files[SCRIPT] = '#!/bin/rc\n' + script
        if files:
            kw['root'] = addfiles(self.path('root.tar'), files,
                kw.get('root', ROOT))
        argv = command(append, **kw) + ['-display', 'none',
            '-monitor', 'none', '-serial', 'file:' + self.serialfile,
            '-D', self.tracefile, '-qmp', 'unix:' + self.path('qmp')]
        if icount is not None:
            argv += ['-icount', 'shift=%s,sleep=off' % icount, '-seed', '1',
                '-rtc', 'base=2020-01-01,clock=vm']
        if gdb:
            argv += ['-gdb', 'unix:%s,server=on,wait=off' % self.path('gdb')]
        argv += args
        self.argv = argv
        try:
            self.start(argv)
        except BaseException:
            self.close()
            raise

    def path(self, name):
        return os.path.join(self.dir, name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def start(self, argv):
        """Start QEMU and shake hands with it."""
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self.path('qmp'))
            listener.listen(1)
            listener.settimeout(0.2)
            self.errors = open(self.path('stderr'), 'w+')
            self.proc = subprocess.Popen(argv, stdin=subprocess.DEVNULL,
                stdout=self.errors, stderr=self.errors,
                preexec_fn=diewithparent)
            limit = time.monotonic() + 30
            while self.qmp is None:
                try:
                    self.qmp, _ = listener.accept()
                except socket.timeout:
                    if self.ended():
                        raise Failed('QEMU did not start: ' + self.stderr())
                    if time.monotonic() > limit:
                        raise Failed('QEMU did not call back in 30 s')
        self.message(30)
        self.tell('qmp_capabilities')

    def close(self):
        """End QEMU, save the log, remove the temporary folder."""
        self.follow()
        if self.proc and self.proc.poll() is None:
            self.proc.kill()
            self.proc.wait()
        if self.qmp:
            self.qmp.close()
        if self.log:
            os.makedirs(os.path.dirname(self.log), exist_ok=True)
            with open(self.log, 'w') as f:
                f.write('%s\n%s\n%s' % (' '.join(map(shlex.quote, self.argv)),
                    self.serial, self.stderr()))
        if self.proc:
            self.errors.close()
        shutil.rmtree(self.dir, ignore_errors=True)

    def stderr(self):
        """What QEMU itself complained of."""
        try:
            with open(self.path('stderr')) as f:
                return f.read()
        except OSError:
            return ''

    # QMP

    def message(self, seconds):
        """The next QMP message, or None when there is none in time."""
        limit = time.monotonic() + seconds
        while b'\n' not in self.qmpbuf:
            self.qmp.settimeout(max(0.001, limit - time.monotonic()))
            try:
                data = self.qmp.recv(65536)
            except socket.timeout:
                return None
            except OSError:
                data = b''
            if not data:
                raise Failed(('QEMU hung up. ' + self.stderr()).strip())
            self.qmpbuf += data
        line, self.qmpbuf = self.qmpbuf.split(b'\n', 1)
        msg = json.loads(line)
        if 'event' in msg:
            self.events.append(msg)
        return msg

    def tell(self, command, /, **args):
        """Do one QMP command and return its answer."""
        cmd = {'execute': command, 'arguments': args}
        self.qmp.sendall(json.dumps(cmd).encode() + b'\n')
        while True:
            msg = self.message(30)
            if msg is None:
                raise Failed('QEMU does not answer ' + command)
            if 'error' in msg:
                raise Failed('%s: %s' % (command, msg['error'].get('desc')))
            if 'return' in msg:
                return msg['return']

    # what the guest says

    def follow(self):
        """Take in what the serial port has brought since."""
        try:
            with open(self.serialfile, 'rb') as f:
                text = f.read().decode('utf-8', 'replace')
        except OSError:
            return
        self.serial = text.replace('\r', '')

    def ended(self):
        """Has QEMU ended? Its status is in self.status then."""
        if self.proc.poll() is None:
            return False
        self.status = self.proc.returncode
        return True

    def verdict(self):
        """The value the guest wrote to isa-debug-exit, or None."""
        if self.status is None or self.status % 2 == 0:
            return None
        return self.status >> 1

    def lastlines(self, n=8):
        """The end of the serial output, for error messages."""
        self.follow()
        lines = self.serial.splitlines()[-n:]
        return '\n'.join(['last serial lines:'] +
            ['  ' + s for s in lines or ['(none)']])

    def fail(self, why):
        """Raise Failed with all that helps to see why."""
        text = [why, self.lastlines()]
        if self.proc.poll() is None:
            try:
                rows = [s for s in self.screen() if s]
                text += ['screen:'] + ['  ' + s for s in rows[-8:]]
            except Failed:
                pass
        raise Failed('\n'.join(text))

    def until(self, test, seconds, what, tick=None):
        """Call test until it is true; tick is called along the way."""
        limit = time.monotonic() + seconds
        pause = 0.005
        while True:
            dead = self.ended()
            self.follow()
            res = test()
            if res:
                return res
            if dead:
                self.fail('guest died (status %s) before: %s' %
                    (self.status, what))
            if time.monotonic() > limit:
                self.fail('timed out after %g s in: %s' % (seconds, what))
            if tick:
                tick()
            time.sleep(pause)
            pause = min(pause * 1.5, self.maxpause)

    def wait(self, regex, seconds=30, what=None, tick=None):
        """Wait for a match in the serial output not yet gone past."""
        prog = re.compile(regex, re.M)

        def test():
            return prog.search(self.serial, self.seen)
        m = self.until(test, seconds, what or 'serial /%s/' % regex, tick)
        self.seen = m.end()
        return m

    def waitscreen(self, regex, seconds=30):
        """Wait until the screen has a match."""
        prog = re.compile(regex, re.M)
        return self.until(lambda: not self.ended() and
            prog.search('\n'.join(self.screen())), seconds,
            'screen /%s/' % regex)

    def waitexit(self, seconds=30, what='end of the guest', tick=None):
        """Wait for QEMU's end and return its status."""
        self.until(lambda: self.status is not None, seconds, what, tick)
        return self.status

    # the screen

    def memory(self, addr, n):
        """Physical memory, bytes."""
        path = self.path('mem')
        self.tell('pmemsave', val=addr, size=n, filename=path)
        with open(path, 'rb') as f:
            return f.read()

    def cells(self):
        """The 2,000 cells as (glyph, attribute)."""
        mem = self.memory(VGAMEM, COLS * ROWS * 2)
        return list(zip(mem[0::2], mem[1::2]))

    def screen(self):
        """The rows as text, without trailing blanks."""
        text = ''.join(CP437[g] for g, _ in self.cells())
        return [text[i:i+COLS].rstrip() for i in range(0, len(text), COLS)]

    def screendump(self, path):
        """The screen as QEMU shows it, into a PNG file."""
        ppm = self.path('ppm')
        self.tell('screendump', filename=ppm)
        png.fromppm(ppm, path)

    # the keyboard

    def key(self, name, pause=0.02):
        """Press keys together, for example ctrl-alt-delete or t."""
        names = name.split('-') if len(name) > 1 else [name]
        names = [KEYS.get(k, k) for k in names]
        for down, order in (True, names), (False, names[::-1]):
            try:
                self.tell('input-send-event', events=[
                    {'type': 'key', 'data': {'down': down,
                    'key': {'type': 'qcode', 'data': k}}} for k in order])
            except (Failed, OSError):
                time.sleep(0.1)
                if not self.ended():
                    raise
                return          # the key ended the guest
        time.sleep(pause)

    def type(self, text, pause=0.02):
        """Type text on a US keyboard; control characters with ctrl."""
        for c in text:
            if c in KEYS:
                self.key(KEYS[c], pause)
            elif c in SHIFTED:
                c = SHIFTED[c]
                self.key('shift-' + KEYS.get(c, c), pause)
            elif c < ' ':
                self.key('ctrl-' + chr(ord(c) + 0x60), pause)
            elif c.isupper():
                self.key('shift-' + c.lower(), pause)
            else:
                self.key(c, pause)

    # QEMU's own count of accesses to VGA memory

    def trace(self, on):
        """Start or stop to trace device memory; slow while it is on."""
        for name in 'memory_region_ops_read', 'memory_region_ops_write':
            self.tell('trace-event-set-state', name=name, enable=on)

    def traced(self, region='vga-lowmem'):
        """(reads, stores) of a region as traced; stop tracing first."""
        counts = {'read': 0, 'write': 0}
        with open(self.tracefile, errors='replace') as f:
            for line in f:
                if region in line and 'memory_region_ops_' in line:
                    word = line.split('memory_region_ops_')[1].split()[0]
                    counts[word] += 1
        return counts['read'], counts['write']
