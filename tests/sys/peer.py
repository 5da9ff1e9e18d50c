"""Linux in the same QEMU, measured beside ours, and the pictures of both.

tests/sys/linux has the program that is all of its user space, and the
mkfile that gets Debian's kernel. What it prints has the form of our
guest's blocks (measure.py).
"""
import os
import subprocess

import measure
import vm

DIR = os.path.join(vm.TOP, '386', 'linux')
KERNEL = os.path.join(DIR, 'vmlinuz')
INITRD = os.path.join(DIR, 'initrd')
QEMU = 'qemu-system-x86_64'
ONEBYTE = 65536         # bytes of the file written one by one
TRACED = 200            # lines of the file that are traced
LOADS = {'idle': 'idle', 'loaded': 'tail'}      # Linux's, and ours beside it
SPEEDS = {'real': None, 's3': 3, 's7': 7}
LOOPS = {'real': 5, 's3': 151, 's7': 151}
CALLS = 'null fork rforkmem exec pipe switch'.split()


def linux(*words, icount=None):
    """A Linux that does what the words say; see linux/init.c."""
    return vm.Vm('console=tty0 loglevel=3 -- ' + ' '.join(words),
        kernel=KERNEL, root=INITRD, program=QEMU, icount=icount)


def follow(guest, name, seconds, progress):
    """One block of Linux's, on its text console and no other."""
    got = measure.block(guest, name, seconds, progress)
    if got.get('vgacon') != 1:
        raise vm.Failed('Linux: its console is not the VGA text console')
    return got


def note(fig, name, ours, theirs):
    """The ratio of one pair of runs: how many times Linux's cost is ours."""
    if ours and theirs:
        fig.add(name, theirs / ours, ': 1')


def console(fig, progress):
    """One run of each console: ours, then Linux's, and their ratios."""
    ours = type(fig)()
    measure.catjob(ours, [('cat', 'tail'), ('cat1', 'tail')], progress)
    size = ours.get('cat.bytes')
    with linux('cat', 'linux.cat', '8192', '0', 'cat', 'linux.cat1', '1',
            str(ONEBYTE)) as guest:
        whole = follow(guest, 'linux.cat', 300, progress)
        bytewise = follow(guest, 'linux.cat1', 300, progress)
    scaled = bytewise['cycles'] * size // bytewise['bytes']
    fig.add('linux.cat.total', whole['cycles'], 'cycles')
    fig.add('linux.cat1.total', scaled, 'cycles')
    fig.add('copy.total', whole['copy'], 'cycles')
    note(fig, 'linux.cat.ratio', ours.get('cat.tail.cmd'), whole['cycles'])
    note(fig, 'linux.cat1.ratio', ours.get('cat1.tail.cmd'), scaled)


def alarms(fig, speed, load, progress):
    """alarm2 on both at one speed; gives ours and Linux's histogram."""
    icount = SPEEDS[speed]
    words = ['alarm', 'linux.alarm.%s.%s' % (speed, load), str(LOOPS[speed]),
        load]
    with linux(*words, icount=icount) as guest:
        theirs = follow(guest, words[1], 900, progress)
    name = 'alarm.%s.%s' % (speed, LOADS[load])
    ours = measure.alarmjob(LOADS[load], name, LOOPS[speed], progress, 900,
        icount=icount)
    measure.alarmfigures(fig, words[1], theirs)
    if icount is None:
        measure.alarmfigures(fig, name, ours)
    return measure.histogram(ours), measure.histogram(theirs)


def syscalls(fig, progress, icount=None):
    """System calls of both: cycles, or instructions of a counted run."""
    unit = 'cycles' if icount is None else 'instr'
    ours = type(fig)()
    measure.sysjob(ours, progress, icount)
    name = 'linux.sys.' + unit
    with linux('sys', name, icount=icount) as guest:
        got = follow(guest, name, 120, progress)
    for x in CALLS:
        cost = got[x] if icount is None else got[x] >> icount
        fig.add('linux.sys.%s.%s' % (x, unit), cost, unit)
        note(fig, 'linux.sys.%s.%sratio' % (x, unit),
            ours.get('sys.%s.%s' % (x, unit)), cost)


def lines():
    """The part of the file that is written while QEMU traces."""
    with open(measure.PCI, 'rb') as f:
        return b''.join(f.readlines()[:TRACED])


def traced(guest, name, progress):
    """Accesses to VGA memory, as QEMU counts them, in one block."""
    guest.trace(True)
    guest.type('\n')
    measure.block(guest, name, 300, progress)
    guest.trace(False)
    return guest.traced()


def traceours(mode, progress):
    """(reads, stores) of one of our ways of drawing."""
    script = '\n'.join(['echo mode %s >%s' % (mode, measure.CGA),
        'echo waiting >' + measure.SERIAL, 'dd -bs 80 -count 1 </dev/cons >/dev/null',
        'echo begin trace.%s >%s' % (mode, measure.SERIAL), 'cat /t/1',
        'sleep 0.1', 'echo end trace.%s >%s' % (mode, measure.SERIAL),
        'sleep 60', ''])
    with vm.Vm(script=script, files={'/t/1': lines()}) as guest:
        guest.wait('^waiting$', 60)
        return traced(guest, 'trace.' + mode, progress)


def tracelinux(progress):
    """The same of Linux's."""
    name = 'linux.trace'
    with linux('wait', 'cat', name, '8192', str(len(lines()))) as guest:
        guest.wait('^waiting$', 60)
        return traced(guest, name, progress)


def traces(fig, progress):
    """VGA bytes read and stored per line, by QEMU's own trace."""
    for name in measure.MODES[1:] + ['linux']:
        got = tracelinux(progress) if name == 'linux' else traceours(name,
            progress)
        for x, n in zip(('reads', 'stores'), got):
            fig.add('trace.%s.%s' % (name, x), n / TRACED, 'bytes/line')


# pictures

def gnuplot(path, text):
    """Have gnuplot draw into an SVG file."""
    subprocess.run(['gnuplot'], check=True, text=True, input=
        "set terminal svg size 800,480 background 'white'\n"
        "set output '%s'\n%s" % (path, text))


def drawconsole(median, path):
    """Cycles a byte of cat /lib/pci, a bar a console, on a log scale; from
    medians by name, those that there are."""
    bars = [(m, 'cat.%s.cmd' % m) for m in ('stock', 'shadow', 'batch',
        'tail')] + [('Linux', 'linux.cat.total'), ('bare copy', 'copy.total')]
    size = median.get('cat.bytes')
    got = [(label, median[name] / size) for label, name in bars
        if size and name in median]
    if not got:
        return
    data = ''.join('%d "%s" %.1f\n' % (i, label, v)
        for i, (label, v) in enumerate(got))
    gnuplot(path, "set logscale y\nset ylabel 'cycles a byte'\n"
        "set yrange [1:*]\nset style fill solid 0.6\nset boxwidth 0.6\n"
        "set grid y\nset title 'cat /lib/pci, the whole command'\n"
        "plot '-' using 1:3:xtic(2) with boxes notitle, "
        "'' using 1:3:(sprintf(\"%%.1f\", $3)) with labels "
        "offset 0,0.7 notitle\n%se\n%se\n" % (data, data))


def drawalarms(late, path):
    """Share of alarms later than so many us, a line a run."""
    plots, data = [], ''
    for label, hist in late.items():
        total = sum(n for _, n in hist)
        if not total:
            continue
        plots.append("'-' with steps lw 2 title '%s'" % label)
        left = total
        for us, n in hist:
            left -= n
            data += '%d %g\n' % (us, max(left / total, 1e-5))
        data += 'e\n'
    if plots:
        gnuplot(path, "set logscale xy\nset xrange [1:1048576]\n"
            "set yrange [1e-5:1]\nset xlabel 'late by more than, us'\n"
            "set ylabel 'share of the alarms'\nset grid\nplot %s\n%s" %
            (', '.join(plots), data))
