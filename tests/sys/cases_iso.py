"""Other machines: a CD that GRUB boots, in QEMU's variants and in Bochs.

The guest shows a file, and then writes the 2,000 cells of its own screen to
the serial port, so that all machines are judged by the same means; where
QEMU can, the screen is read from outside as well.
"""
import os
import re
import subprocess
import tempfile
import time

import vm
from cases_cga import cleared, randomtext, same
from cgamodel import differ

TEXT = randomtext(17, 3000) + b'\n'
SCRIPT = '''#!/bin/rc
cat /t/1
sleep 0.1
{
	echo cells
	dd -if '#P/realmodemem' -bs 4096 -iseek 184 -count 1 -quiet 1 | xd
	echo end
} >/dev/eia0
sleep 1000
'''
BOCHS = '''megs: 64
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0-master: type=cdrom, path=%(iso)s, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=%(serial)s
display_library: rfb, options="timeout=0"
cpu: ips=100000000
clock: sync=none
log: %(log)s
panic: action=fatal
'''

# the machines of `mk test`, and of the whole matrix: cpu, vga, mem, smp
FEW = [('qemu32', 'std', 64, 1), ('max', 'cirrus', 32, 2),
    ('max', 'none', 3072, 4)]
ALL = [(cpu, vga, mem, smp) for cpu in ('qemu32', 'max')
    for vga in ('std', 'cirrus', 'none') for mem in (32, 3072)
    for smp in (1, 2, 8, 32)]


def image(folder):
    """The CD in a folder; gives its path."""
    root = vm.addfiles(os.path.join(folder, 'root.tar'),
        {vm.SCRIPT: SCRIPT, '/t/1': b'\n' * 60 + TEXT})
    iso = os.path.join(folder, '9pc.iso')
    subprocess.run([os.path.join(vm.HERE, 'mkiso'), iso, root,
        'init=' + vm.SCRIPT], check=True)
    return iso


def expected():
    """The screen as it should be."""
    model = cleared()
    model.put(TEXT)
    return model


def told(serial):
    """The cells that the guest wrote, None if it has not yet."""
    m = re.search(r'^cells\n(.*)^end$', serial, re.M | re.S)
    if m is None:
        return None
    mem = b''.join(bytes.fromhex(''.join(line.split()[1:]))
        for line in m[1].splitlines())[:4000]
    return list(zip(mem[0::2], mem[1::2]))


def boot(iso, cpu, vga, mem, smp, seconds, stick=False):
    """Boot one of QEMU's machines and look at its screen.

    From a CD, or from the same image as a disk, as a USB stick is one.
    """
    drive = 'file=%s,format=raw,if=ide,media=%s' % (iso,
        'disk' if stick else 'cdrom')
    args = ['-cpu', cpu, '-drive', drive, '-snapshot']
    with vm.Vm(kernel=None, root=None, mem=mem, smp=smp, vga=vga,
            args=args) as guest:
        guest.wait('^end$', seconds)
        if vga == 'none':
            return None         # no memory behind the screen
        same(guest, expected(), 'from outside')
        return differ(told(guest.serial), expected())


def machines(case):
    """A few of QEMU's machines from one image, the first from a disk.

    tests/sys/machines has all.
    """
    results = []
    with tempfile.TemporaryDirectory() as folder:
        iso = image(folder)
        for n, m in enumerate(FEW):
            try:
                why = boot(iso, *m, case.seconds, stick=n == 0)
            except vm.Failed as e:
                why = str(e)
            results.append(('%s, vga %s, %d MB, %d CPUs' % m, why))
    return results


def bochs(case):
    """The same CD in Bochs, which shares no code with QEMU."""
    with tempfile.TemporaryDirectory() as folder:
        names = {x: os.path.join(folder, x) for x in ('serial', 'log')}
        names['iso'] = image(folder)
        for name, text in ('bochsrc', BOCHS % names), ('go', 'c\n'):
            with open(os.path.join(folder, name), 'w') as f:
                f.write(text)
        proc = subprocess.Popen(['bochs', '-q', '-f', 'bochsrc', '-rc',
            'go'], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=vm.diewithparent)
        try:
            cells = follow(proc, names['serial'], case.seconds)
        finally:
            proc.kill()
            proc.wait()
        if cells is None:
            with open(names['log']) as f:
                raise vm.Failed('no screen from Bochs; its log ends:\n' +
                    f.read()[-1000:])
    why = differ(cells, expected())
    if why:
        raise vm.Failed(why)


def follow(proc, path, seconds):
    """Wait for the cells in a file that the serial port is; or None."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit and proc.poll() is None:
        if os.path.exists(path):
            with open(path, errors='replace') as f:
                cells = told(f.read().replace('\r', ''))
            if cells:
                return cells
        time.sleep(0.2)
    return None
