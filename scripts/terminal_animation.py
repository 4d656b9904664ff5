#!/usr/bin/env -S uv run python
"""Record a solo game in the terminal application as an animated SVG. From the root of the project:

    scripts/terminal_animation.py [FILE]     default: docs/pictures/terminal.svg

It starts the application, presses Play, and guesses like the perfect computer until the code is cracked. A
viewer that cannot animate shows the last frame.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from rich.cells import cell_len  # noqa: E402
from rich.color import Color  # noqa: E402
from rich.segment import Segment  # noqa: E402
from rich.style import Style  # noqa: E402
from tests.support.application import User, open_context, play  # noqa: E402
from textual.strip import Strip  # noqa: E402

from codepegs.engine.optimal_strategy import OptimalGuesser  # noqa: E402
from codepegs.rules import Board, find_edition  # noqa: E402
from codepegs.tui.context import AppContext  # noqa: E402

EDITION, SIZE = "classic-1", (80, 24)
WIDTH, HEIGHT = 9, 18
"""Pixels of a cell."""
FONT = 'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="15"'
INK, PAPER = "#e8e6e3", "#16110d"
KEY_SECONDS, LOOK_SECONDS, MOTION_SECONDS, END_SECONDS = 0.25, 1.2, 0.15, 4.0
SAMPLE_SECONDS, SAMPLES = 0.05, 60
"""How often the screen is looked at while something moves."""

Line = str
"""A line of the terminal as SVG, drawn at the top."""
QUADRANTS = {
    "▀": "12", "▄": "34", "█": "1234", "▌": "13", "▐": "24", "▘": "1", "▝": "2", "▖": "3", "▗": "4",
    "▛": "123", "▜": "124", "▙": "134", "▟": "234", "▚": "14", "▞": "23",
}  # fmt: skip
"""Block characters by the quarters of the cell that they fill. Drawn as rectangles, they have no gaps."""


@dataclass
class Film:
    """Frames, each with its lines and its time in seconds."""

    frames: list[tuple[tuple[Line, ...], float]] = field(default_factory=list)

    def add(self, user: User, seconds: float) -> bool:
        """Add what the user sees. Return whether it differs from the frame before."""
        lines = tuple(draw_line(strip) for strip in user.app.screen._compositor.render_strips())
        changed = not self.frames or self.frames[-1][0] != lines
        if changed:
            self.frames.append((lines, seconds))
        return changed

    def hold(self, seconds: float) -> None:
        """Show the last frame for some time."""
        lines, _ = self.frames[-1]
        self.frames[-1] = lines, seconds

    def svg(self) -> str:
        """Return the film as an SVG with one element per line and time."""
        total = sum(seconds for _, seconds in self.frames)
        ids: dict[Line, int] = {}
        uses = [use for row in range(SIZE[1]) for use in self._uses(row, total, ids)]
        width, height = SIZE[0] * WIDTH, SIZE[1] * HEIGHT
        lines = (f'<g id="l{number}">{line}</g>' for line, number in ids.items())
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {FONT}>',
                "<title>A solo game in the terminal</title>",
                f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
                "<defs>",
                *lines,
                "</defs>",
                *uses,
                "</svg>\n",
            ]
        )

    def _uses(self, row: int, total: float, ids: dict[Line, int]) -> Iterator[str]:
        """Yield an element for each time in which a row does not change."""
        start = 0.0
        for line, frames in groupby(self.frames, key=lambda frame: frame[0][row]):
            seconds = sum(time for _, time in frames)
            begin, end, start = start / total, (start + seconds) / total, start + seconds
            if not line:
                continue
            use = f'<use href="#l{ids.setdefault(line, len(ids))}" y="{row * HEIGHT}"'
            if seconds > total - 0.001:
                yield f"{use}/>"
                continue
            last = end > 0.9999
            times = [(begin, "visible"), *([] if last else [(end, "hidden")])]
            if begin > 0:
                times.insert(0, (0.0, "hidden"))
            values = ";".join(value for _, value in times)
            keys = ";".join(f"{time:.4g}" for time, _ in times)
            hidden = "" if last else ' visibility="hidden"'
            yield (
                f'{use}{hidden}><animate attributeName="visibility" values="{values}" keyTimes="{keys}"'
                f' calcMode="discrete" dur="{total:.4g}s" repeatCount="indefinite"/></use>'
            )


def draw_line(strip: Strip) -> Line:
    """Return a line as one path for each colour of its rectangles, and as texts."""
    papers, blocks = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    texts, cell = list[str](), 0
    for (ink, paper, bold), segments in groupby(strip, key=look_of):
        text = "".join(segment.text for segment in segments)
        if paper != PAPER:
            papers[paper].append(rectangle(cell * WIDTH, 0, cell_len(text) * WIDTH, HEIGHT))
        for is_block, group in groupby(text, key=lambda character: character in QUADRANTS):
            characters = "".join(group)
            if is_block:
                blocks[ink] += draw_blocks(characters, cell)
            elif characters.strip():
                texts.append(draw_text(characters, cell, ink, ' font-weight="bold"' if bold else ""))
            cell += cell_len(characters)
    paths = [
        f'<path fill="{fill}" d="{"".join(d)}"/>' for each in (papers, blocks) for fill, d in each.items()
    ]
    return "".join([*paths, *texts])


def draw_text(characters: str, cell: int, ink: str, attributes: str) -> str:
    cell += len(characters) - len(characters.lstrip())
    shown = characters.strip()
    if "  " in shown:
        attributes += ' xml:space="preserve"'
    return (
        f'<text x="{cell * WIDTH}" y="{HEIGHT - 5}" textLength="{cell_len(shown) * WIDTH}" fill="{ink}"'
        f"{attributes}>{escape(shown)}</text>"
    )


def draw_blocks(characters: str, cell: int) -> Iterator[str]:
    """Yield rectangles for block characters, one for equal neighbours if they fill their width."""
    for character, group in groupby(characters):
        count, quarters = len([*group]), QUADRANTS[character]
        wide, half = character in "▀▄█", HEIGHT // 2
        for number in range(1 if wide else count):
            x, span = (cell + number) * WIDTH, WIDTH * (count if wide else 1)
            for top, pair in ((0, "12"), (half, "34")):
                left, right = (quarter in quarters for quarter in pair)
                if left or right:
                    middle = WIDTH / 2
                    start = x if left else x + middle
                    yield rectangle(start, top, span if left and right else middle, half)
        cell += count


def rectangle(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z"


def look_of(segment: Segment) -> tuple[str, str, bool]:
    """Return the colours of text and background, and whether the text is bold."""
    style = segment.style or Style()
    return *colours_of(style), bool(style.bold)


def colours_of(style: Style) -> tuple[str, str]:
    """Return the colours of text and background."""
    ink, paper = hexadecimal(style.color, INK), hexadecimal(style.bgcolor, PAPER)
    return (paper, ink) if style.reverse else (ink, paper)


def hexadecimal(colour: Color | None, default: str) -> str:
    return default if colour is None or colour.is_default else colour.get_truecolor().hex


# The story ------------------------------------------------------------------------------


class Actor:
    """Plays the game and films it."""

    def __init__(self, user: User, room: AppContext) -> None:
        self._user, self._room, self.film = user, room, Film()

    async def play(self) -> None:
        self.film.add(self._user, LOOK_SECONDS)
        await self._press("enter", LOOK_SECONDS)
        while not (board := self._board()).broken:
            guess = OptimalGuesser(board.edition).guess(board)
            assert guess is not None
            for letter in board.edition.spell(guess).lower():
                await self._press(letter, KEY_SECONDS)
            await self._press("enter", LOOK_SECONDS)
        self.film.hold(END_SECONDS)

    def _board(self) -> Board:
        entries = self._room.archive.entries(limit=1)
        return (
            self._room.archive.match(entries[0].id).game.board
            if entries
            else Board(find_edition("classic-1"))
        )

    async def _press(self, key: str, seconds: float) -> None:
        """Press a key, film what moves after it, and hold the last frame for some seconds."""
        await self._user.pilot.press(key)
        still = 0
        while still < SAMPLES:
            still = 0 if self.film.add(self._user, MOTION_SECONDS) else still + 1
            if still > SAMPLES // 6 and key != "enter":
                break
            await asyncio.sleep(SAMPLE_SECONDS)
        await self._user.settle()
        self.film.add(self._user, seconds)
        self.film.hold(seconds)


def main(file: Path) -> None:
    os.environ.update(COLORTERM="truecolor", TERM="xterm-256color")
    os.environ.pop("NO_COLOR", None)
    file.write_text(asyncio.run(record()), encoding="utf-8")
    print(f"{file}: {file.stat().st_size:,} bytes")


async def record() -> str:
    with TemporaryDirectory() as folder:
        room = open_context(Path(folder))
        async with play(room, size=SIZE) as user:
            actor = Actor(user, room)
            await actor.play()
    return actor.film.svg()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures" / "terminal.svg")
