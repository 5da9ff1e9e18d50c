"""The table of system tests: reading it, and doing what a test says.

The format is described in the table itself.
"""
import importlib
import os
import shlex

import vm

HERE = os.path.dirname(os.path.abspath(__file__))


def unescape(text):
    """\\n, \\t, \\x14 and the like in the text to type."""
    return text.encode('latin-1', 'backslashreplace').decode('unicode_escape')


class Case:
    """One test: how to start the guest, and the steps."""

    def __init__(self, name, group, seconds, where):
        self.name = name
        self.group = group
        self.seconds = float(seconds)
        self.where = where
        self.alone = False
        self.start = {}
        self.steps = []

    def add(self, word, rest):
        """Take one line of the paragraph."""
        if word == 'alone':
            self.alone = True
        elif word == 'boot':
            self.start['append'] = rest
        elif word == 'qemu':
            self.start['args'] = shlex.split(rest)
        elif word == 'script':
            self.start['script'] = self.start.get('script', '') + rest + '\n'
        elif word == 'noroot':
            self.start['root'] = None
        elif word in ('smp', 'mem', 'icount', 'gdb'):
            self.start[word] = int(rest or 1)
        elif word in STEPS:
            self.steps.append((word, rest))
        else:
            raise SystemExit('%s: %s: what is %s?' %
                (self.where, self.name, word))

    def guest(self, **kw):
        """A guest as the paragraph says, with changes; logs count up."""
        self.guests += 1
        n = self.guests
        log = self.log if n == 1 else '%s.%d' % (self.log, n)
        return vm.Vm(log=log, **{**self.start, **kw})

    def run(self, log):
        """Do the test; returns a list of (name, why) of its parts."""
        self.log = log
        self.guests = 0
        if [w for w, _ in self.steps] == ['own']:
            return function(self.steps[0][1])(self) or []
        parts = []
        with self.guest() as guest:
            for word, rest in self.steps:
                parts += STEPS[word](guest, rest, self.seconds) or []
        return parts


def function(name):
    """The function cases_x.f of this folder."""
    module, name = name.split('.')
    return getattr(importlib.import_module(module), name)


def serial(guest, rest, seconds):
    guest.wait(rest, seconds)


def screen(guest, rest, seconds):
    guest.waitscreen(rest, seconds)


def typing(guest, rest, seconds):
    guest.type(unescape(rest))


def key(guest, rest, seconds):
    guest.key(rest)


def same(guest, rest, seconds):
    """The screen comes to be as in a file, blanks at line ends aside."""
    with open(os.path.join(HERE, rest)) as f:
        want = [line.rstrip() for line in f.read().split('\n')]
    want = (want + [''] * vm.ROWS)[:vm.ROWS]
    guest.until(lambda: guest.screen() == want, seconds, 'screen as ' + rest)


def ending(guest, rest, seconds):
    guest.waitexit(seconds)
    if rest and guest.verdict() != int(rest, 0):
        guest.fail('guest ended with %s, not %s' % (guest.verdict(), rest))


def python(guest, rest, seconds):
    return function(rest)(guest)


STEPS = {'serial': serial, 'screen': screen, 'type': typing, 'key': key,
    'same': same, 'exit': ending, 'py': python, 'own': None}


def read(path=os.path.join(HERE, 'table')):
    """All cases of the table."""
    cases = []
    with open(path) as f:
        for n, line in enumerate(f, 1):
            where = '%s:%d' % (path, n)
            if line.startswith('#') or not line.strip():
                continue
            if not line[0].isspace():
                words = line.split()
                if len(words) != 3:
                    raise SystemExit(where + ': want name group seconds')
                cases.append(Case(*words, where))
                continue
            word, _, rest = line.strip().partition(' ')
            cases[-1].add(word, rest.strip())
    if not cases:
        raise SystemExit(path + ': no tests')
    return cases
