"""Records: all matches round-trip, and only the standard format is accepted."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from codepegs.errors import NotationError, RecordError
from codepegs.notation.commitment import verify
from codepegs.notation.record import MAX_LENGTH, read, save, write
from codepegs.rules import Answers, Match, find_edition
from tests.support.strategies import (
    agreements,
    editions,
    finished_matches,
    matches,
    played,
    prefixes,
    twins,
    two,
)


@given(matches(committed=True))
def test_a_match_round_trips_at_any_point_and_in_public_except_for_the_code(match: Match) -> None:
    for begun in prefixes(match):
        saved, public = save(begun), write(begun)
        kept, seen = read(saved), read(public)
        assert kept == begun
        assert save(kept) == saved
        assert write(seen) == save(seen) == public
        assert seen.agreement == begun.agreement
        assert (seen.points, seen.outcome) == (begun.points, begun.outcome)
        assert [verify(kept, game) for game in kept.games] == [verify(begun, game) for game in begun.games]
        for game, there, here in zip(begun.games, kept.games, seen.games, strict=True):
            assert game.commitment == there.commitment == here.commitment
            assert game.salt == there.salt == here.salt
            assert (here.board, here.ending, here.proof) == (game.board, game.ending, game.proof)
            assert here.revealed == game.revealed


@given(matches(agreements(editions(pegs=12, rows=3)), moves=20))
def test_matches_on_boards_of_any_size_round_trip(match: Match) -> None:
    assert read(save(match)) == match


@given(finished_matches(committed=True))
def test_the_record_of_a_finished_match_hides_nothing(match: Match) -> None:
    text = write(match)
    assert read(text) == match
    assert write(read(text)) == text == save(match)


@given(twins() | twins(friendly=True) | twins(solo=True))
def test_public_records_do_not_depend_on_the_secret_and_none_spells_it_out(
    pairs: list[tuple[Match, Match]],
) -> None:
    for one, other in pairs:
        public, kept = write(one), save(one)
        assert public.encode() == write(other).encode()
        assert kept != save(other)
        shown, veiled = (text[text.rindex("\ngame ") :].splitlines()[2] for text in (public, kept))
        assert shown == "code hidden"
        assert re.fullmatch(r"code veiled ([01][0-9a-f])+", veiled)


def test_a_match_of_a_hundred_void_games_round_trips() -> None:
    match = played(two(find_edition("mini", answers=Answers.HAND)), *["code ABC", "guess AAA 3+0"] * 100)
    text = write(match)
    assert text.endswith("void, points 0 300\n\nwinner Bob, Ada left\n")
    assert read(text) == match


# Text of any kind ----------------------------------------------------------------------


def reads_as_it_is_written(text: str) -> None:
    """Assert that `text` is a record in standard format or is refused with a line number."""
    lines = range(1, text.count("\n") + 3)
    error: NotationError | None = None
    try:
        assert save(read(text)) == text
    except NotationError as refused:
        error = refused
    assert error is None or len(text) > MAX_LENGTH or (isinstance(error, RecordError) and error.line in lines)


RECORDS = matches().map(save) | matches().map(write) | finished_matches().map(write)
LINES = st.sampled_from(
    [
        "",
        "game 1",
        "game 1 again",
        "game 2",
        "code ABC",
        "code hidden",
        "code veiled 00",
        "1 timeout",
        "1 RBY ?",
        "2 RBY 1+0",
        "give up",
        "own up",
        "take back",
        "leave codemaker",
        "leave codebreaker",
        "stop",
        "hints allowed",
        "friendly",
        "solo Ada",
        "daily 2026-11-16",
        "claim rows 1",
        "broken, points 1 0",
        "held, points 0 0",
        "void, points 0 3",
        "held",
        "stopped, points 0 0",
        "abandoned, points 0 0",
        "winner Ada",
        "winner Ada, Bob left",
        "no winner",
        "cracked in 1",
        "not cracked",
        "draw",
        "unfinished",
    ]
)


@st.composite
def altered(draw: DrawFn, parts: list[str], other: SearchStrategy[str]) -> list[str]:
    """Lists with one part removed, repeated, swapped with its neighbour, or changed."""
    at = draw(st.integers(0, len(parts) - 1))
    before, part, after = parts[:at], parts[at], parts[at + 1 :]
    return draw(
        st.sampled_from(
            [
                [*before, *after],
                [*before, part, part, *after],
                [*before, *after[:1], part, *after[1:]],
                before,
                [*before, draw(other), *after],
                [*before, part, draw(other), *after],
            ]
        )
    )


@st.composite
def nearly_records(draw: DrawFn) -> str:
    """Records with some changed lines or characters."""
    text = draw(RECORDS)
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            text = "\n".join(draw(altered(text.split("\n"), LINES | st.sampled_from(text.split("\n")))))
        elif text:
            text = "".join(draw(altered([*text], st.characters() | st.sampled_from([*text]))))
    return text


@given(nearly_records())
def test_a_changed_record_is_another_record_or_is_refused(text: str) -> None:
    reads_as_it_is_written(text)


@given(st.text() | st.lists(LINES | st.text(max_size=10)).map("\n".join))
@example("")
@example("\n" * 10)
@example("codepegs 2")
@example("x" * (MAX_LENGTH + 1))
def test_any_text_is_a_record_or_is_refused(text: str) -> None:
    reads_as_it_is_written(text)


TWO_PLAYERS = "games 2\ncodemaker Ada\ncodebreaker Bob\n"
HEADINGS = [
    f"codepegs 2\nedition mini rows=4 time=9 answers=hand\n{TWO_PLAYERS}",
    f"codepegs 2\nedition mini rows=4\n{TWO_PLAYERS}friendly\n",
    "codepegs 2\nedition mini rows=4 time=9\nsolo Ada\nhints allowed\n",
    "codepegs 2\nedition classic-1\nsolo Ada\n",
]


@given(st.sampled_from(HEADINGS), st.lists(LINES, max_size=15))
def test_any_lines_after_valid_headings_are_a_record_or_refused(headings: str, lines: list[str]) -> None:
    reads_as_it_is_written(headings + "\n".join(["", *lines, ""]))


def test_an_incomplete_record_is_refused() -> None:
    timed = two(find_edition("mini", rows=3, time_limit=60))
    match = played(timed, "code ABC", "guess AAA", "timeout", "guess ABC", "code DEF", "guess DEF")
    text = write(match)
    for end in range(len(text)):
        with pytest.raises(RecordError):
            read(text[:end])
