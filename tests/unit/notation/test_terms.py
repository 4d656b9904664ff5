"""The terms of a match in sentences: each one that counts is there, for players and spectators."""

from __future__ import annotations

import pytest

from codepegs.notation import edition_line
from codepegs.notation.terms import describe_match_terms, describe_terms
from codepegs.rules import Match, Scoring, find_edition
from tests.support.strategies import played, two


def terms(edition: str, games: int = 2) -> str:
    return "\n".join(describe_match_terms(Match.start(two(edition_line.read(edition), games))))


HOUSE_RULES = [
    "pegs=5",
    "colours=8",
    "blanks=yes",
    "code-repeats=no",
    "rows=8",
    *(f"scoring={scoring.value}" for scoring in Scoring if scoring is not Scoring.ROWS),
    "bonus=30",
    "time=60",
    "codemaker-time=60",
    "answers=hand",
]


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_every_house_rule_of_the_game_changes_the_terms(rule: str) -> None:
    assert terms(f"classic-1 {rule}") != terms("classic-1")


@pytest.mark.parametrize(
    ("slug", "when"),
    [("classic-1", "with every guess"), ("pressman-tracker", "after each game"), ("mini", None)],
)
def test_the_terms_say_when_score_pegs_move(slug: str, when: str | None) -> None:
    told = [line for line in terms(slug).splitlines() if "score pegs" in line]
    assert told == ([] if when is None else [f"The score pegs move {when}."])


def test_the_terms_follow_what_both_agree_on_later() -> None:
    match = played(two(find_edition("mini", time_limit=60)), "code ABC", "hints allowed", "clock 9")
    text = describe_match_terms(match)
    assert "Hints are on." in text
    assert any("9 seconds" in sentence for sentence in text)
    assert "No time limit." in describe_match_terms(played(match, "clock off"))


# One game -----------------------------------------------------------------------------

MINI, LEAST = find_edition("mini"), find_edition("mini", scoring=Scoring.CODEBREAKER)


def test_a_player_who_has_not_joined_has_no_name() -> None:
    def first(*players: str | None, games: int) -> str:
        one, other = players
        return describe_terms(
            MINI, games, (one, other), hints=False, friendly=False, daily=None, time_limit=None
        )[0]

    assert first(None, "Bob", games=1) == "The player who joins makes the code."
    assert first(None, "Bob", games=2).startswith("2 games. The player who joins makes the first code")
    assert first("Ada", None, games=1) == "Ada makes the code."
