"""The console as its manual page says it should look, byte by byte.

Nothing here is taken from the driver.
"""
BLANK = (0x20, 7)
BAD = (0xfe, 7)
LOW = '☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼'
GLYPH = {c: n + 1 for n, c in enumerate(LOW)}
GLYPH['⌂'] = 0x7f
GLYPH.update((bytes([n]).decode('cp437'), n) for n in range(0x80, 0x100))


class Model:
    """A screen of (glyph, attribute), a cursor, and half runes."""

    def __init__(self, cells=None, pos=0):
        cells = cells or [BLANK] * 2000
        self.rows = [list(cells[i:i+80]) for i in range(0, 2000, 80)]
        self.row, self.col = divmod(min(pos, 1999), 80)
        self.half = {}

    def cells(self):
        return [c for row in self.rows for c in row]

    def down(self):
        self.row += 1
        if self.row == 25:
            self.rows = self.rows[1:] + [[BLANK] * 80]
            self.row = 24

    def show(self, cell):
        self.rows[self.row][self.col] = cell
        self.col += 1
        if self.col == 80:
            self.col = 0
            self.down()

    def control(self, b):
        if b == 10:
            self.col = 0
            self.down()
        elif b == 13:
            self.col = 0
        elif b == 9:
            self.show(BLANK)
            while self.col % 8:
                self.show(BLANK)
        elif b == 8 and (self.row or self.col):
            self.row, self.col = divmod(self.row * 80 + self.col - 1, 80)
            self.rows[self.row][self.col] = BLANK
        elif b not in (0, 8):
            self.show(BAD)

    def put(self, text, source=0):
        """Bytes from a source; a rune may begin in one call and go on later."""
        text = self.half.pop(source, b'') + text
        i = 0
        while i < len(text):
            if text[i] < 0x80:
                if text[i] < 32:
                    self.control(text[i])
                else:
                    self.show((text[i], 7))
                i += 1
                continue
            for n in 2, 3, 4:
                try:
                    c = text[i:i+n].decode('utf-8')
                except UnicodeDecodeError as e:
                    if e.reason == 'unexpected end of data' and i + n > len(text):
                        self.half[source] = text[i:]
                        return
                    continue
                self.show((GLYPH[c], 7) if c in GLYPH else BAD)
                i += n
                break
            else:
                self.show(BAD)
                i += 1


def differ(cells, model):
    """None, or where the cells first differ from the model's."""
    for n, (got, want) in enumerate(zip(cells, model.cells())):
        if got != want:
            return 'row %d column %d is %02x %02x, not %02x %02x' % (
                *divmod(n, 80), *got, *want)
    return None
