"""Figures: named values with units, and the files they are kept in."""
import os
import statistics

import vm


class Figures:
    """Values by name; several values of one name are runs of it."""

    def __init__(self):
        self.values = {}
        self.units = {}

    def add(self, name, value, unit):
        """One more value of a figure."""
        self.values.setdefault(name, []).append(value)
        self.units[name] = unit

    def get(self, name):
        """The median, or None if nothing was measured."""
        got = self.values.get(name)
        return statistics.median(got) if got else None

    def ratio(self, a, b):
        """One figure divided by another, or None."""
        x, y = self.get(a), self.get(b)
        return x / y if x is not None and y else None

    def missing(self, names):
        """Those of the names that were not measured."""
        return [n for n in names if n not in self.values]

    def report(self, path):
        """Write name, value, unit, a line each."""
        save(path, ['%s\t%s\t%s' % (n, number(self.get(n)), self.units[n])
            for n in self.values])

    def bench(self, path):
        """Write name, median, unit, min, max, n, a line each; what is in
        the file already and was not measured now stays."""
        lines = {}
        if os.path.exists(path):
            with open(path) as f:
                lines = {s.split('\t')[0]: s for s in f.read().splitlines()}
        for n, v in self.values.items():
            lines[n] = '%s\t%s\t%s\t%s\t%s\t%d' % (n, number(self.get(n)),
                self.units[n], number(min(v)), number(max(v)), len(v))
        save(path, lines.values())


def medians(path):
    """The medians that such a file has, by name."""
    with open(path) as f:
        return {s[0]: float(s[1])
            for s in (line.split('\t') for line in f.read().splitlines())}


def number(x):
    """A value as text: whole numbers whole, others to 4 places."""
    if isinstance(x, float) and not x.is_integer():
        return '%.4f' % x if abs(x) < 100 else '%.1f' % x
    return '%d' % x


def save(path, lines):
    """Write lines to a file of out/."""
    os.makedirs(vm.OUT, exist_ok=True)
    with open(path, 'w') as f:
        f.write('\n'.join(lines) + '\n')


def cell(x):
    """A value for a person: groups of three digits, or - for none."""
    if x is None:
        return '-'
    if isinstance(x, float) and not x.is_integer():
        return '%.3f' % x if abs(x) < 100 else '{:,.0f}'.format(x)
    return '{:,}'.format(int(x))


def table(head, rows):
    """Lines of a table: first column to the left, the others right."""
    all = [head] + rows
    width = [max(len(r[i]) for r in all) for i in range(len(head))]
    return ['  '.join([r[0].ljust(width[0])] +
        [c.rjust(w) for c, w in zip(r[1:], width[1:])]).rstrip()
        for r in all]
