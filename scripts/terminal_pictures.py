#!/usr/bin/env -S uv run --dev python
"""Write pictures of the terminal application: every scene, in every size, theme and number of colours.

    scripts/terminal_pictures.py FOLDER [PATTERN ...]

Each picture is a text (.txt) and an SVG. A PATTERN such as `won-*` or `*-80x24-16-dark` selects
pictures by name: scene, size, colours and theme.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.support.scenes import DEPTHS, SCENES, SIZES, shown  # noqa: E402

from codepegs.tui.paints import THEMES, ThemeName  # noqa: E402


def names() -> Iterator[tuple[str, str, str, ThemeName, str]]:
    """Yield scene, size, depth and theme with the name of their picture."""
    for scene, size, depth, theme in product(SCENES, SIZES, DEPTHS, THEMES):
        yield scene, size, depth, theme, f"{scene}-{size}-{depth}-{theme}"


def main(folder: Path, patterns: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for scene, size, depth, theme, name in names():
        if not any(fnmatch(name, pattern) for pattern in patterns):
            continue
        for variable in ("COLORTERM", "NO_COLOR", "TERM"):
            os.environ.pop(variable, None)
        os.environ.update(DEPTHS[depth])
        text, picture = asyncio.run(shown(scene, size=SIZES[size], theme=theme))
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
        print(name, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or ["*"])
