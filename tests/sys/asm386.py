"""Plan 9 programs for the 386 made byte by byte, without compiler or libc.

A Prog collects instructions and data and gives an a.out. It talks to the
kernel by raw system calls only: arguments pushed, a word for the stub's
return address above them, the number in AX, int $0x40. A check that fails
writes `not ok NAME: what` to fd 1 and ends the program.
"""
import struct

TEXT = 0x1020
PAGE = 4096
REGS = dict(ax=0, cx=1, dx=2, bx=3, sp=4, bp=5, si=6, di=7)


class Ref:
    """The address of something in the data, plus off."""

    def __init__(self, name, off=0):
        self.name = name
        self.off = off

    def __add__(self, n):
        return Ref(self.name, self.off + n)


class Mem:
    """The word at an address, as an argument."""

    def __init__(self, addr):
        self.addr = addr


class Prog:
    def __init__(self, name):
        self.name = name
        self.code = bytearray()
        self.fix = []           # (place, Ref): an address goes there
        self.jumps = []         # (place, label): a distance goes there
        self.labels = {}
        self.data = bytearray()
        self.places = {}
        self.bss = 0
        self.step = 0
        for word in 'ax', 'tos', 'sp0':
            self.space(word, 4)
        self.space('err', 128)
        self.raw(0xa3, Ref('tos'))              # mov %eax, tos
        self.raw(0x89, 0x25, Ref('sp0'))        # mov %esp, sp0

    # data

    def put(self, what, name=None):
        """Bytes, or a string with its NUL, in the data: their address."""
        if isinstance(what, str):
            what = what.encode() + b'\0'
        if name is None:
            name = 'data%d' % len(self.places)
        while len(self.data) % 4:
            self.data.append(0)
        self.places[name] = len(self.data)
        self.data += what
        return Ref(name)

    def space(self, name, n):
        return self.put(bytes(n), name)

    # instructions

    def raw(self, *parts):
        """Bytes (0 to 255), and words: Refs, Words or strings to jump to."""
        for p in parts:
            if isinstance(p, int):
                self.code.append(p)
            elif isinstance(p, Ref):
                self.fix.append((len(self.code), p))
                self.code += bytes(4)
            elif isinstance(p, str):
                self.jumps.append((len(self.code), p))
                self.code += bytes(4)
            else:
                self.code += p

    def word(self, v):
        """v as raw takes it."""
        return v if isinstance(v, Ref) else struct.pack('<I', v & 0xffffffff)

    def label(self, name):
        self.labels[name] = len(self.code)

    def jump(self, name):
        self.raw(0xe9, name)

    def set(self, reg, v):
        """mov $v or the word at an address, to reg"""
        if isinstance(v, Mem):
            self.raw(0x8b, 0x05 | REGS[reg] << 3, self.word(v.addr))
        else:
            self.raw(0xb8 + REGS[reg], self.word(v))

    def store(self, addr, reg):
        self.raw(0x89, 0x05 | REGS[reg] << 3, self.word(addr))

    def storeword(self, addr, v):
        self.raw(0xc7, 0x05, self.word(addr), self.word(v))

    def load(self, reg, base, off):
        """the word at base+off, both registers; off fits in a byte"""
        self.raw(0x8b, 0x40 | REGS[reg] << 3 | REGS[base])
        if base == 'sp':
            self.raw(0x24)
        self.raw(off & 0xff)

    def push(self, v):
        if isinstance(v, Mem):
            self.raw(0xff, 0x35, self.word(v.addr))
        else:
            self.raw(0x68, self.word(self.put(v) if isinstance(v, (str,
                bytes)) else v))

    def call(self, n, *args):
        """System call n; its result is the word ax, and in AX."""
        for a in reversed(args):
            self.push(a)
        self.push(0)
        self.set('ax', n)
        self.raw(0xcd, 0x40)
        self.raw(0x81, 0xc4, self.word(4*len(args) + 4))
        self.store(Ref('ax'), 'ax')

    def save(self, name):
        """The last result as a word of its own: the argument for later."""
        if name not in self.places:
            self.space(name, 4)
        self.set('ax', Mem(Ref('ax')))
        self.store(Ref(name), 'ax')
        return Mem(Ref(name))

    # checks

    def fail(self, jcc, what):
        """If the condition jcc holds, what is the complaint."""
        self.step += 1
        text = 'not ok %s: step %d, %s\n' % (self.name, self.step, what)
        good = 'good%d' % self.step
        self.raw(0x0f, jcc ^ 1, good)
        self.call(51, 1, text.encode(), len(text.encode()), -1, -1)
        self.call(8, 'fail')
        self.label(good)

    def want(self, v, what='result', at=None):
        """The last result, or the word at an address, is v."""
        if isinstance(v, Mem):
            self.set('ax', v)
            self.raw(0x3b, 0x05, self.word(at or Ref('ax')))
        else:
            self.raw(0x81, 0x3d, self.word(at or Ref('ax')), self.word(v))
        self.fail(0x85, '%s is not %s' % (what, 'as saved' if isinstance(v,
            (Mem, Ref)) else v))

    def atleast(self, v, what='result', at=None):
        """The same, signed: at least v."""
        self.raw(0x81, 0x3d, self.word(at or Ref('ax')), self.word(v))
        self.fail(0x8c, '%s is below %d' % (what, v))

    def same(self, addr, text, what='text'):
        """At addr is that text (without a NUL)."""
        text = text.encode() if isinstance(text, str) else text
        self.set('di', addr)
        self.compare(text, what)

    def compare(self, text, what):
        """The text is at DI."""
        if not text:
            return
        self.set('si', self.put(text))
        self.set('cx', len(text))
        self.raw(0xfc, 0xf3, 0xa6)              # cld; repe cmpsb
        self.fail(0x85, '%s is not %s' % (what, text.decode('latin-1')))

    def ends(self, addr, text, what='text'):
        """As many bytes at addr as the last result says end so."""
        text = text.encode()
        self.set('di', addr + -len(text))
        self.raw(0x03, 0x3d, Ref('ax'))         # add ax, %edi
        self.compare(text, what)

    def fails(self, text=None):
        """The last call gave -1 and that error."""
        self.want(-1)
        if text is not None:
            self.call(41, Ref('err'), 128)
            self.same(Ref('err'), text.encode() + b'\0', 'error')

    def number(self, addr):
        """The decimal number at addr, after blanks, as the result."""
        self.set('si', addr)
        self.raw(0x31, 0xc0,                    # xor %eax, %eax
            0x0f, 0xb6, 0x0e, 0x46,             # 1: movzbl (%esi), %ecx
            0x80, 0xf9, 0x20, 0x74, 0xf7,       # cmp $' ', %cl; je 1b
            0x83, 0xe9, 0x30,                   # 2: sub $'0', %ecx
            0x83, 0xf9, 0x09, 0x77, 0x0b,       # cmp $9, %ecx; ja 3f
            0x6b, 0xc0, 0x0a, 0x01, 0xc8,       # imul $10; add %ecx
            0x0f, 0xb6, 0x0e, 0x46,             # movzbl (%esi), %ecx
            0xeb, 0xed)                         # jmp 2b; 3:
        self.store(Ref('ax'), 'ax')

    def copynumber(self, addr, to):
        """Copy the digits at addr, after blanks, to to; DI is behind."""
        self.set('si', addr)
        self.set('di', to)
        self.raw(0xfc,                          # cld
            0xac, 0x3c, 0x20, 0x74, 0xfb,       # 1: lodsb; cmp; je 1b
            0xaa, 0xac, 0x3c, 0x30, 0x73, 0xfa) # 2: stosb; lodsb; jae 2b

    def append(self, text):
        """Put text and a NUL where DI is."""
        self.set('si', self.put(text))
        self.set('cx', len(text) + 1)
        self.raw(0xf3, 0xa4)                    # rep movsb

    # the end

    def done(self):
        text = ('ok %s\n' % self.name).encode()
        self.call(51, 1, text, len(text), -1, -1)
        self.call(8, 0)
        return self

    def aout(self):
        """The file."""
        base = (TEXT + len(self.code) + PAGE-1) // PAGE * PAGE
        code = bytearray(self.code)
        for place, ref in self.fix:
            a = (TEXT + self.labels[ref.name] if ref.name in self.labels
                else base + self.places[ref.name])
            code[place:place+4] = struct.pack('<I', a + ref.off & 0xffffffff)
        for place, name in self.jumps:
            code[place:place+4] = struct.pack('<i',
                self.labels[name] - place - 4)
        head = struct.pack('>8I', 0x1eb, len(code), len(self.data), self.bss,
            0, TEXT, 0, 0)
        return head + bytes(code) + bytes(self.data)
