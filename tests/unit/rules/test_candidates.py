"""The search for fitting codes, against the plain definition: try every code."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.errors import Undecided
from codepegs.rules import Budget, Code, Colour, Edition, Feedback, Row, find_candidates, find_edition, mark
from tests.support.strategies import code, editions, feedbacks, guesses, secrets


def by_trying_all(terms: Edition, rows: Iterable[Row]) -> list[Code]:
    rows = list(rows)
    return [code for code in terms.codes() if all(row.fits(code) for row in rows)]


def patterns(codes: Iterable[Code], rows: Iterable[Row]) -> list[tuple[Colour | None, ...]]:
    """The codes with the colours that no answered row has made one."""
    guessed = {peg for row in rows if row.guess and row.feedback for peg in row.guess.pegs}
    return [tuple(peg if peg in guessed else None for peg in found.pegs) for found in codes]


@st.composite
def positions(draw: DrawFn) -> tuple[Edition, list[Row]]:
    """Rows answered truly, falsely, not yet and never, on boards small enough to try every code."""
    terms = draw(editions(pegs=4, colours=5))
    secret = draw(secrets(terms))
    true = guesses(terms).map(lambda guess: Row(guess, mark(guess, secret)))
    other = st.builds(Row, guesses(terms), st.none() | feedbacks(terms)) | st.just(Row(None, None))
    return terms, draw(st.lists(true, max_size=5)) + draw(st.lists(other, max_size=2))


@given(positions())
def test_the_search_finds_the_codes_that_trying_all_of_them_finds(case: tuple[Edition, list[Row]]) -> None:
    terms, rows = case
    found, right = list(find_candidates(terms, rows)), by_trying_all(terms, rows)
    assert set(found) <= set(right)
    assert sorted(patterns(found, rows), key=str) == sorted(set(patterns(right, rows)), key=str)


@given(positions(), st.data())
def test_the_order_of_colours_changes_which_code_comes_first_and_no_more(
    case: tuple[Edition, list[Row]], data: st.DataObject
) -> None:
    terms, rows = case
    kinds = data.draw(st.permutations(terms.kinds))
    found = list(find_candidates(terms, rows, kinds=kinds))
    assert set(found) <= set(by_trying_all(terms, rows))
    assert sorted(patterns(found, rows), key=str) == sorted(
        patterns(find_candidates(terms, rows), rows), key=str
    )


def test_shuffled_colours_vary_the_first_code() -> None:
    terms = find_edition("classic-1")
    firsts = {next(find_candidates(terms, [], kinds=[*terms.kinds[i:], *terms.kinds[:i]])) for i in range(6)}
    assert firsts == {code(row) for row in ("ABCD", "BCDE", "CDEF", "DEFA", "EFAB", "FABC")}


@pytest.mark.parametrize(
    ("terms", "rows", "found"),
    [
        # Nothing guessed: all colours are alike, so one code, a varied one, stands for all.
        (find_edition("mini"), [], ["ABC"]),
        (find_edition("mini", colours=2), [], ["ABA"]),
        (find_edition("mini"), [("AAA", "0+0")], ["BCD"]),
        (find_edition("mini"), [("ABC", "0+3")], ["BCA", "CAB"]),
        (find_edition("mini", colours=2, blanks=True), [("AAB", "0+0")], ["---"]),
        (find_edition("mini", colours=2), [("AAB", "0+0")], []),
        (find_edition("bulls-and-cows", pegs=2, colours=4), [("AB", "0+0")], ["CD"]),
    ],
)
def test_colours_in_no_row_stand_for_each_other(
    terms: Edition, rows: list[tuple[str, str]], found: list[str]
) -> None:
    board = [Row(code(guess), Feedback.parse(answer)) for guess, answer in rows]
    assert sorted(find_candidates(terms, board)) == [*map(code, found)]


@given(positions())
def test_a_search_out_of_steps_is_undecided_and_one_with_enough_is_not(
    case: tuple[Edition, list[Row]],
) -> None:
    terms, rows = case
    budget = Budget()
    right = list(find_candidates(terms, rows, budget=budget))
    assert list(find_candidates(terms, rows, budget=Budget(budget.spent))) == right
    with pytest.raises(Undecided) as refused:
        list(find_candidates(terms, rows, budget=Budget(budget.spent - 1)))
    assert refused.value.steps == budget.spent - 1


def test_every_choice_is_counted_alike_on_every_machine() -> None:
    """A record is refused where its claim is undecided, so what is decided must not drift."""
    rows = [Row(code("FFEE"), Feedback(1, 1)), Row(code("DFAB"), Feedback(0, 2))]
    budget = Budget()
    assert len(list(find_candidates(find_edition("classic-1"), rows, budget=budget))) == 50
    assert budget.spent == 775
