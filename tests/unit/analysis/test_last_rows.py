"""Advice and reviews when rows run out: the chance to break the code counts first."""

from __future__ import annotations

import re
from math import isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.analysis import explain
from codepegs.analysis.budget import SearchBudget
from codepegs.analysis.evaluator import Evaluator
from codepegs.analysis.guess import estimate_outlook
from codepegs.analysis.hint import HintKind, find_hint
from codepegs.engine.codespace import CodeSpace
from codepegs.engine.optimum import Optimum
from codepegs.notation import edition_line, position
from codepegs.notation.review import Grade, Outlook
from codepegs.rules import Board, Code, Row, find_edition, mark
from tests.support.golden_files import Golden
from tests.support.plain_rows import plain_play
from tests.support.strategies import code, guesses, secrets
from tests.unit.analysis.review.test_review import game, keeps_the_account, review

TINY = [
    "mini pegs=2 colours=4",
    "mini pegs=3 colours=2 blanks=yes",
    "mini pegs=2 colours=4 code-repeats=no",
    "mini pegs=2 colours=5 code-repeats=no guess-repeats=no",
]
CHANCE = re.compile(r"chance of cracking it in (?:one guess|the (\d+) guesses left) is (\d+) in (\d+)")


@st.composite
def late_boards(draw: DrawFn) -> tuple[Board, int, Code]:
    """A truly answered board with one to four rows left, their number, and a planned guess."""
    terms = edition_line.read(draw(st.sampled_from(TINY)))
    secret = draw(secrets(terms))
    rows = [Row(guess, mark(guess, secret)) for guess in draw(st.lists(guesses(terms), max_size=2))]
    kept = tuple(row for row in rows if row.guess != secret)
    left = draw(st.integers(1, 4))
    return Board(terms.with_rules(rows=len(kept) + left), kept), left, draw(guesses(terms))


@given(late_boards())
@settings(deadline=None)
def test_no_guess_has_a_better_chance_than_the_one_advised(case: tuple[Board, int, Code]) -> None:
    board, rows, planned = case
    codes = [one for one in board.edition.codes() if board.fits(one)]
    play, found = plain_play(board.edition.with_rules(rows=9)), find_hint(board, planned)
    assert found.planned is not None
    assert play.outcome(codes, rows, found.best.guess) == play.best(codes, rows)
    for guess in (found.best, found.planned):
        lost, total = play.outcome(codes, rows, guess.guess)
        assert guess.to_go == Outlook(total / len(codes), chance=1 - lost / len(codes))
    # Every chance that a sentence names is that of the best guess, the planned one or the rival.
    told = " ".join(found.steps[-1].sentences)
    named = [guess for guess in (found.best, found.planned, found.rival) if guess is not None]
    broken = {len(codes) - play.outcome(codes, rows, guess.guess)[0] for guess in named}
    for left, count, of in CHANCE.findall(told):
        assert (int(left or 1), int(of)) == (rows, len(codes))
        assert int(count) in broken
    sure = found.best.to_go.chance == 1 and rows <= explain.LAST_ROWS and len(codes) > 1
    assert ("You're certain to crack it" in told) == sure
    last = "This is the last guess" in " ".join(found.steps[0].sentences)
    assert last == (rows == 1 and len(codes) > 1)


ADVICE = [
    ("mini rows=3 / RRB 1+1 / KKW 0+1", "KKW"),
    ("mini rows=3 / RRB 1+1 / KKW 0+1", None),
    ("mini rows=4 / RRB 1+1 / KKW 0+0", "BYG"),
    ("mini rows=3 / RRB 1+1", "RRR"),
    ("mini rows=4 / KKK 1+0", None),
    ("classic-1 rows=5 / RRBB 1+1 / RYGK 0+2", "RGRG"),
    ("hasbro-2010 rows=4 / RBYG 1+1 / RWKO 0+2", None),
    ("super rows=6 / RRBBY 1+2 / RGWBK 0+1", "RRRRR"),
    ("super rows=4 / RRBBY 1+2", None),
]
"""Positions with few rows left, and a planned guess."""


def test_advice_for_the_last_rows_reads_as_in_the_catalogue(golden: Golden) -> None:
    budget, lines = SearchBudget(steps=2_000, misses=0), list[str]()
    for line, plan in ADVICE:
        board = position.read(line)
        planned = None if plan is None else board.edition.code(plan)
        hint = find_hint(board, planned, budget)
        lines += [f"# {line}{f', planning {plan}' if plan else ''}", ""]
        lines += [sentence for step in hint.up_to(HintKind.GUESS) for sentence in step.sentences]
        lines += [f"In short: {' '.join(explain.prospects(hint.best)) or 'nothing'}", ""]
    golden("last-rows.txt", "\n".join(lines))


def test_on_a_full_board_advice_goes_on_without_a_limit() -> None:
    board = position.read("mini rows=2 / RRB 1+1 / KKW 0+0")
    endless = Board(board.edition.with_rules(rows=30), board.rows)
    assert Evaluator(board.edition).best(board).guess == Evaluator(endless.edition).best(endless).guess


@pytest.mark.parametrize("rows", [3, 4])
def test_an_estimated_chance_is_near_what_is_proved(rows: int) -> None:
    terms = find_edition("classic-1")
    space = CodeSpace.of(terms)
    optimum, first = Optimum(space), space.number(terms.code("RRBY"))
    for _, part in space.split(first, space.codes):
        bounds = optimum.solve(part, [first], rows=rows)
        chance = 1 - bounds.lost / len(part)
        assert abs(estimate_outlook(terms, len(part), rows).chance - chance) < 0.15


# Reviews --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "secret", "guesses"),
    [
        ("mini pegs=2 colours=4 rows=3", "AD", ["AA", "BC", "DA"]),
        ("mini pegs=2 colours=4 rows=4", "AD", ["BB", "BB", "AA", "AD"]),
        ("mini pegs=3 colours=2 blanks=yes rows=3", "-AB", ["AAA", "ABB", "BA-"]),
        ("mini pegs=2 colours=5 code-repeats=no rows=3", "DE", ["AA", "BC", "CC"]),
    ],
)
def test_every_figure_counts_the_rows_left(line: str, secret: str, guesses: list[str]) -> None:
    terms = edition_line.read(line)
    found, play = (
        review(game(line, f"code {secret}", *(f"guess {guess}" for guess in guesses))),
        plain_play(terms),
    )
    codes, left = [*terms.codes()], terms.rows
    for row, text in zip(found.rows, guesses, strict=True):
        (lost, total), mine = play.best(codes, left), play.outcome(codes, left, code(text))
        assert row.before == Outlook(total / len(codes), chance=1 - lost / len(codes))
        assert row.regret is not None
        assert isclose(row.regret.chance, (mine[0] - lost) / len(codes), abs_tol=1e-9)
        assert row.best is not None
        assert play.outcome(codes, left, terms.code(row.best.guess)) == (lost, total)
        assert (row.grade is Grade.BEST) == (mine == (lost, total))
        codes = [one for one in codes if mark(code(text), one) == mark(code(text), code(secret))]
        left -= 1
    assert found.to_go == Outlook(0.0, chance=1.0 if guesses[-1] == secret else 0.0)
    assert keeps_the_account(found)


def test_rows_out_of_time_lose_the_chance_of_their_rows() -> None:
    found = review(game("mini rows=3 time=5", "code ABC", "guess AAB", "timeout", "timeout"))
    assert [row.cells[-2] for row in found.rows[1:]] == ["38%", "6%"]
    assert found.totals.clock.chance == 7 / 16
    assert keeps_the_account(found)
    account = next(sentence for sentence in found.words if sentence.startswith("Chance"))
    assert account == (
        "Chance of cracking the code in 3 guesses: 24% with perfect play, 2% lost to weak guesses, "
        "44% lost to the clock, 22% gained by luck."
    )
