#!/usr/bin/env python3
"""Writes changes.bin and pointer.bin of a recording (notes.py SECONDS FOLDER).

In each of 30 frames per second, a small part of the screen changes, which moves as text that is typed. Every 20 s, the
pointer is clicked beside the next line.
"""
import pathlib
import struct
import sys


def entry(body):
    """Returns 14 bytes with their Fletcher-16 checksum."""
    low = high = 0
    for byte in body:
        low = (low + byte) % 255
        high = (high + low) % 255
    return body + struct.pack("<H", high << 8 | low)


seconds, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
changes, pointer = bytearray(), bytearray()
for frame in range(seconds * 30):
    ticks, second = frame * 3000, frame // 30
    line = second // 20
    x, y = 100 + frame % 60 * 16, 100 + line * 40 % 800
    whole = frame == 0
    changes += entry(struct.pack("<Q", ticks)[:6] + struct.pack("<4H", *((0, 0, 1920, 1080) if whole else (x, y, 16, 24))))
    if second % 20 == 0 and frame % 30 == 0:
        for kind, button in ((1, 0), (3, 1), (4, 1)):
            pointer += entry(struct.pack("<QBB2H", ticks, kind, button, x, y))
(folder / "changes.bin").write_bytes(changes)
(folder / "pointer.bin").write_bytes(pointer)
