"""An edition and its house rules as one line of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar, cast

from codepegs.errors import NotationError
from codepegs.rules.catalogue import find_edition
from codepegs.rules.code import MAX_COLOURS
from codepegs.rules.edition import (
    MAX_BONUS,
    MAX_PEGS,
    MAX_ROWS,
    MAX_TIME_LIMIT,
    Answers,
    Edition,
    HouseRules,
    Scoring,
)

E = TypeVar("E", bound=Enum)


@dataclass(frozen=True, slots=True)
class Rule:
    """House rule: its word in the line, the field of the edition that it sets, and its values."""

    word: str
    field: str
    values: str
    """Description of the allowed values, for people."""
    meaning: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and text == str(int(text))):
        raise ValueError
    return int(text)


def _yes_or_no(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _seconds(text: str) -> int | None:
    return None if text == "none" else _number(text)


def _numeric(word: str, least: int, most: int, meaning: str) -> Rule:
    return Rule(word, word, f"{least} to {most}", f"{meaning}, {least} to {most}", _number, str)


def _switch(word: str, meaning: str) -> Rule:
    return Rule(
        word, word.replace("-", "_"), "yes or no", meaning, _yes_or_no, lambda on: "yes" if on else "no"
    )


def _choice(word: str, kind: type[E], meaning: str) -> Rule:
    values = ", ".join(choice.value for choice in kind)
    values = " or ".join(values.rsplit(", ", 1))
    return Rule(word, word, values, f"{meaning}: {values}", kind, lambda choice: str(choice.value))


RULES = {
    rule.word: rule
    for rule in (
        _numeric("pegs", 1, MAX_PEGS, "pegs in a code"),
        _numeric("colours", 2, MAX_COLOURS, "colours"),
        _switch("blanks", "whether holes may stay empty"),
        _switch("code-repeats", "whether a code may have a colour twice"),
        _switch("guess-repeats", "whether a guess may have a colour twice"),
        _numeric("rows", 1, MAX_ROWS, "rows on the board"),
        _choice("scoring", Scoring, "what counts"),
        _numeric("bonus", 0, MAX_BONUS, "points more for a code that stays unbroken"),
        _switch("even", "whether the number of games must be even"),
        Rule(
            "time",
            "time_limit",
            f"1 to {MAX_TIME_LIMIT} or none",
            f"seconds for a turn of the codebreaker, 1 to {MAX_TIME_LIMIT} or none",
            _seconds,
            lambda limit: "none" if limit is None else str(limit),
        ),
        _choice("answers", Answers, "who answers, a referee or the codemaker"),
    )
}
"""All house rules by word, in the order in which `write` writes them."""


def write(terms: Edition) -> str:
    """Return the line for an edition: its slug, then each rule that differs from the printed game.

    >>> write(find_edition("invicta", rows=8, blanks=True))
    'invicta blanks=yes rows=8'
    """
    printed = find_edition(terms.slug)
    words = [terms.slug]
    for rule in RULES.values():
        value = getattr(terms, rule.field)
        if value != getattr(printed, rule.field):
            words.append(f"{rule.word}={rule.write(value)}")
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
    rules: dict[str, Any] = {}
    for text in words:
        word, equals, value = text.partition("=")
        rule = RULES.get(word)
        if rule is None:
            raise NotationError(f"There is no house rule {word!r}. Choose from: {', '.join(RULES)}.")
        if not equals:
            example = f"{word}={rule.values.split()[0].strip(',')}"
            raise NotationError(f"Write the house rule with its value, as in {example}.")
        if rule.field in rules:
            raise NotationError(f"The house rule {word} is given twice.")
        try:
            rules[rule.field] = rule.read(value)
        except (ValueError, KeyError):
            raise NotationError(f"The house rule {word} takes {rule.values}, not {value!r}.") from None
    return cast(HouseRules, rules)
