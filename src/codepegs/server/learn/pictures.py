"""Job for the worker pool: a picture for link previews as PNG."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.notation.drawing import poster
from codepegs.rules.board import Board
from codepegs.rules.code import Code


@dataclass(frozen=True, slots=True)
class Picture:
    """Contents of a picture. It holds a code only if everybody may see it."""

    headline: tuple[str, ...]
    note: str
    board: Board
    code: Code | None = None
    colours: bool = True
    """Whether the guesses are shown. Without them only the answers can be read."""


def draw_png(picture: Picture) -> bytes:
    """Return the picture as PNG, in the size of `poster`. It takes about a tenth of a second."""
    import resvg_py

    drawn = poster.draw(
        picture.board,
        picture.code,
        headline=picture.headline,
        note=picture.note,
        colours=picture.colours,
    )
    # All letters are lines, so the fonts of the system are not needed, and reading them takes long.
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, skip_system_fonts=True))
