"""Choices: a form for a new match as it stands, and the agreement it makes or why it makes none.

Everything is text, as typed and as kept from one time to the next. Pure: no widget.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from codepegs.errors import CodepegsError, IllegalAgreement, NotationError
from codepegs.notation import edition_line
from codepegs.players.level import COMPUTER, LEVELS, STEADY, check_person
from codepegs.rules.agreement import MAX_GAMES, Agreement, check_players
from codepegs.rules.catalogue import find_edition
from codepegs.rules.edition import Edition, HouseRules

COMPANIES = {
    "computer": "a person, a computer",
    "people": "two people",
    "computers": "two computers",
}
"""Who can sit down, in words."""


@dataclass(frozen=True, slots=True)
class Choices:
    """A form. `one` is the person, or the first of two alike; `first` says who makes the first code."""

    edition: str = "classic-1"
    rules: Mapping[str, str] = field(default_factory=dict)
    """House rules by their word, those that differ from the printed ones."""
    company: str = "computer"
    one: str = "Player"
    two: str = "Guest"
    level: str = STEADY.name
    other: str = STEADY.name
    """The level of the second of two computers."""
    first: str = "two"
    games: str = "2"
    hints: str = "no"
    """Whether the codebreaker may take hints."""

    @property
    def names(self) -> tuple[str, str]:
        """The two players, whoever begins."""
        match self.company:
            case "people":
                return self.one, self.two
            case "computers":
                again = " 2" if self.level == self.other else ""
                return f"{COMPUTER} {self.level}", f"{COMPUTER} {self.other}{again}"
            case _:
                return self.one, f"{COMPUTER} {self.level}"

    def rule(self, word: str) -> str:
        """The value of a house rule: what was chosen, or what is printed."""
        rule = edition_line.RULES[word]
        return self.rules.get(word, rule.write(getattr(find_edition(self.edition), rule.field)))

    def ruled(self, word: str, value: str) -> Choices:
        """The choices with one house rule set; one that says what is printed is none."""
        rules = {**self.rules, word: value}
        printed = replace(self, rules={}).rule(word)
        return replace(
            self, rules={name: text for name, text in rules.items() if (name, text) != (word, printed)}
        )

    def of_edition(self, slug: str) -> Choices:
        """The choices for another edition: house rules stay with the one they were made for."""
        return self if slug == self.edition else replace(self, edition=slug, rules={})


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a form makes no agreement, and the field to change."""

    field: str
    reason: str


def agreed(choices: Choices, *, touched: str = "") -> Agreement | Refusal:
    """The agreement of a form; where two fields cannot stand together, `touched` last is named first."""
    terms = house(choices, touched=touched)
    if isinstance(terms, Refusal):
        return terms
    one, two = choices.names
    people = {"computer": ["one"], "people": ["one", "two"]}.get(choices.company, [])
    for name in people:
        try:
            check_person(getattr(choices, name))
        except IllegalAgreement as refusal:
            return Refusal(name, str(refusal))
    try:
        check_players(one, two)
    except IllegalAgreement as refusal:
        return Refusal("two", str(refusal))
    try:
        players = (one, two) if choices.first == "one" else (two, one)
        hints = choices.hints == "yes" and choices.company != "computers"
        return Agreement(terms, players, _number(choices.games), hints)
    except CodepegsError as refusal:
        return Refusal("games", str(refusal))


def house(choices: Choices, *, touched: str = "") -> Edition | Refusal:
    """The edition under the form's house rules, or the rule that does not fit the others."""
    rules: HouseRules = {}
    for word, value in choices.rules.items():
        try:
            rules |= edition_line.read_house_rules([f"{word}={value}"])
        except NotationError as refusal:
            return Refusal(word, str(refusal))
    try:
        return find_edition(choices.edition, **rules)
    except CodepegsError as refusal:
        return Refusal(_blamed(choices, touched), str(refusal))


def _blamed(choices: Choices, touched: str) -> str:
    """A rule without which the others would do."""
    words = [touched, *choices.rules] if touched in choices.rules else [*choices.rules]
    for word in words:
        others = [f"{name}={value}" for name, value in choices.rules.items() if name != word]
        try:
            find_edition(choices.edition, **edition_line.read_house_rules(others))
        except CodepegsError:
            continue
        return word
    return words[0]


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_GAMES))):
        raise IllegalAgreement(f"Agree on 1 to {MAX_GAMES} games.")
    return int(text)


def valid(choices: Choices) -> Choices:
    """Choices read from a file, with the printed ones where the file names what there is not."""
    plain = Choices()
    try:
        find_edition(choices.edition)
    except CodepegsError:
        choices = replace(choices, edition=plain.edition, rules={})
    rules = {word: value for word, value in choices.rules.items() if word in edition_line.RULES}
    return replace(
        choices,
        rules=rules,
        company=choices.company if choices.company in COMPANIES else plain.company,
        level=choices.level if choices.level in LEVELS else plain.level,
        other=choices.other if choices.other in LEVELS else plain.other,
        first=choices.first if choices.first in ("one", "two") else plain.first,
        hints=choices.hints if choices.hints in ("yes", "no") else plain.hints,
    )
