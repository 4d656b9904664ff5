"""The computer player, and the referee that runs a match."""

from __future__ import annotations

from random import Random

import pytest

from codepegs.errors import IllegalCode
from codepegs.players import LEVELS, Computer, Level, computer, play_match
from codepegs.rules import (
    CATALOGUE,
    Act,
    Agreement,
    Answer,
    Answers,
    Contradiction,
    Edition,
    Ending,
    Feedback,
    Guess,
    Match,
    MatchView,
    Move,
    Secret,
    SetCode,
    WrongAnswers,
    candidates,
    find_edition,
)
from tests.support.strategies import played

NAMES = ("computer", "computer 2")


def series(terms: Edition, games: int = 2) -> Match:
    return Match.start(Agreement(terms, NAMES, games))


@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("answers", Answers)
def test_two_computers_play_a_whole_series(slug: str, answers: Answers) -> None:
    computer = Computer(Random(1))
    match = play_match(series(find_edition(slug, answers=answers), games=10), (computer, computer))
    assert match.over
    assert all(game.ending in (Ending.BROKEN, Ending.HELD) for game in match.games)


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_guess_of_an_expert_fits_all_answers(slug: str) -> None:
    computer = Computer(Random(2), level=LEVELS["expert"])
    for game in play_match(series(find_edition(slug), games=20), (computer, computer)).games:
        board = game.board
        for number, row in enumerate(board.rows):
            assert row.guess is not None
            assert all(earlier.fits(row.guess) for earlier in board.rows[:number])


@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
def test_in_the_last_row_every_level_plays_a_code_that_can_win(slug: str, level: Level) -> None:
    terms, computer = find_edition(slug, rows=3), Computer(Random(7), level=level)
    for game in play_match(series(terms, games=10), (computer, computer)).games:
        if len(game.board.rows) < 3:
            continue
        *before, last = game.board.rows
        assert last.guess is not None
        terms.check_secret(last.guess)
        # A level that forgets rows still remembers the latest one.
        assert all(row.fits(last.guess) for row in (before[-1:] if level.forgets else before))


class Liar:
    """A codemaker who answers every guess with no key peg at all."""

    def move(self, view: MatchView) -> Move:
        terms = view.agreement.edition
        if Act.SET_CODE in view.legal:
            return SetCode(Secret(terms.code("RBYG")))
        return Answer(Feedback(0, 0))


def first_game(match: Match) -> Match:
    """Play until the first game is over, the liar making the code."""
    players = (Liar(), Computer(Random(4), level=LEVELS["expert"]))
    while not match.games[0].over:
        assert match.turn is not None
        match = match.play(players[match.turn].move(MatchView.of(match, match.turn)))
    return match


def test_a_computer_claims_as_soon_as_no_code_fits() -> None:
    match = first_game(series(find_edition("classic-1", answers=Answers.HAND)))
    assert match.games[0].ending is Ending.VOID
    # Its first guess has four colours and its second the other two: then none is left.
    assert match.games[0].proof == Contradiction(rows=(1, 2))
    assert match.points == (0, 3)


def test_the_reveal_settles_wrong_answers_for_a_computer() -> None:
    match = first_game(series(find_edition("classic-1", rows=1, answers=Answers.HAND)))
    assert match.games[0].ending is Ending.VOID
    assert isinstance(match.games[0].proof, WrongAnswers)
    assert match.points == (0, 3)


def test_a_computer_guesses_even_if_the_search_is_too_hard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("codepegs.players.computer.GUESS_STEPS", 3)
    monkeypatch.setattr(candidates, "MAX_STEPS", 3)
    computer = Computer(Random(6))
    match = play_match(series(find_edition("super", rows=2), games=4), (computer, computer))
    assert match.over


def test_a_search_that_is_too_hard_is_tried_with_the_later_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codepegs.players.computer.GUESS_STEPS", 100)
    rows = ["AABBC", "DDEEF", "GGHHA", "BCDEF", "HAHBG", "CDAFE"]
    match = played(series(find_edition("super")), "code FDBHA", *(f"guess {row}" for row in rows))
    moves = [
        Computer(Random(seed), level=LEVELS["expert"]).move(MatchView.of(match, 1)) for seed in range(10)
    ]
    guesses = [move.code for move in moves if isinstance(move, Guess)]
    assert len(guesses) == 10
    fitting = [[row.fits(guess) for row in match.game.board.rows] for guess in guesses]
    assert all(fits[-1] for fits in fitting)
    assert not all(map(all, fitting)), "The search was too hard."


def test_the_referee_raises_rule_errors() -> None:
    class Wrong(Liar):
        def move(self, view: MatchView) -> Move:
            return SetCode(Secret(view.agreement.edition.code("RRBB")))

    with pytest.raises(IllegalCode):
        play_match(series(find_edition("hasbro-2010")), (Wrong(), Wrong()))


MINI = find_edition("mini", answers=Answers.HAND)
LARGEST = find_edition("super", pegs=12, colours=26, rows=30, blanks=True, answers=Answers.HAND)


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
@pytest.mark.parametrize("terms", [MINI, LARGEST], ids=["mini", "largest"])
def test_a_quick_computer_takes_few_steps(
    terms: Edition, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, random = list[int](), Random(5)
    spend = candidates.Budget.spend

    def note(budget: candidates.Budget, count: int = 1) -> None:
        steps[-1] += count
        spend(budget, count)

    monkeypatch.setattr(candidates.Budget, "spend", note)
    match = series(terms).play(SetCode(Secret(terms.code(terms.hues[0].letter * terms.pegs))))
    while match.game.number == 1 and match.games[0].ending is None:
        if match.turn == match.game.codebreaker:
            steps.append(0)
            view = MatchView.of(match, match.turn)
            move = Computer(random, level=level, quick=True).move(view)
            assert isinstance(move, Guess)
        else:
            # Many of these answers are wrong.
            move = Answer(Feedback(0, random.randint(0, terms.pegs // 2)))
        match = match.play(move)
    assert len(steps) >= 8
    # It tries with half of the rows, and half of these, and so on.
    assert max(steps) <= 6 * computer.QUICK_STEPS + LARGEST.rows * len(LARGEST.kinds)
