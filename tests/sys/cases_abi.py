"""System calls, files and formats as programs built elsewhere use them.

Each function below is one program, made by asm386 without our compiler or
libc; what it checks is the interface: numbers, order of arguments, results,
layouts and texts.
"""
import re

from asm386 import Mem, Prog, Ref
import vm

PROGS = []
EBADARG = 'bad arg in system call'
RESULT = re.compile(r'^(not )?ok (\w+)(?:: (.*))?$', re.M)


def prog(make):
    PROGS.append(make)
    return make


def word(name, off=0):
    return Mem(Ref(name, off))


def handled(p, test):
    """A handler of notes that does test and counts; go on behind it."""
    p.jump('over')
    p.label('handler')
    p.load('ax', 'sp', 4)
    p.store(p.space('ureg', 4), 'ax')
    p.load('ax', 'sp', 8)
    p.store(p.space('msg', 4), 'ax')
    test()
    p.raw(0xff, 0x05, p.space('notes', 4))
    p.call(29, 0)
    p.label('over')
    p.call(28, Ref('handler'))
    p.want(0, 'notify')


def msgis(p, text):
    """The handler's message begins so."""
    p.set('di', word('msg'))
    p.compare(text.encode(), 'note')


def uregword(p, off, name='uword'):
    """The word at off in the handler's Ureg, as a word of data."""
    if name not in p.places:
        p.space(name, 4)
    p.set('bx', word('ureg'))
    p.load('ax', 'bx', off)
    p.store(Ref(name), 'ax')
    return Ref(name)


def child(p, body, flags=0x14, name='parent'):
    """rfork; body is the child's, which ends with it; gives its pid."""
    p.call(19, flags)
    pid = p.save('childpid')
    p.raw(0x83, 0x3d, Ref('ax'), 0)     # cmp $0, ax
    p.raw(0x0f, 0x85, name)
    body()
    p.call(8, 0)
    p.label(name)
    p.atleast(1, 'pid of a child')
    return pid


def await_(p, ending):
    p.call(47, p.space('waitmsg', 256), 256)
    p.atleast(1, 'await')
    p.ends(Ref('waitmsg'), ending)


def ownpath(p, suffix, name='path'):
    """/proc/PID/suffix of the caller, in the data, by way of #c/pid."""
    p.call(14, '#c/pid', 0)
    p.save('pidfd')
    p.call(50, word('pidfd'), p.space('pidtext', 20), 20, -1, -1)
    p.want(12, 'read of #c/pid')
    p.call(4, word('pidfd'))
    path = p.put(b'/proc/' + bytes(50), name)
    p.copynumber(Ref('pidtext'), path + 6)
    p.append('/' + suffix)
    return path


@prog
def entry(p):
    p.set('bx', word('sp0'))
    p.load('ax', 'bx', 0)
    p.store(Ref('ax'), 'ax')
    p.want(3, 'argc')
    for i, text in (1, 'entry'), (2, 'one'), (3, 'two words'):
        p.load('di', 'bx', 4*i)
        p.compare(text.encode() + b'\0', 'argv[%d]' % (i-1))
    p.load('ax', 'bx', 16)
    p.store(Ref('ax'), 'ax')
    p.want(0, 'argv[3]')
    p.raw(0x89, 0xd8, 0x83, 0xe0, 7)            # mov %ebx, %eax; and $7
    p.store(Ref('ax'), 'ax')
    p.want(0, 'SP modulo 8')
    # the last string ends at Tos, but for the padding to a word
    p.load('ax', 'bx', 12)
    p.raw(0x83, 0xc0, 13, 0x83, 0xe0, 0xfc)     # its end, rounded up
    p.raw(0x2b, 0x05, Ref('tos'))
    p.store(Ref('ax'), 'ax')
    p.want(0, 'end of the strings less Tos')
    # in the stack's last page, 56 bytes at least
    p.set('ax', word('tos'))
    p.raw(0x05, p.word(56))
    p.store(Ref('ax'), 'ax')
    p.raw(0x81, 0x3d, Ref('ax'), p.word(0xdffff000))
    p.fail(0x87, 'Tos does not fit')
    for op, sel in (0xd8, 0x1b), (0xc0, 0x1b), (0xd0, 0x1b), (0xc8, 0x23):
        p.raw(0x31, 0xc0, 0x66, 0x8c, op)       # mov %ds, %es, %ss, %cs
        p.store(Ref('ax'), 'ax')
        p.want(sel, 'selector')
    # the header is at the beginning of the text, the bss is zero
    p.same(0x1000, b'\0\0\1\xeb', 'header')


@prog
def toscur(p):
    """Tos pid, #c/pid and the parent's rfork agree, in a child too."""
    def same():
        p.number(Ref('pidtext'))
        p.set('bx', word('tos'))
        p.load('ax', 'bx', 48)
        p.store(p.space('tospid%d' % len(p.places), 4), 'ax')
        p.want(Mem(Ref(list(p.places)[-1])), 'pid')
    ownpath(p, 'status', 'path1')
    same()
    p.set('ax', word('ax'))
    p.store(p.space('mine', 4), 'ax')

    def body():
        ownpath(p, 'status', 'path2')
        same()
        p.call(14, '#c/ppid', 0)
        p.save('fd')
        p.call(50, word('fd'), Ref('pidtext'), 20, -1, -1)
        p.number(Ref('pidtext'))
        p.want(word('mine'), 'ppid')
    for flags in 0x14, 0x34:
        child(p, body, flags, 'parent%d' % flags)
        await_(p, "''")


@prog
def registers(p):
    """A call keeps all registers but AX."""
    regs = 'cx', 'dx', 'bx', 'bp', 'si', 'di'
    for i, r in enumerate(regs):
        p.set(r, 0x1111 * (i+1))
    p.call(0)
    for i, r in enumerate(regs):
        p.store(p.space('r' + r, 4), r)
    p.want(0, 'sysr1')
    for i, r in enumerate(regs):
        p.want(0x1111 * (i+1), r, Ref('r' + r))


@prog
def errstr(p):
    p.call(3, '/no/such')
    p.fails("'/no' file does not exist")
    p.call(41, p.put(b'mine\0' + bytes(123), 'buf'), 128)
    p.want(0)
    p.call(41, p.space('old', 128), 128)
    p.want(0)
    p.same(Ref('old'), b'mine\0')
    p.call(41, Ref('old'), 0)
    p.want(-1)
    p.call(1, p.put(b'by call 1\0' + bytes(60), 'b64'))
    p.call(1, Ref('b64'))
    p.same(Ref('b64'), b'by call 1\0')
    p.call(4, 99)
    p.call(0)           # success does not touch it
    p.call(41, Ref('old'), 128)
    p.same(Ref('old'), b'fd out of range or not open\0')


@prog
def namespace(p):
    p.call(2, '#e', '/mnt', 0)
    p.atleast(0, 'bind')
    p.call(22, '/mnt/abins', 1, 0o666)
    p.fails()                           # no MCREATE
    p.call(2, '#e', '/mnt', 4)
    p.call(22, '/mnt/abins', 1, 0o666)
    p.atleast(0, 'create in it')
    p.save('fd')
    p.call(23, word('fd'), p.space('name', 64), 64)
    p.want(0, 'fd2path')
    p.same(Ref('name'), b'/mnt/abins\0')
    p.call(25, '/mnt/abins')
    p.want(0, 'remove')
    p.call(35, 0, '/mnt')
    p.want(0, 'unmount')
    p.call(35, 0, '/mnt')
    p.fails('not mounted')
    for flag in 3, 8, 0x20, -1:
        p.call(2, '#e', '/mnt', flag)
        p.fails(EBADARG)
    p.call(2, '#e', '/mnt', 2)
    p.atleast(0, 'bind after')
    p.call(22, '/mnt/x', 1, 0o666)      # no MCREATE
    p.fails()
    p.call(35, '#e', '/mnt')
    p.want(0, 'unmount of one')
    p.call(3, '/env')
    p.want(0, 'chdir')
    p.call(14, '.', 0)
    p.call(23, Mem(Ref('ax')), Ref('name'), 64)
    p.same(Ref('name'), b'/env\0', 'path of dot')
    for n, args in (46, (99, -1, '/mnt', 0, '')), (13, (99, '/mnt', 0, '')):
        p.call(n, *args)
        p.fails('fd out of range or not open')
    p.call(14, '#M', 0)
    p.fails()
    p.call(10, 99, '')
    p.fails('fd out of range or not open')
    p.call(40, 99, 8192, p.put('9P2000'), 20)
    p.fails('fd out of range or not open')
    p.call(9, 0, p.put(b'zzz', 'sess'), 3)
    p.want(0, 'fsession')
    p.same(Ref('sess'), b'\0')


@prog
def files(p):
    p.call(22, '/env/abi', 2, 0o666)
    p.atleast(0, 'create')
    fd = p.save('fd')
    buf = p.space('buf', 200)
    p.call(51, fd, b'hello world', 11, -1, -1)
    p.want(11, 'pwrite')
    p.space('off', 8)
    p.call(39, Ref('off'), fd, 0, 0, 1)
    p.want(0, 'seek')
    p.want(11, 'offset', Ref('off'))
    p.want(0, 'its high word', Ref('off', 4))
    p.call(39, Ref('off'), fd, 3, 0, 0)
    p.call(50, fd, buf, 2, -1, -1)
    p.want(2, 'pread')
    p.same(buf, 'lo')
    p.call(50, fd, buf, 99, 6, 0)
    p.want(5, 'pread at 6')
    p.same(buf, 'world')
    p.call(50, fd, buf, 99, 0, 1)
    p.want(0, 'pread at 4 GiB')
    p.call(16, fd, 1, 0)
    p.want(1, 'oseek')
    p.call(15, fd, buf, 4)
    p.want(4, '_read')
    p.same(buf, 'ello')
    p.call(20, fd, b'-', 1)
    p.want(1, '_write')
    p.call(51, fd, b'H', 1, 0, 0)
    p.call(50, fd, buf, 99, 0, 0)
    p.want(11)
    p.same(buf, 'Hello-world')
    p.call(5, fd, 30)
    p.want(30, 'dup')
    p.call(50, 30, buf, 99, -1, -1)
    p.want(5, 'the offset of a dup')
    p.call(4, 30)
    p.want(0, 'close')
    p.call(4, 30)
    p.fails('fd out of range or not open')
    p.call(4, fd)
    p.call(5, 1, -1)
    p.want(fd, 'the lowest fd')
    p.call(4, fd)
    p.call(22, '/env/abi', 0x1001, 0o666)
    p.fails()
    p.call(14, '/env/abi', 0x84)
    p.fails(EBADARG)
    p.call(14, '/env/abi', 0x11)
    p.want(fd, 'open with OTRUNC')
    p.call(50, fd, buf, 1, 0, 0)
    p.fails()
    p.call(4, fd)
    p.call(25, '/env/abi')
    p.want(0, 'remove')
    p.call(14, '/env/abi', 0)
    p.fails()


@prog
def stats(p):
    p.call(22, '/tmp/abist', 1, 0o666)
    fd = p.save('fd')
    p.call(51, fd, b'12345', 5, -1, -1)
    buf = p.space('buf', 200)
    p.call(42, '/tmp/abist', buf, 200)
    n = p.save('n')
    p.atleast(49, 'stat')
    p.set('ax', Mem(buf))
    p.raw(0x25, p.word(0xffff), 0x83, 0xc0, 2)  # and; add $2
    p.store(Ref('ax'), 'ax')
    p.want(n, 'size in stat')
    p.same(buf + 2, b'M\0', 'type')
    p.same(buf + 33, b'\5\0\0\0\0\0\0\0', 'length')
    p.same(buf + 41, b'\5\0abist', 'name')
    p.call(43, fd, buf, 200)
    p.want(n, 'fstat')
    p.call(42, '/tmp/abist', p.space('two', 8), 2)
    p.want(2, 'stat with no room')
    p.call(42, '/tmp/abist', Ref('two'), 1)
    p.want(-1)
    none = b'\x2f\0' + b'\xff' * 39 + bytes(8)
    for call, who in (44, '/tmp/abist'), (45, fd):
        p.call(call, who, none, len(none))
        p.want(len(none), 'wstat of nothing')
    for call, who in (18, '/tmp/abist'), (11, fd):
        p.call(call, who, buf)
        p.want(0, 'old stat')
        p.same(buf, b'abist\0')
        p.same(buf + 104, b'\5\0\0\0\0\0\0\0M\0', 'length and type')
    for call, text in (26, 'old wstat'), (27, 'old fwstat'):
        p.call(call, 0, buf)
        p.fails(text + ' system call - recompile')
    p.call(25, '/tmp/abist')


@prog
def directory(p):
    p.call(14, '/', 0)
    fd = p.save('fd')
    p.bss = 70000
    buf = p.space('buf', 8192)
    p.call(50, fd, buf, 10, -1, -1)
    p.fails('i/o count too small')
    p.call(50, fd, buf, 8192, -1, -1)
    p.atleast(200, 'entries')
    p.call(50, fd, buf, 8192, -1, -1)
    p.want(0, 'the end')
    p.call(50, fd, buf, 8192, 5, 0)
    p.fails('seek in directory')
    p.call(39, p.space('off', 8), fd, 5, 0, 0)
    p.want(-1)
    p.call(39, Ref('off'), fd, 0, 0, 0)
    p.want(0, 'seek to 0')
    p.call(50, fd, buf, 8192, -1, -1)
    p.atleast(200, 'entries again')


@prog
def rforks(p):
    for flags in 0x1004, 0x401, 0x802, 0x20, 0x40:
        p.call(19, flags)
        p.fails(EBADARG)
    p.call(19, 0x2)
    p.want(0, 'rfork without RFPROC')
    p.space('shared', 4)
    child(p, lambda: p.storeword(Ref('shared'), 1), 0x14, 'a')
    await_(p, "''")
    p.want(0, 'memory of a fork', Ref('shared'))
    child(p, lambda: p.storeword(Ref('shared'), 2), 0x34, 'b')
    await_(p, "''")
    p.want(2, 'memory with RFMEM', Ref('shared'))
    p.call(5, 1, 9)
    child(p, lambda: p.call(4, 1), 0x10, 'c')
    await_(p, "''")
    p.call(51, 1, '', 0, -1, -1)
    p.want(-1)                          # the fds were shared
    p.call(5, 9, 1)
    p.want(1, 'dup')


@prog
def waiting(p):
    p.call(47, p.space('waitmsg', 256), 256)
    p.fails('no living children')
    pid = child(p, lambda: p.call(8, "it's"))
    p.call(47, Ref('waitmsg'), 256)
    p.save('len')
    p.ends(Ref('waitmsg'), ": it''s'")
    p.number(Ref('waitmsg'))
    p.want(pid, 'pid')
    pid = child(p, lambda: p.call(8, 'old'), name='b')
    p.call(36, p.space('owait', 112))
    p.want(pid, '_wait')
    p.number(Ref('owait'))
    p.want(pid, 'pid in it')
    p.same(Ref('owait', 48), 'waiting ', 'message')
    child(p, lambda: None, 0x54, 'c')
    p.call(47, Ref('waitmsg'), 256)
    p.fails('no living children')       # RFNOWAIT
    child(p, lambda: p.call(8, 'a long status'), 0x14, 'd')
    p.call(47, Ref('waitmsg'), 5)
    p.want(4, 'await with little room')


@prog
def pipes(p):
    buf = p.space('buf', 64)
    p.call(21, p.space('fds', 8))
    p.want(0, 'pipe')
    a, b = word('fds'), word('fds', 4)
    p.call(51, a, b'one', 3, -1, -1)
    p.want(3)
    p.call(51, a, b'two', 3, -1, -1)
    p.call(50, b, buf, 64, -1, -1)
    p.want(3, 'a record')
    p.same(buf, 'one')
    p.call(51, b, b'back', 4, -1, -1)
    p.call(50, a, buf, 64, -1, -1)
    p.want(4, 'the other way')
    p.call(4, a)
    p.call(50, b, buf, 64, -1, -1)
    p.same(buf, 'two')
    p.call(50, b, buf, 64, -1, -1)
    p.want(0, 'the end')
    handled(p, lambda: msgis(p, 'sys: write on closed pipe'))
    p.call(51, b, b'x', 1, -1, -1)
    p.fails('i/o on hungup channel')
    p.want(1, 'notes', Ref('notes'))


@prog
def memory(p):
    p.call(24, 0)
    base = p.save('base')
    for i, n in enumerate((8192, 0x3000)):
        p.set('ax', base)
        p.raw(0x05, p.word(n))
        p.store(p.space('top%d' % i, 4), 'ax')
        p.call(24, word('top%d' % i))
        p.want(0, 'brk')
    p.set('bx', base)
    p.raw(0xc7, 0x43, 4, p.word(5))             # movl $5, 4(%ebx)
    p.call(24, Ref('ax'))
    p.want(0, 'brk below the bss')
    va = 0x30000000
    p.call(30, 0, 'shared', va, 8192)
    p.want(va, 'segattach')
    p.call(30, 0, 'memory', va + 4096, 4096)
    p.fails('segments overlap')
    p.call(30, 0, 'none-such', 0, 4096)
    p.want(-1)
    child(p, lambda: p.storeword(va + 8, 77))
    await_(p, "''")
    p.want(77, 'what a child wrote', va + 8)
    p.call(33, va, 8192)
    p.want(0, 'segflush')
    p.call(32, va, 8192)
    p.want(0, 'segfree')
    p.want(0, 'freed memory', va + 8)
    p.call(12, va, va + 4096)
    p.atleast(0, 'segbrk')
    p.call(31, va)
    p.want(0, 'segdetach')
    p.call(31, va)
    p.want(-1)
    p.call(31, word('tos'))
    p.want(-1)
    p.call(30, 0, 'memory', 0, 4096)
    p.save('va')
    p.raw(0x85, 0xc0)                           # test %eax, %eax
    p.set('bx', word('va'))
    p.raw(0xc7, 0x03, p.word(1))
    p.call(31, word('va'))
    p.want(0, 'segdetach of a chosen address')


@prog
def faults(p):
    """The frame of a note, and what noted(NCONT) takes from the Ureg."""
    def body():
        msgis(p, 'sys: trap: fault write addr=0x0 pc=0x')
        for off, v in (48, 14), (60, 0x23), (72, 0x1b), (44, 0x1b), (8, 0x77):
            p.want(v, 'word %d of Ureg' % off, uregword(p, off))
        # the message is 132 below the Ureg, the arguments below that
        p.set('ax', word('ureg'))
        p.raw(0x2d, p.word(132))
        p.store(Ref('ax'), 'ax')
        p.want(word('msg'), 'Ureg less 132')
        p.set('ax', word('ureg'))
        p.raw(0x2b, 0x05, Ref('fsp'))           # less the SP of the fault
        p.store(Ref('ax'), 'ax')
        p.want(-332, 'place of the Ureg')
        p.set('bx', word('ureg'))
        p.raw(0xc7, 0x43, 28, p.word(1234))     # AX
        p.set('ax', Ref('behind'))
        p.raw(0x89, 0x43, 56)                   # PC
    p.space('fsp', 4)
    handled(p, body)
    p.store(Ref('fsp'), 'sp')
    p.set('bp', 0x77)
    p.set('ax', 0)
    p.raw(0x89, 0x00)                           # mov %eax, (%eax)
    p.label('behind')
    p.store(Ref('ax'), 'ax')
    p.want(1234, 'AX after the note')
    p.want(1, 'notes', Ref('notes'))


@prog
def badcalls(p):
    def body():
        p.set('di', word('msg'))
        p.set('si', word('expect'))
        p.set('cx', 12)
        p.raw(0xfc, 0xf3, 0xa6)
        p.fail(0x85, 'not the note')
    p.space('expect', 4)
    handled(p, body)
    p.storeword(Ref('expect'), p.put('sys: bad sys call'))
    p.call(49)
    p.fails(EBADARG)
    p.call(1000)
    p.fails(EBADARG)
    p.want(2, 'notes', Ref('notes'))
    p.storeword(Ref('expect'), p.put('sys: bad address in syscall'))
    for n, args in (14, (0xf0000000, 0)), (50, (0, 0, 10, -1, -1)), (
            42, ('/', 0xf0000000, 100)), (21, (4,)), (47, (8, 100)), (
            51, (1, 0xefffffff, 10, -1, -1)), (53, (0,)), (38, (0, 1)):
        p.call(n, *args)
        p.fails(EBADARG)
    p.want(10, 'notes', Ref('notes'))


@prog
def alarms(p):
    def body():
        msgis(p, 'alarm\0')
        p.want(0x40, 'trap', uregword(p, 48))
        p.want(word('early'), 'AX in the Ureg', uregword(p, 28))
    p.call(6, 100000)
    p.want(0, 'alarm')
    p.call(6, 0)
    p.atleast(99000, 'what was left')
    p.storeword(p.space('early', 4), -1)
    handled(p, body)
    calls = [(17, (100000,)), (50, (word('fds'), Ref('sem'), 4, -1, -1)),
        (37, (Ref('sem'), 1)), (52, (Ref('sem'), 100000)), (34, (5, 6))]
    p.call(21, p.space('fds', 8))
    p.space('sem', 4)
    for n, args in calls:
        p.call(6, 5)
        p.call(n, *args)
        if n == 34:
            p.want(-1, 'a broken rendezvous')
        else:
            p.fails('interrupted')
    p.want(len(calls), 'notes', Ref('notes'))
    child(p, lambda: (p.call(28, 0), p.call(6, 1), p.call(17, 10000)))
    await_(p, ": alarm'")


@prog
def noteds(p):
    """NDFLT ends with the note; outside of a handler noted is an error."""
    p.jump('over')
    p.label('handler')
    p.call(29, 1)
    p.label('over')
    p.call(28, Ref('handler'))

    def body():
        p.call(6, 1)
        p.call(17, 10000)
    child(p, body)
    await_(p, ": alarm'")


@prog
def rendez(p):
    def body():
        p.call(34, 7, 11)
        p.want(22, "the parent's value")
    child(p, body, 0x30)
    p.call(34, 7, 22)
    p.want(11, "the child's value")
    await_(p, "''")


@prog
def semaphores(p):
    s = p.space('sem', 4)
    for n, args, v in (38, (1,), 1), (37, (1,), 1), (37, (0,), 0), (
            52, (5,), 0), (38, (2,), 2), (52, (5,), 1), (37, (0,), 1):
        p.call(n, s, *args)
        p.want(v, 'call %d' % n)
    p.want(0, 'the word', s)
    child(p, lambda: (p.call(17, 5), p.call(38, s, 1)), 0x34)
    p.call(37, s, 1)
    p.want(1, 'semacquire that waits')
    await_(p, "''")


@prog
def times(p):
    """nsec, #c/bintime and #c/time tell the same second or so."""
    p.call(53, p.space('ns', 8))
    p.want(0, 'nsec')
    p.atleast(0x15000000, 'its high word', Ref('ns', 4))
    p.call(14, '/dev/bintime', 0x20)
    fd = p.save('fd')
    for n in 8, 16, 24:
        p.call(50, fd, p.space('b%d' % n, 24), 24 if n == 24 else n, 0, 0)
        p.want(n, 'bintime')
    p.set('ax', word('b8'))
    p.raw(0x0f, 0xc8)                           # bswap
    p.raw(0x2b, 0x05, Ref('ns', 4))
    p.store(Ref('ax'), 'ax')
    p.atleast(0, 'bintime less nsec')
    p.raw(0x81, 0x3d, Ref('ax'), p.word(16))
    p.fail(0x8f, 'bintime is a minute after nsec')
    p.call(14, '/dev/time', 0)
    p.call(50, Mem(Ref('ax')), p.space('text', 100), 100, 0, 0)
    p.want(78, 'length of time')
    p.number(Ref('text'))
    p.atleast(0x5e000000, 'seconds')
    p.call(17, 0)
    p.want(0, 'sleep')


@prog
def procfiles(p):
    path = ownpath(p, 'status')
    buf = p.space('buf', 1000)

    def read(name, least, what):
        p.set('di', path + 6)
        p.copynumber(Ref('pidtext'), path + 6)
        p.append('/' + name)
        p.call(14, path, 0)
        p.atleast(0, 'open of ' + name)
        p.save('fd')
        p.call(50, word('fd'), buf, 1000, 0, 0)
        p.atleast(least, 'read of ' + name)
        p.same(buf, what)
        p.save('n')
        p.call(4, word('fd'))
        p.set('ax', word('n'))
        p.store(Ref('ax'), 'ax')
    read('status', 176, 'procfiles'.ljust(28) + 'glenda'.ljust(28))
    p.want(176, 'length of status')
    for i in range(9):
        p.same(buf + 56 + 12 + 12*i + 11, b' \n'[:1] if i < 8 else b'',
            'end of a number')
    read('args', 9, 'procfiles one')
    read('segment', 50, 'Stack     defff000 dffff000    1\n')
    read('fd', 20, '/\n  0 r  c    0 (')
    read('noteid', 12, b' ')
    p.want(12, 'length of noteid')
    read('regs', 76, b'')
    p.want(76, 'length of regs')
    read('text', 100, b'\0\0\1\xeb')
    read('ns', 4, 'bind ')
    handled(p, lambda: msgis(p, 'hello\0'))
    p.copynumber(Ref('pidtext'), path + 6)
    p.append('/note')
    p.call(14, path, 1)
    p.call(51, Mem(Ref('ax')), b'hello', 5, -1, -1)
    p.want(5, 'write of a note')
    p.want(1, 'notes', Ref('notes'))


@prog
def devfiles(p):
    buf = p.space('buf', 1000)
    for name, n, text in (('cputime', 72, b''), ('user', 6, b'glenda'),
            ('osversion', 4, b'2000'), ('ppid', 12, b' '),
            ('pgrpid', 12, b' '), ('null', 0, b''), ('zero', 1000, bytes(9)),
            ('random', 1000, b''), ('time', 78, b'')):
        p.call(14, '/dev/' + name, 0)
        p.call(50, Mem(Ref('ax')), buf, 1000, 0, 0)
        p.want(n, 'length of ' + name)
        p.same(buf, text, name)
    for name, text in ('drivers', '#'), ('sysstat', '          0 '), (
            'kmesg', ''), ('swap', ''):
        p.call(14, '/dev/' + name, 0)
        p.call(50, Mem(Ref('ax')), buf, 1000, 0, 0)
        p.atleast(20, 'length of ' + name)
        p.same(buf, text, name)
    p.call(14, '/dev/sysstat', 0)
    p.call(50, Mem(Ref('ax')), buf, 1000, 0, 0)
    p.same(buf + 120, '\n', 'end of a line of sysstat')
    p.call(14, '#d/1', 1)
    p.call(51, Mem(Ref('ax')), '', 0, -1, -1)
    p.want(0, 'write to #d/1')
    p.call(14, '/fd/0', 1)
    p.fails("'/fd/0' inappropriate use of fd")
    p.call(14, '#z', 0)
    p.fails()


@prog
def posting(p):
    buf = p.space('buf', 32)
    p.call(21, p.space('fds', 8))
    p.call(22, '/srv/abi', 1, 0o600)
    fd = p.save('fd')
    # the number of the second end, one digit
    p.set('ax', word('fds', 4))
    p.raw(0x83, 0xc0, 0x30)
    p.store(buf, 'ax')
    p.call(51, fd, buf, 1, -1, -1)
    p.want(1, 'post')
    p.call(4, fd)
    p.call(14, '/srv/abi', 2)
    p.atleast(0, 'open of what is posted')
    p.save('end')
    p.call(51, word('end'), b'hi', 2, -1, -1)
    p.call(50, word('fds'), buf, 32, -1, -1)
    p.want(2)
    p.same(buf, 'hi')
    p.call(25, '/srv/abi')
    p.want(0, 'remove')


@prog
def saves(p):
    """NSAVE goes on below the Ureg, and NRSTR back to what that says."""
    def body():
        p.set('bx', word('ureg'))
        p.set('ax', Ref('below'))
        p.raw(0x89, 0x43, 56)                   # PC
        p.call(29, 2)
    handled(p, body)
    p.call(6, 1)
    p.call(17, 10000)
    p.call(8, 'came back')
    p.label('below')
    p.store(p.space('sp', 4), 'sp')
    p.load('ax', 'sp', 4)
    p.store(Ref('ax'), 'ax')
    p.want(word('ureg'), 'argument')
    p.raw(0x2d, p.word(144), 0x2b, 0x05, Ref('sp'))
    p.store(Ref('ax'), 'ax')
    p.want(0, 'Ureg less 144 less SP')
    p.set('bx', word('ureg'))
    p.set('ax', Ref('back'))
    p.raw(0x89, 0x43, 56)
    p.call(29, 3)
    p.call(8, 'came back')
    p.label('back')
    p.call(0)


@prog
def execs(p):
    """What an exec keeps: it runs itself again, with one argument."""
    p.set('bx', word('sp0'))
    p.raw(0x83, 0x3b, 1, 0x0f, 0x84, 'second')  # cmpl $1, (%ebx); je
    argv = p.space('argv', 8)
    p.storeword(argv, p.put('execs'))
    for name in '/no/such', '/env':
        p.call(7, name, argv)
        p.fails()
    p.call(7, '/lib/pci', argv)
    p.fails()
    p.call(4, 3)
    p.call(14, '/dev/null', 0x20)
    p.want(3, 'an fd')
    p.call(5, 1, 8)
    p.call(28, Ref('second'))
    p.call(6, 50000)
    p.call(7, '/bin/execs', argv)
    p.want(0, 'exec')
    p.label('second')
    p.call(4, 3)
    p.fails('fd out of range or not open')
    p.call(4, 8)
    p.want(0, 'the other fd')
    p.call(6, 0)
    p.atleast(1, 'the alarm')


def programs():
    """The a.outs, by name."""
    files = {}
    for make in PROGS:
        p = Prog(make.__name__)
        make(p)
        files[p.name] = p.done().aout()
    return files


def abi(case):
    """Run them all; each is a result."""
    files = programs()
    script = 'ramfs\n' + ''.join(
        "%s one 'two words' >/dev/eia0\n" % name for name in files)
    with case.guest(script=script + 'echo done >/dev/eia0\n',
            files={'/bin/' + n: data for n, data in files.items()}) as guest:
        guest.wait('^done$', case.seconds)
        found = {name: (bad, why) for bad, name, why in
            RESULT.findall(guest.serial)}
        bad = {name for b, name, why in RESULT.findall(guest.serial) if b}
    return [(name, None if name in found and name not in bad else
        found.get(name, ('', None))[1] or 'it said nothing')
        for name in files]
