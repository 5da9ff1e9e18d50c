"""What is measured in the guest, and how.

Each job makes a script for the guest's shell, which writes to the first
serial port a block per step: a line `begin NAME`, lines `name value`, a line
`end NAME`. The host follows the blocks, each with a time limit, and turns
the values into figures. Real time is used for cycles of the console,
instruction-counted runs (2^shift ns of guest time per instruction, so that
many cycles) for instructions and for lateness.
"""
import re
import subprocess
import sys
import time

import vm

MODES = 'none shadow batch tail stock'.split()
PCI = '/usr/share/misc/pci.ids'
SERIAL = '/dev/eia0'
CGA = '/dev/cga'
ALARM = "'#P/alarm'"

# Counters of the console's file by the names of their figures.
CATNAMES = {'total': ('totalcycles', 'cycles'),
    'scroll': ('scrollcycles', 'cycles'), 'print': ('printcycles', 'cycles'),
    'draw': ('drawcycles', 'cycles'), 'reads': ('reads', 'cells'),
    'cells': ('cells', 'cells'), 'stores': ('stores', 'stores'),
    'crtc': ('crtc', 'writes'), 'hold': ('hold', 'cycles'),
    'lost': ('lost', 'bytes'), 'cmd': ('cmd', 'cycles')}
ALARMNAMES = 'samples p50us p99us maxus over10ms early missed'.split()

CATCMD = {'cat': 'cat /lib/pci', 'cat256': 'cat /lib/pci',
    'cat1': 'wr -b 1 /lib/pci'}


class Progress:
    """Tells on standard error which step it is and how far."""

    def __init__(self, steps):
        self.steps = steps
        self.done = 0
        self.tty = sys.stderr.isatty()

    def step(self, what):
        """A new step begins."""
        self.done += 1
        self.what = '[%d/%d] %s' % (self.done, self.steps, what)
        self.start = self.last = time.monotonic()
        sys.stderr.write('%s%s' % (self.what, '' if self.tty else '\n'))
        sys.stderr.flush()

    def tick(self):
        """Called while the step lasts."""
        now = time.monotonic()
        if now - self.last < (0.5 if self.tty else 15):
            return
        self.last = now
        text = '%s: %d s' % (self.what, now - self.start)
        sys.stderr.write('\r' + text if self.tty else text + '\n')
        sys.stderr.flush()

    def end(self):
        """The step is done."""
        text = '%s: %.1f s' % (self.what, time.monotonic() - self.start)
        sys.stderr.write('\r%s\n' % text if self.tty else text + '\n')


def block(guest, name, seconds, progress):
    """Follow one block and return its values."""
    progress.step(name)
    guest.wait('^begin %s$' % re.escape(name), 60, 'start of ' + name,
        progress.tick)
    start = guest.seen
    m = guest.wait('^end %s$' % re.escape(name), seconds, name,
        progress.tick)
    progress.end()
    return values(guest.serial[start:m.start()], name + '.')


def values(text, label=''):
    """The lines `name value` of a text, a label in front; numbers as such."""
    res = {}
    for line in text.splitlines():
        m = re.match(r'^(\S+)\s+(\S+)$', line.strip())
        if m is None:
            continue
        key = m[1][len(label):] if m[1].startswith(label) else m[1]
        try:
            res[key] = float(m[2]) if '.' in m[2] else int(m[2])
        except ValueError:
            res[key] = m[2]
    return res


# the console

def catstep(kind, mode):
    """The script of one step: the file once, one way of drawing.

    Before that, untimed, the command without text and the first of the text
    without the command: what an emulator translates is not to count. The
    counters are read again when the last frame has been drawn.
    """
    name = '%s.%s' % (kind, mode)
    return '\n'.join([
        'echo chunk %d >%s' % (256 if kind == 'cat256' else 8192, CGA),
        'echo mode %s >%s' % (mode, CGA),
        'cyc -o /dev/null cat /dev/null',
        'dd -if /lib/pci -bs 8192 -count 8 -quiet 1',
        'sleep 0.1',
        'echo begin %s >%s' % (name, SERIAL),
        'cyc -l %s -o %s %s' % (name, SERIAL, CATCMD[kind]),
        'sleep 0.1', 'cat %s >%s' % (CGA, SERIAL),
        'echo end %s >%s' % (name, SERIAL), ''])


def catfigures(fig, kind, mode, got):
    """Take the figures of one step."""
    wanted = CATNAMES
    if kind != 'cat':
        wanted = {x: CATNAMES[x] for x in ('total', 'cmd')}
    for x, (counter, unit) in wanted.items():
        if counter in got:
            fig.add('%s.%s.%s' % (kind, mode, x), got[counter], unit)
    if kind == 'cat' and 'ns' in got:
        fig.add('cat.%s.seconds' % mode, got['ns'] / 1e9, 's')
    if got.get('lost'):
        raise vm.Failed('%s.%s: %s bytes lost' % (kind, mode, got['lost']))


def catjob(fig, steps, progress, shot=None):
    """Measure (kind, mode) steps in one boot, in real time.

    With shot, the screen as it is after the last step goes to that file.
    """
    script = ''.join(catstep(kind, mode) for kind, mode in steps)
    script += 'sleep 60\n'
    with vm.Vm(script=script) as guest:
        for kind, mode in steps:
            name = '%s.%s' % (kind, mode)
            got = block(guest, name, 300, progress)
            catfigures(fig, kind, mode, got)
            if kind == 'cat' and 'cat.bytes' not in fig.values:
                with open(PCI, 'rb') as f:
                    lines = f.read().count(b'\n')
                fig.add('cat.bytes', got.get('bytes', 0), 'bytes')
                fig.add('cat.lines', lines, 'lines')
        if shot:
            guest.screendump(shot)


def countjob(fig, progress):
    """Count instructions of the driver's own way: shift=3, 8 cycles each.

    A print from interrupt level that redraws the screen is ^T^T p typed at
    the console, which lists the processes.
    """
    script = catstep('cat', 'tail') + '\n'.join([
        'dd -bs 80 -count 1 </dev/cons >/dev/null',
        'echo begin print.tail >' + SERIAL,
        'cat %s >%s' % (CGA, SERIAL),
        'echo end print.tail >' + SERIAL, 'sleep 60', ''])
    with vm.Vm(script=script, icount=3) as guest:
        got = block(guest, 'cat.tail', 120, progress)
        guest.type('\x14\x14p\n')
        more = block(guest, 'print.tail', 30, progress)
    n = got.get('bytes')
    if n:
        fig.add('cat.tail.ipb', got['totalcycles'] / 8 / n, 'instr/byte')
        fig.add('cat.tail.cmdipb', got['cmd'] / 8 / n, 'instr/byte')
    for x in 'hold', 'stephold', 'printhold':
        if x in more:
            name = 'cat.tail.' + x
            fig.values.pop(name, None)
            fig.add(name, more[x] / 8, 'instr')


# alarms

def alarmscript(load, name, loops):
    """alarm2 once, idle or while cat loops on one kind of console."""
    lines = []
    if load != 'idle':
        lines = ['echo mode %s >%s' % (load, CGA), 'catloop /lib/pci &']
    lines += ['echo begin %s >%s' % (name, SERIAL),
        'echo reset >' + ALARM,
        'alarm2 -s -q -n %d >%s' % (loops, SERIAL),
        'cat %s >%s' % (ALARM, SERIAL),
        'echo end %s >%s' % (name, SERIAL), 'sleep 60', '']
    return '\n'.join(lines)


def alarmjob(load, name, loops, progress, seconds=600, **kw):
    """Run alarm2 in a guest of its own and return what it says."""
    script = alarmscript(load, name, loops)
    with vm.Vm(script=script, **kw) as guest:
        return block(guest, name, seconds, progress)


def alarmfigures(fig, name, got):
    """Take the figures of one run of alarm2."""
    for y in ALARMNAMES:
        if y in got:
            unit = 'us' if y.endswith('us') else 'alarms'
            fig.add('%s.%s' % (name, y), got[y], unit)


def timerjob(fig, progress):
    """Instructions of arm + cancel with 10 and with 10,000 alarms armed."""
    script = '\n'.join(['echo begin timer >' + SERIAL,
        'alarmcost 10 10000 >%s >[2=1]' % SERIAL,
        'echo end timer >' + SERIAL, 'sleep 60', ''])
    with vm.Vm(script=script, icount=3) as guest:
        got = block(guest, 'timer', 300, progress)
        for n in 10, 10000:
            if 'arm%d' % n not in got:
                guest.fail('alarmcost did not get %d processes' % n)
            fig.add('timer.arm%d.instr' % n, got['arm%d' % n] / 8, 'instr')


def setjmpjob(fig, cpus, progress, icount=None):
    """setjmpbench once, as many processes as CPUs: cycles and times and
    the ratios of these very cycles, or instructions of a counted run."""
    name = 'setjmp.n%d' % cpus
    script = '\n'.join(['echo begin %s >%s' % (name, SERIAL),
        'setjmpbench -n 20000 %d >%s' % (cpus, SERIAL),
        'echo end %s >%s' % (name, SERIAL), 'sleep 60', ''])
    with vm.Vm(script=script, smp=cpus, icount=icount) as guest:
        got = block(guest, name, 300, progress)
    if icount is not None:
        got = {key.replace('cycles', 'instr'): value / 2 ** icount
            for key, value in got.items() if key.endswith('.cycles')}
    for key, value in got.items():
        what = key.split('.')[-1]
        fig.add(key, value, {'userms': 'ms', 'sysms': 'ms',
            'waited': 'cycles'}.get(what, what))
    if icount is None:
        for a, b in ('locked', 'word'), ('locked', 'free'), ('word', 'none'):
            fig.add('%s.%s:%s' % (name, a, b),
                got['setjmp.%s.n%d.cycles' % (a, cpus)] /
                got['setjmp.%s.n%d.cycles' % (b, cpus)], 'times')


def rforkjob(fig, kernel, ways, progress, icount=None):
    """latrfork once: cycles, or instructions of a counted run."""
    name = 'ports.' + '.'.join(ways)
    script = '\n'.join(['echo begin %s >%s' % (name, SERIAL),
        'latrfork %s %s >%s' % ('-n 500 -i %d' % icount if icount else '',
        ' '.join(ways), SERIAL), 'echo end %s >%s' % (name, SERIAL),
        'sleep 60', ''])
    with vm.Vm(script=script, kernel=kernel, icount=icount) as guest:
        got = block(guest, name, 120, progress)
    for key, value in got.items():
        if key.endswith('.instr') == (icount is not None):
            fig.add(key, value, 'instr' if icount else
                'processes' if key.endswith('persec') else 'cycles')


def histogram(got):
    """Alarms by lateness: (upper end in us, count), from the file."""
    return [(2 ** i, got['late%d' % i]) for i in range(32)
        if 'late%d' % i in got]


def draw(late, path):
    """Draw lateness of several runs, a line each, with gnuplot."""
    late = {k: v for k, v in late.items() if v}
    if not late:
        return
    plots = ', '.join("'-' with steps lw 2 title 'shift=%d, %s'" % k
        for k in late)
    data = ''.join(''.join('%d %d\n' % (us, n)
        for us, n in v) + 'e\n' for v in late.values())
    text = ("set terminal svg size 800,500 background 'white'\n"
        "set output '%s'\nset logscale x 2\nset xrange [1:1048576]\n"
        "set xlabel 'late by at most, us'\nset ylabel 'alarms'\n"
        "set grid\nplot %s\n%s" % (path, plots, data))
    subprocess.run(['gnuplot'], input=text, text=True, check=True)


# system calls

def sysjob(fig, progress, icount=None):
    """syscost once: cycles in real time, or instructions of a counted run."""
    unit = 'cycles' if icount is None else 'instr'
    name = 'sys.' + unit
    script = '\n'.join(['echo begin %s >%s' % (name, SERIAL),
        'syscost %s >%s' % ('' if icount is None else '-i %d' % icount,
        SERIAL), 'echo end %s >%s' % (name, SERIAL), 'sleep 60', ''])
    with vm.Vm(script=script, icount=icount) as guest:
        got = block(guest, name, 120, progress)
    for key, value in got.items():
        if key.endswith('.' + unit):
            fig.add(key, value, unit)
