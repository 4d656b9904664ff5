"""An edition and its house rules as one line."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.errors import CodepegsError, NotationError
from codepegs.notation.edition_line import read, read_house_rules, write
from codepegs.notation.house_rules import RULES
from codepegs.rules import Answers, Edition, HouseRules, Scoring, find_edition
from tests.support.strategies import SLUGS, editions


@given(editions())
def test_editions_round_trip(terms: Edition) -> None:
    assert read(write(terms)) == terms
    assert write(read(write(terms))) == write(terms)


@given(editions(), st.data())
def test_house_rules_are_read_in_any_order(terms: Edition, data: st.DataObject) -> None:
    slug, *words = write(terms).split()
    assert read(" ".join([slug, *data.draw(st.permutations(words))])) == terms


@given(editions())
def test_printed_values_are_accepted_but_not_written(terms: Edition) -> None:
    words = [f"{rule.word}={rule.of(terms)}" for rule in RULES.values()]
    assert read(" ".join([terms.slug, *words])) == terms
    printed = [f"{rule.word}={rule.of(find_edition(terms.slug))}" for rule in RULES.values()]
    assert not set(printed) & set(write(terms).split())


EVERY_RULE = (
    "invicta pegs=5 colours=8 blanks=yes code-repeats=no guess-repeats=no rows=12 scoring=key-pegs "
    "bonus=2 even=no time=240 answers=hand"
)

LINES: list[tuple[str, HouseRules]] = [
    ("invicta", {}),
    ("invicta rows=8", {"rows": 8}),
    (
        EVERY_RULE,
        {
            "answers": Answers.HAND,
            "time_limit": 240,
            "even": False,
            "bonus": 2,
            "scoring": Scoring.KEY_PEGS,
            "rows": 12,
            "guess_repeats": False,
            "code_repeats": False,
            "blanks": True,
            "colours": 8,
            "pegs": 5,
        },
    ),
]


@pytest.mark.parametrize(("line", "rules"), LINES)
def test_each_house_rule_has_one_spelling(line: str, rules: HouseRules) -> None:
    assert write(find_edition("invicta", **rules)) == line
    assert read(line) == find_edition("invicta", **rules)
    assert read_house_rules(line.split()[1:]) == rules


def test_printed_values_and_other_spaces_are_accepted() -> None:
    assert read("classic-1 time=none") == read("classic-1")
    assert read("  invicta\trows=8\n") == find_edition("invicta", rows=8)


WORDS = st.sampled_from(
    [*SLUGS, *(f"{word}={value}" for word in RULES for value in ("1", "8", "yes", "none", "hand"))]
)


@given(st.text() | st.lists(WORDS | st.text(max_size=6)).map(" ".join))
def test_any_text_is_an_edition_or_is_refused(text: str) -> None:
    with suppress(CodepegsError):
        assert read(write(read(text))) == read(text)


def test_an_edition_outside_the_catalogue_cannot_be_written() -> None:
    mini = find_edition("mini")
    with pytest.raises(NotationError):
        write(replace(mini, box=replace(mini.box, slug="mine")))
