"""Write frames of the match screen: every edition, in every size, theme and number of colours.

uv run python scripts/terminal_pictures.py FOLDER [NAME]

Each frame is a text (.txt), what a terminal gets (.ans), and a picture (.svg). A NAME, such as
`classic-1` or `80x24`, selects the frames that have it in their name.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from tests.support.match_host import Host, letters, match_of
from tests.support.strategies import played

from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.code import Code
from codepegs.tui.paints import THEMES, ThemeName
from codepegs.tui.settings import Settings

SIZES = ((60, 20), (80, 24), (100, 30), (120, 40), (200, 50))
DEPTHS = {
    "truecolor": {"COLORTERM": "truecolor", "TERM": "xterm-256color"},
    "256": {"TERM": "xterm-256color"},
    "16": {"TERM": "xterm"},
    "none": {"TERM": "xterm-256color", "NO_COLOR": "1"},
}
"""Environments of terminals, by number of colours."""


async def frames(slug: str, theme: ThemeName, size: tuple[int, int]) -> tuple[str, str, str]:
    """Return a game after three guesses as text, as codes and as a picture."""
    edition = CATALOGUE[slug]
    codes = [
        Code(tuple(edition.kinds[(start + i) % edition.colours] for i in range(edition.pegs)))
        for start in (2, 0, 4, 3)
    ]
    match = played(match_of(slug), f"code {codes[0]}", *(f"guess {code}" for code in codes[1:]))
    app = Host(match, settings=Settings(theme=theme, motion=False))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("f2", *letters(match, str(codes[0]))[:2])
        await pilot.pause()
        strips = app.screen._compositor.render_strips()
        text = "".join(f"{strip.text.rstrip()}\n" for strip in strips)
        sent = "".join(f"{strip.render(app.console)}\n" for strip in strips)
        return text, sent, app.export_screenshot()


def names() -> Iterator[tuple[str, ThemeName, tuple[int, int], str, str]]:
    """Yield edition, theme, size and depth with the name of their frame."""
    for slug, size, depth, theme in product(CATALOGUE, SIZES, DEPTHS, THEMES):
        yield slug, theme, size, depth, f"{slug}-{size[0]}x{size[1]}-{depth}-{theme}"


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for slug, theme, size, depth, name in names():
        if not all(word in name for word in wanted):
            continue
        for variable in ("COLORTERM", "NO_COLOR", "TERM"):
            os.environ.pop(variable, None)
        os.environ.update(DEPTHS[depth])
        for kind, content in zip(("txt", "ans", "svg"), asyncio.run(frames(slug, theme, size)), strict=True):
            (folder / f"{name}.{kind}").write_text(content, encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
