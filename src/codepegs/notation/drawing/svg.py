"""A board as one self-contained SVG, for web pages, notebooks and READMEs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from html import escape

from codepegs.notation.drawing import letters
from codepegs.notation.drawing.common import TRACK, labels, track, words
from codepegs.rules.board import Board, Row
from codepegs.rules.box import KEY_PAINTS, PAINTS, KeyStyle
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.rules.points import ScorePeg

BOARD, RIM, CHANNEL, PLATE = "#4c3423", "#2a1c13", "#291b12", "#ad875b"
"""The board, its rim, the groove where code pegs stand, and the plate of the key pegs."""
CHALK, HOLE, HOLE_RIM = "#f4eadb", "#1d120b", "#b39a7d"
"""Text and outlines of pegs; holes and outlines on the plate; outlines of empty holes."""
MARK, MARKED = "#f0b24a", "#664730"
SHIELD, BEVEL = "#6b4a31", "#a98a6c"
_FAINT = 0.4
"""Opacity of the groove and the dimples of a row that is not played, so that it looks empty."""

_OPENING = (
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
    "font-family=\"system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif\""
)
_MARGIN, _BAY, _ROW, _NUMBERS = 16, 54, 40, 44
"""Margin around the board; height of the code bay and of a row; width of the marker and row number."""
_PITCH, _KEY, _ARM = 38, 14, 30
"""Distance between code holes, between key pegs, and between arms."""
_SCORE_HOLE, _TEN, _SCORE_LINE, _NAME = 8.2, 5, 15, 22
"""Distance between score holes; extra gap after ten; height of a line of holes and of a name."""
_STRIP = TRACK * _SCORE_HOLE + 2 * _TEN + 18
_TRACK = _STRIP + 26
"""Width of a line of score holes, without and with the number at its end."""


class Svg(str):
    """Text of an SVG that notebooks display as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def draw(
    board: Board,
    code: Code | None = None,
    *,
    marked: Collection[int] = (),
    score_pegs: tuple[ScorePeg, ScorePeg] | None = None,
    players: tuple[str, str] | None = None,
    colours: bool = True,
) -> Svg:
    """Return the board as its players see it: the shield at the top, row 1 at the bottom.

    Without a `code` the shield is up. Rows in `marked`, counted from 1, get an outline and
    a pointer. The names of `players` label their `score_pegs`. Without `colours` the guesses
    are plain pegs, so that only the answers can be read. The SVG contains a
    description for screen readers. It has no scripts, styles, ids or links, so a page can
    contain any number of them. Only names are drawn with a font.
    """
    edition = board.edition
    holes = track(score_pegs) if score_pegs else range(0)
    score_height = _NAME + len(holes) // TRACK * _SCORE_LINE + 6 if holes else 0
    (least, floor), grid = size(edition), _grid(edition)
    width = max(least, _TRACK + 2 * _MARGIN if holes else 0)
    floor, left = floor - _MARGIN, (width - grid) / 2
    height = floor + 2 * score_height + _MARGIN
    across, down = _number(width), _number(height)
    parts = [
        f'{_OPENING} viewBox="0 0 {across} {down}" width="{across}" height="{down}">',
        f"<title>{escape(edition.box.title)}: {len(board.rows)} of {edition.rows} rows played</title>",
        f"<desc>{escape(' '.join(words(board, code, marked, score_pegs, players, colours=colours)))}</desc>",
        _rect(1, 1, width - 2, height - 2, rx=16, fill=BOARD, stroke=RIM, stroke_width=2),
        _rect(4.5, 4.5, width - 9, height - 9, rx=12.5, fill="none", stroke=SHIELD, stroke_opacity=0.6),
        _group(left, _MARGIN, _bay(edition, code)),
    ]
    for number in range(edition.rows, 0, -1):
        row = board.rows[number - 1] if number <= len(board.rows) else None
        middle = floor - (number - 0.5) * _ROW
        parts.append(_group(left, middle, _row(edition, number, row, number in marked, colours)))
    if score_pegs:
        for place, (name, peg) in enumerate(zip(labels(score_pegs, players), score_pegs, strict=True)):
            top = floor + 8 + place * score_height
            parts.append(_group((width - _TRACK) / 2, top, _score(name, peg, holes)))
    return Svg("\n".join([*parts, "</svg>"]))


def size(edition: Edition) -> tuple[float, float]:
    """Return width and height of a board without score pegs."""
    return _grid(edition) + 2 * _MARGIN, 2 * _MARGIN + _BAY + 8 + edition.rows * _ROW


# The board ----------------------------------------------------------------------------


def _channel(edition: Edition) -> float:
    return edition.pegs * _PITCH + 4


def _key_columns(edition: Edition) -> int:
    return (edition.pegs + 1) // 2


def _plate(edition: Edition) -> float:
    arms = edition.box.keys.style is KeyStyle.ARMS
    return 2 * _ARM + 4 if arms else _key_columns(edition) * _KEY + 8


def _grid(edition: Edition) -> float:
    """Return the width of a row with its number, code pegs and key pegs."""
    return _NUMBERS + _channel(edition) + _plate(edition) + 12


def _x(place: int) -> float:
    """Return the centre of a code hole, counted from 0."""
    return _NUMBERS + 2 + (place + 0.5) * _PITCH


def _bay(edition: Edition, code: Code | None) -> Iterator[str]:
    """Yield the code bay: a closed shield, or the code below the edge of the open shield."""
    width = _grid(edition)
    if code is None:
        yield _rect(0, 0, width, _BAY, rx=9, fill=SHIELD, stroke=RIM, stroke_width=2)
        yield _rect(8, 8, width - 16, _BAY - 16, rx=4, fill="none", stroke=BEVEL, stroke_width=1.5)
        yield _rect(width / 2 - 20, _BAY / 2 - 3, 40, 6, rx=3, fill=RIM, stroke=BEVEL)
    else:
        yield _rect(0, 0, width, _BAY, rx=9, fill=CHANNEL, stroke=RIM, stroke_width=2)
        yield _rect(0, 0, width, 9, rx=4.5, fill=SHIELD, stroke=RIM, stroke_width=2)
        yield from _pegs(edition, code, _BAY / 2 + 4)


def _row(edition: Edition, number: int, row: Row | None, marked: bool, colours: bool) -> Iterator[str]:
    """Yield a row, centred on y = 0."""
    plate = _NUMBERS + _channel(edition) + 6
    if marked:
        yield _rect(0, -19, _grid(edition), 38, rx=9, fill=MARKED, stroke=MARK, stroke_width=2)
        yield _tag("path", d="M7-6v12l9-6z", fill=MARK)
    yield letters.draw(str(number), 37, 0, height=11, ink=CHALK, anchor=1)
    middle = plate + _plate(edition) / 2
    if row is None:
        yield _rect(_NUMBERS, -17, _channel(edition), 34, rx=17, fill=CHANNEL, fill_opacity=_FAINT)
        yield from (_circle(_x(place), 0, 4, fill=HOLE) for place in range(edition.pegs))
        yield from _dimples(edition, middle)
        return
    yield _rect(_NUMBERS, -17, _channel(edition), 34, rx=17, fill=CHANNEL, stroke=RIM)
    yield _rect(plate, -15, _plate(edition), 30, rx=6, fill=PLATE, stroke=RIM)
    if row.guess is None:
        yield from (_hole(_x(place), 0) for place in range(edition.pegs))
    elif colours:
        yield from _pegs(edition, row.guess, 0)
    else:
        for place in range(edition.pegs):
            yield _circle(_x(place), 0, 14, fill=SHIELD, stroke=HOLE_RIM, stroke_width=1.5)
    if row.feedback is not None:
        yield from _answer(edition, row.feedback, middle)
    elif row.guess is not None:
        yield letters.draw("?", middle, 0, height=14, ink=HOLE)
    else:
        line = f"M{_number(_x(0) - 12)} 0H{_number(_x(edition.pegs - 1) + 12)}"
        yield _tag("path", d=line, stroke=CHALK, stroke_width=2)
        hourglass = f"M{_number(middle - 7)}-10h14m-2 0v3l-10 14v3m-2 0h14m-2 0v-3l-10-14v-3"
        yield _tag("path", d=hourglass, fill="none", stroke=HOLE, stroke_width=2)


def _pegs(edition: Edition, code: Code, y: float) -> Iterator[str]:
    for place, colour in enumerate(code.pegs):
        x = _x(place)
        if colour < edition.colours:
            hue = edition.hues[colour]
            yield _circle(x, y, 14, fill=hue.paint.fill, stroke=CHALK, stroke_width=1.5)
            yield letters.draw(hue.letter, x, y, height=12, ink=hue.paint.ink)
        else:
            yield _circle(x, y, 13.5, fill="none", stroke=CHALK, stroke_width=1.5, stroke_dasharray="4 3.1")
            yield _hole(x, y)


def _hole(x: float, y: float) -> str:
    return _circle(x, y, 4.5, fill=HOLE, stroke=HOLE_RIM, stroke_width=1.2)


def _answer(edition: Edition, feedback: Feedback, middle: float) -> Iterator[str]:
    """Yield the key pegs, black ones first so that their places have no meaning, or two arms."""
    keys = edition.box.keys
    paints, counts = [KEY_PAINTS[key.paint] for key in keys.both], (feedback.black, feedback.white)
    if keys.style is KeyStyle.ARMS:
        for x, paint, count in zip(_arms(middle), paints, counts, strict=True):
            yield _rect(x - 12.5, -11, 25, 22, rx=5, fill=paint.fill, stroke=HOLE, stroke_width=1.2)
            yield letters.draw(str(count), x, 0, height=11, ink=paint.ink)
        return
    pegs = [paint.fill for paint, count in zip(paints, counts, strict=True) for _ in range(count)]
    for (x, y), fill in zip(_key_places(edition, middle), pegs, strict=False):
        yield _circle(x, y, 5.5, fill=fill, stroke=HOLE, stroke_width=1.2)
    if not pegs:
        yield _rect(middle - 7, -1.5, 14, 3, rx=1.5, fill=HOLE)


def _dimples(edition: Edition, middle: float) -> Iterator[str]:
    """Yield the places of an answer that is still to come, paler than the wood, unlike black pegs."""
    if edition.box.keys.style is KeyStyle.ARMS:
        for x in _arms(middle):
            yield _rect(x - 12.5, -11, 25, 22, rx=5, fill="none", stroke=CHALK, stroke_opacity=_FAINT)
    else:
        for x, y in _key_places(edition, middle):
            yield _circle(x, y, 2, fill=CHALK, fill_opacity=_FAINT)


def _arms(middle: float) -> tuple[float, float]:
    return middle - _ARM / 2, middle + _ARM / 2


def _key_places(edition: Edition, middle: float) -> Iterator[tuple[float, float]]:
    columns = _key_columns(edition)
    for place in range(edition.pegs):
        down, along = divmod(place, columns)
        in_line = min(columns, edition.pegs - down * columns)
        yield middle + (along - (in_line - 1) / 2) * _KEY, (down - 0.5) * _KEY if edition.pegs > 1 else 0


# Below the board ----------------------------------------------------------------------


def _score(name: str, peg: ScorePeg, holes: range) -> Iterator[str]:
    """Yield a name and points, and below them the lines of score holes with the peg."""
    paint, start = PAINTS[peg.paint].fill, holes[0] - 1
    yield _circle(7, 10, 5.5, fill=paint, stroke=CHALK, stroke_width=1.2)
    size = min(13, (_STRIP - 60) / max(1, len(name)))
    yield _text(name, 18, 10, size=size, fill=CHALK)
    yield letters.draw(str(peg.hole), _STRIP, 10, height=10, ink=CHALK, anchor=1)
    for line, last in enumerate(holes[TRACK - 1 :: TRACK]):
        top = _NAME + line * _SCORE_LINE
        yield _rect(0, top, _STRIP, 13, rx=6.5, fill=CHANNEL, stroke=RIM)
        yield letters.draw(str(last), _STRIP + 4, top + 6.5, height=7, ink=CHALK, anchor=0)
    for hole in (start, *holes):
        line, along = divmod(hole - start - 1, TRACK) if hole > start else (0, -1)
        x = 8 + (along + 1) * _SCORE_HOLE + max(along, 0) // 10 * _TEN
        y = _NAME + line * _SCORE_LINE + 6.5
        if hole == max(start, peg.hole):
            yield _circle(x, y, 4.5, fill=paint, stroke=CHALK, stroke_width=1.2)
        elif hole > start:
            yield _circle(x, y, 1.6, fill=HOLE_RIM)


# Shapes -------------------------------------------------------------------------------


def _number(value: float) -> str:
    return f"{round(value, 1):g}"


def _tag(name: str, **attributes: float | str) -> str:
    written = (
        f'{key.replace("_", "-")}="{value if isinstance(value, str) else _number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name} {' '.join(written)}/>"


def _group(x: float, y: float, content: Iterable[str]) -> str:
    return "\n".join([f'<g transform="translate({_number(x)} {_number(y)})">', *content, "</g>"])


def _rect(x: float, y: float, width: float, height: float, **attributes: float | str) -> str:
    return _tag("rect", x=x, y=y, width=width, height=height, **attributes)


def _circle(x: float, y: float, radius: float, **attributes: float | str) -> str:
    return _tag("circle", cx=x, cy=y, r=radius, **attributes)


def _text(content: object, x: float, y: float, *, size: float, **attributes: float | str) -> str:
    """Return text with its capitals centred on `y`. Viewers disagree on baselines, so it sets none."""
    tag = _tag("text", x=x, y=y + 0.36 * size, font_size=size, **attributes)
    return f"{tag.removesuffix('/>')}>{escape(str(content))}</text>"
