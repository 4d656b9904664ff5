"""The list of keys, in the words of the edition."""

from __future__ import annotations

import pytest

from codepegs.rules import find_edition
from codepegs.tui.actions import ACTIONS
from codepegs.tui.keys import table_keys


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("hasbro-2010", "one more red, one more white"),
        ("classic-1", "one more black, one more white"),
        ("bulls-and-cows", "one more bull, one more cow"),
    ],
)
def test_an_answer_is_counted_in_the_words_of_the_edition(slug: str, words: str) -> None:
    assert words in dict(table_keys(find_edition(slug))["An answer by hand"]).values()


def test_f1_is_listed_with_what_it_does_at_the_table() -> None:
    listed = dict(table_keys(find_edition("classic-1"))["The game"])
    assert listed["F1"] == "terms of this match"
    assert ACTIONS["terms"].keys == ("f1",)
