"""What is measured in the guest, and how.

Each job makes a script for the guest's shell, which writes to the first
serial port a block per step: a line `begin NAME`, lines `name value`, a line
`end NAME`. The host follows the blocks, each with a time limit, and turns
the values into figures. Real time is used for cycles of the console,
instruction-counted runs (2^shift ns of guest time per instruction, so that
many cycles) for instructions and for lateness.
"""
import re
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
    'lost': ('lost', 'bytes'), 'cmd': ('cmdcycles', 'cycles'),
    'seconds': ('seconds', 's')}
ALARMNAMES = 'samples p50us p99us maxus over10ms early missed'.split()


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
    return values(guest.serial[start:m.start()])


def values(text):
    """The lines `name value` of a text; numbers as numbers."""
    res = {}
    for line in text.splitlines():
        m = re.match(r'^(\S+)\s+(\S+)$', line.strip())
        if m is None:
            continue
        try:
            res[m[1]] = int(m[2])
        except ValueError:
            try:
                res[m[1]] = float(m[2])
            except ValueError:
                res[m[1]] = m[2]
    return res
