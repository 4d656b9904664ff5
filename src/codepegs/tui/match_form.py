"""Form for a new match, and its validation. Has no widgets.

All values are text, as typed and as stored in the settings file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from codepegs.errors import CodepegsError, IllegalAgreement, NotationError
from codepegs.notation import edition_line
from codepegs.notation.house_rules import RULES
from codepegs.notation.sentences import COMPUTER
from codepegs.players.level import LEVELS, MEDIUM, check_person
from codepegs.rules.agreement import MAX_GAMES, NOBODY, Agreement, check_players
from codepegs.rules.box import Option
from codepegs.rules.catalogue import find_edition, printed_edition
from codepegs.rules.daily import DAILY_EDITION
from codepegs.rules.edition import Answers, Edition, HouseRules

PLAYER_KINDS = {
    "solo": "nobody",
    "computer": "the computer",
    "people": "another person",
    "computers": "nobody: two computers",
}
"""Kinds of players, with what the form calls the opponent."""
NO_OPTION = "none"


@dataclass(frozen=True, slots=True)
class MatchForm:
    """Values of the form. `one` is the person, or the first of two people; `first` makes the first code."""

    edition: str = "classic-1"
    rules: Mapping[str, str] = field(default_factory=dict)
    """House rules that differ from the catalogue, by name."""
    company: str = "computer"
    one: str = "Player"
    two: str = "Guest"
    level: str = MEDIUM.name
    other: str = MEDIUM.name
    """Level of the second computer."""
    first: str = "two"
    games: str = "2"
    hints: str = "no"
    """Whether hints are allowed: "yes" or "no"."""
    friendly: str = "no"
    """Whether rows may be taken back against one computer: "yes" or "no"."""

    @property
    def names(self) -> tuple[str, str]:
        """Names of the two players, in the order of the form."""
        match self.company:
            case "people":
                return self.one, self.two
            case "computers":
                again = " 2" if self.level == self.other else ""
                return f"{COMPUTER} {self.level}", f"{COMPUTER} {self.other}{again}"
            case _:
                return self.one, f"{COMPUTER} {self.level}"

    def rule(self, word: str) -> str:
        """Return the value of a house rule: the chosen one, or the catalogue's."""
        return self.rules.get(word, RULES[word].of(find_edition(self.edition)))

    def with_rule(self, word: str, value: str) -> MatchForm:
        """Return the form with one house rule set, or removed if `value` is the catalogue's."""
        rules = {**self.rules, word: value}
        usual = replace(self, rules={}).rule(word)
        return replace(
            self, rules={name: text for name, text in rules.items() if (name, text) != (word, usual)}
        )

    @property
    def option(self) -> str:
        """Name of the printed option in force, or NO_OPTION. Several names are separated by commas."""
        rules = {f"{word}={value}" for word, value in self.rules.items()}
        names = [option.name for option in self._options if option.rule in rules]
        return ", ".join(names) or NO_OPTION

    def with_option(self, name: str) -> MatchForm:
        """Return the form with one printed option, or without any."""
        words = {option.rule.split("=")[0] for option in self._options}
        form = replace(self, rules={word: value for word, value in self.rules.items() if word not in words})
        rule = {option.name: option.rule for option in self._options}.get(name)
        return form.with_rule(*rule.split("=")) if rule else form

    @property
    def _options(self) -> tuple[Option, ...]:
        return find_edition(self.edition).box.options

    def as_printed(self) -> MatchForm:
        """Return the form with the game as its sheet prints it."""
        rules = edition_line.write(printed_edition(self.edition)).split()[1:]
        return replace(self, rules=dict(rule.split("=") for rule in rules))

    def with_edition(self, slug: str) -> MatchForm:
        """Return the form for another edition. Changing the edition removes all house rules."""
        return self if slug == self.edition else replace(self, edition=slug, rules={})


@dataclass(frozen=True, slots=True)
class FieldError:
    """Invalid field of the form, and the reason."""

    field: str
    reason: str


def build_agreement(form: MatchForm, *, last_changed: str = "") -> Agreement | FieldError:
    """Return the agreement, or the first error. If two fields conflict, blame `last_changed`."""
    terms = build_edition(form, last_changed=last_changed)
    if isinstance(terms, FieldError):
        return terms
    if form.company == "solo":
        return build_solo(form)
    one, two = form.names
    people = {"computer": ["one"], "people": ["one", "two"]}.get(form.company, [])
    for name in people:
        try:
            check_person(getattr(form, name))
        except IllegalAgreement as refusal:
            return FieldError(name, str(refusal))
    try:
        check_players(one, two)
    except IllegalAgreement as refusal:
        return FieldError("two", str(refusal))
    players = (one, two) if form.first == "one" else (two, one)
    hints = form.hints == "yes" and form.company != "computers"
    try:
        agreement = Agreement(terms, players, _number(form.games), hints)
    except CodepegsError as refusal:
        return FieldError("games", str(refusal))
    try:
        return replace(agreement, friendly=form.friendly == "yes" and form.company == "computer")
    except CodepegsError as refusal:
        return FieldError("friendly", str(refusal))


def build_solo(form: MatchForm) -> Agreement:
    """Return a solo game of the form's edition, which a referee marks."""
    edition = build_edition(form)
    if isinstance(edition, FieldError):
        edition = find_edition(form.edition)
    edition = edition.with_rules(answers=Answers.REFEREE)
    return Agreement(edition, (NOBODY, person_name(form)), 1, hints=form.hints == "yes")


def build_daily(form: MatchForm, day: date, *, today: date) -> Agreement:
    """Return the solo game of a day's code. Raises IllegalAgreement if there is none."""
    return Agreement(DAILY_EDITION, (NOBODY, person_name(form)), 1, friendly=day < today, daily=day)


def person_name(form: MatchForm) -> str:
    """Return the name of the person, or the default if it is not valid."""
    try:
        check_person(form.one)
    except IllegalAgreement:
        return MatchForm().one
    return form.one


def build_edition(form: MatchForm, *, last_changed: str = "") -> Edition | FieldError:
    """Return the edition under the form's house rules, or an error at the conflicting rule."""
    rules: HouseRules = {}
    for word, value in form.rules.items():
        try:
            rules |= edition_line.read_house_rules([f"{word}={value}"])
        except NotationError as refusal:
            return FieldError(word, str(refusal))
    try:
        return find_edition(form.edition, **rules)
    except CodepegsError as refusal:
        return FieldError(_find_conflict(form, last_changed), str(refusal))


def _find_conflict(form: MatchForm, last_changed: str) -> str:
    """Return a rule without which the other rules are valid together."""
    words = [last_changed, *form.rules] if last_changed in form.rules else [*form.rules]
    for word in words:
        others = [f"{name}={value}" for name, value in form.rules.items() if name != word]
        try:
            find_edition(form.edition, **edition_line.read_house_rules(others))
        except CodepegsError:
            continue
        return word
    return words[0]


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_GAMES))):
        raise IllegalAgreement(f"A match can have 1 to {MAX_GAMES} games.")
    return int(text)


def repair(form: MatchForm) -> MatchForm:
    """Return a form read from a file, with defaults in place of unknown values."""
    plain = MatchForm()
    try:
        find_edition(form.edition)
    except CodepegsError:
        form = replace(form, edition=plain.edition, rules={})
    rules = {word: value for word, value in form.rules.items() if word in RULES}
    return replace(
        form,
        rules=rules,
        company=form.company if form.company in PLAYER_KINDS else plain.company,
        level=form.level if form.level in LEVELS else plain.level,
        other=form.other if form.other in LEVELS else plain.other,
        first=form.first if form.first in ("one", "two") else plain.first,
        hints=form.hints if form.hints in ("yes", "no") else plain.hints,
        friendly=form.friendly if form.friendly in ("yes", "no") else plain.friendly,
    )
