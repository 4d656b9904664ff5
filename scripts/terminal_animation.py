#!/usr/bin/env -S uv run --dev python
"""Record a solo game in the terminal application as an animated SVG. From the root of the project:

    scripts/terminal_animation.py [FILE]     default: docs/pictures/terminal.svg

It starts the application, presses Play, and guesses like the perfect computer until the code is cracked. A
viewer that cannot animate shows the last frame.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.support.application import User, open_context, play  # noqa: E402
from tests.support.picture import HEIGHT, draw_line, strips_of, svg  # noqa: E402

from codepegs.engine.optimal_strategy import OptimalGuesser  # noqa: E402
from codepegs.rules import Board, find_edition  # noqa: E402
from codepegs.tui.context import AppContext  # noqa: E402

EDITION, SIZE = "classic-1", (80, 24)
KEY_SECONDS, LOOK_SECONDS, MOTION_SECONDS, END_SECONDS = 0.25, 1.2, 0.15, 4.0
SAMPLE_SECONDS, SAMPLES = 0.05, 60
"""How often the screen is looked at while something moves."""

Line = str
"""A line of the terminal as SVG, drawn at the top."""


@dataclass
class Film:
    """Frames, each with its lines and its time in seconds."""

    frames: list[tuple[tuple[Line, ...], float]] = field(default_factory=list)

    def add(self, user: User, seconds: float) -> bool:
        """Add what the user sees. Return whether it differs from the frame before."""
        lines = tuple(draw_line(strip) for strip in strips_of(user.app))
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
        lines = (f'<g id="l{number}">{line}</g>' for line, number in ids.items())
        parts = ["<defs>", *lines, "</defs>", *uses]
        return svg(SIZE, parts, title="A solo game in the terminal")

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
