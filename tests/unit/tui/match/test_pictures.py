"""The table as it looks, in two sizes: as text in every state, and as a picture for each kind of paint."""

from __future__ import annotations

import pytest

from codepegs.rules import Agreement, Match, find_edition
from codepegs.rules.edition import Answers
from codepegs.tui.settings import Settings
from tests.support.golden_files import FOLDER, Golden
from tests.support.match_host import LARGE, SMALL, Host, letters, match_of, play
from tests.support.picture import colourless, draw, frame

SIZES = {"80x24": SMALL, "120x40": LARGE}


def _playing(match: Match) -> list[str]:
    def row(code: str) -> list[str]:
        return [*letters(match, code), "enter"]

    return ["f2", *row("CADB"), "f2", *row("AABB"), *row("CEFD"), *letters(match, "CAE")]


BOARDS = ["hasbro-2010", "invicta", "pressman-2007", "pressman-tracker", "classic-1", "classic-2"]


def _hinted() -> Match:
    return Match.start(Agreement(find_edition("classic-1"), ("Ada", "Bob"), 2, hints=True))


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
"""States that are looked at without colours too."""
PICTURES = {
    "hasbro-2010-80x24",
    "invicta-80x24",
    "pressman-2007-120x40",
    "pressman-tracker-80x24",
    "classic-2-80x24",
    "claim-120x40",
}
"""Frames that have a picture as well: one for each look of an edition, and one with a proof."""


async def shown(state: str, size: str, settings: Settings | None = None) -> tuple[str, str]:
    """The frame and the picture of a state."""
    match, keys = STATES[state]
    app = Host(match, settings=settings)
    async with play(app, size=SIZES[size]) as pilot:
        await pilot.press(*keys)
        await app.workers.wait_for_complete()
        await pilot.pause()
        return frame(app), draw(app)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
async def test_the_table_looks_as_it_did(golden: Golden, colours: None, state: str, size: str) -> None:
    text, svg = await shown(state, size)
    golden(f"table/{state}-{size}.txt", text)
    if f"{state}-{size}" in PICTURES:
        golden(f"table/{state}-{size}.svg", svg)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", PLAIN)
async def test_the_table_says_the_same_without_colours(
    golden: Golden, no_colours: None, state: str, size: str
) -> None:
    text, svg = await shown(state, size)
    golden(f"table/{state}-{size}.txt", text)
    assert colourless(svg)


async def test_a_table_without_colours_looks_as_it_did(golden: Golden, no_colours: None) -> None:
    golden("table/classic-1-80x24-plain.svg", (await shown("classic-1", "80x24"))[1])


async def test_shapes_and_clear_paints_look_as_they_did(golden: Golden, colours: None) -> None:
    text, svg = await shown("classic-2", "80x24", Settings(symbols="shapes", palette="clear"))
    golden("table/shapes-80x24.txt", text)
    golden("table/shapes-80x24.svg", svg)


def test_every_file_belongs_to_a_test() -> None:
    names = {f"{state}-{size}.txt" for state in STATES for size in SIZES} | {"shapes-80x24.txt"}
    names |= {f"{name}.svg" for name in (*PICTURES, "classic-1-80x24-plain", "shapes-80x24")}
    assert {file.name for file in (FOLDER / "table").iterdir()} == names
