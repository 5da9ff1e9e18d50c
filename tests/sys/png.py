"""PNG files, as much of them as a screen dump needs."""
import struct
import zlib


def chunk(kind, data):
    """One chunk: length, kind, data, sum."""
    return (struct.pack('>I', len(data)) + kind + data +
        struct.pack('>I', zlib.crc32(kind + data)))


def fromppm(ppm, path):
    """Make a PNG of a binary PPM with 8-bit samples, QEMU's own format."""
    with open(ppm, 'rb') as f:
        data = f.read()
    magic, width, height, top, = data.split(None, 4)[:4]
    if magic != b'P6' or top != b'255':
        raise ValueError('%s: not a PPM of 8 bits' % ppm)
    w, h = int(width), int(height)
    pixels = data[len(data) - 3*w*h:]
    rows = b''.join(b'\0' + pixels[y*3*w:(y+1)*3*w] for y in range(h))
    with open(path, 'wb') as f:
        f.write(b'\x89PNG\r\n\x1a\n' +
            chunk(b'IHDR', struct.pack('>IIBBBBB', w, h, 8, 2, 0, 0, 0)) +
            chunk(b'IDAT', zlib.compress(rows, 9)) + chunk(b'IEND', b''))
