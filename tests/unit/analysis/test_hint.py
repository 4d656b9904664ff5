"""Hints: every sentence is true, by `rules.mark` alone, and no step tells more than it should."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from math import isclose, log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.analysis.budget import SearchBudget
from codepegs.analysis.evaluator import Evaluator
from codepegs.analysis.guess import EvaluatedGuess
from codepegs.analysis.hint import Hint, HintKind, find_hint
from codepegs.errors import IllegalCode, NotNow
from codepegs.notation import position
from codepegs.notation import sentences as wording
from codepegs.rules import Board, Code, Row, find_edition, mark
from tests.support.strategies import editions, guesses, secrets

TOLD = re.compile(
    r"It leaves ([\d,.]+) of the ([\d,]+) codes on average, "
    r"and ([\d,]+) at worst \((\d+) possible answers\)\."
)
QUICK = SearchBudget(steps=2_000, misses=1)


@st.composite
def asked(draw: DrawFn) -> tuple[Board, Code | None]:
    """A board that waits for a guess, truly answered, and perhaps a planned one."""
    terms = draw(editions(pegs=4, colours=4))
    secret, rows = draw(secrets(terms)), list[Row]()
    for guess in draw(st.lists(guesses(terms), max_size=min(5, terms.rows - 1))):
        late = draw(st.integers(0, 9)) == 0
        rows.append(Row(None, None) if late else Row(guess, mark(guess, secret)))
    kept = [row for row in rows if row.guess != secret]
    return Board(terms, tuple(kept)), draw(st.none() | guesses(terms))


def said(found: Hint, kind: HintKind) -> str:
    return " ".join(next(step for step in found.steps if step.kind is kind).sentences)


def split(codes: list[Code], guess: Code) -> Counter[str]:
    return Counter(str(mark(guess, one)) for one in codes)


def check_told(sentences: str, option: EvaluatedGuess, codes: list[Code]) -> None:
    """The numbers of what a guess tells are what marking every code left gives."""
    parts = split(codes, option.guess)
    assert {str(part.answer): part.codes for part in option.parts} == parts
    if found := TOLD.search(sentences):
        average, count, most, ways = (float(number.replace(",", "")) for number in found.groups())
        assert (count, ways, most) == (len(codes), len(parts), max(parts.values()))
        assert abs(average - sum(n * n for n in parts.values()) / len(codes)) <= 0.051
    elif "different answers" in sentences:
        assert set(parts.values()) == {1}
        assert len(parts) == len(codes) > 1
    elif "tells you nothing" in sentences:
        assert len(parts) == 1
        assert len(codes) > 1
    else:
        assert len(codes) == 1
        assert ("It's the only code left." in sentences) == (option.guess in codes)


@given(question=asked())
@settings(max_examples=150, deadline=None)
def test_every_sentence_is_true(question: tuple[Board, Code | None]) -> None:
    board, planned = question
    terms = board.edition
    found = find_hint(board, planned, QUICK)
    codes = [one for one in terms.codes() if all(row.fits(one) for row in board.rows)]
    assert found.left == len(codes)
    count = f"{len(codes):,} code{'s' * (len(codes) > 1)} left."
    # With a plan, what the plan tells has the number.
    assert (count in said(found, HintKind.NUDGE)) == (planned is None)
    # What they have in common; of a single code that would be all of it.
    nudge = said(found, HintKind.NUDGE)
    assert len(codes) > 1 or not re.search("the code must|the code can't|must be", nudge, re.IGNORECASE)
    for kind in terms.kinds if len(codes) > 1 else ():
        counts = [one.pegs.count(kind) for one in codes]
        name = terms.hues[kind].name if kind < terms.colours else "empty"
        never = re.search(r"The code can't have ([^.]*)\.", nudge)
        called = name if kind < terms.colours else "an empty hole"
        assert (max(counts) == 0) == (never is not None and called in re.split(", | or ", never[1]))
        surely = re.search(r"The code must have ([^.]*)\.", nudge)
        many = "s" * (min(counts) > 1)
        pegs_of = f"{name} {'peg' if kind < terms.colours else 'hole'}{many}"
        if terms.colour_word == "digit" and kind < terms.colours:
            pegs_of = f"digit{many} {name}"
        words = f"{'at least ' * (max(counts) > min(counts))}{min(counts)} {pegs_of}"
        assert (min(counts) > 0) == (surely is not None and words in re.split(", | and ", surely[1]))
        for place in range(terms.pegs):
            always = all(one.pegs[place] == kind for one in codes)
            assert always == (f"Hole {place + 1} must be {name}." in nudge)
    # The best guess: whether it can be the code, its pegs, what it tells.
    assert found.best.possible == (found.best.guess in codes)
    if planned is None:
        assert ("The best guess might be the code itself" in nudge) == (found.best.guess in codes)
    colours = said(found, HintKind.COLOURS)
    pegs = sum(int(count) for count in re.findall(r"(\d+) (?:digit|\w+ (?:peg|hole))", colours))
    assert pegs == terms.pegs
    guess = said(found, HintKind.GUESS)
    assert f" is `{terms.spell(found.best.guess)}`." in guess
    if planned == found.best.guess:
        assert not TOLD.search(guess), "The first step has said it."
    else:
        check_told(guess.partition("It can't win right away")[0], found.best, codes)
    assert len(codes) > 1 or "on average" not in guess.partition("With `")[0]
    if "It can't win right away" in guess:
        assert found.rival is not None
        assert found.rival.guess in codes
        assert found.best.guess not in codes
        assert found.rival.bits >= max(bits(codes, one) for one in codes) - 1e-6
        assert found.rival.to_go.rank > found.best.to_go.rank
    if planned is not None:
        assert found.planned is not None
        plan = said(found, HintKind.NUDGE)
        check_told(plan, found.planned, codes)
        assert (f"`{terms.spell(planned)}` could be the code" in plan) == (planned in codes)
        against = [number for number, row in enumerate(board.rows, start=1) if not row.fits(planned)]
        assert [misfit.row for misfit in found.misfits] == against
        if found.misfits and "twice" not in plan:
            first = found.misfits[0]
            row = board.rows[first.row - 1]
            assert row.guess is not None
            assert row.feedback is not None
            given, would = (
                wording.describe_feedback(terms, row.feedback),
                wording.describe_feedback(terms, mark(row.guess, planned)),
            )
            assert f"row {first.row} got {given}, but would have got {would}." in plan
    assert pickle.loads(pickle.dumps(found)) == found


def bits(codes: list[Code], guess: Code) -> float:
    shares = [count / len(codes) for count in split(codes, guess).values()]
    return -sum(share * log2(share) for share in shares)


def test_of_guesses_that_are_as_good_one_that_can_be_the_code_is_best() -> None:
    for line in (
        "mini / KRR 2+0 / RYW 0+1",
        "mini / BYR 1+0 / BWY 0+2",
        "mini / RBW 0+0 / WBY 1+0 / RWB 0+0",
    ):
        found = find_hint(position.read(line))
        assert found.best.possible
        assert found.best.to_go.proved


def test_the_best_guess_is_the_planned_one_if_no_other_is_better() -> None:
    board = position.read("classic-1 / RRBB 1+1 / RYGK 0+2")
    best = find_hint(board).best
    found = find_hint(board, best.guess)
    assert found.best.guess == best.guess
    assert "which is proved to be the fewest" in said(found, HintKind.GUESS)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("mini / RRR 1+0 / RBB 0+0", "rows 1 and 2 contradict"),
        ("mini / RGB 3+0", "isn't waiting for a guess"),
        ("mini / RGB ?", "isn't waiting for a guess"),
        ("mini rows=1 / RGB 1+0", "isn't waiting for a guess"),
    ],
)
def test_where_no_guess_helps_the_refusal_says_so(line: str, reason: str) -> None:
    with pytest.raises(NotNow, match=reason):
        find_hint(position.read(line))


def test_a_planned_guess_must_be_allowed() -> None:
    with pytest.raises(IllegalCode):
        find_hint(Board(find_edition("bulls-and-cows")), find_edition("bulls-and-cows").code("0012"))


@settings(deadline=None)
@given(asked())
def test_the_steps_of_a_match_tell_more_and_more_and_only_the_last_spells_the_guess(
    case: tuple[Board, Code | None],
) -> None:
    board, planned = case
    found = find_hint(board, planned, QUICK)
    spelled = board.edition.spell(found.best.guess)
    told = [" ".join(found.sentences(step)) for step in (1, 2, 3)]
    assert f"is `{spelled}`." in told[2]
    assert "The best guess uses" in told[1]
    assert board.edition.pegs == 1 or spelled not in told[1]
    assert ("The best guess" in told[0]) is (planned is None)
    if planned is not None:
        assert told[0].startswith(f"`{board.edition.spell(planned)}` c")


def test_a_good_guess_is_not_called_proved_because_its_own_worth_is() -> None:
    """RYPGO is better, which the short search of a hint does not find out."""
    board = position.read("super / BYOPY 2+1 / KOBKO 1+0")
    known = Evaluator(board.edition, QUICK)
    played = known.evaluate(board, board.edition.code("PYPRO"))
    assert played.to_go.proved
    for planned in (None, board.edition.code("PYPRO"), board.edition.code("RYPGO")):
        found = find_hint(board, planned, QUICK, on=known)
        assert not found.best.to_go.proved
        assert "that is proved" not in said(found, HintKind.GUESS)
        assert said(found, HintKind.GUESS).startswith("A good guess is ")


def test_an_estimate_is_never_better_than_what_is_proved() -> None:
    board = Board(find_edition("classic-1"))
    found = find_hint(board, board.edition.code("RBYG"), QUICK, stop=lambda: True)
    assert found.best.to_go.proved
    assert found.best.guess != board.edition.code("RBYG")
    assert found.planned is not None
    assert not found.planned.to_go.proved
    assert found.planned.to_go.guesses >= found.best.to_go.guesses
    parts = sum(part.chance * part.to_go.guesses for part in found.planned.parts)
    assert isclose(found.planned.to_go.guesses, 1 + parts)
    assert "nothing better" not in said(found, HintKind.GUESS)
