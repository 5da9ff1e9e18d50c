"""Older console text: Shift-PgUp and Shift-PgDn."""
import time

import gdb
from cases_cga import CLEAR, SERIAL, cleared, same

PAGE = 24               # rows that a key goes back
LINES = [('%d\tline Ω é %s' % (n, 'x' * (n % 50))).encode()
    for n in range(200)]
TEXT = CLEAR + b''.join(s + b'\n' for s in LINES)
LATER = b''.join(b'later %d\n' % n for n in range(400))


def older(rows):
    """The screen with so many rows below it."""
    model = cleared()
    model.put(b'\n'.join((LINES + [b''])[:len(LINES) - rows + 1]))
    return model


def guest(case, then, **kw):
    """A guest that has shown TEXT and does something 3 s later."""
    script = 'cat /t/1\necho ready >%s\nsleep 3\n%ssleep 1000\n' % (SERIAL,
        then)
    return case.guest(script=script, files={'/t/1': TEXT, '/t/2': LATER},
        **kw)


def scrollback(case):
    """What is shown going back and forth, with output meanwhile."""
    then = 'cat /t/2\necho -n last\necho written >%s\n' % SERIAL
    with guest(case, then) as g:
        g.wait('^ready$', case.seconds)
        same(g, older(0), 'the newest')
        g.key('shift-pgup')
        same(g, older(PAGE), 'a page back')
        g.key('shift-pgup')
        same(g, older(2 * PAGE), 'two pages back')
        g.key('shift-pgdn')
        same(g, older(PAGE), 'a page forth')
        g.wait('^written$', case.seconds)
        time.sleep(0.1)         # a frame that should not come
        same(g, older(PAGE), 'output meanwhile')
        model = cleared()
        model.put(TEXT[len(CLEAR):] + LATER + b'last')
        g.key('shift-pgdn')
        same(g, model, 'the newest again')
        g.key('shift-pgup')
        g.type('a')
        model.put(b'a')
        same(g, model, 'another key')
        # same reads the screen itself, so that is not traced
        g.trace(True)
        g.key('shift-pgup')
        g.key('shift-pgdn')
        time.sleep(0.3)
        g.trace(False)
        reads, stores = g.traced()
        if reads or stores < 4000:
            g.fail('VGA memory: %d reads, %d stores' % (reads, stores))


def panicked(case):
    """A panic is seen although older text was on the screen."""
    with guest(case, 'echo panic >/dev/reboot\n', gdb=True) as g:
        g.wait('^ready$', case.seconds)
        g.key('shift-pgup')
        same(g, older(PAGE), 'a page back')
        with gdb.Gdb(g) as stub:
            stub.runto('exit', case.seconds)
            g.waitscreen('^panic: ', 1)
