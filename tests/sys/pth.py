"""What a switch of threads costs: pthbench in the guest and on this machine.

In the guest three ways to keep signals are compared, in real time and
counted in instructions; on this machine the library is run beside GNU Pth,
whose scheduler does what calls does, and more: see pthbench(1).
"""
import os
import subprocess

import measure
import vm

HOST = os.path.join(vm.TOP, 'tests', 'host')
WAYS = 'calls', 'bits', 'words'
THREADS = 7, 70, 700
SHIFT = 3
HOSTS = {'host': './hostpthbench', 'libpth': './hostpthgnubench'}

# What is asked: a figure, the one it is compared with, how many times.
ASKED = [('bits.t70', 'calls.t70', '>=', 3),
    ('words.t70', 'bits.t70', '>=', 10),
    ('words.t7', 'words.t700', '<=', 1.5),
    ('host.t70', 'libpth.t70', '>=', 5)]


def guestjob(fig, name, ms, progress, icount=None):
    """pthbench once in a guest; counted, instructions of one switch."""
    script = '\n'.join(['echo begin %s >%s' % (name, measure.SERIAL),
        'pthbench -t %d >%s' % (ms, measure.SERIAL),
        'echo end %s >%s' % (name, measure.SERIAL), 'sleep 60', ''])
    with vm.Vm(script=script, icount=icount) as guest:
        got = measure.block(guest, name, 300, progress)
    for key, value in got.items():
        if icount is None:
            fig.add(key, value, 'switches/s')
        else:
            fig.add(key.replace('switches', 'instr'),
                1e9 / 2 ** icount / value, 'instr')


def hostjob(fig, runs, progress):
    """70 threads on this machine, the two libraries by turns."""
    made = subprocess.run(['mk'] + [p[2:] for p in HOSTS.values()], cwd=HOST,
        stdout=subprocess.DEVNULL)
    if made.returncode:
        raise vm.Failed('cannot be built here')
    for _ in range(runs):
        progress.step('pth on this machine')
        for label, prog in HOSTS.items():
            text = subprocess.run([prog, '-l', label, '-n', '70', '-t',
                '300', 'words'], cwd=HOST, check=True, timeout=60,
                stdout=subprocess.PIPE).stdout.decode()
            for key, value in measure.values(text).items():
                fig.add(key, value, 'switches/s')
        progress.end()


def asked(fig):
    """Lines that compare what is asked with what was measured."""
    lines = []
    for a, b, op, want in ASKED:
        names = ['pth.%s.switches' % x for x in (a, b)]
        got = {'time': fig.ratio(*names)}
        names = ['pth.%s.instr' % x for x in (b, a)]
        got['instructions'] = fig.ratio(*names)
        lines.append('%s : %s asked %s %g, measured %s' % (a, b, op, want,
            ', '.join('%.2f by %s' % (v, k) for k, v in got.items()
            if v is not None) or 'nothing'))
    return lines
