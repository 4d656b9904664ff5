"""Move lines: all moves round-trip, and only the standard format is accepted."""

import re
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from codepegs.errors import NotationError
from codepegs.notation.move_line import WORDS, read, write
from codepegs.rules import Match, Secret, SetCode, find_edition
from tests.support.strategies import (
    code,
    matches,
    played,
    prefixes,
    spelled,
    two,
)

MINI = two(find_edition("mini"))

SHIELD = r"code veiled ([01][0-9a-f])+( salt [0-9a-f]{64} commitment [0-9a-f]{64})?"


@given(matches(committed=True))
def test_every_move_of_a_match_round_trips_and_reveals_no_hidden_code(match: Match) -> None:
    for before, move in zip(prefixes(match), match.moves, strict=False):
        line = write(before, move)
        assert read(before, line) == move
        assert line.isprintable()
        assert line == line.strip()
        assert not isinstance(move, SetCode) or re.fullmatch(SHIELD, line)


@pytest.mark.parametrize(
    ("move", "line"),
    [
        ("code ADB", "code veiled 081811"),
        ("code hidden", "code hidden"),
        ("guess ADB", "guess RGB"),
        ("answer 1+2", "answer 1+2"),
        ("timeout", "timeout"),
        ("hint 3", "hint 3"),
        ("hints allowed", "hints allowed"),
        ("clock 86400", "clock 86400"),
        ("clock off", "clock off"),
        ("give up", "give up"),
        ("own up", "own up"),
        ("take back", "take back"),
        ("claim rows 1 3 12", "claim rows 1 3 12"),
        ("leave codemaker", "leave codemaker"),
        ("leave codebreaker", "leave codebreaker"),
        ("stop", "stop"),
    ],
)
def test_each_kind_of_move_has_its_line(move: str, line: str) -> None:
    """Archives outlive the program that wrote them."""
    match = Match.start(MINI)
    assert write(match, spelled(move)) == line
    assert read(match, line) == spelled(move)


def test_each_game_veils_the_same_code_differently() -> None:
    first = Match.start(MINI)
    second = played(first, "code ABC", "guess ABC")
    move = SetCode(Secret(code("DEF")))
    assert write(first, move) != write(second, move)
    with suppress(NotationError):
        assert read(second, write(first, move)) != move


@given(
    matches(committed=True),
    st.text() | st.sampled_from([*WORDS, "code veiled 00", "guess ", "answer 1+1 ", "guess RGB\n"]),
)
@example(Match.start(MINI), "code veiled " + "00" * 33)
@example(Match.start(MINI), "Guess RGB")
@example(Match.start(MINI), "guess  RGB")
@example(Match.start(MINI), "guess RGB 1+1")
@example(Match.start(MINI), "leave spectator")
@example(Match.start(MINI), "code RGB")
@example(Match.start(MINI), "hint 4")
@example(Match.start(MINI), "clock 060")
@example(Match.start(MINI), "claim rows ")
@example(Match.start(MINI), "claim rows 01")
@example(Match.start(MINI), "claim rows 1  2")
@example(Match.start(MINI), "claim rows \u0661")
@example(Match.start(MINI), "claim rows 3 1 1")
@example(Match.start(MINI), "code hidden commitment 00")
def test_any_text_is_a_move_in_standard_format_or_is_refused(match: Match, text: str) -> None:
    with suppress(NotationError):
        assert write(match, read(match, text)) == text


@pytest.mark.parametrize(
    "text", ["code veiled 0818FF", "code veiled 08181", "code  veiled 081811", "Code 081811"]
)
def test_no_error_message_repeats_a_veiled_code(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        read(Match.start(MINI), text)
    assert "081" not in str(refused.value)
    assert refused.value.__cause__ is None
