"""The strategy `optimal`: followed from the shelf, and searched for where a board leaves the tree."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.analysis.census import take_census
from codepegs.engine import MEASURES, CodeSpace, find_strategy, optimal_strategy, tree
from codepegs.engine.optimal_strategy import Optimal, OptimalGuesser, find_strongest
from codepegs.engine.optimum import Optimum
from codepegs.engine.sampling.strategy import SamplingGuesser
from codepegs.engine.strategy import OneStep
from codepegs.engine.tree import Tree, bundled_trees
from codepegs.engine.tree_lookup import TreeLookup, look_up
from codepegs.errors import NotationError, TooLarge
from codepegs.notation import position
from codepegs.rules import Board, Code, Edition, Feedback, Row, find_edition, mark
from tests.support.strategies import guesses, secrets

MINI = find_edition("mini")


@pytest.mark.parametrize("name", bundled_trees())
def test_following_a_tree_gives_the_total_that_verifying_it_gives(name: str) -> None:
    followed = tree.read_trusted(bundled_trees()[name])
    space = CodeSpace.of(followed.edition)
    first = TreeLookup(space, followed).find(space.codes)  # as if it were proved
    assert first is not None
    assert space.code(first.guess) == followed.guesses[0]
    assert str(first.total) == tree.read_heading(bundled_trees()[name]).total


def test_a_tree_is_followed_to_every_code_as_the_rules_walk_it() -> None:
    followed = tree.read(bundled_trees()["mini"])
    space = CodeSpace.of(MINI)
    follower = TreeLookup(space, followed)
    for code, answers in followed.walk():
        board = Board(MINI)
        for answer in answers:
            choice = follower.find(space.candidates(board))
            assert choice is not None
            guess = space.code(choice.guess)
            assert mark(guess, code) == answer
            board = board.guess(guess).answer(answer)
        assert board.broken


def test_a_tree_with_too_few_guesses_is_refused() -> None:
    followed = tree.read_trusted(bundled_trees()["mini"])
    with pytest.raises(NotationError, match="fewer guesses"):
        TreeLookup(CodeSpace.of(MINI), Tree(MINI, followed.guesses[:-1]))


@pytest.mark.parametrize(
    ("slug", "rows", "total"),
    [
        ("classic-1", None, 5625),
        ("classic-1", 6, 5625),
        ("classic-1", 5, 5626),
        ("classic-1", 4, None),
        ("hasbro-2010", 6, 7797),
        ("hasbro-2010", 5, None),
        ("super", 7, None),
    ],
)
def test_a_tree_is_followed_only_if_its_rows_are_left(slug: str, rows: int | None, total: int | None) -> None:
    space = CodeSpace.of(find_edition(slug))
    choice = look_up(space, space.codes, rows=rows)
    assert (choice.total if choice else None) == total
    assert choice is None or choice.worst == (5 if total == 5626 else 6)


def test_parts_of_a_limited_tree_need_exactly_its_rows() -> None:
    limited = tree.read_trusted(bundled_trees()["classic-1-in-5"])
    space = CodeSpace.of(limited.edition)
    lookup = TreeLookup(space, limited, limited=True)
    first = space.number(limited.guesses[0])
    largest = max((part for _, part in space.split(first, space.codes)), key=len)
    assert lookup.find(largest, rows=4) is not None
    assert [lookup.find(largest, rows=rows) for rows in (3, 5, None)] == [None] * 3


def test_a_tree_of_which_nothing_is_proved_is_followed_where_a_search_would_take_too_long() -> None:
    terms = find_edition("super")
    space = CodeSpace.of(terms)
    first = look_up(space, space.codes)
    assert first is not None
    assert first.total is None
    assert (
        OptimalGuesser(terms).guess(Board(terms))
        == space.code(first.guess)
        == tree.read_trusted(bundled_trees()["super"]).guesses[0]
    )
    # With few candidates left the best guess is proved, whatever the tree says.
    board = position.read("super / RRBBY 1+2 / RGPKR 1+1 / RBRPP 2+1 / RWBPP 1+2")
    choice = OptimalGuesser(terms).choose(board)
    assert choice is not None
    assert choice.total is not None


@pytest.mark.parametrize(
    "terms",
    [
        find_edition("super", colours=9),
        find_edition("hasbro-2010", code_repeats=True),
        find_edition("classic-1", colours=5),
    ],
)
def test_other_shapes_have_no_tree(terms: Edition) -> None:
    space = CodeSpace.of(terms)
    assert look_up(space, space.codes) is None


@pytest.mark.parametrize(
    ("terms", "total"),
    [
        (find_edition("classic-1"), 5625),
        (find_edition("hasbro-2010"), 7797),
        (find_edition("classic-2"), 11228),
        (find_edition("mini", colours=4), 206),  # these two have no tree: they are searched
        (find_edition("mini", colours=5), 451),
    ],
    ids=repr,
)
def test_over_all_codes_nothing_needs_fewer_guesses(terms: Edition, total: int) -> None:
    assert take_census(CodeSpace.of(terms), find_strategy("optimal", Random(0))).total == total


@pytest.mark.parametrize("slug", ["classic-1", "hasbro-2010"])
def test_on_boards_it_needs_for_each_code_what_the_tree_needs(slug: str) -> None:
    terms = find_edition(slug)
    breaker = OptimalGuesser(terms)
    needed = {code: len(answers) for code, answers in tree.read_trusted(bundled_trees()[slug]).walk()}
    assert sum(needed.values()) == {"classic-1": 5625, "hasbro-2010": 7797}[slug]
    for code in Random(1).sample([*needed], 40):
        board = Board(terms)
        while not board.broken:
            guess = breaker.guess(board)
            assert guess is not None
            board = board.guess(guess).answer(mark(guess, code))
        assert len(board.rows) == needed[code]


@st.composite
def boards_beside_the_tree(draw: DrawFn) -> Board:
    """Boards of few candidates that chance has led to, truly answered."""
    terms = draw(
        st.sampled_from([MINI, find_edition("mini", colours=5, blanks=True), find_edition("classic-1")])
    )
    secret = draw(secrets(terms))
    rows = draw(st.lists(guesses(terms), min_size=2, max_size=4, unique=True))
    return Board(terms, tuple(Row(guess, mark(guess, secret)) for guess in rows))


@given(boards_beside_the_tree(), st.integers(1, 6))
@settings(max_examples=60)
def test_beside_the_tree_it_plays_what_the_search_proves_best(board: Board, rows: int) -> None:
    board = Board(board.edition.with_rules(rows=len(board.rows) + rows), board.rows)
    breaker = OptimalGuesser(board.edition)
    space = breaker.space
    candidates = space.candidates(board)
    choice = breaker.choose(board)
    assert choice is not None
    if choice.total is None:
        return
    optimum = Optimum(space)
    bounds = optimum.solve(candidates, rows=rows)
    assert (choice.lost, choice.total) == (bounds.lost, bounds.guesses)
    marks = space.marks(np.array([choice.guess]), candidates)[0]
    parts = [candidates[marks == answer] for answer in np.unique(marks) if answer != space.classes.win]
    assert bounds.lower == len(candidates) + sum(optimum.solve(part, rows=rows - 1).lower for part in parts)


@pytest.mark.parametrize("slug", ["mini", "classic-1", "classic-2", "hasbro-2010", "bulls-and-cows"])
def test_a_first_guess_in_other_colours_and_places_is_followed_as_well_as_that_of_the_tree(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimal_strategy, "MAX_STEPS", 0)
    terms, random = find_edition(slug, rows=30), Random(5)
    breaker = OptimalGuesser(terms)
    space = breaker.space
    whole = breaker.choose(Board(terms))
    assert whole is not None
    kinds = random.sample(terms.kinds, k=len(terms.kinds))
    pegs = [kinds[terms.kinds.index(peg)] for peg in space.code(whole.guess).pegs]
    first = Code(tuple(random.sample(pegs, k=terms.pegs)))
    choices: dict[Feedback, int] = {}
    for code in map(space.code, space.codes.tolist()):
        board = Board(terms).guess(first).answer(mark(first, code))
        feedback = mark(first, code)
        if not board.broken and feedback not in choices:
            choice = breaker.choose(board)
            assert choice is not None
            assert choice.total is not None
            choices[feedback] = choice.total
            # Following it costs what it says.
            secrets = [space.code(number) for number in space.candidates(board).tolist()]
            assert len(secrets) > 60 or choice.total == sum(rows_after(breaker, board, s) for s in secrets)
    assert whole.total == len(space.codes) + sum(choices.values())


def rows_after(breaker: OptimalGuesser, board: Board, secret: Code) -> int:
    """How many more rows it takes to break a code."""
    before = len(board.rows)
    while not board.broken:
        guess = breaker.guess(board)
        assert guess is not None
        board = board.guess(guess).answer(mark(guess, secret))
    return len(board.rows) - before


def test_a_search_out_of_steps_gives_a_good_guess_and_claims_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal_strategy, "MAX_STEPS", 0)
    terms = find_edition("classic-1")
    space = CodeSpace.of(terms)
    board = Board(terms).guess(terms.code("RRRB")).answer(mark(terms.code("RRRB"), terms.code("RBYG")))
    candidates = space.candidates(board)
    choice = Optimal(quick=True).choose(space, candidates)
    assert choice.total is None
    assert choice.guess == OneStep(MEASURES["entropy"]).guess(space, candidates)


def test_a_board_too_large_for_the_search_is_refused_unless_a_good_guess_will_do() -> None:
    space = CodeSpace.of(find_edition("super"))
    with pytest.raises(TooLarge):
        Optimal().guess(space, space.codes)
    assert OptimalGuesser(find_edition("super")).guess(Board(find_edition("super"))) is not None


def test_the_strongest_is_the_best_if_the_codes_can_be_listed_and_samples_if_not() -> None:
    terms, large = find_edition("hasbro-2010"), find_edition("classic-1", pegs=8, colours=12)
    assert find_strongest(terms, Random(1)).guess(Board(terms)) == terms.code("RBYG")
    assert isinstance(find_strongest(large, Random(1)), SamplingGuesser)


@pytest.mark.parametrize("slug", ["classic-2", "hasbro-2010", "super"])
def test_where_no_code_fits_there_is_no_guess(slug: str) -> None:
    terms = find_edition(slug)
    board = Board(terms).guess(terms.code("RBYGW"[: terms.pegs])).answer(Feedback(terms.pegs - 1, 1))
    assert OptimalGuesser(terms).guess(board) is None


def test_rows_without_an_answer_count_for_nothing() -> None:
    terms = find_edition("classic-1", time_limit=60)
    board = Board(terms).guess(terms.code("RRBB")).answer(Feedback(1, 1))
    assert OptimalGuesser(terms).guess(board) == OptimalGuesser(terms).guess(
        board.time_out().guess(terms.code("RRBB"))
    )
