#!/usr/bin/env -S uv run --dev python
"""Draw the icons of the site. Run it after a change of `notation/drawing/poster` or of the paints."""

from __future__ import annotations

import struct
from pathlib import Path

import resvg_py

from codepegs.notation.drawing import poster, svg

STATIC = Path(__file__).resolve().parents[1] / "src/codepegs/server/pages/static"
OPENING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'


def rounded() -> str:
    """Return the icon as it is shown alone."""
    return f"{OPENING}{poster.icon()}</svg>"


def full(scale: float) -> str:
    """Return the icon for systems that cut it to their own shape: wood to the edge, and smaller pegs."""
    moved = f"translate(16 16) scale({scale}) translate(-16 -16)"
    wood = f'<rect width="32" height="32" fill="{svg.BOARD}"/>'
    return f'{OPENING}{wood}<g transform="{moved}">{poster.icon_pegs()}</g></svg>'


def png(drawing: str, size: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size, skip_system_fonts=True))


def ico(picture: bytes, size: int) -> bytes:
    """Return an icon file that holds one PNG."""
    header = struct.pack("<HHH", 0, 1, 1)
    entry = struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(picture), len(header) + 16)
    return header + entry + picture


def main() -> None:
    (STATIC / "icon.svg").write_text(rounded() + "\n", encoding="utf-8")
    folder = STATIC / "icons"
    folder.mkdir(exist_ok=True)
    for name, content in {
        "favicon.ico": ico(png(rounded(), 32), 32),
        "apple-touch-icon.png": png(full(1), 180),
        "icon-192.png": png(rounded(), 192),
        "icon-512.png": png(rounded(), 512),
        # Everything within 40 % of the middle stays visible.
        "maskable-512.png": png(full(0.9), 512),
    }.items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
