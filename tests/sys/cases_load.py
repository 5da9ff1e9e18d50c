"""A second shell stays usable, whatever other programs do."""
import time

import vm

# What runs beside the shell, and whether it writes to the console, where an
# answer would not stay: then the answer goes to the serial port.
LOADS = [
    ('loop', 'hog loop', False),
    ('loops', 'hog loop 20', False),
    ('null', 'hog write /dev/null', False),
    ('fork', 'hog fork', False),
    ('flood', 'hog write /dev/cons', True),
]
SECONDS = 15    # for an answer, on a busy machine
TRIES = 4       # while a bomb spreads a command may find no place


def answer(guest, word, hidden):
    """Type a command at the console and wait for its answer."""
    for n in range(TRIES):
        guest.type("echo an''swer %s.%d%s\n" % (word, n,
            ' >/dev/eia0' if hidden else ''))
        want = r'^answer %s\.%d$' % (word, n)
        try:
            if hidden:
                guest.wait(want, SECONDS / TRIES)
            else:
                guest.waitscreen(want, SECONDS / TRIES)
            return
        except vm.Failed as e:
            why = e
    raise why


def usable(case):
    """The shell beside each load: a few commands, each answered in time."""
    parts = []
    for name, command, hidden in LOADS:
        with case.guest() as guest:
            guest.waitscreen('^%', 30)
            guest.type("test -f /bin/hog && echo be''gun >/dev/eia0; %s\n"
                % command)
            guest.wait('^begun$', 10)
            time.sleep(2)
            start = time.monotonic()
            try:
                for i in range(3):
                    answer(guest, '%s.%d' % (name, i), hidden)
                why = None
            except vm.Failed as e:
                why = str(e)
            parts.append(('%s, 3 answers in %.1f s' % (name,
                time.monotonic() - start), why))
    return parts
