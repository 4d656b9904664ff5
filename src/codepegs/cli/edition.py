"""`codepegs edition`: everything about one edition."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import Enum
from typing import Any

import click

from codepegs.cli import option
from codepegs.notation import edition as edition_line
from codepegs.rules.box import KeyStyle, ScoreKeeping
from codepegs.rules.edition import Answers, Edition, Scoring

SCORINGS = {
    Scoring.ROWS: "the codemaker gets 1 point for each row; most points win",
    Scoring.CODEBREAKER: "the codebreaker gets 1 point for each row; least points win",
    Scoring.CODEMAKER: "the codemaker gets 1 point for each row that is not the code; most points win",
    Scoring.KEY_PEGS: "the codemaker gets 1 point for each exact key peg on the board; most points win",
}
_KEEPING = {
    ScoreKeeping.NOTE: "noted after each game",
    ScoreKeeping.TRACKER: "on a score tracker, moved after each game",
    ScoreKeeping.LINES: "on score lines, moved with every row",
}


@click.command()
@click.argument("slug", metavar="EDITION")
@click.argument("rules", nargs=-1, metavar="[RULE=VALUE]...")
@option.json
def command(slug: str, rules: tuple[str, ...], as_json: bool) -> None:
    """Show one edition, with house rules if you like.

    \b
    codepegs edition invicta
    codepegs edition invicta rows=8 scoring=codebreaker
    """
    edition = edition_line.read(" ".join([slug.lower(), *rules]))
    if as_json:
        click.echo(json.dumps(as_data(edition), indent=2))
        return
    for fact in facts(edition):
        click.echo(fact)
    click.echo("\nHouse rules, as RULE=VALUE:")
    for line in rules_of(edition):
        click.echo(line)


def rules_of(edition: Edition) -> Iterator[str]:
    """Every house rule as it stands in this edition, and what it means."""
    for rule in edition_line.RULES.values():
        value = rule.write(getattr(edition, rule.field))
        yield f"  {rule.word}={value}".ljust(21) + rule.meaning


def facts(edition: Edition) -> Iterator[str]:
    """What a player wants to know, a line each."""
    box = edition.box
    yield f"{box.title} ({edition_line.write(edition)})"
    yield "Source     " + (f"rule sheet {box.sheet}" if box.sheet else "beyond the rule sheets")
    yield f"Code       {edition.pegs} pegs of {edition.colours} colours, {_repeats(edition)}"
    yield f"           {edition.size:,} codes to choose from"
    if edition.blanks:
        yield "           holes may stay empty, which counts as one more colour"
    yield "Colours    " + ", ".join(f"{hue.letter} {hue.name}" for hue in edition.hues)
    shown = "arms that show numbers" if box.keys.style is KeyStyle.ARMS else "key pegs"
    yield f"Answer     {shown}: {box.keys.black} for a peg in its place,"
    yield f"           {box.keys.white} for one of a right colour in another place"
    yield "           " + (
        "given by a referee, always truly"
        if edition.answers is Answers.REFEREE
        else f"given by the codemaker; a wrong one that is shown voids the game for {box.award} points"
    )
    yield f"Players    {box.codemaker} and {box.codebreaker}"
    yield f"Rows       {edition.rows}"
    yield f"Games      {'an even number' if edition.even else 'any number'}, agreed before"
    yield f"Points     {SCORINGS[edition.scoring]}"
    if edition.scoring.takes_bonus:
        yield f"           and {edition.bonus or 'nothing'} more for a code that stays unbroken"
    yield f"           {_KEEPING[box.score_keeping]}"
    if edition.time_limit is not None:
        yield f"Time       {edition.time_limit} seconds a turn"
    elif box.suggested_time_limits:
        limits = " or ".join(map(str, box.suggested_time_limits))
        yield f"Time       no limit; the sheet suggests {limits} seconds a turn for slow players"
    if box.ours:
        yield f"Note       {box.ours}"


def _repeats(edition: Edition) -> str:
    if edition.code_repeats:
        return "repeats allowed"
    return "no repeats" if not edition.guess_repeats else "no repeats in the code; guesses may repeat"


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


def as_data(edition: Edition) -> dict[str, Any]:
    """The same facts for a program."""
    box = edition.box
    return {
        "slug": edition.slug,
        "line": edition_line.write(edition),
        "title": box.title,
        "sheet": box.sheet,
        "codes": edition.size,
        "rules": {rule.word: _plain(getattr(edition, rule.field)) for rule in edition_line.RULES.values()},
        "colours": [
            {"name": hue.name, "letter": hue.letter, "fill": hue.paint.fill, "ink": hue.paint.ink}
            for hue in edition.hues
        ],
        "keys": {"style": box.keys.style.value, "black": box.keys.black, "white": box.keys.white},
        "titles": {"codemaker": box.codemaker, "codebreaker": box.codebreaker},
        "award": box.award,
        "score_keeping": box.score_keeping.value,
        "suggested_time_limits": list(box.suggested_time_limits),
        "note": box.ours,
    }
