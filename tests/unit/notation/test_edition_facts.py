"""Descriptions of editions."""

from __future__ import annotations

import pytest
from hypothesis import given

from codepegs.notation import edition_facts
from codepegs.notation.house_rules import RULES
from codepegs.rules import CATALOGUE, Answers, Edition, Scoring, find_edition
from tests.support.strategies import editions


@given(terms=editions())
def test_every_fact_of_an_edition_fits_on_one_line(terms: Edition) -> None:
    topics = [topic for topic, words in edition_facts.facts(terms) if words]
    assert topics[0] == "Source"
    assert {"Code", f"{terms.colour_word.capitalize()}s", "Answer", "Players", "Rows", "Games", "Points"} <= {
        *topics
    }
    assert all("\n" not in line for line in edition_facts.lines(terms))


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (find_edition("hasbro-2010"), "arms that show numbers: red for right colour, right place;"),
        (find_edition("hasbro-2010"), "4 pegs of 8 colours, no repeats in the code; guesses may repeat"),
        (find_edition("bulls-and-cows"), "4 pegs of 10 digits, no repeats"),
        (find_edition("classic-2"), "holes may stay empty, which counts as one more colour"),
        (
            find_edition("pressman-2007"),
            "Extra challenge: holes may stay empty, which counts as one more colour (blanks=yes)",
        ),
        (find_edition("classic-1", time_limit=60), "1 minute per turn"),
        (find_edition("mini"), "beyond the rule sheets"),
        (find_edition("invicta"), "an even number, agreed before"),
        (
            find_edition("invicta", answers=Answers.HAND),
            "a wrong answer voids the game and gives the Code breaker 3 points",
        ),
        (
            find_edition("invicta", answers=Answers.HAND, scoring=Scoring.CODEBREAKER),
            "a wrong answer voids the game and gives the Code maker 3 points",
        ),
        (
            find_edition("hasbro-2010", scoring=Scoring.CODEBREAKER),
            "the Decoder gets 1 point for each row; fewest points win",
        ),
        (find_edition("hasbro-2010"), "a referee answers (our addition)"),
        (find_edition("hasbro-2010"), "by the sheet the Codemaker does (answers=hand)"),
        (find_edition("hasbro-2010", answers=Answers.HAND), "the Codemaker answers by hand"),
        (find_edition("hasbro-2010"), "and nothing more for an unbroken code"),
    ],
)
def test_the_facts_describe_the_edition(terms: Edition, said: str) -> None:
    assert said in [words for _, words in edition_facts.facts(terms)]


def test_a_scoring_without_a_bonus_does_not_mention_one() -> None:
    said = [words for _, words in edition_facts.facts(find_edition("classic-1", scoring=Scoring.CODEMAKER))]
    assert not any("stays unbroken" in words for words in said)


def test_an_edition_without_a_sheet_does_not_mention_one() -> None:
    said = [words for _, words in edition_facts.facts(find_edition("mini"))]
    assert not any("by the sheet" in words for words in said)


def test_the_title_names_the_house_rules() -> None:
    assert edition_facts.title(find_edition("invicta", rows=8)) == "Invicta (invicta rows=8)"


def test_every_house_rule_is_listed_with_its_value() -> None:
    for terms in CATALOGUE.values():
        listed = [line.split()[0].partition("=")[0] for line in edition_facts.list_house_rules(terms)]
        assert listed == [*RULES]


@given(terms=editions())
def test_meanings_of_house_rules_are_aligned(terms: Edition) -> None:
    lines = [*edition_facts.list_house_rules(terms)]
    meanings = [rule.meaning for rule in RULES.values()]
    assert len({line.index(f"  {meaning} (") for line, meaning in zip(lines, meanings, strict=True)}) == 1
