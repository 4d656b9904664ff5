"""An edition and its house rules as one line of text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from codepegs.errors import NotationError, suggest
from codepegs.notation.house_rules import RULES
from codepegs.rules.catalogue import CATALOGUE, find_edition
from codepegs.rules.edition import Edition, HouseRules


def write(terms: Edition) -> str:
    """Return the line for an edition: its slug, then each rule that differs from the catalogue.

    >>> write(find_edition("invicta", rows=8, blanks=True))
    'invicta blanks=yes rows=8'
    """
    usual = CATALOGUE.get(terms.slug)
    if usual is None:
        raise NotationError(
            f"The box {terms.slug!r} is not in the catalogue: it can be played, but not written."
        )
    words = [terms.slug]
    for rule in RULES.values():
        if getattr(terms, rule.field) != getattr(usual, rule.field):
            words.append(f"{rule.word}={rule.of(terms)}")
    return " ".join(words)


def read(text: str) -> Edition:
    """Return the edition of a line. Its rules may be in any order.

    >>> read("invicta rows=8 blanks=yes") == read("invicta blanks=yes rows=8")
    True
    """
    words = text.split()
    if not words:
        raise NotationError("An edition begins with its name, such as classic-1.")
    return find_edition(words[0], **read_house_rules(words[1:]))


def read_house_rules(words: Iterable[str]) -> HouseRules:
    """Return the house rules of words such as `rows=8`."""
    rules: dict[str, object] = {}
    for text in words:
        word, equals, value = text.partition("=")
        rule = RULES.get(word)
        if rule is None:
            raise NotationError(
                f"There is no house rule {word!r}. {suggest(word, RULES)}Choose from: {', '.join(RULES)}."
            )
        if not equals:
            example = f"{word}={rule.values.split()[0].strip(',')}"
            raise NotationError(f"Write the house rule with its value, as in {example}.")
        if rule.field in rules:
            raise NotationError(f"The house rule {word} is given twice.")
        try:
            rules[rule.field] = rule.read(value)
        except ValueError:
            raise NotationError(f"The house rule {word} takes {rule.values}, not {value!r}.") from None
    return cast(HouseRules, rules)
