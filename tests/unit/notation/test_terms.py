"""The terms of a match in sentences: each one that counts is there, for players and spectators."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from codepegs.notation import edition_line
from codepegs.notation.sentences import PLAYED_LATER
from codepegs.notation.terms import describe_match_terms, describe_one_game, describe_terms
from codepegs.rules import NOBODY, Agreement, Answers, Edition, Match, Scoring, find_edition
from codepegs.rules.daily import DAILY_EDITION
from tests.support.strategies import alone, played, two


def terms(edition: str, games: int = 2) -> str:
    return "\n".join(describe_match_terms(Match.start(two(edition_line.read(edition), games))))


ROWS = "the Codemaker gets 1 point for each row; most points win"
KEY_PEGS = "the Codemaker gets 1 point for each exact peg in the answers; most points win"
BY_HAND = "classic-1 answers=hand"
SAID = [
    # edition, what its terms say, what they do not say
    ("classic-1", ["2 games. Ada makes the first code"], ["1 game"]),
    ("classic-1", ["A game has 10 rows.", "4 pegs of 6 colours"], ["Holes"]),
    ("classic-1", [f"Points: {ROWS}.", "A code that is not cracked brings 1 more."], []),
    ("classic-1 rows=8 pegs=5 colours=8", ["A game has 8 rows.", "5 pegs of 8 colours"], []),
    (
        "classic-1 scoring=key-pegs bonus=30",
        [f"Points: {KEY_PEGS}.", "brings 30 more.", "runs out of time counts 4 points."],
        [ROWS],
    ),
    ("classic-1 scoring=codebreaker", ["the Codebreaker gets 1 point", "fewest points win"], ["more."]),
    ("classic-1 scoring=codemaker", ["for each row that is not the code"], ["more."]),
    ("classic-1 bonus=0", [], ["more.", "runs out of time"]),
    ("invicta scoring=codebreaker", ["Points: the Code breaker gets"], ["{"]),
    ("classic-2", ["Holes may stay empty.", "more than once"], []),
    ("hasbro-2010", ["A code has each colour at most once. Guesses may repeat colours."], []),
    ("hasbro-2010 guess-repeats=no", ["A code has each colour at most once. So has a guess."], []),
    ("classic-1", ["Guesses are marked automatically."], ["by hand"]),
    (BY_HAND, ["The Codemaker answers by hand.", "the Codebreaker gets 3 points."], ["computer"]),
    ("invicta answers=hand", ["The Code maker answers by hand.", "the Code breaker gets 3 points."], []),
    ("hasbro-2010 answers=hand", ["the Decoder gets 3 points."], ["Codebreaker"]),
    (f"{BY_HAND} scoring=codebreaker", ["the Codemaker gets 3 points."], []),
    ("classic-1", ["There is no time limit."], ["seconds"]),
    ("classic-1 time=180", ["A guess has 3 minutes. After that, the row is lost."], ["no time"]),
    (
        "classic-1 codemaker-time=90",
        ["The Codemaker has 90 seconds to set a code. Then"],
        ["no time", "or answer"],
    ),
    (f"{BY_HAND} codemaker-time=90", ["The Codemaker has 90 seconds to set a code or answer."], ["no time"]),
    ("classic-1 time=1 codemaker-time=1", ["A guess has 1 second.", "has 1 second to set"], ["no time"]),
    ("classic-1", ["Hints are not allowed.", "A player who leaves gives the match to the other one."], []),
]


@pytest.mark.parametrize(("edition", "said", "unsaid"), SAID)
def test_the_terms_name_what_counts(edition: str, said: list[str], unsaid: list[str]) -> None:
    text = terms(edition)
    for part in said:
        assert part in text
    for part in unsaid:
        assert part not in text


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


def test_the_terms_follow_what_both_agree_on_later() -> None:
    match = played(two(find_edition("mini", time_limit=60)), "code ABC", "hints allowed", "clock 9")
    text = describe_match_terms(match)
    assert "Hints are allowed." in text
    assert any("9 seconds" in sentence for sentence in text)
    assert "There is no time limit." in describe_match_terms(played(match, "clock off"))


def test_a_friendly_match_says_what_that_means() -> None:
    friendly = Agreement(find_edition("mini"), ("computer easy", "Bob"), 2, friendly=True)
    (said,) = set(describe_match_terms(Match.start(friendly))) - set(
        describe_match_terms(Match.start(replace(friendly, friendly=False)))
    )
    assert "take rows back" in said
    assert "statistics" in said


# One game -----------------------------------------------------------------------------

MINI, LEAST = find_edition("mini"), find_edition("mini", scoring=Scoring.CODEBREAKER)


@pytest.mark.parametrize(
    ("edition", "codemaker", "said"),
    [
        (MINI, "Ada", "only the Codemaker, Ada, can score"),
        (MINI, None, "only the Codemaker can score."),
        (
            MINI.with_rules(answers=Answers.HAND),
            None,
            "only the Codemaker can score unless an answer is wrong.",
        ),
        (LEAST, "Ada", "only the Codebreaker can score"),
        (find_edition("hasbro-2010", scoring=Scoring.CODEBREAKER), None, "only the Decoder can score"),
        (find_edition("invicta"), "Ada", "only the Code maker, Ada, can score"),
    ],
)
def test_a_single_game_says_who_can_score_in_it(edition: Edition, codemaker: str | None, said: str) -> None:
    assert said in describe_one_game(edition, codemaker)
    assert "2 games" in describe_one_game(edition, codemaker)


def test_the_terms_of_a_single_game_say_so_too() -> None:
    match = Match.start(two(MINI, games=1))
    assert describe_match_terms(match)[:2] == ("Ada makes the code.", describe_one_game(MINI, "Ada"))
    assert "only the" not in terms("mini", games=2)


def test_a_player_who_has_not_joined_has_no_name() -> None:
    def first(*players: str | None, games: int) -> str:
        one, other = players
        return describe_terms(
            MINI, games, (one, other), hints=False, friendly=False, daily=None, time_limit=None
        )[0]

    assert first(None, "Bob", games=1) == "The player who joins makes the code."
    assert first(None, "Bob", games=2).startswith("2 games. The player who joins makes the first code")
    assert first("Ada", None, games=1) == "Ada makes the code."


# Solo ---------------------------------------------------------------------------------


def test_a_solo_game_has_no_terms_about_another_player() -> None:
    text = describe_match_terms(Match.start(alone(find_edition("mini", codemaker_time=60))))
    assert text[0] == "Solo: Ada has 8 rows to crack a random code."
    assert "There is no time limit." in text
    for word in ("Points", "leaves", "Codemaker", "role"):
        assert not any(word in sentence for sentence in text)


def test_the_daily_code_names_its_day_and_number() -> None:
    daily = Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=date(2026, 11, 17))
    first, second, *_ = describe_match_terms(Match.start(daily))
    assert "No. 2, 2026-11-17" in first
    assert second == "Solo: Ada has 10 rows to crack it."
    later = describe_match_terms(Match.start(replace(daily, friendly=True)))
    assert set(later) - set(describe_match_terms(Match.start(daily))) == {PLAYED_LATER}
