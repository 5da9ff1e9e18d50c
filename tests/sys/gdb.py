"""A small client for QEMU's gdb stub.

It makes states from outside that no user can bring about: stop the guest at
an instruction, look at registers and memory, change them, go on. Connecting
stops the guest. Addresses are virtual, as the stopped CPU sees them, or
names of the kernel's symbols.
"""
import socket
import struct
import subprocess
import time

REGS = ('eax ecx edx ebx esp ebp esi edi eip eflags '
    'cs ss ds es fs gs').split()


class GdbError(Exception):
    """The stub said no, or nothing."""


def symbols(elf):
    """The symbols of an ELF file, a dictionary of name to address."""
    text = subprocess.run(['nm', elf], check=True, capture_output=True,
        text=True).stdout
    words = [line.split() for line in text.splitlines()]
    return {w[2]: int(w[0], 16) for w in words if len(w) == 3}


class Gdb:
    """The connection to the stub of one guest."""

    def __init__(self, vm):
        self.vm = vm
        self.kernel = vm.argv[vm.argv.index('-kernel') + 1]
        self.syms = None
        self.buf = b''
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(10)
        self.sock.connect(vm.path('gdb'))
        self.running = False
        self.ask('?')
        while self.receive(0.1):        # the stop is told twice
            pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def close(self):
        """Let the guest go and hang up."""
        try:
            if self.running:
                self.stop()
            self.ask('D')
        except (GdbError, OSError):
            pass
        self.sock.close()

    # packets

    def send(self, text):
        """Send one packet: $text#sum."""
        self.sock.sendall(b'$%s#%02x' % (text.encode(),
            sum(text.encode()) & 0xff))

    def receive(self, seconds=10):
        """The next packet, or None when there is none in time."""
        limit = time.monotonic() + seconds
        while True:
            start = self.buf.find(b'$')
            end = self.buf.find(b'#', start + 1)
            if start >= 0 and end >= 0 and len(self.buf) >= end + 3:
                break
            self.sock.settimeout(max(0.001, limit - time.monotonic()))
            try:
                data = self.sock.recv(65536)
            except socket.timeout:
                return None
            if not data:
                raise GdbError('QEMU hung up')
            self.buf += data
        text = self.buf[start+1:end].decode()
        self.buf = self.buf[end+3:]
        self.sock.sendall(b'+')
        return text

    def ask(self, text):
        """Send a packet and return the answer."""
        self.send(text)
        answer = self.receive()
        if not answer:
            raise GdbError('no answer to %s' % text)
        if answer[:1] == 'E' and len(answer) == 3:
            raise GdbError('%s: error %s' % (text, answer))
        return answer

    # what tests use

    def addr(self, where):
        """An address from a number or a kernel symbol."""
        if isinstance(where, int):
            return where
        if self.syms is None:
            self.syms = symbols(self.kernel)
        if where not in self.syms:
            raise GdbError('no symbol %s in the kernel' % where)
        return self.syms[where]

    def regs(self):
        """All registers, a dictionary."""
        data = bytes.fromhex(self.ask('g')[:len(REGS)*8])
        return dict(zip(REGS, struct.unpack('<%dI' % len(REGS), data)))

    def setreg(self, name, value):
        """Change one register: the stub knows only all of them at once."""
        text = self.ask('g')
        at = REGS.index(name) * 8
        self.ask('G' + text[:at] +
            struct.pack('<I', value & 0xffffffff).hex() + text[at+8:])

    def read(self, where, n):
        """Memory, bytes."""
        return bytes.fromhex(self.ask('m%x,%x' % (self.addr(where), n)))

    def write(self, where, data):
        """Change memory, also where the guest may only read."""
        self.ask('M%x,%x:%s' % (self.addr(where), len(data), data.hex()))

    def word(self, where):
        """A 32-bit word of memory."""
        return struct.unpack('<I', self.read(where, 4))[0]

    def setword(self, where, value):
        """Change a 32-bit word."""
        self.write(where, struct.pack('<I', value & 0xffffffff))

    def breakat(self, where):
        """Set a breakpoint."""
        self.ask('Z0,%x,1' % self.addr(where))

    def unbreak(self, where):
        """Remove a breakpoint."""
        self.ask('z0,%x,1' % self.addr(where))

    def cont(self):
        """Let the guest run."""
        self.send('c')
        self.running = True

    def waitstop(self, seconds=10):
        """Wait until the guest stops; the stub's words, None if late."""
        answer = self.receive(seconds)
        if answer is not None:
            self.running = False
        return answer

    def stop(self):
        """Stop a running guest."""
        self.sock.sendall(b'\x03')
        if self.waitstop() is None:
            raise GdbError('the guest does not stop')

    def step(self):
        """Execute one instruction."""
        return self.ask('s')

    def runto(self, where, seconds=10):
        """Run until an address is reached for the first time."""
        self.breakat(where)
        self.cont()
        got = self.waitstop(seconds)
        if got is None:
            self.stop()
        self.unbreak(where)
        if got is None:
            raise GdbError('%s not reached in %g s' % (where, seconds))
        return self.regs()

    def call(self, where, *args):
        """Make the stopped CPU call a function, and come back to here.

        Arguments go on the stack as C's do; the result is EAX. The guest
        runs until the function returns, or GdbError after 10 seconds.
        """
        old = self.regs()
        sp = old['esp'] - 4 * (len(args) + 1) & ~15
        self.write(sp, struct.pack('<%dI' % (len(args) + 1), old['eip'],
            *(a & 0xffffffff for a in args)))
        self.setreg('esp', sp)
        self.setreg('eip', self.addr(where))
        res = self.runto(old['eip'])['eax']
        for name in REGS[:10]:
            self.setreg(name, old[name])
        return res
