"""The application as pictures: golden SVGs, in two sizes, with colours and without.

`CODEPEGS_GOLDEN=write uv run pytest tests/tui/test_pictures.py` draws them anew: look
at them before you commit them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codepegs.rules import Answers, edition
from tests.strategies import played, two
from tests.tui.rooms import LARGE, NOW, SMALL, Hands, keep, play, room
from tests.tui.table.picture import check, draw

GOLDEN = Path(__file__).parents[1] / "golden" / "application"
SIZES = {"80x24": SMALL, "120x40": LARGE}
HOUR = 3_600_000_000
STATES = {
    "menu": [],
    "editions": ["n", "home"],
    "form": ["n", "enter", "down"],
    "refused": ["n", "enter", *["down"] * 5, "0"],
    "matches": ["m", "down"],
    "delete": ["m", "d"],
    "review": ["m", "down", "v", "right", "right"],
    "judged": ["m", "down", "v", "right", "right", "right", "c"],
    "ended": ["m", "down", "v", "end"],
    "proof": ["m", "v", "end", "left"],
    "puzzles": ["p"],
    "puzzle": ["p", "enter", *"kkkk", "enter", "f5", *"rb"],
    "given-up": ["p", "enter", "f8", "y"],
    "statistics": ["s"],
    "settings": ["e", "down"],
    "help": ["h"],
}
PLAIN = ["menu", "form", "refused", "judged", "ended", "puzzle"]
"""Those that are drawn without colours too."""


def taken(folder: Path, monkeypatch: pytest.MonkeyPatch, state: str, size: str, *, colour: bool) -> str:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    here, shown = room(folder), ""
    classic, hand = edition("classic-1"), edition("pressman-2007", answers=Answers.HAND)
    series = ["code AABC", "guess ABCD", "guess AACB", "guess AABC", "code DEFA", "guess DDEE", "guess DEFA"]
    keep(here, played(two(classic), *series), at=NOW - 30 * HOUR)
    lies = ["code ABCD", "guess AAAA 0+0", "guess BBBB 1+0", "guess AABB 2+0", "claim"]
    keep(here, played(two(hand), *lies), at=NOW - HOUR)

    async def hands(seated: Hands) -> None:
        nonlocal shown
        await seated.press(*STATES[state])
        shown = draw(seated.app)

    play(here, hands, size=SIZES[size])
    return shown


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_the_application_looks_as_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str, size: str
) -> None:
    check(GOLDEN / f"{state}-{size}.svg", taken(tmp_path, monkeypatch, state, size, colour=True))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", PLAIN)
def test_the_application_looks_as_it_did_without_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str, size: str
) -> None:
    svg = taken(tmp_path, monkeypatch, state, size, colour=False)
    check(GOLDEN / f"{state}-{size}-plain.svg", svg)
    greys = set(re.findall(r"#[0-9a-f]{6}", svg))
    assert all(grey[1:3] == grey[3:5] == grey[5:7] for grey in greys)


def test_every_picture_belongs_to_a_test() -> None:
    names = {f"{state}-{size}" for state in STATES for size in SIZES}
    names |= {f"{state}-{size}-plain" for state in PLAIN for size in SIZES}
    assert {file.stem for file in GOLDEN.glob("*.svg")} == names
