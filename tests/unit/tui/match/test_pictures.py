"""Golden frames of the match screen, as text in every state."""

from __future__ import annotations

import pytest

from codepegs.rules import Agreement, Match, find_edition
from codepegs.rules.edition import Answers
from codepegs.tui.settings import Settings
from tests.support.golden_files import FOLDER, Golden
from tests.support.match_host import LARGE, SMALL, Host, letters, match_of, play, until
from tests.support.picture import colourless, draw, frame
from tests.support.strategies import played

SIZES = {"60x20": (60, 20), "80x24": SMALL, "100x30": (100, 30), "120x40": LARGE, "200x50": (200, 50)}
PLAIN = ("classic-1", "claim", "arms")
"""States that are drawn without colours too."""

BOARDS = ["hasbro-2010", "invicta", "pressman-2007", "pressman-tracker", "classic-1", "classic-2"]


def _playing(slug: str) -> tuple[Match, list[str]]:
    match = played(match_of(slug), "code CADB", "guess AABB", "guess CEFD")
    return match, ["f2", *letters(match, "CAE")]


def _states() -> dict[str, tuple[Match, list[str]]]:
    """The match to open, and the keys to press, by state."""
    hinted = Agreement(find_edition("classic-1"), ("Ada", "Bob"), 2, hints=True)
    hand = match_of("classic-1", answers=Answers.HAND)
    arms = match_of("hasbro-2010", answers=Answers.HAND)
    tracker = match_of("pressman-tracker", games=1)
    secret, guess = (tracker.agreement.edition.code(letters) for letters in ("GRBY", "GGOP"))
    oranges = arms.agreement.edition.code("RBOG")
    lines = played(match_of("classic-1"), "code ABAB")
    second = played(lines, "guess AAAA", "guess ABAB", "code ABAB", *["guess AAAA"] * 8)
    return {
        **{slug: _playing(slug) for slug in BOARDS},
        "hint": (played(hinted, "code ABCD", "guess AABB"), ["f2", *"kkww", "f5"]),
        "allow": (played(hand, "code ABCD"), ["f2", "f5"]),
        "cover": (hand, []),
        "answer": (played(hand, "code ABCD", "guess AABB"), ["f2", "1"]),
        "arms": (
            played(arms, f"code {arms.agreement.edition.code('RBYG')}", f"guess {oranges}"),
            ["f2", "2"],
        ),
        "claim": (played(hand, "code ABCD", "guess AABB 0+0", "guess ABCD 2+2"), ["f2", "f3"]),
        "reveal": (played(hand, "code ABCD", "guess AABB 0+1"), ["f2", "f8", "y"]),
        "score": (lines, ["f2", *"rrrr", "enter", *"bbbb", "enter", *"yyyy", "enter"]),
        "score-of-two-games": (second, ["f2"]),
        "over": (played(tracker, f"code {secret}", f"guess {guess}"), ["f2", *"grby", "enter"]),
    }


STATES = _states()


async def shown(state: str, size: str, settings: Settings | None = None) -> tuple[str, str]:
    """The frame and the picture of a state."""
    match, keys = STATES[state]
    app = Host(match, settings=settings)
    async with play(app, size=SIZES[size]) as pilot:
        await pilot.press(*keys)
        await until(pilot, lambda: not any(worker.group == "judge" for worker in app.workers))
        await pilot.pause()
        return frame(app), draw(app)


@pytest.mark.parametrize("size", ["80x24", "120x40"])
@pytest.mark.parametrize("state", STATES)
async def test_the_match_screen_looks_as_before(golden: Golden, colours: None, state: str, size: str) -> None:
    text, _ = await shown(state, size)
    golden(f"table/{state}-{size}.txt", text)


@pytest.mark.parametrize("state", PLAIN)
async def test_the_match_screen_needs_no_colours(golden: Golden, no_colours: None, state: str) -> None:
    text, svg = await shown(state, "80x24")
    golden(f"table/{state}-80x24-plain.txt", text)
    assert colourless(svg)


async def test_shapes_look_as_before(golden: Golden, colours: None) -> None:
    text, _ = await shown("classic-2", "80x24", Settings(symbols="shapes"))
    golden("table/shapes-80x24.txt", text)


@pytest.mark.parametrize("size", ["60x20", "100x30", "200x50"])
async def test_the_board_fits_the_window_as_before(golden: Golden, colours: None, size: str) -> None:
    text, _ = await shown("hint", size)
    golden(f"table/hint-{size}.txt", text)


def test_every_file_belongs_to_a_test() -> None:
    names = {f"{state}-{size}.txt" for state in STATES for size in ("80x24", "120x40")} | {"shapes-80x24.txt"}
    names |= {f"hint-{size}.txt" for size in SIZES} | {f"{state}-80x24-plain.txt" for state in PLAIN}
    assert {file.name for file in (FOLDER / "table").iterdir()} == names
