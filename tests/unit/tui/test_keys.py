"""The list of keys, in the words of the edition."""

from __future__ import annotations

import pytest

from codepegs.rules import Agreement, find_edition
from codepegs.rules.agreement import NOBODY
from codepegs.rules.edition import Answers
from codepegs.tui.actions import ACTIONS
from codepegs.tui.keys import match_keys, table_keys
from tests.support.strategies import two


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


def test_the_help_of_a_match_has_only_keys_that_mean_something_in_it() -> None:
    alone = match_keys(Agreement(find_edition("classic-1"), (NOBODY, "Ada"), 1), watching=False)
    by_hand = match_keys(two(find_edition("classic-2", answers=Answers.HAND)), watching=True)
    claim, new_game, empty = "claim that an answer was wrong", "new game", "- Space"
    assert claim not in dict(alone["The game"]).values()
    assert new_game in dict(alone["The game"]).values()
    assert empty not in dict(alone["A row"])
    assert not {"An answer by hand", "Watching computers"} & alone.keys()
    assert claim in dict(by_hand["The game"]).values()
    assert new_game not in dict(by_hand["The game"]).values()
    assert empty in dict(by_hand["A row"])
    assert {"An answer by hand", "Watching computers"} <= by_hand.keys()
