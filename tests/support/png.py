"""What a test reads from a PNG."""

from __future__ import annotations

import struct


def png_size(picture: bytes) -> tuple[int, int]:
    """Return width and height, after checking that this is a whole PNG."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert picture.endswith(b"IEND\xaeB`\x82")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height
