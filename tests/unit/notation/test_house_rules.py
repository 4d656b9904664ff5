"""House rules: what forms, the API and the edition line take from one declaration."""

from __future__ import annotations

from dataclasses import replace

import pytest

from codepegs.notation import edition_line
from codepegs.notation.edition_facts import facts
from codepegs.notation.house_rules import RULES, HouseRule
from codepegs.notation.terms import describe_terms
from codepegs.rules import CATALOGUE, HouseRules, Option, Scoring, find_edition


def test_every_field_that_players_may_change_has_a_rule() -> None:
    assert {rule.field for rule in RULES.values()} == set(HouseRules.__annotations__)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_a_form_can_offer_every_printed_value(rule: HouseRule) -> None:
    assert {rule.of(edition) for edition in CATALOGUE.values()} <= rule.choices.keys()
    for text in rule.choices:
        assert rule.write(rule.read(text)) == text


OPTIONS = [(slug, option) for slug, edition in CATALOGUE.items() for option in edition.box.options]


@pytest.mark.parametrize(
    ("slug", "option"), OPTIONS, ids=[f"{slug} {option.rule}" for slug, option in OPTIONS]
)
def test_a_printed_option_is_a_house_rule_that_forms_offer(slug: str, option: Option) -> None:
    line = f"{slug} {option.rule}"
    assert edition_line.write(edition_line.read(line)) == line
    word, value = option.rule.split("=")
    assert value in RULES[word].choices
    assert len(option.name) <= 20


@pytest.mark.parametrize("scoring", Scoring)
def test_facts_and_terms_name_the_titles_of_the_edition(scoring: Scoring) -> None:
    edition = replace(find_edition("hasbro-2010"), scoring=scoring)
    terms = describe_terms(
        edition, 2, ("Ada", "Bob"), hints=False, friendly=False, daily=None, time_limit=None
    )
    title = edition.box.codebreaker if scoring.least_wins else edition.box.codemaker
    for text in (" ".join(terms), " ".join(fact for _, fact in facts(edition))):
        assert f"the {title} scores" in text
        assert "{" not in text
