"""A board as plain text, for terminals, logs, emails and READMEs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from colorsys import rgb_to_hls
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import cos, dist, sin, tau

from codepegs.notation.drawing.common import labels, track
from codepegs.rules.board import Board, Row
from codepegs.rules.box import KEY_PAINTS, PAINTS, KeyStyle, Paint
from codepegs.rules.code import Code, Colour
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.rules.points import ScorePeg

WIDTH = 80

Span = tuple[str, str]
"""Text and its SGR parameters. Empty parameters leave the text plain."""


@dataclass(frozen=True, slots=True)
class _Symbols:
    black: str
    white: str
    hole: str
    shield: str
    score_peg: str
    side: str
    top: str
    ledge: str
    bottom: str
    """`top`, `ledge` and `bottom` each hold a left corner, a line and a right corner."""


_UNICODE = _Symbols("●", "○", "·", "▒", "◆", "│", "┌─┐", "├─┤", "└─┘")
_ASCII = _Symbols("x", "o", ".", "#", "@", "|", "+-+", "+-+", "+-+")

_OUT_OF_TIME = "~"
_OPEN = "?"
_EMPTY = "-"

_STEPS = (0, 95, 135, 175, 215, 255)
_TERMINAL = {
    **{16 + i: rgb for i, rgb in enumerate(product(_STEPS, repeat=3))},
    **{232 + i: (8 + 10 * i,) * 3 for i in range(24)},
}
"""The 240 colours that are the same in all terminals: a colour cube and a scale of greys."""

_TRAYS = {"black": 244, "red": 234}
"""Background by colour of the exact key peg, chosen so that it and the white one stand out."""


def draw(
    board: Board,
    code: Code | None = None,
    *,
    marked: Collection[int] = (),
    score_pegs: tuple[ScorePeg, ScorePeg] | None = None,
    players: tuple[str, str] | None = None,
    ansi: bool = False,
    ascii_only: bool = False,
    width: int = WIDTH,
) -> str:
    """Return the board as its players see it: the shield at the top, row 1 at the bottom.

    Without a `code` the shield is up. Rows in `marked`, counted from 1, get a pointer. The
    names of `players` label their `score_pegs`. `ansi` only adds colour: without its
    escapes the text is the same. `ascii_only` also replaces characters in names with `?`.
    The legend is at most `width` columns wide.

    >>> from codepegs.notation import position
    >>> print(draw(position.read("mini rows=2 / RGB 1+1"), ascii_only=True))
         +-------+
         | ##### | shield
         +-------+
       2 | . . . |
       1 | R G B | xo.
         +-------+
    R red  B blue  Y yellow  G green  W white  K black
    x black: right colour, right place  o white: right colour, wrong place
    """
    symbols = _ASCII if ascii_only else _UNICODE
    lines = [
        *_top(board.edition, code, symbols),
        *(_line(board, number, marked, symbols) for number in range(board.edition.rows, 0, -1)),
        _edge(board.edition, symbols.bottom),
    ]
    if score_pegs:
        lines += _score(score_pegs, labels(score_pegs, players), symbols)
    lines += _legend(board.edition, symbols, width)
    return _joined(lines, ansi, ascii_only)


def colours(edition: Edition, width: int = WIDTH, *, ansi: bool = False, ascii_only: bool = False) -> str:
    """Return the legend of colours below a board, in several lines if it is wider than `width`.

    >>> from codepegs.rules import find_edition
    >>> colours(find_edition("classic-2").with_rules(colours=2))
    'R red  B blue  - left empty'
    """
    return _joined(_wrapped(_colours(edition), width), ansi, ascii_only)


# The board ----------------------------------------------------------------------------


def _top(edition: Edition, code: Code | None, symbols: _Symbols) -> Iterator[list[Span]]:
    yield _edge(edition, symbols.top)
    if code is None:
        yield [*_framed([(symbols.shield * (2 * edition.pegs - 1), "")], symbols), (" shield", "")]
    else:
        yield [*_framed(_pegs(edition, code), symbols), (" code", "")]
    yield _edge(edition, symbols.ledge)


def _edge(edition: Edition, corners: str) -> list[Span]:
    return [(f"     {corners[0]}{corners[1] * (2 * edition.pegs + 1)}{corners[2]}", "")]


def _framed(content: Iterable[Span], symbols: _Symbols, margin: str = "     ") -> list[Span]:
    return [(f"{margin}{symbols.side} ", ""), *content, (f" {symbols.side}", "")]


def _line(board: Board, number: int, marked: Collection[int], symbols: _Symbols) -> list[Span]:
    edition = board.edition
    margin = f"{'>' if number in marked else ' '}{number:>3} "
    if number > len(board.rows):
        return _framed([(" ".join(symbols.hole * edition.pegs), "")], symbols, margin)
    row = board.rows[number - 1]
    if row.guess is None:
        content = [(" ".join(_OUT_OF_TIME * edition.pegs), "")]
    else:
        content = list(_pegs(edition, row.guess))
    return [*_framed(content, symbols, margin), (" ", ""), *_answer(edition, row, symbols)]


def _pegs(edition: Edition, code: Code) -> Iterator[Span]:
    for place, colour in enumerate(code.pegs):
        if place:
            yield " ", ""
        yield _peg(edition, colour)


def _peg(edition: Edition, colour: Colour) -> Span:
    if colour < edition.colours:
        hue = edition.hues[colour]
        return hue.letter, _tile(hue.paint)
    return _EMPTY, ""


def _answer(edition: Edition, row: Row, symbols: _Symbols) -> list[Span]:
    if row.guess is None:
        return [("out of time", "")]
    if row.feedback is None:
        return [(_OPEN, "")]
    if edition.box.keys.style is KeyStyle.ARMS:
        return _arms(edition, row.feedback)
    return _key_pegs(edition, row.feedback, symbols)


def _key_pegs(edition: Edition, feedback: Feedback, symbols: _Symbols) -> list[Span]:
    """Return the key pegs, black ones first. Their order has no meaning."""
    keys, holes = edition.box.keys, edition.pegs - feedback.black - feedback.white
    tray = f"48;5;{_TRAYS[keys.black.paint]};38;5;"
    pegs = [
        (symbols.black * feedback.black, f"{tray}{_nearest(KEY_PAINTS[keys.black.paint].fill)}"),
        (symbols.white * feedback.white, f"{tray}{_nearest(KEY_PAINTS[keys.white.paint].fill)}"),
        (symbols.hole * holes, ""),
    ]
    return [(text, style) for text, style in pegs if text]


def _arms(edition: Edition, feedback: Feedback) -> list[Span]:
    keys = edition.box.keys
    return [
        (f"{keys.black.name} {feedback.black}", _tile(KEY_PAINTS[keys.black.paint])),
        ("  ", ""),
        (f"{keys.white.name} {feedback.white}", _tile(KEY_PAINTS[keys.white.paint])),
    ]


# Below the board ----------------------------------------------------------------------


def _score(
    score_pegs: tuple[ScorePeg, ScorePeg], names: tuple[str, str], symbols: _Symbols
) -> Iterator[list[Span]]:
    """Yield a name and a line of holes for each player, with a bar at the start and after every ten."""
    holes = track(score_pegs)
    start = holes[0] - 1
    for name, peg in zip(names, score_pegs, strict=True):
        yield [(name if name == peg.paint else f"{name} ({peg.paint})", "")]
        line: list[Span] = [(f"{start} " if start else "", "")]
        for hole in (start, *holes):
            if hole == max(start, peg.hole):
                line.append((symbols.score_peg, _tile(PAINTS[peg.paint])))
            else:
                line.append((symbols.hole if hole > start else " ", ""))
            if hole % 10 == 0:
                line.append(("|", ""))
        yield [*line, (f" {peg.hole}", "")]


def _colours(edition: Edition) -> list[list[Span]]:
    items = [[(hue.letter, _tile(hue.paint)), (hue.label[1:], "")] for hue in edition.hues]
    if edition.blanks:
        items.append([(f"{_EMPTY} left empty", "")])
    return items


def _legend(edition: Edition, symbols: _Symbols, width: int) -> Iterator[list[Span]]:
    keys = edition.box.keys
    yield from _wrapped(_colours(edition), width)
    pegs = keys.style is KeyStyle.PEGS
    black = f"{symbols.black} {keys.black.name}" if pegs else keys.black.name
    white = f"{symbols.white} {keys.white.name}" if pegs else keys.white.name
    right = f"right {edition.colour_word}"
    texts = (f"{black}: {right}, right place", f"{white}: {right}, wrong place")
    yield from _wrapped([[(text, "")] for text in texts], width)


def _wrapped(items: Iterable[list[Span]], width: int) -> Iterator[list[Span]]:
    """Yield lines of items with two spaces between, as few lines as possible."""
    line: list[Span] = []
    for item in items:
        if line and sum(len(text) for text, _ in [*line, *item]) + 2 > width:
            yield line
            line = []
        line += [("  ", ""), *item] if line else item
    yield line


# Colour -------------------------------------------------------------------------------


def _joined(lines: Iterable[list[Span]], ansi: bool, ascii_only: bool) -> str:
    return "\n".join("".join(_written(span, ansi, ascii_only) for span in line) for line in lines)


def _written(span: Span, ansi: bool, ascii_only: bool) -> str:
    text, style = span
    if ascii_only:
        text = text.encode("ascii", "replace").decode("ascii")
    return f"\x1b[{style}m{text}\x1b[0m" if ansi and style else text


def _tile(paint: Paint) -> str:
    return f"48;5;{_nearest(paint.fill)};38;5;{_nearest(paint.ink)}"


@cache
def _nearest(colour: str) -> int:
    """Return the number of the terminal colour nearest to `#rrggbb`."""
    wanted = _looks(*bytes.fromhex(colour.removeprefix("#")))
    return min(_TERMINAL, key=lambda number: dist(wanted, _looks(*_TERMINAL[number])))


def _looks(red: int, green: int, blue: int) -> tuple[float, float, float]:
    """Return a point in a space where similar colours are close. In RGB space, red would become orange."""
    hue, light, _ = rgb_to_hls(red / 255, green / 255, blue / 255)
    strength = (max(red, green, blue) - min(red, green, blue)) / 255
    return strength * cos(tau * hue), strength * sin(tau * hue), 1.4 * light
