"""Which kernel functions cost most while the guest prints /lib/pci.

The guest is stopped now and then and its instruction pointer looked up in the
kernel's symbols. Nothing is added to the guest, so that what is measured is
what runs; interrupts that are held off are no hiding place. Samples are
apart by this machine's time, so they say what QEMU spends; at vectors, where
traps enter, that is mostly its price of a system call's trap.
"""
import bisect
import os
import re
import subprocess
import time

import figures
import vm

SCRIPT = 'echo mode tail >/dev/cga\necho begin >/dev/eia0\ncatloop /lib/pci\n'
REGS = re.compile(r'EIP=([0-9a-f]{8}).*CPL=(\d)', re.S)
APART = 0.001                   # seconds between samples
USER = '(programs)'
TOPMOST = 10


class Symbols:
    """The functions of the kernel by address."""

    def __init__(self, kernel):
        nm = os.environ.get('CROSS', '') + 'nm'
        text = subprocess.run([nm, '-n', kernel], check=True,
            stdout=subprocess.PIPE).stdout.decode()
        found = re.findall(r'^([0-9a-f]+) [tT] (\w\S*)$', text, re.M)
        self.addrs = [int(a, 16) for a, _ in found]
        self.names = [n for _, n in found]

    def find(self, addr):
        """The function that has the address, as far as symbols tell."""
        i = bisect.bisect_right(self.addrs, addr) - 1
        return self.names[i] if i >= 0 else '0x%x' % addr


def sample(guest):
    """Stop the guest, and return its instruction pointer and privilege."""
    guest.tell('stop')
    text = guest.tell('human-monitor-command',
        **{'command-line': 'info registers'})
    guest.tell('cont')
    m = REGS.search(text)
    if m is None:
        raise vm.Failed('no registers in: ' + text)
    return int(m[1], 16), int(m[2])


def counts(samples, tick=None):
    """How often each function was found, in a guest that prints; tick is
    called along the way."""
    symbols = Symbols(vm.KERNEL)
    seen = {}
    with vm.Vm(script=SCRIPT) as guest:
        guest.wait('^begin$', 60)
        for _ in range(samples):
            time.sleep(APART)
            eip, ring = sample(guest)
            name = USER if ring else symbols.find(eip)
            seen[name] = seen.get(name, 0) + 1
            if tick:
                tick()
    return seen


def lines(seen):
    """The costliest functions, a table for a person."""
    total = sum(seen.values())
    kernel = total - seen.get(USER, 0)
    order = sorted((n for n in seen if n != USER), key=lambda n: -seen[n])
    rows = [[n, str(seen[n]), '%.1f' % (100 * seen[n] / total)]
        for n in order[:TOPMOST]]
    rows.append(['other %d' % len(order[TOPMOST:]),
        str(sum(seen[n] for n in order[TOPMOST:])),
        '%.1f' % (100 * sum(seen[n] for n in order[TOPMOST:]) / total)])
    rows.append([USER, str(total - kernel),
        '%.1f' % (100 * (total - kernel) / total)])
    return figures.table(['function', 'samples', '%'], rows)


def case(_):
    """A test: printing is a matter of the kernel, copying a part of it."""
    seen = counts(100)
    if 'memmove' not in seen or len(seen) < 4 or seen.get(USER, 0) > 50:
        raise vm.Failed('found in 100 samples: %s' % seen)
