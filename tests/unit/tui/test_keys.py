"""The list of keys, in the words of the edition."""

from __future__ import annotations

import pytest

from codepegs.rules import find_edition
from codepegs.tui.keys import table_keys


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("hasbro-2010", "one more on the red, on the white arm"),
        ("classic-1", "one more black, one more white key peg"),
    ],
)
def test_an_answer_is_counted_on_arms_or_with_key_pegs(slug: str, words: str) -> None:
    assert words in dict(table_keys(find_edition(slug))["An answer by hand"]).values()
