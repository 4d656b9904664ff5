from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.errors import NotationError
from codepegs.rules import BLANK, Code, Colour

ANY_CODE = st.lists(st.integers(0, BLANK).map(Colour), min_size=1, max_size=12).map(tuple).map(Code)


@given(ANY_CODE)
def test_a_code_reads_back_what_it_spells(code: Code) -> None:
    assert Code.parse(str(code)) == code
    assert eval(repr(code)) == code


@given(st.text())
def test_any_text_is_a_code_or_is_refused(text: str) -> None:
    with suppress(NotationError):
        assert str(Code.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "pegs"),
    [("a", (0,)), ("z", (25,)), ("-", (26,)), ("aab-", (0, 0, 1, 26))],
)
def test_colours_count_from_a_and_an_empty_hole_is_the_last(text: str, pegs: tuple[int, ...]) -> None:
    assert Code.parse(text).pegs == pegs


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "A code needs at least one peg."),
        ("RRBB", "'R' is not a colour. "),
        ("aBa", "'B' is not a colour. "),
        ("a b", "' ' is not a colour. "),
        ("1äa", "'1' is not a colour. "),
    ],
)
def test_a_refusal_names_the_first_letter_that_is_no_colour(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        Code.parse(text)
    assert str(refused.value).startswith(reason)


def test_codes_are_as_long_as_they_have_pegs_and_stand_in_order() -> None:
    assert len(Code.parse("abc")) == 3
    assert Code.parse("az") < Code.parse("a-") < Code.parse("ba")
