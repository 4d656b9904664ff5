"""Editions under house rules: what they allow, and what they refuse."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product, starmap
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.errors import IllegalCode, IllegalEdition, IllegalFeedback
from codepegs.rules import (
    BLANK,
    Answers,
    Code,
    Colour,
    Edition,
    Feedback,
    HouseRules,
    Scoring,
    find_edition,
    mark,
)
from tests.support.strategies import SLUGS, editions, guesses, secrets

LIMITS = [
    ("pegs", 1, 12, "pegs must be 1 to 12, not {}."),
    ("colours", 2, 26, "colours must be 2 to 26, not {}."),
    ("rows", 1, 30, "rows must be 1 to 30, not {}."),
    ("bonus", 0, 30, "bonus must be 0 to 30, not {}."),
    ("time_limit", 1, 86_400, "time must be 1 to 86400 seconds or none, not {}."),
]


@pytest.mark.parametrize(("rule", "least", "most", "sentence"), LIMITS)
@pytest.mark.parametrize("slug", SLUGS)
def test_a_house_rule_may_reach_its_limits_and_no_further(
    slug: str, rule: str, least: int, most: int, sentence: str
) -> None:
    repeats: HouseRules = {"code_repeats": True, "guess_repeats": True}
    printed = find_edition(slug, **repeats)
    for value in (least, most):
        assert getattr(printed.with_rules(**cast(HouseRules, {rule: value})), rule) == value
    for value in (least - 1, most + 1):
        with pytest.raises(IllegalEdition) as refused:
            printed.with_rules(**cast(HouseRules, {rule: value}))
        assert str(refused.value) == sentence.format(value)


@given(editions())
def test_the_repr_of_an_edition_rebuilds_it(terms: Edition) -> None:
    names = {"find_edition": find_edition, "Answers": Answers, "Scoring": Scoring}
    assert eval(repr(terms), names) == terms


def test_the_repr_names_what_differs_from_the_printed_game() -> None:
    assert repr(find_edition("mini", rows=9, answers=Answers.HAND)) == (
        "find_edition('mini', rows=9, answers=Answers.HAND)"
    )


def test_a_box_beyond_the_catalogue_has_a_repr_that_does_not_pretend() -> None:
    printed = find_edition("mini")
    assert repr(replace(printed, box=replace(printed.box, title="My own"))) == "<Edition mini>"
    assert repr(replace(printed, box=replace(printed.box, slug="mine"))) == "<Edition mine>"


# Codes --------------------------------------------------------------------------------


@given(editions(pegs=3, colours=5))
def test_the_codes_of_an_edition_are_all_it_allows_in_order(terms: Edition) -> None:
    codes = list(terms.codes())
    assert codes == sorted(set(codes))
    assert len(codes) == terms.size
    for found in codes:
        terms.check_secret(found)
    rows = [Code(row) for row in _rows(tuple(map(Colour, range(BLANK + 1))), 7, terms.pegs)]
    assert codes == [row for row in rows if _allowed(terms, row)]


def _rows(kinds: tuple[Colour, ...], first: int, pegs: int) -> list[tuple[Colour, ...]]:
    """Every row of the first colours and the empty hole, allowed or not."""
    some = (*kinds[:first], kinds[-1])
    rows: list[tuple[Colour, ...]] = [()]
    for _ in range(pegs):
        rows = [(*row, kind) for row in rows for kind in some]
    return rows


def _allowed(terms: Edition, row: Code) -> bool:
    coloured = [peg for peg in row.pegs if peg != BLANK]
    whole = len(coloured) == len(row) or terms.blanks
    return whole and all(peg < terms.colours for peg in coloured) and (terms.code_repeats or not row.repeats)


@given(editions().flatmap(lambda terms: st.tuples(st.just(terms), secrets(terms), guesses(terms))))
def test_codes_are_read_back_in_the_letters_of_their_edition(case: tuple[Edition, Code, Code]) -> None:
    terms, secret, guess = case
    terms.check_secret(secret)
    terms.check_guess(guess)
    assert terms.code(terms.spell(secret)) == secret
    assert terms.code(terms.spell(guess)) == guess


@pytest.mark.parametrize(
    ("terms", "text", "reason"),
    [
        (find_edition("mini"), "R", "it has 1 peg, not 3"),
        (find_edition("mini"), "RR", "it has 2 pegs, not 3"),
        (find_edition("mini"), "RRRR", "it has 4 pegs, not 3"),
        (find_edition("mini"), "RR-", "holes cannot stay empty in this game"),
        (find_edition("bulls-and-cows"), "1231", "a digit cannot appear twice"),
        (
            find_edition("bulls-and-cows", blanks=True),
            "12--",
            "a digit cannot appear twice, and neither can an empty hole",
        ),
    ],
)
def test_a_forbidden_code_is_refused_with_the_reason_and_a_secret_is_not_spelled(
    terms: Edition, text: str, reason: str
) -> None:
    with pytest.raises(IllegalCode) as guessed:
        terms.check_guess(terms.code(text))
    assert (guessed.value.code, guessed.value.reason) == (text, reason)
    assert str(guessed.value) == f"{text} is not allowed: {reason}."
    with pytest.raises(IllegalCode) as hidden:
        terms.check_secret(terms.code(text))
    assert (hidden.value.code, hidden.value.reason) == (None, reason)
    assert str(hidden.value) == f"That code is not allowed: {reason}."


@pytest.mark.parametrize("feedback", [Feedback(4, 0), Feedback(0, 4), Feedback(2, 2)])
def test_an_answer_beyond_the_key_pegs_is_refused(feedback: Feedback) -> None:
    with pytest.raises(IllegalFeedback) as refused:
        find_edition("mini").check_feedback(feedback)
    assert str(refused.value) == f"{feedback} isn't a possible answer: a guess has only 3 pegs."


def small_boards() -> list[Edition]:
    """Every board of up to five pegs and five kinds of pegs."""
    found: list[Edition] = []
    for pegs, colours in product(range(1, 6), range(2, 6)):
        for blanks, code_repeats, guess_repeats in product([False, True], repeat=3):
            try:
                found.append(
                    find_edition(
                        "classic-1",
                        pegs=pegs,
                        colours=colours - blanks,
                        blanks=blanks,
                        code_repeats=code_repeats,
                        guess_repeats=guess_repeats,
                    )
                )
            except IllegalEdition:
                continue
    return found


def first_guesses(terms: Edition) -> Iterator[Code]:
    """The guesses that name their colours in order: every other guess is one of these, repainted."""
    guesses = terms.with_rules(code_repeats=terms.guess_repeats).codes()
    return (
        guess for guess in guesses if [*dict.fromkeys(guess.pegs)] == [*terms.kinds][: len({*guess.pegs})]
    )


@pytest.mark.parametrize("terms", small_boards(), ids=repr)
def test_an_answer_is_possible_if_some_code_earns_it(terms: Edition) -> None:
    codes = [*terms.codes()]
    earned = {mark(guess, code) for guess in first_guesses(terms) for code in codes}
    counts = product(range(terms.pegs + 2), repeat=2)
    assert {answer for answer in starmap(Feedback, counts) if terms.is_possible(answer)} == earned


@given(st.data())
def test_every_true_answer_is_possible(data: st.DataObject) -> None:
    terms = data.draw(editions())
    assert terms.is_possible(mark(data.draw(guesses(terms)), data.draw(secrets(terms))))
