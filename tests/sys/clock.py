"""The guest's clock against this machine's, ten minutes of it.

The guest writes its time once in five seconds to the serial port; what
counts is the moment each line arrives. For the second quarter of the time
all CPUs of this machine are kept busy.
"""
import os
import re
import subprocess
import sys
import time

import measure
import vm

SECONDS = int(os.environ.get('CLOCKSECONDS') or 600)
STEP = 5


def script():
    """The guest's part: /dev/time is seconds, ns, ticks, ticks a second."""
    line = 'cat /dev/time >%s; echo >%s; sleep %d\n' % (measure.SERIAL,
        measure.SERIAL, STEP)
    return 'echo begin clock >%s\n' % measure.SERIAL + line * (
        SECONDS // STEP + 1) + 'echo end clock >%s\n' % measure.SERIAL


def busy():
    """Processes that keep every CPU of this machine busy."""
    return [subprocess.Popen([sys.executable, '-c', 'while True: pass'])
        for _ in range(os.cpu_count() or 1)]


def sample(guest, progress):
    """One time from the guest: (host's seconds, guest's seconds)."""
    m = guest.wait(r'^ *(\d+) +(\d+) +(\d+) +(\d+) *$', STEP + 30,
        "the guest's time", progress.tick)
    return time.monotonic(), int(m[2]) / 1e9


def drift(samples):
    """Parts per million between the ends; arrivals only come late, so the
    ends are the promptest of the first and of the last samples."""
    def prompt(some):
        return min(some, key=lambda s: s[0] - s[1])
    k = max(1, len(samples) // 10)
    a, b = prompt(samples[:k]), prompt(samples[-k:])
    return ((b[1] - a[1]) / (b[0] - a[0]) - 1) * 1e6


def follow(guest, progress):
    """All samples; load on this machine for the second quarter."""
    n = SECONDS // STEP + 1
    load = []
    samples = []
    try:
        for i in range(n):
            if i == n // 4:
                load = busy()
            if i == n // 2:
                stop(load)
            samples.append(sample(guest, progress))
    finally:
        stop(load)
    return samples


def stop(load):
    """End the processes of busy."""
    for p in load:
        p.kill()
        p.wait()
    load.clear()


def bench(fig, missing):
    """The figure clock.ppm."""
    progress = measure.Progress(1)
    progress.step('clock, %d s' % SECONDS)
    try:
        with vm.Vm(script=script()) as guest:
            guest.maxpause = 0.002
            guest.wait('^begin clock$', 60)
            samples = follow(guest, progress)
    except vm.Failed as e:
        missing.append('clock: %s' % e)
        return
    progress.end()
    fig.add('clock.ppm', abs(drift(samples)), 'ppm')
