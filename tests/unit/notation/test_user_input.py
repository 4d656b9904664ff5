"""Codes and answers as people type them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.errors import NotationError
from codepegs.notation import user_input
from codepegs.rules import BLANK, Code, Colour, Edition, Feedback, find_edition
from tests.support.strategies import editions, feedbacks, guesses

TYPED = editions().flatmap(lambda terms: st.tuples(st.just(terms), guesses(terms)))
BETWEEN = st.sampled_from([" ", ",", ", ", ";", "  "])


@given(TYPED)
def test_a_code_can_be_typed_as_in_a_record(case: tuple[Edition, Code]) -> None:
    terms, code = case
    assert user_input.read_code(terms, terms.spell(code)) == code
    assert user_input.read_code(terms, f"  {terms.spell(code).lower()}\n") == code


def words(terms: Edition, peg: Colour) -> list[str]:
    """Return the ways to type a peg: letter, name, and number unless digits are its letters."""
    if peg == BLANK:
        return ["-", ".", "_", "empty", "blank", "EMPTY"] + (["0"] if terms.slug != "bulls-and-cows" else [])
    hue = terms.hues[peg]
    numbers = [str(peg + 1)] if terms.slug != "bulls-and-cows" else []
    return [hue.letter, hue.letter.lower(), hue.name, hue.name.upper(), *numbers]


@given(TYPED, st.data())
def test_letters_names_and_numbers_can_be_mixed(case: tuple[Edition, Code], data: st.DataObject) -> None:
    terms, code = case
    typed = data.draw(st.tuples(*(st.sampled_from(words(terms, peg)) for peg in code.pegs)))
    text = data.draw(BETWEEN).join(typed)
    assert user_input.read_code(terms, text) == code


CLASSIC, PRESSMAN = find_edition("classic-2"), find_edition("pressman-2007")


@pytest.mark.parametrize(
    ("terms", "text", "spelled"),
    [
        (CLASSIC, " r b  y,g ", "RBYG"),
        (CLASSIC, "rb yg", "RBYG"),
        (CLASSIC, "re blu y gre", "RBYG"),
        (CLASSIC, "1234", "RBYG"),
        (CLASSIC, "6 black K bla", "KKKK"),
        (CLASSIC, "12-0", "RB--"),
        (CLASSIC, ". _ empty BLANK", "----"),
        (CLASSIC, "rb", "RB"),
        (CLASSIC, "rbygw", "RBYGW"),
        (PRESSMAN, "teal or wh ma", "TOWM"),
        # Digits are the letters of bulls and cows, and so no numbers.
        (find_edition("bulls-and-cows"), "0129", "0129"),
        (find_edition("bulls-and-cows"), "0 1, 2; 9", "0129"),
        (find_edition("bulls-and-cows", pegs=2), "10", "10"),
        # A word as long as the code is letters, even if it begins a name.
        (find_edition("classic-1", pegs=2), "gr", "GR"),
        (find_edition("super", colours=26), "green", "GREEN"),
        (find_edition("super", colours=26), "green 8 10 f z", "GPCFZ"),
        (find_edition("mini", pegs=1), "red", "R"),
        (find_edition("mini", pegs=1, colours=12), "12", "H"),
    ],
)
def test_a_code_can_be_typed_in_many_ways(terms: Edition, text: str, spelled: str) -> None:
    assert terms.spell(user_input.read_code(terms, text)) == spelled


@given(editions(), st.text())
def test_any_text_is_a_code_or_is_refused(terms: Edition, text: str) -> None:
    with suppress(NotationError):
        assert len(user_input.read_code(terms, text)) > 0


# Answers ------------------------------------------------------------------------------


@given(editions().flatmap(lambda terms: st.tuples(st.just(terms), feedbacks(terms))))
def test_an_answer_can_be_typed_as_counts_or_key_pegs(case: tuple[Edition, Feedback]) -> None:
    terms, answer = case
    black, white = answer.black, answer.white
    for text in (f"{black}+{white}", f" {black} {white} ", f"{black}, {white}", f"{black}/{white}"):
        assert user_input.read_feedback(terms, text) == answer
    keys = terms.box.keys
    letters = keys.black.name[0] * black + keys.white.name[0] * white
    assert user_input.read_feedback(terms, letters or "none") == answer
    assert user_input.read_feedback(terms, " ".join(reversed(letters.upper())) or "-") == answer


@pytest.mark.parametrize(
    ("terms", "text", "answer"),
    [
        (CLASSIC, "1 , 2", "1+2"),
        (CLASSIC, "12", "1+2"),
        (CLASSIC, "3", "3+0"),
        (CLASSIC, "W B w", "1+2"),
        (CLASSIC, "none", "0+0"),
        (CLASSIC, "Nothing", "0+0"),
        (CLASSIC, "1 12", "1+12"),
        (PRESSMAN, "rww", "1+2"),
        (find_edition("classic-1", pegs=9), "12", "1+2"),
        (find_edition("classic-1", pegs=10), "10", "10+0"),
        (find_edition("classic-1", pegs=12), "1 11", "1+11"),
    ],
)
def test_an_answer_can_be_typed_in_many_ways(terms: Edition, text: str, answer: str) -> None:
    assert str(user_input.read_feedback(terms, text)) == answer


def test_an_answer_with_control_keys_or_too_long_is_refused() -> None:
    for text, reason in (
        ("b" * 201, "That line is too long"),
        ("1\x1b[D2", "That line contains special keys"),
    ):
        with pytest.raises(NotationError, match=reason):
            user_input.read_feedback(CLASSIC, text)
    assert user_input.read_feedback(CLASSIC, " " * 199 + "b") == Feedback(1, 0)


@given(editions(), st.text() | st.text("0123456789+/ ,;bwr-", max_size=8))
def test_any_text_is_an_answer_or_is_refused(terms: Edition, text: str) -> None:
    with suppress(NotationError):
        answer = user_input.read_feedback(terms, text)
        assert min(answer.black, answer.white) >= 0
