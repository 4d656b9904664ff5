"""Whole series: every way a game can go, what it counts, and who wins."""

from dataclasses import dataclass

import pytest

from codepegs.errors import IllegalCode, NotNow
from codepegs.rules import (
    Answers,
    Contradiction,
    Edition,
    Ending,
    Feedback,
    Game,
    Guess,
    Match,
    Outcome,
    PlayerNumber,
    Scoring,
    Seat,
    Secret,
    SetCode,
    find_edition,
    replay,
)
from codepegs.rules.points import running_totals
from tests.support.strategies import code, played, refusal, spelled, two

MINI = find_edition("mini", rows=3)
HAND = find_edition("mini", rows=3, answers=Answers.HAND)
TIMED = find_edition("mini", rows=3, time_limit=60)
LEAST = find_edition("mini", rows=3, answers=Answers.HAND, scoring=Scoring.CODEBREAKER)


@dataclass(frozen=True)
class Case:
    """A match on a board of three pegs and three rows, so that a code that holds counts 4."""

    name: str
    moves: str
    """One game a line, its moves set apart by commas."""
    games: list[str]
    """How each went: its number and replay, its codemaker, its ending, and the points then."""
    winner: PlayerNumber | None
    abandoned_by: PlayerNumber | None = None
    agreed: int = 2
    terms: Edition = MINI


SERIES = [
    Case(
        "codes are broken",
        """code ABC, guess AAA, guess ABC
        code DEF, guess DEF""",
        ["1.0 Ada broken 2 0", "2.0 Bob broken 2 1"],
        winner=0,
    ),
    Case(
        "rows run out",
        """code ABC, guess AAA, guess ABC
        code DEF, guess AAA, guess AAA, guess DDD""",
        ["1.0 Ada broken 2 0", "2.0 Bob held 2 4"],
        winner=1,
    ),
    Case(
        "the last row breaks the code",
        """code ABC, guess AAA, guess AAA, guess ABC
        code DEF, guess DEF""",
        ["1.0 Ada broken 3 0", "2.0 Bob broken 3 1"],
        winner=0,
    ),
    Case(
        "a game given up counts as unbroken",
        """code ABC, guess AAA, give up
        code DEF, give up""",
        ["1.0 Ada held 4 0", "2.0 Bob held 4 4"],
        winner=None,
    ),
    Case(
        "a draw",
        """code ABC, guess ABC
        code DEF, guess DEF""",
        ["1.0 Ada broken 1 0", "2.0 Bob broken 1 1"],
        winner=None,
    ),
    Case(
        "turns run out of time",
        """code ABC, timeout, guess ABC
        code DEF, timeout, timeout, timeout""",
        ["1.0 Ada broken 2 0", "2.0 Bob held 2 4"],
        winner=1,
        terms=TIMED,
    ),
    Case(
        "a series decided on its last game",
        """code ABC, guess AAA, guess ABC
        code DEF, guess DDD, guess DEF
        code ABC, guess ABC""",
        ["1.0 Ada broken 2 0", "2.0 Bob broken 2 2", "3.0 Ada broken 3 2"],
        winner=0,
        agreed=3,
    ),
    Case(
        "a single game",
        "code ABC, guess ABC",
        ["1.0 Ada broken 1 0"],
        winner=0,
        agreed=1,
    ),
    Case(
        "true answers by hand",
        """code ABC, guess AAB 1+1, guess ABC 3+0, reveal
        code DEF, guess AAA 0+0, guess BBB 0+0, guess CCC 0+0, reveal""",
        ["1.0 Ada broken 2 0", "2.0 Bob held 2 4"],
        winner=1,
        terms=HAND,
    ),
    Case(
        "a contradiction voids the game, which is played again by the same roles",
        """code ABC, guess AAB 2+1, claim
        code ABD, guess ABD 3+0, reveal
        code DEF, guess DEF 3+0, reveal""",
        ["1.0 Ada void 0 3", "1.1 Ada broken 1 3", "2.0 Bob broken 1 4"],
        winner=1,
        terms=HAND,
    ),
    Case(
        "a wrong answer is claimed at the reveal",
        """code ABC, guess AAB 0+0, guess DEF 0+0, give up, reveal, claim
        code ABD, give up, reveal
        code DEF, guess DEF 3+0, reveal""",
        ["1.0 Ada void 0 3", "1.1 Ada held 4 3", "2.0 Bob broken 4 4"],
        winner=None,
        terms=HAND,
    ),
    Case(
        "a contradiction is claimed while the last row is open, and when the shield is about to fall",
        """code ABC, guess AAB 2+1, guess ABC, claim
        code ABC, guess AAB 2+1, give up, claim
        code ABD, guess ABD 3+0, reveal
        code DEF, guess DEF 3+0, reveal""",
        ["1.0 Ada void 0 3", "1.1 Ada void 0 6", "1.2 Ada broken 1 6", "2.0 Bob broken 1 7"],
        winner=1,
        terms=HAND,
    ),
    Case(
        "a wrong answer is accepted and the game counts as it was played",
        """code ABC, guess AAB 3+0, reveal, accept
        code DEF, guess DEF 0+0, guess AAA 0+0, guess AAA 0+0, reveal, accept""",
        ["1.0 Ada broken 1 0", "2.0 Bob held 1 4"],
        winner=1,
        terms=HAND,
    ),
    Case(
        "a contradiction that nobody claims shows at the reveal",
        """code ABC, guess AAB 2+1, guess ABC 3+0, reveal, claim
        code ABC, guess AAB 2+1, guess ABC 3+0, reveal, accept
        code DEF, guess DEF 3+0, reveal""",
        ["1.0 Ada void 0 3", "1.1 Ada broken 2 3", "2.0 Bob broken 2 4"],
        winner=1,
        terms=HAND,
    ),
    Case(
        "the second game is voided",
        """code ABC, guess ABC 3+0, reveal
        code DEF, guess AAA 2+1, claim
        code DEF, guess DEF 3+0, reveal""",
        ["1.0 Ada broken 1 0", "2.0 Bob void 4 0", "2.1 Bob broken 4 1"],
        winner=0,
        terms=HAND,
    ),
    Case(
        "least wins, and the award burdens the codemaker who was wrong",
        """code ABC, guess AAA 2+1, claim
        code ABC, guess AAA 1+0, guess ABC 3+0, reveal
        code DEF, guess DEF 3+0, reveal""",
        ["1.0 Ada void 3 0", "1.1 Ada broken 3 2", "2.0 Bob broken 4 2"],
        winner=1,
        terms=LEAST,
    ),
    Case(
        "least wins for the first player too",
        """code ABC, guess AAA 1+0, guess ABC 3+0, reveal
        code DEF, guess DEF 3+0, reveal""",
        ["1.0 Ada broken 0 2", "2.0 Bob broken 1 2"],
        winner=0,
        terms=LEAST,
    ),
    Case(
        "the codemaker leaves",
        """code ABC, guess ABC
        code DEF, guess AAA, abandon codemaker""",
        ["1.0 Ada broken 1 0", "2.0 Bob abandoned 1 0"],
        winner=None,
        abandoned_by=1,
    ),
    Case(
        "the codebreaker leaves before the first code is set",
        "abandon codebreaker",
        ["1.0 Ada abandoned 0 0"],
        winner=None,
        abandoned_by=1,
    ),
    Case(
        "the codebreaker leaves instead of judging",
        "code ABC, guess AAA 0+0, give up, reveal, abandon codebreaker",
        ["1.0 Ada abandoned 0 0"],
        winner=None,
        abandoned_by=1,
        terms=HAND,
    ),
    Case(
        "the codemaker leaves instead of revealing",
        "code ABC, guess ABC 3+0, abandon codemaker",
        ["1.0 Ada abandoned 0 0"],
        winner=None,
        abandoned_by=0,
        terms=HAND,
    ),
]


def told(game: Game, points: tuple[int, int]) -> str:
    assert game.ending is not None
    codemaker = ("Ada", "Bob")[game.codemaker]
    return f"{game.number}.{game.replay} {codemaker} {game.ending.value} {points[0]} {points[1]}"


@pytest.mark.parametrize("case", SERIES, ids=[case.name for case in SERIES])
def test_a_series_goes_and_counts_as_the_sheets_say(case: Case) -> None:
    agreement = two(case.terms, case.agreed)
    moves = [move.strip() for line in case.moves.splitlines() for move in line.split(",")]
    match = played(agreement, *moves[:-1])
    assert match.outcome is None
    assert not match.over
    match = played(match, moves[-1])
    assert match.over
    assert list(map(told, match.games, running_totals(match.games))) == case.games
    assert match.outcome == Outcome(case.winner, case.abandoned_by)
    assert match.points == tuple(map(int, case.games[-1].split()[-2:]))
    assert replay(agreement, match.moves) == match


def test_points_count_when_a_game_is_over_and_no_sooner() -> None:
    match = played(two(HAND), "code ABC", "guess AAB 1+1", "guess ABC 3+0")
    assert match.points == (0, 0)
    assert played(match, "reveal").points == (2, 0)


def test_a_claim_names_its_proof_in_the_void_game() -> None:
    void = played(two(HAND), "code ABC", "guess AAB 1+0", "guess AAB 0+1", "claim").games[0]
    assert void.proof == Contradiction((1, 2))
    assert void.revealed == code("ABC")


def test_a_hundred_games_may_be_void_and_no_more() -> None:
    void = ["code ABC", "guess AAB 2+1", "claim"]
    match = played(two(HAND), *void * 60, "code ABC", "guess ABC 3+0", "reveal", *void * 40)
    assert [game.ending for game in match.games].count(Ending.VOID) == 100
    match = played(match, "code ABC", "guess AAB 2+1")
    found = refusal(match, spelled("claim rows 1"))
    assert type(found) is NotNow
    assert str(found) == "A match can have at most 100 void games."
    match = played(match, "give up", "reveal", "accept")
    assert (match.points, match.outcome) == ((1 + 40 * 3, 60 * 3 + 4), Outcome(1))


def test_a_code_with_repeats_is_refused_by_hasbro_2010_and_a_guess_is_not() -> None:
    match = Match.start(two(find_edition("hasbro-2010")))
    with pytest.raises(IllegalCode) as refused:
        match.play(SetCode(Secret(code("AABC"))))
    assert str(refused.value) == "That code is not allowed: a colour cannot appear twice."
    match = played(match, "code ABCD", "guess AABC")
    assert match.game.board.rows[0].feedback == Feedback(1, 2)
    strict = played(two(find_edition("hasbro-2010", guess_repeats=False)), "code ABCD")
    with pytest.raises(IllegalCode, match="RRBY is not allowed: a colour cannot appear twice"):
        strict.play(Guess(code("AABC")))


def test_the_players_change_seats_and_the_match_knows_who_sits_where() -> None:
    match = played(two(find_edition("mini")))
    assert [match.player(seat) for seat in (Seat.CODEMAKER, Seat.CODEBREAKER)] == [0, 1]
    assert match.turn == 0
    match = played(match, "code ABC")
    assert match.turn == 1
    match = played(match, "guess ABC")
    assert [match.player(seat) for seat in (Seat.CODEMAKER, Seat.CODEBREAKER)] == [1, 0]
    assert match.turn == 1
