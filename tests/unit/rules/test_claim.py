"""Wrong answers: found as soon as they contradict each other, or else at the reveal."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
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
    Ending,
    Feedback,
    GiveUp,
    Guess,
    HouseRules,
    Match,
    Proof,
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

SMALL: list[tuple[str, HouseRules, int]] = [
    # slug, house rules, games: a lie is told at every place of each
    ("mini", {"colours": 4, "rows": 4}, 60),
    ("mini", {"colours": 3, "blanks": True, "rows": 4}, 60),
    ("mini", {"colours": 5, "code_repeats": False, "rows": 3}, 60),
    ("bulls-and-cows", {"pegs": 3, "colours": 5, "rows": 3}, 60),
    ("classic-1", {"rows": 5}, 20),
    ("hasbro-2010", {"rows": 5}, 16),
    ("classic-2", {"rows": 6}, 12),
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
    terms = find_edition(slug, **rules).with_rules(answers=Answers.HAND)
    every = Everything(terms)
    answers = [Feedback(b, w) for b in range(terms.pegs) for w in range(terms.pegs + 1 - b)]
    random = Random(slug)
    found: dict[type[Proof], int] = {Contradiction: 0, WrongAnswers: 0}
    for secret, guesses in guess_lists(every, random, games):
        truths = [mark(guess, secret) for guess in guesses]
        for lie_at, true in enumerate(truths):
            lie = random.choice([answer for answer in answers if answer != true])
            given = [*truths[:lie_at], lie, *truths[lie_at + 1 :]]
            # One row is left, so that the last answer can be claimed before the reveal.
            agreement = two(terms.with_rules(rows=terms.rows + 1))
            match = Match.start(agreement).play(SetCode(Secret(secret)))
            proof: Proof | None = _claim_after_every_row(every, match, guesses, given)
            if proof is None:
                proof = WrongAnswers((WrongAnswer(lie_at + 1, lie, true),))
                void, again = _all_rows(match, guesses, given).play(GiveUp()).games
                assert (void.ending, void.proof, again.replay) == (Ending.VOID, proof, 1)
            found[type(proof)] += 1
    assert all(found.values()), "both kinds of proof came up"


def _claim_after_every_row(
    every: Everything, match: Match, guesses: list[Code], given: list[Feedback]
) -> Contradiction | None:
    """Claims are refused until no code fits, and then upheld with the smallest set of rows."""
    for guess, answer in zip(guesses, given, strict=True):
        match = match.play(Guess(guess)).play(Answer(answer))
        right = every.contradiction(match.game.board)
        assert find_contradiction(match.game.board) == right
        if right:
            assert find_claim(match.game.board) == Claim(right.rows)
            void = match.play(Claim(right.rows)).games[0]
            assert (void.ending, void.proof) == (Ending.VOID, right)
            return right
        with pytest.raises(NothingToShow, match="at least one code still fits"):
            find_claim(match.game.board)
        with pytest.raises(NothingToShow, match="These rows do not contradict each other"):
            match.play(Claim(tuple(range(1, len(match.game.board.rows) + 1))))
    return None


def _all_rows(match: Match, guesses: list[Code], given: list[Feedback]) -> Match:
    for guess, answer in zip(guesses, given, strict=True):
        match = match.play(Guess(guess)).play(Answer(answer))
    return match


@pytest.mark.parametrize(("slug", "rules", "games"), SMALL)
def test_true_answers_are_never_shown_to_be_wrong(slug: str, rules: HouseRules, games: int) -> None:
    terms = find_edition(slug, **rules).with_rules(answers=Answers.HAND)
    every = Everything(terms)
    for secret, guesses in guess_lists(every, Random(slug), games):
        board = Board(terms)
        for guess in guesses:
            board = board.guess(guess).answer(mark(guess, secret))
            assert find_contradiction(board) is None
        assert find_wrong_answers(board, secret) is None


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


def test_a_row_that_was_never_answered_is_no_wrong_answer() -> None:
    assert find_wrong_answers(played_board(find_edition("mini"), "timeout", "ABC"), code("AAB")) is None


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


@pytest.mark.parametrize("rows", [(1,), (3,), (1, 3), (3, 4)])
def test_a_claim_of_rows_that_some_code_fits_is_refused(rows: tuple[int, ...]) -> None:
    found = refusal(LIED_TO, Claim(rows))
    assert type(found) is NothingToShow
    assert str(found) == "These rows do not contradict each other: some code fits all of them."


def test_a_claim_may_name_more_rows_than_it_needs() -> None:
    assert LIED_TO.play(Claim((1, 3, 4))).games[0].proof == Contradiction((1, 3, 4))
    assert find_claim(LIED_TO.game.board) == Claim((1, 4))


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


@pytest.mark.long
@pytest.mark.parametrize("rows", [8, 16])
def test_on_the_largest_board_true_answers_are_found_true_or_the_question_stays_open(rows: int) -> None:
    with suppress(Undecided):
        assert find_contradiction(random_board(LARGEST, Random(rows), rows=rows)) is None


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
