"""Description of an edition, with all that a page needs to offer and draw it."""

from __future__ import annotations

import msgspec

from codepegs.notation import edition_facts, edition_line
from codepegs.notation.house_rules import RULES
from codepegs.notation.terms import describe_one_game
from codepegs.protocol.view import Terms, make_terms
from codepegs.rules.box import KEY_PAINTS
from codepegs.rules.catalogue import printed_edition
from codepegs.rules.edition import Edition


class HouseRule(msgspec.Struct, frozen=True):
    """A house rule: its word, its value in this edition, its possible values, and how a form offers it."""

    word: str
    value: str
    values: str
    meaning: str
    label: str
    choices: dict[str, str]
    """Values that a form offers, with their labels."""
    limits: tuple[int, int] | None
    """Least and largest number, if numbers are allowed."""


class Option(msgspec.Struct, frozen=True):
    """Another way to play that the sheet prints: its name, its meaning, and the house rule for it."""

    name: str
    meaning: str
    rule: str


class Fact(msgspec.Struct, frozen=True):
    """A fact about an edition. An empty topic continues the previous one."""

    topic: str
    fact: str


class KeyPaint(msgspec.Struct, frozen=True):
    """Paint of a key peg."""

    name: str
    fill: str
    ink: str


class EditionFacts(msgspec.Struct, frozen=True):
    """An edition: its names and source, its terms, its house rules, and its facts in words."""

    slug: str
    title: str
    sheet: str | None
    terms: Terms
    key_paints: tuple[KeyPaint, KeyPaint]
    printed: str
    """Edition line of the game as its sheet prints it."""
    one_game: str
    """A sentence about who can score in a match of one game."""
    options: tuple[Option, ...]
    rules: tuple[HouseRule, ...]
    facts: tuple[Fact, ...]


def describe_edition(edition: Edition) -> EditionFacts:
    """Return the description of an edition."""
    box = edition.box
    return EditionFacts(
        slug=edition.slug,
        title=box.title,
        sheet=box.sheet,
        terms=make_terms(edition, 2 if edition.even else 1),
        key_paints=(_paint(box.keys.black.paint), _paint(box.keys.white.paint)),
        printed=edition_line.write(printed_edition(edition.slug)),
        one_game=describe_one_game(edition, None),
        options=tuple(Option(option.name, option.meaning, option.rule) for option in box.options),
        rules=tuple(
            HouseRule(
                rule.word,
                rule.of(edition),
                rule.values,
                rule.meaning,
                rule.label,
                dict(rule.choices),
                rule.limits,
            )
            for rule in RULES.values()
        ),
        facts=tuple(Fact(topic, fact) for topic, fact in edition_facts.facts(edition)),
    )


def _paint(name: str) -> KeyPaint:
    paint = KEY_PAINTS[name]
    return KeyPaint(name, paint.fill, paint.ink)
