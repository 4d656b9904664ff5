"""A form for a new match, without a screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.notation.house_rules import RULES
from codepegs.players.level import LEVELS, RESERVED_NAME, level_of
from codepegs.rules import Agreement, Edition
from codepegs.tui.match_form import (
    NO_OPTION,
    PLAYER_KINDS,
    FieldError,
    MatchForm,
    build_agreement,
    build_edition,
    repair,
)
from tests.support.strategies import editions


def test_the_first_form_is_a_match_against_a_computer() -> None:
    agreement = build_agreement(MatchForm())
    assert isinstance(agreement, Agreement)
    assert agreement.players == ("computer medium", "Player")


def test_the_first_codemaker_is_named_first() -> None:
    agreement = build_agreement(MatchForm(company="people", one="Ada", two="Bob", first="one"))
    assert isinstance(agreement, Agreement)
    assert agreement.players == ("Ada", "Bob")


@pytest.mark.parametrize(("company", "allowed"), [("computer", True), ("people", True), ("computers", False)])
def test_hints_are_for_people(company: str, allowed: bool) -> None:
    agreement = build_agreement(MatchForm(company=company, hints="yes"))
    assert isinstance(agreement, Agreement)
    assert agreement.hints is allowed


@pytest.mark.parametrize("company", PLAYER_KINDS)
def test_a_match_against_one_computer_can_be_friendly(company: str) -> None:
    agreement = build_agreement(MatchForm(company=company, friendly="yes"))
    assert isinstance(agreement, Agreement)
    assert agreement.friendly is (company == "computer")


def test_a_time_limit_in_a_friendly_match_is_an_error_of_that_field() -> None:
    error = build_agreement(MatchForm(friendly="yes", rules={"time": "60"}))
    assert isinstance(error, FieldError)
    assert error.field == "friendly"


@pytest.mark.parametrize("other", ["expert", "beginner"])
def test_two_computers_have_two_names(other: str) -> None:
    agreement = build_agreement(MatchForm(company="computers", level="expert", other=other))
    assert isinstance(agreement, Agreement)
    assert {level_of(name) for name in agreement.players} == {LEVELS["expert"], LEVELS[other]}


@given(terms=editions())
def test_every_edition_can_be_put_together_on_the_form(terms: Edition) -> None:
    form = MatchForm(edition=terms.slug)
    for word, rule in RULES.items():
        form = form.with_rule(word, rule.of(terms))
    assert build_edition(form) == terms


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"one": ""}, "one", "A name cannot be empty, start or end"),
        ({"one": "Computer Ada"}, "one", RESERVED_NAME),
        ({"company": "people", "two": "computer"}, "two", RESERVED_NAME),
        ({"company": "people", "one": "Ada", "two": "ada"}, "two", "Both players are called"),
        ({"games": "0"}, "games", "A match can have 1 to 100 games"),
        ({"games": "3", "edition": "invicta"}, "games", "an even number of games"),
        ({"rules": {"rows": "0"}}, "rows", "rows must be 1 to 30, not 0."),
        ({"rules": {"rows": ""}}, "rows", "The house rule rows takes 1 to 30"),
        ({"rules": {"time": "99999"}}, "time", "time must be 1 to"),
        ({"rules": {"code-repeats": "no", "colours": "3"}}, "code-repeats", "Without repeats, 4 pegs need"),
        ({"rules": {"guess-repeats": "no"}}, "guess-repeats", "guesses must be allowed to as well"),
    ],
)
def test_an_invalid_value_is_refused_at_its_field(change: dict[str, object], field: str, reason: str) -> None:
    refusal = build_agreement(replace(MatchForm(), **change))  # type: ignore[arg-type]
    assert isinstance(refusal, FieldError)
    assert refusal.field == field
    assert reason in refusal.reason


def test_the_last_changed_of_two_conflicting_rules_is_blamed() -> None:
    form = MatchForm(rules={"code-repeats": "no", "colours": "3"})
    refusal = build_agreement(form, last_changed="colours")
    assert isinstance(refusal, FieldError)
    assert refusal.field == "colours"


def test_the_printed_value_is_not_a_house_rule() -> None:
    assert MatchForm().with_rule("rows", "8").with_rule("rows", "10").rules == {}


def test_an_option_sets_its_house_rule_and_no_other_option() -> None:
    form = MatchForm(edition="invicta").with_rule("bonus", "3")
    assert form.option == NO_OPTION
    eight = form.with_option("Eight turns")
    assert (eight.option, eight.rules) == ("Eight turns", {"bonus": "3", "rows": "8"})
    least = eight.with_option("Code breaker's score")
    assert (least.option, least.rules) == (
        "Code breaker's score",
        {"bonus": "3", "scoring": "codebreaker"},
    )
    assert least.with_rule("rows", "12").option == "Twelve turns, Code breaker's score"
    assert least.with_option(NO_OPTION) == form


@pytest.mark.parametrize(("slug", "rules"), [("classic-1", {"answers": "hand"}), ("mini", {})])
def test_as_printed_the_codemaker_answers(slug: str, rules: dict[str, str]) -> None:
    assert MatchForm(edition=slug, rules={"rows": "8"}).as_printed().rules == rules


def test_house_rules_stay_with_their_edition() -> None:
    form = MatchForm().with_rule("rows", "8")
    assert form.with_edition("classic-1") is form
    assert form.with_edition("mini").rules == {}


@given(words=st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=3), text=st.text(max_size=30))
def test_any_file_makes_an_agreement_or_an_error(words: dict[str, str], text: str) -> None:
    form = repair(MatchForm(text, words, text, text, text, text, text, text, text))
    assert isinstance(build_agreement(form), FieldError | Agreement)
    assert form.company in PLAYER_KINDS
