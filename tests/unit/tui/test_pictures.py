"""Golden frames of the application as text, and the pictures of the documentation."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from codepegs.rules import Answers, find_edition
from tests.support import scenes
from tests.support.application import LARGE, NOW, SMALL, archive_match, open_context, play
from tests.support.golden_files import FOLDER, Golden
from tests.support.picture import colourless, draw, frame
from tests.support.strategies import played, two

SIZES = {"80x24": SMALL, "120x40": LARGE}
HOUR = 3_600_000_000
PICTURES_FOLDER = FOLDER.parents[1] / "docs" / "pictures" / "terminal"
STATES = {
    "menu": [],
    "solo": ["p", *"rrbb", "enter", *"yg"],
    "solo-over": ["p", *"rrbb", "enter", "f8", "y", "f4"],
    "terms": ["p", "f1"],
    "editions": ["c", "home"],
    "form": ["a", "down"],
    "form-open": ["a", "space"],
    "form-people": ["t", "down"],
    "refused": ["a", "space", *["down"] * 4, "0"],
    "matches": ["m", "down"],
    "delete": ["m", "d"],
    "review": ["m", "down", "v", "right", "right"],
    "judged": ["m", "down", "v", "right", "right", "right", "s"],
    "ended": ["m", "down", "v", "end"],
    "proof": ["m", "v", "end", "left"],
    "puzzles": ["z"],
    "puzzle": ["z", "enter", *"kkkk", "enter", "f5", *"rb"],
    "given-up": ["z", "enter", "f8", "y"],
    "statistics": ["s"],
    "daily": ["d"],
    "settings": ["e", "down"],
    "help": ["h"],
}
DAILY = 1_794_916_800_000_000
"""Noon of 2026-11-17, a day with a daily code."""
PLAIN = ("form", "judged")
"""States that are drawn without colours too."""
WIDE = ("menu", "solo", "form-open", "judged", "puzzle")
"""States that a large window draws in another way."""
FRAMES = [*((state, "80x24") for state in STATES), *((state, "120x40") for state in WIDE)]


async def shown(folder: Path, state: str, size: str) -> tuple[str, str]:
    """The frame and the picture of a state."""
    context = open_context(folder, ids=Random(2), now=DAILY if state == "daily" else NOW)
    classic, hand = find_edition("classic-1"), find_edition("pressman-2007", answers=Answers.HAND)
    series = ["code AABC", "guess ABCD", "guess AACB", "guess AABC", "code DEFA", "guess DDEE", "guess DEFA"]
    archive_match(context, played(two(classic), *series), at=NOW - 30 * HOUR)
    lies = ["code ABCD", "guess AAAA 0+0", "guess BBBB 1+0", "guess AABB 2+0", "claim"]
    archive_match(context, played(two(hand), *lies), at=NOW - HOUR)
    async with play(context, size=SIZES[size]) as user:
        await user.press(*STATES[state])
        return frame(user.app), draw(user.app)


@pytest.mark.parametrize(("state", "size"), FRAMES)
async def test_the_application_looks_as_before(
    golden: Golden, colours: None, tmp_path: Path, state: str, size: str
) -> None:
    text, _ = await shown(tmp_path, state, size)
    golden(f"application/{state}-{size}.txt", text)


@pytest.mark.parametrize("state", PLAIN)
async def test_the_application_needs_no_colours(
    golden: Golden, no_colours: None, tmp_path: Path, state: str
) -> None:
    text, svg = await shown(tmp_path, state, "80x24")
    golden(f"application/{state}-80x24-plain.txt", text)
    assert colourless(svg)


def test_every_file_belongs_to_a_test() -> None:
    names = {f"{state}-{size}.txt" for state, size in FRAMES}
    names |= {f"{state}-80x24-plain.txt" for state in PLAIN}
    assert {file.name for file in (FOLDER / "application").iterdir()} == names
    assert {file.stem for file in PICTURES_FOLDER.iterdir()} == {*scenes.PICTURES}


@pytest.mark.night
@pytest.mark.parametrize("name", scenes.PICTURES)
async def test_the_pictures_of_the_documentation_are_current(
    golden: Golden, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    picture = scenes.PICTURES[name]
    for variable in ("COLORTERM", "NO_COLOR", "TERM"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in scenes.DEPTHS[picture.depth].items():
        monkeypatch.setenv(variable, value)
    _, svg = await scenes.shown(
        picture.scene, size=scenes.SIZES[picture.size], theme=picture.theme, title=picture.title
    )
    golden(str(PICTURES_FOLDER / f"{name}.svg"), svg)


@pytest.mark.parametrize(
    ("scene", "size", "row"),
    [
        ("answer-super", "60x20", "1  R  B  Y  G  W  …\n"),
        ("wide", "100x30", "3 GWKRBYGWKRBY ●0 ○12\n"),
    ],
)
async def test_a_narrow_panel_cuts_no_row(scene: str, size: str, row: str) -> None:
    text, _ = await scenes.shown(scene, size=scenes.SIZES[size])
    assert row in text
