"""What a game counts: the four scorings of sheet 001, and each edition's own numbers."""

from itertools import pairwise

import pytest
from hypothesis import given

from codepegs.rules import (
    Answers,
    Edition,
    Ending,
    Game,
    Match,
    Points,
    ScoreKeeping,
    ScorePeg,
    Scoring,
    TakeBack,
    find_edition,
    game_points,
)
from codepegs.rules.points import points_so_far
from tests.support.strategies import SLUGS, matches, played, prefixes, two

GAMES = {
    # Three rows with 1 and 3 black key pegs; one that ran out of time counts 3.
    "broken": ["guess AAA 1+0", "timeout", "guess ABC 3+0"],
    "broken at once": ["guess ABC 3+0"],
    "broken in the last row": ["guess AAA 1+0", "timeout", "guess BBA 1+1", "guess ABC 3+0"],
    # Four rows with 1, 2 and 2 black key pegs, and one that ran out of time.
    "held": ["guess AAA 1+0", "guess ABA 2+0", "timeout", "guess CBC 2+0"],
    "held by the clock": ["timeout", "timeout", "timeout", "timeout"],
    "given up": ["guess AAA 1+0", "give up"],
    "given up at once": ["give up"],
    "void": ["guess AAA 1+1", "claim"],
    "void at the reveal": ["guess AAA 2+0", "timeout", "give up"],
    "void by owning up": ["guess AAA 2+0", "guess ABC", "own up"],
    "void for a false solved": ["guess AAA 3+0"],
    "left": ["guess AAA 1+0", "leave codebreaker"],
    "stopped": ["guess AAA 1+0", "stop"],
    "in play": ["guess AAA 1+0"],
    "to be answered": ["guess ABC"],
}
BONUS = 100
"""Stands for the bonus in the table below."""

EARNED = [
    # game, then the codemaker's and the codebreaker's points by rows, codebreaker, codemaker, key-pegs
    ("broken", (3, 0), (0, 3), (2, 0), (7, 0)),
    ("broken at once", (1, 0), (0, 1), (0, 0), (3, 0)),
    ("broken in the last row", (4, 0), (0, 4), (3, 0), (8, 0)),
    ("held", (4 + BONUS, 0), (0, 4), (4, 0), (8 + BONUS, 0)),
    ("held by the clock", (4 + BONUS, 0), (0, 4), (4, 0), (12 + BONUS, 0)),
    ("given up", (4 + BONUS, 0), (0, 4), (4, 0), (10 + BONUS, 0)),
    ("given up at once", (4 + BONUS, 0), (0, 4), (4, 0), (12 + BONUS, 0)),
    ("void", (0, 3), (3, 0), (0, 3), (0, 3)),
    ("void at the reveal", (0, 3), (3, 0), (0, 3), (0, 3)),
    ("void by owning up", (0, 3), (3, 0), (0, 3), (0, 3)),
    ("void for a false solved", (0, 3), (3, 0), (0, 3), (0, 3)),
    ("left", (0, 0), (0, 0), (0, 0), (0, 0)),
    ("stopped", (0, 0), (0, 0), (0, 0), (0, 0)),
    ("in play", (0, 0), (0, 0), (0, 0), (0, 0)),
    ("to be answered", (0, 0), (0, 0), (0, 0), (0, 0)),
]


@pytest.mark.parametrize("bonus", [0, 1, 7])
@pytest.mark.parametrize(
    ("name", "scoring", "points"),
    [(name, scoring, points[i]) for name, *points in EARNED for i, scoring in enumerate(Scoring)],
)
def test_a_game_counts_by_its_scoring(
    name: str, scoring: Scoring, points: tuple[int, int], bonus: int
) -> None:
    terms = find_edition("mini", rows=4, time_limit=60, answers=Answers.HAND, scoring=scoring, bonus=bonus)
    game = played(two(terms), "code ABC", *GAMES[name]).games[0]
    codemaker, codebreaker = (count if count < BONUS else count - BONUS + bonus for count in points)
    assert game_points(game) == Points(codemaker, codebreaker)


def unbroken(terms: Edition) -> Game:
    return played(
        two(terms), "code " + "ABCDE"[: terms.pegs], *["guess " + "BADCF"[: terms.pegs]] * terms.rows
    ).games[0]


@pytest.mark.parametrize(
    ("terms", "points"),
    [
        (find_edition("hasbro-2010"), 9),
        (find_edition("invicta"), 11),
        (find_edition("invicta", rows=8), 9),
        (find_edition("pressman-2007"), 11),
        (find_edition("classic-2"), 11),
        (find_edition("super"), 13),
        (find_edition("mini"), 9),
    ],
)
def test_an_unbroken_code_counts_as_the_sheet_says(terms: Edition, points: int) -> None:
    game = unbroken(terms)
    assert game.ending is Ending.HELD
    assert game_points(game) == Points(codemaker=points)


# Score pegs ---------------------------------------------------------------------------


def holes(match: Match) -> tuple[int, int]:
    assert match.score_pegs is not None
    return match.score_pegs[0].hole, match.score_pegs[1].hole


def test_tracker_pegs_move_after_each_game() -> None:
    match = played(two(find_edition("pressman-tracker")), "code ABCD", "guess AAAA", "guess AABB")
    assert match.score_pegs == (ScorePeg("red", 0), ScorePeg("white", 0))
    match = played(match, "guess ABCD")
    assert match.score_pegs == (ScorePeg("red", 3), ScorePeg("white", 0))
    match = played(match, "code ABCD", "guess AAAA")
    assert holes(match) == (3, 0)
    assert holes(played(match, "guess ABCD")) == (3, 2)


@pytest.mark.parametrize("slug", ["classic-1", "classic-2"])
def test_score_line_pegs_move_row_by_row_and_go_on_through_the_series(slug: str) -> None:
    match = played(two(find_edition(slug)), "code ABCD")
    assert match.score_pegs == (ScorePeg("white", 0), ScorePeg("black", 0))
    match = played(match, "guess AAAA")
    assert holes(match) == (1, 0)
    match = played(match, "guess AABB", "guess ABCD")
    assert match.score_pegs == (ScorePeg("white", 3), ScorePeg("black", 0))
    match = played(match, "code ABCD", "guess AAAA", "guess AABB")
    assert holes(match) == (3, 2)
    assert match.points == (3, 0)
    match = played(match, "guess ABCD")
    assert holes(match) == match.points == (3, 3)


def test_a_score_line_peg_takes_the_bonus_when_the_game_is_over_and_goes_back_where_it_is_void() -> None:
    terms = find_edition("classic-1", rows=2, answers=Answers.HAND)
    match = played(two(terms), "code ABCD", "guess AAAA 1+0", "guess AAAA")
    assert holes(match) == (2, 0)
    assert holes(played(match, "answer 1+0")) == (3, 0)
    assert holes(played(match, "answer 0+0")) == (0, 3)


@given(matches())
def test_a_score_peg_steps_back_only_for_a_game_or_row_that_does_not_count(match: Match) -> None:
    for before, after in pairwise(prefixes(match)):
        game = after.games[len(before.games) - 1]
        counts = game.ending not in (Ending.VOID, Ending.STOPPED, Ending.ABANDONED)
        if counts and not game.solo and not isinstance(game.moves[-1], TakeBack):
            old, new = points_so_far(before.game), game_points(game) if game.over else points_so_far(game)
            assert old.codemaker <= new.codemaker
            assert old.codebreaker <= new.codebreaker


@pytest.mark.parametrize(
    ("scoring", "after"),
    [
        (Scoring.ROWS, (2, 0)),
        (Scoring.CODEBREAKER, (0, 2)),
        (Scoring.CODEMAKER, (2, 0)),
        (Scoring.KEY_PEGS, (1 + 4, 0)),
    ],
)
def test_a_row_that_ran_out_of_time_moves_a_score_line_peg(scoring: Scoring, after: tuple[int, int]) -> None:
    match = played(two(find_edition("classic-1", scoring=scoring, time_limit=60)), "code ABCD", "guess AAAA")
    assert holes(played(match, "timeout")) == after


@pytest.mark.parametrize("scoring", Scoring)
def test_a_placed_row_moves_a_score_line_peg_that_never_goes_back(scoring: Scoring) -> None:
    terms = find_edition("classic-1", answers=Answers.HAND, scoring=scoring)
    match = played(two(terms), "code ABCD", "guess AAAA 1+0")
    answered = holes(match)
    placed = played(match, "guess ABCD")
    by_row = {Scoring.ROWS: (2, 0), Scoring.CODEBREAKER: (0, 2)}
    assert holes(placed) == by_row.get(scoring, answered)
    assert all(new >= old for old, new in zip(answered, holes(played(placed, "answer 4+0")), strict=True))


@pytest.mark.parametrize("slug", SLUGS)
def test_editions_that_keep_score_on_paper_have_no_score_pegs(slug: str) -> None:
    on_paper = find_edition(slug).box.score_keeping is ScoreKeeping.NOTE
    assert (played(two(find_edition(slug))).score_pegs is None) is on_paper


@given(matches())
def test_score_pegs_never_stand_behind_the_points(match: Match) -> None:
    for begun in prefixes(match):
        if begun.score_pegs is None:
            continue
        assert all(hole >= total for hole, total in zip(holes(begun), begun.points, strict=True))
        if begun.over or begun.agreement.edition.box.score_keeping is ScoreKeeping.TRACKER:
            assert holes(begun) == begun.points
