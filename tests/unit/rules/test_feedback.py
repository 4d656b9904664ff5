from contextlib import suppress
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.errors import NotationError
from codepegs.rules import Code, Colour, Edition, Feedback, find_edition, mark
from tests.support.strategies import editions, rows_of

SHEET_002 = [
    ("MWPT", "WYPO", "1+1"),
    ("MPTO", "WYTT", "1+0"),
    ("PPYO", "MYTW", "0+1"),
    ("MPMY", "TMMW", "1+1"),
]
SHEET_004 = [
    ("RWBG", "WYBK", "1+1"),
    ("RBGK", "WYGG", "1+0"),
    ("YBYK", "RYGW", "0+1"),
    ("RBRY", "GRRW", "1+1"),
]


@pytest.mark.parametrize(
    ("slug", "code", "guess", "answer"),
    [
        *(("pressman-2007", *example) for example in SHEET_002),
        *((slug, *example) for example in SHEET_004 for slug in ("classic-1", "classic-2")),
        # Sheet 003 prints the examples of 002 with green for the doubled colour.
        ("pressman-tracker", "RBGY", "OPGG", "1+0"),
        # Sheet 000 has lost its picture and kept the answer: one exact, two in wrong positions.
        ("hasbro-2010", "RBYG", "RYBO", "1+2"),
        # An empty hole is another colour.
        ("classic-2", "R--G", "-R-K", "1+2"),
        ("classic-2", "----", "----", "4+0"),
    ],
)
def test_the_sheets_examples_are_answered_as_printed(slug: str, code: str, guess: str, answer: str) -> None:
    terms = find_edition(slug)
    assert str(mark(terms.code(guess), terms.code(code))) == answer


def by_sheet_001(guess: Code, secret: Code) -> Feedback:
    """White is "the extra number of black pegs that it is possible to get using exactly the
    code pegs in that guess"."""

    def blacks(pegs: tuple[Colour, ...]) -> int:
        return sum(peg == hidden for peg, hidden in zip(pegs, secret.pegs, strict=True))

    black = blacks(guess.pegs)
    return Feedback(black, max(map(blacks, permutations(guess.pegs))) - black)


@st.composite
def pairs(draw: DrawFn, most: int) -> tuple[Edition, Code, Code]:
    terms = draw(editions(pegs=most))
    codes = rows_of(terms.kinds, terms.pegs, repeats=terms.code_repeats)
    return terms, draw(codes), draw(codes)


@given(pairs(6))
def test_marking_is_what_sheet_001_defines(pair: tuple[Edition, Code, Code]) -> None:
    _, guess, secret = pair
    assert mark(guess, secret) == by_sheet_001(guess, secret)


@given(pairs(12))
def test_marking_is_symmetric_and_within_the_pegs(pair: tuple[Edition, Code, Code]) -> None:
    terms, guess, secret = pair
    feedback = mark(guess, secret)
    assert feedback == mark(secret, guess)
    assert 0 <= feedback.black <= feedback.black + feedback.white <= terms.pegs
    assert (feedback.black == terms.pegs) is (guess == secret)
    assert feedback != Feedback(terms.pegs - 1, 1), "the last peg cannot be right and misplaced"
    terms.check_feedback(feedback)


def test_codes_of_different_lengths_are_never_marked() -> None:
    with pytest.raises(ValueError, match="3 and 4 pegs"):
        mark(Code.parse("aab"), Code.parse("aabb"))


@given(st.integers(0, 99), st.integers(0, 99))
def test_feedback_reads_back_what_it_spells(black: int, white: int) -> None:
    feedback = Feedback(black, white)
    assert Feedback.parse(str(feedback)) == feedback
    assert eval(repr(feedback)) == feedback


@given(st.text() | st.from_regex(r"[0-9]{0,3}\+?[0-9]{0,3}"))
def test_any_text_is_feedback_or_is_refused(text: str) -> None:
    with suppress(NotationError):
        assert str(Feedback.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "1", "1+", "+1", "1 + 2", "01+0", "1+02", "100+0", "-1+0", "1+2\n", "١+٢"]
)
def test_feedback_has_one_spelling(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        Feedback.parse(text)
    assert str(refused.value) == f"{text!r} is not an answer. Write black plus white, such as 1+2."
