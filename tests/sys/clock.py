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


def script(seconds=SECONDS, step=STEP):
    """The guest's part: /dev/time is seconds, ns, ticks, ticks a second."""
    line = 'cat /dev/time >%s; echo >%s; sleep %g\n' % (measure.SERIAL,
        measure.SERIAL, step)
    return 'echo begin clock >%s\n' % measure.SERIAL + line * (
        int(seconds / step) + 1) + 'echo end clock >%s\n' % measure.SERIAL


def busy():
    """Processes that keep every CPU of this machine busy."""
    return [subprocess.Popen([sys.executable, '-c', 'while True: pass'])
        for _ in range(os.cpu_count() or 1)]


def sample(guest, progress=None):
    """One time from the guest: (host's seconds, guest's seconds)."""
    m = guest.wait(r'^ *(\d+) +(\d+) +(\d+) +(\d+) *$', STEP + 30,
        "the guest's time", progress and progress.tick)
    return time.monotonic(), int(m[2]) / 1e9


def prompt(some):
    """The sample that arrived with the least delay."""
    return min(some, key=lambda s: s[0] - s[1])


def drift(samples, part=10):
    """Parts per million between the ends; arrivals only come late, so the
    ends are the promptest of the first and of the last samples."""
    k = max(1, len(samples) // part)
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


def late(some):
    """How much later than the promptest the quickest quarter arrived: what
    the promptest itself may be late by, s."""
    delays = sorted(s[0] - s[1] for s in some)
    return delays[len(delays) // 4] - delays[0]


def short(start, seconds):
    """The drift in a short time, without load, and what it may be off by,
    both in ppm. start starts a guest with a script."""
    n = seconds * 5
    with start(script=script(seconds, 0.2)) as guest:
        guest.maxpause = 0.001
        guest.wait('^begin clock$', 60)
        samples = [sample(guest) for _ in range(n)]
    third = n // 3
    error = late(samples[:third]) + late(samples[-third:]) + 0.001
    return drift(samples, 3), error / (seconds * 2 / 3) * 1e6


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
