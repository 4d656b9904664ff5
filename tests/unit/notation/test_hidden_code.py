from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.errors import NotationError
from codepegs.notation.hidden_code import unveil, veil
from codepegs.rules import BLANK, Code, Colour
from tests.support.strategies import code

CODES = st.lists(st.integers(0, BLANK).map(Colour), min_size=1, max_size=12).map(tuple).map(Code)
CONTEXTS = st.text(st.characters(codec="utf-8"))


@given(CODES, CONTEXTS)
def test_veiled_codes_round_trip(hides: Code, context: str) -> None:
    veiled = veil(hides, context)
    assert unveil(veiled, context) == hides
    assert len(veiled) == 2 * len(hides)


@given(CONTEXTS, st.text(max_size=30) | st.text("0123456789abcdefABCDEF ", max_size=30))
def test_any_text_is_a_veiled_code_or_is_refused(context: str, text: str) -> None:
    with suppress(NotationError):
        assert veil(unveil(text, context), context) == text


def test_equal_pegs_and_codes_look_different_when_veiled() -> None:
    """Neither equal pegs in one code nor equal codes in two games always look the same."""
    one, other = veil(code("AAAAAAAAAAAA"), "game 1"), veil(code("AAAAAAAAAAAA"), "game 2")
    assert one != other
    assert len({one[i : i + 2] for i in range(0, 24, 2)}) > 6


def test_a_veil_is_the_same_in_every_version() -> None:
    """Saved matches outlive the program that wrote them."""
    assert veil(code("ABCD-Z"), "mini") == "160006080012"


@pytest.mark.parametrize("text", ["", "0", "0g", "1B1B", "1b 1b", "ff", "00" * 33, "0x00", "é", "\ud800"])
def test_text_that_is_not_a_veiled_code_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        unveil(text, "mini")
    assert str(refused.value) == f"{text!r} is not a veiled code."
