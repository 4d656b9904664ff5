"""Chances from SHA-256: what the page says of them, written down a second time."""

from __future__ import annotations

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from codepegs.analysis.puzzle.prng import Prng


def words(text: str, count: int) -> list[int]:
    blocks = b"".join(sha256(f"{text}\n{i}".encode()).digest() for i in range(count))
    return [int.from_bytes(blocks[8 * i : 8 * i + 8], "big") for i in range(count)]


@given(st.text(st.characters(codec="utf-8")), st.integers(1, 1000))
def test_numbers_are_words_of_the_digests_modulo_the_count(text: str, count: int) -> None:
    prng = Prng(text)
    assert [prng.below(count) for _ in range(10)] == [word % count for word in words(text, 10)]


def test_words_of_an_incomplete_stretch_are_passed_over() -> None:
    count = (1 << 63) + 1  # every other word is beyond the only whole stretch
    drawn = words("text", 40)
    prng = Prng("text")
    kept = [word for word in drawn if word < count]
    assert 5 < len(kept) < 35
    assert [prng.below(count) for _ in kept] == kept


def test_a_text_that_is_no_unicode_has_its_chances_too() -> None:
    assert Prng("\ud800").below(1) == 0


@given(st.text(), st.integers(1, 8))
def test_a_row_without_repeats_has_none(text: str, length: int) -> None:
    row = Prng(text).row("ABCDEFGH", length, repeats=False)
    assert len(set(row)) == len(row) == length
