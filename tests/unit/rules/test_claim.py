"""Wrong answers: found as soon as they contradict each other, or else at the reveal."""

from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.errors import NothingToShow, Undecided
from codepegs.rules import (
    Act,
    Answer,
    Answers,
    Board,
    Budget,
    Claim,
    Code,
    Contradiction,
    Edition,
    Feedback,
    Guess,
    Match,
    Seat,
    Secret,
    SetCode,
    WrongAnswer,
    WrongAnswers,
    claim,
    find_claim,
    find_contradiction,
    find_edition,
    find_wrong_answers,
    mark,
)
from codepegs.rules.claim import check_claim
from tests.support.strategies import code, feedbacks, played, refusal, two


class Everything:
    """All codes of an edition, and by brute force which of them fit a row: a bit for each."""

    def __init__(self, terms: Edition) -> None:
        self.terms, self.codes = terms, tuple(terms.codes())
        self.known: dict[Code, dict[Feedback, int]] = {}

    def parts(self, guess: Code) -> dict[Feedback, int]:
        """The codes by what they would answer to `guess`."""
        if guess not in self.known:
            found = self.known[guess] = {}
            for i, secret in enumerate(self.codes):
                feedback = mark(guess, secret)
                found[feedback] = found.get(feedback, 0) | 1 << i
        return self.known[guess]

    def fit(self, board: Board, numbers: tuple[int, ...]) -> bool:
        bits = -1
        for number in numbers:
            row = board.rows[number - 1]
            assert row.guess is not None
            assert row.feedback is not None
            bits &= self.parts(row.guess).get(row.feedback, 0)
        return bool(bits)

    def contradiction(self, board: Board) -> Contradiction | None:
        """The first of the smallest sets of rows that no code fits, by trying every set."""
        numbers = range(1, len(board.rows) + 1)
        if self.fit(board, tuple(numbers)):
            return None
        sets = (chosen for size in numbers for chosen in combinations(numbers, size))
        return Contradiction(next(chosen for chosen in sets if not self.fit(board, chosen)))


def test_any_answers_at_all_are_judged_as_trying_every_set_of_rows_judges_them() -> None:
    terms = find_edition("mini", colours=4, rows=7, answers=Answers.HAND)
    every = Everything(terms)
    answers = [Feedback(black, white) for black in range(3) for white in range(4 - black)]
    random = Random(7)
    for _ in range(400):
        board = Board(terms)
        while not board.full:
            board = board.guess(random.choice(every.codes)).answer(random.choice(answers))
        assert find_contradiction(board) == every.contradiction(board)


def played_board(terms: Edition, *rows: str) -> Board:
    board = Board(terms)
    for row in rows:
        guess, _, answer = row.partition(" ")
        if guess == "timeout":
            board = board.time_out()
        else:
            board = board.guess(code(guess))
            board = board.answer(Feedback.parse(answer)) if answer else board
    return board


@pytest.mark.parametrize(
    ("rows", "proof"),
    [
        (["timeout"], None),
        (["ABC"], None),
        # An answer that no code can earn contradicts itself.
        (["ABC 2+1"], (1,)),
        # One guess, two answers; an empty and an open row between and after say nothing.
        (["ABC 1+1", "timeout", "ABC 1+0"], (1, 3)),
        (["ABC 1+1", "ABC 1+0", "DEF"], (1, 2)),
        # Of two smallest sets the one whose rows come first.
        (["ABC 1+1", "DEF 0+1", "ABC 1+0", "DEF 1+0"], (1, 3)),
        # Rows 1 and 3 have all six colours between them and earn four key pegs: a code has three.
        (["ABC 1+1", "BAD 1+0", "DEF 0+2"], (1, 3)),
        (["FFF 0+0", "AAA 1+0", "EEE 0+0", "BBB 1+0", "CCC 1+0", "DDD 1+0"], (2, 4, 5, 6)),
    ],
)
def test_the_smallest_contradicting_rows_are_named(rows: list[str], proof: tuple[int, ...] | None) -> None:
    board = played_board(find_edition("mini"), *rows)
    assert find_contradiction(board) == (None if proof is None else Contradiction(proof))


def test_what_the_edition_forbids_is_no_code_that_fits() -> None:
    rows = ["AAA 2+0"]
    assert find_contradiction(played_board(find_edition("mini"), *rows)) is None
    assert find_contradiction(played_board(find_edition("mini", code_repeats=False), *rows)) == Contradiction(
        (1,)
    )
    rows = ["AAA 0+0", "BBB 0+0"]
    assert find_contradiction(played_board(find_edition("mini", colours=2), *rows)) == Contradiction((1, 2))
    assert find_contradiction(played_board(find_edition("mini", colours=2, blanks=True), *rows)) is None


def test_a_reveal_shows_every_wrong_answer_with_the_true_one() -> None:
    board = played_board(find_edition("mini"), "ABC 1+1", "timeout", "AAB 1+1", "CBA 3+0")
    assert find_wrong_answers(board, code("AAB")) == WrongAnswers(
        (
            WrongAnswer(3, given=Feedback(1, 1), true=Feedback(3, 0)),
            WrongAnswer(4, given=Feedback(3, 0), true=Feedback(0, 2)),
        )
    )
    proof = find_wrong_answers(board, code("AAB"))
    assert proof is not None
    assert proof.rows == (3, 4)


# The rows that a claim names -------------------------------------------------------------

TINY = find_edition("mini", pegs=2, colours=3, rows=4, answers=Answers.HAND)
ALL_TINY = Everything(TINY)


@given(st.data())
def test_a_claim_is_upheld_if_and_only_if_no_code_fits_its_rows(data: st.DataObject) -> None:
    board = Board(TINY)
    for _ in range(data.draw(st.integers(1, TINY.rows))):
        if not board.broken:
            board = board.guess(data.draw(st.sampled_from(ALL_TINY.codes))).answer(data.draw(feedbacks(TINY)))
    numbers = range(1, len(board.rows) + 1)
    rows = tuple(sorted(data.draw(st.sets(st.sampled_from(numbers), min_size=1))))
    if ALL_TINY.fit(board, rows):
        with pytest.raises(NothingToShow):
            check_claim(board, rows)
    else:
        assert check_claim(board, rows) == Contradiction(rows)
    assert find_contradiction(board) == ALL_TINY.contradiction(board)


LIED = ["guess AAA 1+0", "timeout", "guess BBB 1+0", "guess AAA 0+0", "guess CCC"]
UNNAMED = "Name the marked rows that contradict each other, once each and in order, such as 1 3."


LIED_TO = played(two(find_edition("mini", time_limit=60, answers=Answers.HAND)), "code ABC", *LIED)


@pytest.mark.parametrize("rows", [(), (0,), (-1,), (2,), (5,), (6,), (1, 4, 5), (4, 1), (1, 1, 4), (1, 4, 4)])
def test_a_claim_of_rows_that_are_not_answered_rows_in_order_is_refused(rows: tuple[int, ...]) -> None:
    found = refusal(LIED_TO, Claim(rows))
    assert (type(found), str(found)) == (NothingToShow, UNNAMED)
    if 5 not in rows:
        found = refusal(played(LIED_TO, "answer 0+0"), Claim(rows))
        assert (type(found), str(found)) == (NothingToShow, UNNAMED)


# The work it takes ----------------------------------------------------------------------

FOUR_ROWS = played_board(
    find_edition("mini"), "FFF 0+0", "AAA 1+0", "EEE 0+0", "BBB 1+0", "CCC 1+0", "DDD 1+0"
)


def test_every_step_of_a_claim_is_counted_alike_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match cannot be read if the check of its claim is undecided, so no check may need more steps."""
    budgets: list[Budget] = []

    def budget(*steps: int) -> Budget:
        budgets.append(Budget(*steps))
        return budgets[-1]

    monkeypatch.setattr(claim, "Budget", budget)
    assert check_claim(FOUR_ROWS, (2, 4, 5, 6)) == Contradiction((2, 4, 5, 6))
    assert budgets[0].spent == 32
    assert find_contradiction(FOUR_ROWS) == Contradiction((2, 4, 5, 6))
    assert budgets[2].spent == 1861


@pytest.mark.parametrize("limit", ["SEARCH_STEPS", "CHECK_STEPS"])
def test_a_search_that_takes_too_many_steps_is_undecided(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim, limit, 30)
    with pytest.raises(Undecided) as refused:
        find_claim(FOUR_ROWS)
    assert refused.value.steps == 30


def test_a_claim_that_takes_too_many_steps_is_refused_and_the_match_stays_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match.start(two(find_edition("mini", colours=9, answers=Answers.HAND))).play(
        SetCode(Secret(code("ABC")))
    )
    for row in FOUR_ROWS.rows:
        assert row.guess is not None
        assert row.feedback is not None
        match = match.play(Guess(row.guess)).play(Answer(row.feedback))
    monkeypatch.setattr(claim, "CHECK_STEPS", 30)
    with pytest.raises(Undecided) as refused:
        match.play(Claim((2, 4, 5, 6)))
    assert refused.value.steps == 30
    assert Act.CLAIM in match.legal(Seat.CODEBREAKER)


# Large boards -------------------------------------------------------------------------

LARGEST = find_edition("super", pegs=12, colours=26, rows=30, answers=Answers.HAND)
MIDDLE = find_edition("super", pegs=6, colours=8, answers=Answers.HAND)


def random_board(terms: Edition, random: Random, *, rows: int) -> Board:
    """A board of random guesses, truly answered."""

    def row() -> Code:
        return Code(tuple(random.choices(terms.kinds, k=terms.pegs)))

    secret, board = row(), Board(terms)
    for _ in range(rows):
        guess = row()
        board = board.guess(guess).answer(mark(guess, secret))
    return board


@pytest.mark.parametrize("seed", range(8))
def test_the_rules_uphold_any_claim_that_is_found(seed: int) -> None:
    board = random_board(MIDDLE, Random(seed), rows=8)
    before, row, after = board.rows[:4], board.rows[4], board.rows[5:]
    lied = replace(board, rows=(*before, replace(row, feedback=Feedback(5, 0)), *after))
    with suppress(Undecided):
        found = find_contradiction(lied)
        assert found is not None
        assert 5 in found.rows, "true answers do not contradict each other"
        assert check_claim(lied, found.rows) == found


def test_the_same_guess_answered_in_two_ways_is_shown_on_the_largest_board() -> None:
    board = random_board(LARGEST, Random(2), rows=1)
    row = board.rows[0]
    assert row.guess is not None
    assert row.feedback is not None
    board = board.guess(row.guess).answer(Feedback(row.feedback.black, row.feedback.white + 1))
    assert find_contradiction(board) == Contradiction((1, 2))
