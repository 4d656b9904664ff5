"""Wrong answers: found as soon as they contradict each other, or else at the reveal."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import settings

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
    Ending,
    Feedback,
    Guess,
    HouseRules,
    Match,
    Phase,
    Proof,
    Reveal,
    Seat,
    Secret,
    SetCode,
    WrongAnswer,
    WrongAnswers,
    claim,
    contradiction,
    edition,
    mark,
    wrong_answers,
)
from tests.strategies import code, two

SMALL: list[tuple[str, HouseRules, int]] = [
    # slug, house rules, games: a lie is told at every place of each
    ("mini", {"colours": 4, "rows": 4}, 250),
    ("mini", {"colours": 3, "blanks": True, "rows": 4}, 150),
    ("mini", {"colours": 5, "code_repeats": False, "rows": 3}, 250),
    ("bulls-and-cows", {"pegs": 3, "colours": 5, "rows": 3}, 200),
    ("classic-1", {"rows": 5}, 48),
    ("hasbro-2010", {"rows": 5}, 40),
    ("classic-2", {"rows": 6}, 24),
]


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


def guess_lists(every: Everything, random: Random, games: int) -> Iterator[tuple[Code, list[Code]]]:
    """Secrets, each with as many guesses as there are rows; none of them breaks the code.

    There are `games` of them where Hypothesis tries a hundred examples.
    """
    for _ in range(games * settings().max_examples // 100):
        secret, *guesses = random.sample(every.codes, every.terms.rows + 1)
        yield secret, guesses


@pytest.mark.parametrize(("slug", "rules", "games"), SMALL)
def test_a_lie_shows_at_the_first_contradiction_or_at_the_reveal(
    slug: str, rules: HouseRules, games: int
) -> None:
    terms = edition(slug, **rules).house(answers=Answers.HAND)
    every = Everything(terms)
    answers = [Feedback(b, w) for b in range(terms.pegs) for w in range(terms.pegs + 1 - b)]
    random = Random(slug)
    found: dict[type[Proof], int] = {Contradiction: 0, WrongAnswers: 0}
    for secret, guesses in guess_lists(every, random, games):
        truths = [mark(guess, secret) for guess in guesses]
        for lie_at, true in enumerate(truths):
            lie = random.choice([answer for answer in answers if answer != true])
            given = [*truths[:lie_at], lie, *truths[lie_at + 1 :]]
            match = Match.start(two(terms)).play(SetCode(Secret(secret)))
            proof: Proof | None = _claim_after_every_row(every, match, guesses, given)
            if proof is None:
                proof = WrongAnswers((WrongAnswer(lie_at + 1, lie, true),))
                match = _all_rows(match, guesses, given).play(Reveal())
                assert match.game.phase is Phase.JUDGING
                assert match.game.evidence() == proof
                assert match.play(Claim()).games[0].proof == proof
            found[type(proof)] += 1
    assert all(found.values()), "both kinds of proof came up"


def _claim_after_every_row(
    every: Everything, match: Match, guesses: list[Code], given: list[Feedback]
) -> Contradiction | None:
    """Claims are refused until no code fits, and then upheld with the smallest set of rows."""
    for guess, answer in zip(guesses, given, strict=True):
        match = match.play(Guess(guess)).play(Answer(answer))
        right = every.contradiction(match.game.board)
        assert contradiction(match.game.board) == right
        if right:
            void = match.play(Claim()).games[0]
            assert (void.ending, void.proof) == (Ending.VOID, right)
            return right
        with pytest.raises(NothingToShow):
            match.play(Claim())
    return None


def _all_rows(match: Match, guesses: list[Code], given: list[Feedback]) -> Match:
    for guess, answer in zip(guesses, given, strict=True):
        match = match.play(Guess(guess)).play(Answer(answer))
    return match


@pytest.mark.parametrize(("slug", "rules", "games"), SMALL)
def test_true_answers_are_never_shown_to_be_wrong(slug: str, rules: HouseRules, games: int) -> None:
    terms = edition(slug, **rules).house(answers=Answers.HAND)
    every = Everything(terms)
    for secret, guesses in guess_lists(every, Random(slug), games):
        board = Board(terms)
        for guess in guesses:
            board = board.guess(guess).answer(mark(guess, secret))
            assert contradiction(board) is None
        assert wrong_answers(board, secret) is None


def test_any_answers_at_all_are_judged_as_trying_every_set_of_rows_judges_them() -> None:
    terms = edition("mini", colours=4, rows=7, answers=Answers.HAND)
    every = Everything(terms)
    answers = [Feedback(black, white) for black in range(3) for white in range(4 - black)]
    random = Random(7)
    for _ in range(400):
        board = Board(terms)
        while not board.full:
            board = board.guess(random.choice(every.codes)).answer(random.choice(answers))
        assert contradiction(board) == every.contradiction(board)


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
        ([], None),
        (["timeout"], None),
        (["ABC"], None),
        # An answer that no code can earn contradicts itself.
        (["ABC 2+1"], (1,)),
        (["ABC 0+0", "AAA 1+1"], (2,)),
        # One guess, two answers; an empty and an open row between and after say nothing.
        (["ABC 1+1", "timeout", "ABC 1+0"], (1, 3)),
        (["ABC 1+1", "ABC 1+0", "DEF"], (1, 2)),
        # Of two smallest sets the one whose rows come first.
        (["ABC 1+1", "DEF 0+1", "ABC 1+0", "DEF 1+0"], (1, 3)),
        (["DEF 0+1", "ABC 1+1", "DEF 1+0", "ABC 1+0"], (1, 3)),
        # Rows 1 and 3 have all six colours between them and earn four key pegs: a code has three.
        (["ABC 1+1", "BAD 1+0", "DEF 0+2"], (1, 3)),
        (["AAA 1+0", "BBB 1+0", "CCC 1+0", "DDD 1+0"], (1, 2, 3, 4)),
        (["FFF 0+0", "AAA 1+0", "EEE 0+0", "BBB 1+0", "CCC 1+0", "DDD 1+0"], (2, 4, 5, 6)),
    ],
)
def test_the_smallest_contradicting_rows_are_named(rows: list[str], proof: tuple[int, ...] | None) -> None:
    board = played_board(edition("mini"), *rows)
    assert contradiction(board) == (None if proof is None else Contradiction(proof))


def test_what_the_edition_forbids_is_no_code_that_fits() -> None:
    rows = ["AAA 2+0"]
    assert contradiction(played_board(edition("mini"), *rows)) is None
    assert contradiction(played_board(edition("mini", code_repeats=False), *rows)) == Contradiction((1,))
    rows = ["AAA 0+0", "BBB 0+0"]
    assert contradiction(played_board(edition("mini", colours=2), *rows)) == Contradiction((1, 2))
    assert contradiction(played_board(edition("mini", colours=2, blanks=True), *rows)) is None


def test_a_reveal_shows_every_wrong_answer_with_the_true_one() -> None:
    board = played_board(edition("mini"), "ABC 1+1", "timeout", "AAB 1+1", "CBA 3+0")
    assert wrong_answers(board, code("AAB")) == WrongAnswers(
        (
            WrongAnswer(3, given=Feedback(1, 1), true=Feedback(3, 0)),
            WrongAnswer(4, given=Feedback(3, 0), true=Feedback(0, 2)),
        )
    )
    proof = wrong_answers(board, code("AAB"))
    assert proof is not None
    assert proof.rows == (3, 4)


def test_a_row_that_was_never_answered_is_no_wrong_answer() -> None:
    assert wrong_answers(played_board(edition("mini"), "timeout", "ABC"), code("AAB")) is None


# The work it takes ----------------------------------------------------------------------

FOUR_ROWS = played_board(edition("mini"), "FFF 0+0", "AAA 1+0", "EEE 0+0", "BBB 1+0", "CCC 1+0", "DDD 1+0")


def test_every_step_of_a_claim_is_counted_alike_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record is refused where its claim is undecided, so what is decided must not drift."""
    budgets: list[Budget] = []

    def budget(*steps: int) -> Budget:
        budgets.append(Budget(*steps))
        return budgets[-1]

    monkeypatch.setattr(claim, "Budget", budget)
    assert contradiction.__wrapped__(FOUR_ROWS) == Contradiction((2, 4, 5, 6))
    assert budgets[0].spent == 567


def test_a_claim_that_takes_too_many_steps_stays_undecided_and_the_match_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(claim, "Budget", lambda *_: Budget(100))
    match = Match.start(two(edition("mini", colours=9, answers=Answers.HAND))).play(
        SetCode(Secret(code("ABC")))
    )
    for row in FOUR_ROWS.rows:
        assert row.guess is not None
        assert row.feedback is not None
        match = match.play(Guess(row.guess)).play(Answer(row.feedback))
    with pytest.raises(Undecided) as refused:
        match.play(Claim())
    assert refused.value.steps == 100
    assert Act.CLAIM in match.legal(Seat.CODEBREAKER)


# The largest board --------------------------------------------------------------------

LARGEST = edition("super", pegs=12, colours=26, rows=30, answers=Answers.HAND)


def largest_board(random: Random, *, rows: int) -> Board:
    """A board of random guesses, truly answered."""

    def row() -> Code:
        return Code(tuple(random.choices(LARGEST.kinds, k=LARGEST.pegs)))

    secret, board = row(), Board(LARGEST)
    for _ in range(rows):
        guess = row()
        board = board.guess(guess).answer(mark(guess, secret))
    return board


@pytest.mark.long
@pytest.mark.parametrize("rows", [8, 16])
def test_on_the_largest_board_true_answers_are_found_true_or_the_question_stays_open(rows: int) -> None:
    with suppress(Undecided):
        assert contradiction(largest_board(Random(rows), rows=rows)) is None


@pytest.mark.long
@pytest.mark.parametrize("rows", [8, 16, 30])
def test_on_the_largest_board_a_lie_is_shown_or_the_question_stays_open(rows: int) -> None:
    board = largest_board(Random(rows), rows=rows)
    before, row, after = board.rows[: rows // 2], board.rows[rows // 2], board.rows[rows // 2 + 1 :]
    lied = replace(board, rows=(*before, replace(row, feedback=Feedback(2, 10)), *after))
    with suppress(Undecided):
        proof = contradiction(lied)
        assert proof is None or rows // 2 + 1 in proof.rows, "true answers do not contradict each other"


@pytest.mark.long
def test_the_same_guess_answered_in_two_ways_is_shown_on_the_largest_board() -> None:
    board = largest_board(Random(2), rows=29)
    row = board.rows[3]
    assert row.guess is not None
    assert row.feedback is not None
    board = board.guess(row.guess).answer(Feedback(row.feedback.black, row.feedback.white + 1))
    assert contradiction(board) == Contradiction((4, 30))
