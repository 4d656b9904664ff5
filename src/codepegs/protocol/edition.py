"""The editions as they are sent: what a page needs to offer one, and to draw it."""

from __future__ import annotations

import msgspec

from codepegs.notation import edition_facts, edition_line
from codepegs.protocol.view import Terms, make_terms
from codepegs.rules.box import KEY_PAINTS
from codepegs.rules.edition import Edition


class HouseRule(msgspec.Struct, frozen=True):
    """A house rule: the word it is given by, its value here, the values it takes, and what it means."""

    word: str
    value: str
    values: str
    meaning: str


class Fact(msgspec.Struct, frozen=True):
    """Something to know about an edition; no topic where the one before goes on."""

    topic: str
    fact: str


class KeyPaint(msgspec.Struct, frozen=True):
    """How a key peg is painted."""

    name: str
    fill: str
    ink: str


class EditionFacts(msgspec.Struct, frozen=True):
    """An edition: what it is called and where it comes from, its terms, its house rules, and all in words."""

    slug: str
    title: str
    sheet: str | None
    terms: Terms
    key_paints: tuple[KeyPaint, KeyPaint]
    suggested_time_limits: tuple[int, ...]
    rules: tuple[HouseRule, ...]
    facts: tuple[Fact, ...]


def describe_edition(edition: Edition) -> EditionFacts:
    """An edition as it is printed."""
    box = edition.box
    return EditionFacts(
        slug=edition.slug,
        title=box.title,
        sheet=box.sheet,
        terms=make_terms(edition, 2 if edition.even else 1, hints=False),
        key_paints=(_paint(box.keys.black), _paint(box.keys.white)),
        suggested_time_limits=box.suggested_time_limits,
        rules=tuple(
            HouseRule(rule.word, rule.write(getattr(edition, rule.field)), rule.values, rule.meaning)
            for rule in edition_line.RULES.values()
        ),
        facts=tuple(Fact(topic, fact) for topic, fact in edition_facts.facts(edition)),
    )


def _paint(name: str) -> KeyPaint:
    paint = KEY_PAINTS[name]
    return KeyPaint(name, paint.fill, paint.ink)
