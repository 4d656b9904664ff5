"""The table as pictures: golden SVGs, in two sizes, with colours and without.

`CODEPEGS_GOLDEN=write uv run pytest tests/tui/table/test_pictures.py` draws them anew:
look at them before you commit them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from codepegs.rules import Agreement, Match, edition
from codepegs.rules.edition import Answers
from codepegs.tui.settings import Settings
from tests.tui.table.host import LARGE, SMALL, Host, letters, match_of, play
from tests.tui.table.picture import check, draw

GOLDEN = Path(__file__).parents[2] / "golden" / "table"
SIZES = {"80x24": SMALL, "120x40": LARGE}


def _playing(match: Match) -> list[str]:
    def row(code: str) -> list[str]:
        return [*letters(match, code), "enter"]

    return ["f2", *row("CADB"), "f2", *row("AABB"), *row("CEFD"), *letters(match, "CAE")]


BOARDS = ["hasbro-2010", "invicta", "pressman-2007", "pressman-tracker", "classic-1", "classic-2"]


def _hinted() -> Match:
    return Match.start(Agreement(edition("classic-1"), ("Ada", "Bob"), 2, hints=True))


def _states() -> dict[str, tuple[Match, list[str]]]:
    states = {slug: (match := match_of(slug), _playing(match)) for slug in BOARDS}
    hand = match_of("classic-1", answers=Answers.HAND)
    arms = match_of("hasbro-2010", answers=Answers.HAND)
    code = ["f2", *"rbyg", "enter", "f2"]
    return {
        **states,
        "hint": (_hinted(), ["f2", *"rbyg", "enter", "f2", *"rrbb", "enter", *"kkww", "f5"]),
        "allow": (hand, [*code, "f5"]),
        "cover": (hand, []),
        "answer": (hand, [*code, *"rrbb", "enter", "f2", "1"]),
        "arms": (arms, [*code, *"rbog", "enter", "f2", "2"]),
        "claim": (
            hand,
            [
                *code,
                *"rrbb",
                "enter",
                "f2",
                *"00",
                "enter",
                "f2",
                *"rbyg",
                "enter",
                "f2",
                *"22",
                "enter",
                "f2",
                "f3",
            ],
        ),
        "reveal": (hand, [*code, *"rrbb", "enter", "f2", *"01", "enter", "f2", "f8", "y", "enter"]),
        "over": (
            match_of("pressman-tracker", games=1),
            ["f2", *"grby", "enter", "f2", *"ggop", "enter", *"grby", "enter"],
        ),
    }


STATES = _states()
PLAIN = [*BOARDS, "hint", "claim", "over"]
"""Those that are drawn without colours too."""


def taken(monkeypatch: pytest.MonkeyPatch, state: str, size: str, *, colour: bool, settings: Settings) -> str:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    match, keys = STATES[state]
    app, taken = Host(match, settings=settings), ""

    async def hands(pilot: Pilot[None]) -> None:
        nonlocal taken
        await pilot.press(*keys)
        await app.workers.wait_for_complete()
        await pilot.pause()
        taken = draw(app)

    play(app, hands, size=SIZES[size])
    return taken


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_the_table_looks_as_it_did(monkeypatch: pytest.MonkeyPatch, state: str, size: str) -> None:
    check(GOLDEN / f"{state}-{size}.svg", taken(monkeypatch, state, size, colour=True, settings=Settings()))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", PLAIN)
def test_the_table_looks_as_it_did_without_colours(
    monkeypatch: pytest.MonkeyPatch, state: str, size: str
) -> None:
    svg = taken(monkeypatch, state, size, colour=False, settings=Settings())
    check(GOLDEN / f"{state}-{size}-plain.svg", svg)
    greys = set(re.findall(r"#[0-9a-f]{6}", svg))
    assert all(grey[1:3] == grey[3:5] == grey[5:7] for grey in greys)


def test_shapes_and_clear_paints_look_as_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(symbols="shapes", palette="clear")
    check(
        GOLDEN / "shapes-80x24.svg", taken(monkeypatch, "classic-2", "80x24", colour=True, settings=settings)
    )


def test_every_picture_belongs_to_a_test() -> None:
    names = {f"{state}-{size}" for state in STATES for size in SIZES}
    names |= {f"{state}-{size}-plain" for state in PLAIN for size in SIZES} | {"shapes-80x24"}
    assert {file.stem for file in GOLDEN.glob("*.svg")} == names
