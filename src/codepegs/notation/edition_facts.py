"""Descriptions of editions: what players want to know before they start a match."""

from __future__ import annotations

from collections.abc import Iterator

from codepegs.notation import edition_line, sentences
from codepegs.notation.house_rules import RULES, SCORINGS
from codepegs.rules.box import KeyStyle, ScoreKeeping
from codepegs.rules.catalogue import printed_edition
from codepegs.rules.edition import Answers, Edition

_KEEPING = {
    ScoreKeeping.NOTE: "written down after each game",
    ScoreKeeping.TRACKER: "kept on a score tracker, updated after each game",
    ScoreKeeping.LINES: "kept on score lines, updated as each row is placed",
}


def title(edition: Edition) -> str:
    """Return the title of the box and the edition line: `Invicta (invicta rows=8)`."""
    return f"{edition.box.title} ({edition_line.write(edition)})"


def facts(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield pairs of a topic and a fact. An empty topic continues the one above."""
    box, word = edition.box, edition.colour_word
    yield "Source", f"rule sheet {box.sheet}" if box.sheet else "not from a rule sheet"
    yield (
        "Code",
        f"{sentences.pluralize(edition.pegs, 'peg')}, {edition.colours} {word}s, {_repeats(edition)}",
    )
    yield "", f"{edition.size:,} possible codes"
    if edition.blanks:
        yield "", f"holes may stay empty, and empty counts as one more {word}"
    yield f"{word.capitalize()}s", ", ".join(hue.label for hue in edition.hues)
    shown = "numbered arms" if box.keys.style is KeyStyle.ARMS else "key pegs"
    yield "Answer", f"{shown}: {box.keys.black.name} for right {word}, right place;"
    yield "", f"{box.keys.white.name} for right {word}, wrong place"
    if edition.answers is Answers.REFEREE:
        yield "", "the computer marks every guess (our addition)"
        if printed_edition(edition.slug).answers is Answers.HAND:
            yield "", f"on the rule sheet, the {box.codemaker} does (answers=hand)"
    else:
        wronged = box.codemaker if edition.scoring.least_wins else box.codebreaker
        yield "", f"the {box.codemaker} marks the guesses"
        yield "", f"a wrong answer voids the game and gives the {wronged} {box.award} points"
    yield "Players", f"{box.codemaker} and {box.codebreaker}"
    yield "Rows", str(edition.rows)
    yield "Games", f"{'an even number' if edition.even else 'any number'}, agreed in advance"
    yield (
        "Points",
        SCORINGS[edition.scoring].description.format(codemaker=box.codemaker, codebreaker=box.codebreaker),
    )
    if edition.scoring.takes_bonus:
        yield "", f"and {edition.bonus or 'nothing'} extra for an uncracked code"
    yield "", _KEEPING[box.score_keeping]
    if edition.time_limit is not None:
        yield "Time", f"{sentences.describe_duration(edition.time_limit)} per guess"
    for number, option in enumerate(box.options):
        yield "" if number else "Options", f"{option.name}: {option.meaning} ({option.rule})"
    if box.ours:
        yield "Note", box.ours


def lines(edition: Edition) -> Iterator[str]:
    """Yield the title, then the facts as lines of text."""
    yield title(edition)
    for topic, fact in facts(edition):
        yield f"{topic:<11}{fact}"


def list_house_rules(edition: Edition) -> Iterator[str]:
    """Yield a line for each house rule: its value in this edition, and its meaning."""
    settings = [f"{rule.word}={rule.of(edition)}" for rule in RULES.values()]
    width = max(map(len, settings))
    for setting, rule in zip(settings, RULES.values(), strict=True):
        yield f"  {setting:<{width}}  {rule.meaning} ({rule.values})"


def _repeats(edition: Edition) -> str:
    if edition.code_repeats:
        return "repeats allowed"
    return "no repeats" if not edition.guess_repeats else "no repeats in the code, but guesses may repeat"
