"""Sentences with pegs: a code in a text looks as it does on the board."""

from __future__ import annotations

import re
from collections.abc import Collection

from textual.content import Content

from codepegs.tui.widgets.peg import PegPainter


def with_pegs(painter: PegPainter, said: str | Content, names: Collection[str] = ()) -> Content:
    """Return a text with every code in the symbols and colours of its pegs.

    A code is a word of as many letters of the edition as a row has pegs. The `names` of the
    players stay as they are, and so does everything on a board of one peg.
    """
    edition, content = painter.edition, said if isinstance(said, Content) else Content(said)
    if edition.pegs == 1:
        return content
    letters = re.escape("".join(hue.letter for hue in edition.hues) + "-" * edition.blanks)
    found = re.compile(rf"(?<![\w,.+-])[{letters}]{{{edition.pegs}}}(?![\w+-])")
    parts, end = list[Content](), 0
    for word in found.finditer(content.plain):
        if word[0] in names:
            continue
        parts.append(content[end : word.start()])
        parts += [_peg(painter, letter) for letter in word[0]]
        end = word.end()
    return Content("").join([*parts, content[end:]])


def _peg(painter: PegPainter, letter: str) -> Content:
    colour = painter.edition.code(letter).pegs[0]
    symbol = painter.symbol(colour)
    if letter == "-":
        return Content(letter)
    paint = painter.paint(colour)
    return Content.styled(symbol, f"bold {painter.look.ink(paint)} on {paint.fill.true}")
