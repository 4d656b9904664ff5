"""Form for a new match, with one field per house rule, and facts grouped by topic."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from codepegs.notation import edition_line
from codepegs.notation.edition_facts import SCORINGS
from codepegs.rules.code import MAX_COLOURS
from codepegs.rules.edition import MAX_BONUS, MAX_PEGS, MAX_ROWS


@dataclass(frozen=True, slots=True)
class Field:
    """Form field of a house rule: a list of options, or a number within limits."""

    word: str
    label: str
    options: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0


_YES = (("yes", "allowed"), ("no", "not allowed"))
_TIMES = (
    ("none", "no clock"),
    ("30", "30 seconds a turn"),
    ("60", "1 minute a turn"),
    *((str(60 * minutes), f"{minutes} minutes a turn") for minutes in (2, 3, 4, 10)),
)

FIELDS = (
    Field(
        "answers", "Who answers", (("referee", "a referee, always truly"), ("hand", "the codemaker, by hand"))
    ),
    Field("scoring", "What counts", tuple((scoring.value, text.label) for scoring, text in SCORINGS.items())),
    Field("time", "Clock", _TIMES),
    Field("bonus", "More points if unbroken", least=0, most=MAX_BONUS),
    Field("rows", "Rows", least=1, most=MAX_ROWS),
    Field("pegs", "Pegs in a code", least=1, most=MAX_PEGS),
    Field("colours", "Colours", least=2, most=MAX_COLOURS),
    Field("blanks", "Empty holes", _YES),
    Field("code-repeats", "A colour twice in a code", _YES),
    Field("guess-repeats", "A colour twice in a guess", _YES),
    Field("even", "Number of games", (("yes", "even, so that both make as many codes"), ("no", "any"))),
)
"""All house rules, the ones that people change most often first."""
assert {field.word for field in FIELDS} == edition_line.RULES.keys()


def group_facts(facts: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """Return the topics, each with its facts. A fact without a topic belongs to the last one."""
    topics: list[tuple[str, list[str]]] = []
    for topic, fact in facts:
        if topic:
            topics.append((topic, []))
        topics[-1][1].append(fact)
    return topics
