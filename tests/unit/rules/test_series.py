"""Whole series: every way a game can go, what it counts, and who wins."""

from dataclasses import dataclass
from datetime import date

import pytest

from codepegs.errors import IllegalCode, NotNow
from codepegs.rules import (
    NOBODY,
    Agreement,
    Answers,
    Contradiction,
    Edition,
    Ending,
    Feedback,
    Game,
    Guess,
    Leave,
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
from codepegs.rules.daily import DAILY_EDITION, daily_code
from codepegs.rules.match import MAX_TAKE_BACKS
from codepegs.rules.points import running_totals
from codepegs.rules.seat import other_player
from tests.support.strategies import alone, code, played, refusal, spelled, two

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
        """code ABC, guess AAB 1+1, guess ABC 3+0
        code DEF, guess AAA 0+0, guess BBB 0+0, guess CCC 0+0""",
        ["1.0 Ada broken 2 0", "2.0 Bob held 2 4"],
        winner=1,
        terms=HAND,
    ),
    Case(
        "a contradiction voids the game, which is played again by the same roles",
        """code ABC, guess AAB 2+1, claim
        code ABD, guess ABD 3+0
        code DEF, guess DEF 3+0""",
        ["1.0 Ada void 0 3", "1.1 Ada broken 1 3", "2.0 Bob broken 1 4"],
        winner=1,
        terms=HAND,
    ),
    Case(
        "the reveal settles wrong answers after every kind of last row",
        """code ABC, guess AAB 0+0, guess DEF 0+0, give up
        code ABC, guess AAB 3+0
        code ABC, guess AAB 1+1, guess DEF 0+0, guess ABB 1+0
        code ABD, give up
        code DEF, guess DEF 3+0""",
        [
            "1.0 Ada void 0 3",
            "1.1 Ada void 0 6",
            "1.2 Ada void 0 9",
            "1.3 Ada held 4 9",
            "2.0 Bob broken 4 10",
        ],
        winner=1,
        terms=HAND,
    ),
    Case(
        "a lie before the last row runs out of time is settled too",
        """code ABC, guess AAB 0+0, timeout, timeout
        code ABC, guess ABC 3+0
        code DEF, timeout, timeout, timeout""",
        ["1.0 Ada void 0 3", "1.1 Ada broken 1 3", "2.0 Bob held 1 7"],
        winner=1,
        terms=HAND.with_rules(time_limit=60),
    ),
    Case(
        "the codemaker owns up, and the last game is replayed",
        """code ABC, guess ABC 3+0
        code DEF, guess AAA 1+0, own up
        code DEF, guess AAA 0+0, guess DDD 0+0, guess EEE, own up
        code DEF, guess DEF 3+0""",
        ["1.0 Ada broken 1 0", "2.0 Bob void 4 0", "2.1 Bob void 7 0", "2.2 Bob broken 7 1"],
        winner=0,
        terms=HAND,
    ),
    Case(
        "a contradiction is claimed while the last row is open",
        """code ABC, guess AAB 2+1, guess ABC, claim
        code ABD, guess ABD 3+0
        code DEF, guess DEF 3+0""",
        ["1.0 Ada void 0 3", "1.1 Ada broken 1 3", "2.0 Bob broken 1 4"],
        winner=1,
        terms=HAND,
    ),
    Case(
        "a contradiction that nobody claims shows at the reveal",
        """code ABC, guess AAB 2+1, guess ABC 3+0
        code ABC, guess ABC 3+0
        code DEF, guess DEF 3+0""",
        ["1.0 Ada void 0 3", "1.1 Ada broken 1 3", "2.0 Bob broken 1 4"],
        winner=1,
        terms=HAND,
    ),
    Case(
        "the second game is voided",
        """code ABC, guess ABC 3+0
        code DEF, guess AAA 2+1, claim
        code DEF, guess DEF 3+0""",
        ["1.0 Ada broken 1 0", "2.0 Bob void 4 0", "2.1 Bob broken 4 1"],
        winner=0,
        terms=HAND,
    ),
    Case(
        "least wins, and the award burdens the codemaker who was wrong",
        """code ABC, guess AAA 2+1, claim
        code ABC, guess AAA 1+0, guess ABC 3+0
        code DEF, guess DEF 3+0""",
        ["1.0 Ada void 3 0", "1.1 Ada broken 3 2", "2.0 Bob broken 4 2"],
        winner=1,
        terms=LEAST,
    ),
    Case(
        "least wins for the first player too",
        """code ABC, guess AAA 1+0, guess ABC 3+0
        code DEF, guess DEF 3+0""",
        ["1.0 Ada broken 0 2", "2.0 Bob broken 1 2"],
        winner=0,
        terms=LEAST,
    ),
    Case(
        "least wins, and owning up burdens the codemaker",
        """code ABC, guess AAA 0+0, own up
        code ABC, guess ABC 3+0
        code DEF, guess DEF 3+0""",
        ["1.0 Ada void 3 0", "1.1 Ada broken 3 1", "2.0 Bob broken 4 1"],
        winner=1,
        terms=LEAST,
    ),
]

LEFT: list[tuple[str, list[str]]] = [
    ("before the first code", []),
    ("before the first guess", ["code ABC"]),
    ("before the answer", ["code ABC", "guess AAA"]),
    ("after a wrong answer", ["code ABC", "guess AAA 0+0"]),
    ("before the answer that settles a lie", ["code ABC", "guess AAA 0+0", "guess ABC"]),
    ("before a game that is played again", ["code ABC", "guess AAA 0+0", "give up"]),
    ("before the second game", ["code ABC", "guess ABC 3+0"]),
    ("in the second game", ["code ABC", "guess ABC 3+0", "code DEF", "guess AAA 0+0"]),
]


@pytest.mark.parametrize("seat", [Seat.CODEMAKER, Seat.CODEBREAKER])
@pytest.mark.parametrize("terms", [HAND, LEAST], ids=["most", "least"])
@pytest.mark.parametrize("moves", [moves for _, moves in LEFT], ids=[name for name, _ in LEFT])
def test_leaving_gives_the_match_to_the_player_who_stays(
    moves: list[str], terms: Edition, seat: Seat
) -> None:
    before = played(two(terms), *moves)
    leaver = before.player(seat)
    after = before.play(Leave(seat))
    assert after.over
    assert after.game.ending is Ending.ABANDONED
    assert after.outcome == Outcome(other_player(leaver), abandoned_by=leaver)
    assert after.points == before.points
    assert replay(two(terms), after.moves) == after


@pytest.mark.parametrize("moves", [moves for _, moves in LEFT], ids=[name for name, _ in LEFT])
def test_a_match_that_both_stop_has_no_winner(moves: list[str]) -> None:
    before = played(two(HAND), *moves)
    after = played(before, "stop")
    assert after.game.ending is Ending.STOPPED
    assert after.outcome == Outcome(stopped=True)
    assert after.points == before.points


SOLO: list[tuple[str, Ending, Outcome]] = [
    ("guess ABC", Ending.BROKEN, Outcome(cracked_in=1)),
    ("guess AAA, timeout, guess ABC", Ending.BROKEN, Outcome(cracked_in=3)),
    ("guess AAA, guess AAA, guess AAA", Ending.HELD, Outcome()),
    ("timeout, timeout, timeout", Ending.HELD, Outcome()),
    ("guess AAA, give up", Ending.HELD, Outcome()),
    ("guess AAA, leave codebreaker", Ending.ABANDONED, Outcome(abandoned_by=1)),
]


@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize(("moves", "ending", "outcome"), SOLO)
def test_a_solo_game_is_cracked_or_not_and_nobody_scores(
    moves: str, ending: Ending, outcome: Outcome, scoring: Scoring
) -> None:
    match = played(alone(TIMED.with_rules(scoring=scoring)), "code ABC", *moves.split(", "))
    assert (match.game.ending, match.outcome) == (ending, outcome)
    assert (match.points, len(match.games)) == ((0, 0), 1)
    assert match.game.revealed == code("ABC")


def test_a_solo_game_has_no_score_pegs() -> None:
    assert played(alone(find_edition("classic-1")), "code ABCD", "guess AAAA").score_pegs is None


@pytest.mark.parametrize("move", ["stop", "leave codemaker"])
def test_nobody_else_ends_a_solo_game(move: str) -> None:
    match = played(alone(MINI), "code ABC")
    assert type(refusal(match, spelled(move))) is NotNow


def test_the_daily_code_is_the_code_of_its_day() -> None:
    start = Match.start(Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=date(2026, 11, 17)))
    for wrong in (daily_code(date(2026, 11, 16)), code("ABCD")):
        with pytest.raises(IllegalCode) as refused:
            start.play(SetCode(Secret(wrong)))
        assert refused.value.code is None
    match = start.play(SetCode(Secret(daily_code(date(2026, 11, 17)))))
    assert match.play(Guess(daily_code(date(2026, 11, 17)))).outcome == Outcome(cracked_in=1)
    assert played(start, "code hidden").game.concealed


@pytest.mark.parametrize("move", ["hints allowed", "clock 60", "clock off"])
def test_the_terms_of_a_daily_code_do_not_change(move: str) -> None:
    match = Match.start(Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=date(2026, 11, 17)))
    found = refusal(match, spelled(move))
    assert type(found) is NotNow
    assert "daily code" in str(found)


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
    assert match.outcome == Outcome(case.winner)
    assert match.points == tuple(map(int, case.games[-1].split()[-2:]))
    assert replay(agreement, match.moves) == match


def test_points_count_when_a_game_is_over_and_no_sooner() -> None:
    match = played(two(HAND), "code ABC", "guess AAB 1+1", "guess ABC")
    assert match.points == (0, 0)
    assert played(match, "answer 3+0").points == (2, 0)


def test_a_claim_names_its_proof_in_the_void_game() -> None:
    void = played(two(HAND), "code ABC", "guess AAB 1+0", "guess AAB 0+1", "claim").games[0]
    assert void.proof == Contradiction((1, 2))
    assert void.revealed == code("ABC")


VOID = {
    "by a claim": ["code ABC", "guess AAB 2+1", "claim"],
    "by owning up": ["code ABC", "guess AAB 0+0", "own up"],
    "at the reveal": ["code ABC", "guess AAB 3+0"],
}


@pytest.mark.parametrize("void", VOID.values(), ids=[*VOID])
def test_the_codemaker_of_the_hundredth_void_game_has_left(void: list[str]) -> None:
    match = played(two(HAND), *void * 60, "code ABC", "guess ABC 3+0", *void * 39)
    assert [game.ending for game in match.games].count(Ending.VOID) == 99
    assert (match.over, match.game.number, match.game.replay) == (False, 2, 39)
    match = played(match, *void)
    assert [game.ending for game in match.games].count(Ending.VOID) == 100
    assert match.over
    assert match.points == (1 + 40 * 3, 60 * 3)
    assert match.outcome == Outcome(0, abandoned_by=1)
    assert replay(two(HAND), match.moves) == match


def test_take_backs_have_a_limit() -> None:
    friendly = Agreement(find_edition("mini", rows=30), ("Ada", "Bob"), 2, friendly=True)
    rows = ["guess AAA"] * 25
    match = played(friendly, "code ABC", *(rows + ["take back"] * 25) * (MAX_TAKE_BACKS // 25), "guess AAA")
    found = refusal(match, spelled("take back"))
    assert type(found) is NotNow
    assert "1000 rows" in str(found)


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
