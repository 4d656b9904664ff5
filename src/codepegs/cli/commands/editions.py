"""`codepegs editions`: the catalogue, or one edition in full."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import Enum
from typing import Any

import click

from codepegs.cli import options
from codepegs.notation import edition_facts, edition_line, sentences
from codepegs.notation.house_rules import RULES
from codepegs.rules.box import ScoreKeeping
from codepegs.rules.catalogue import CATALOGUE, printed_edition
from codepegs.rules.edition import Edition

_SCORE_KEEPING = {
    ScoreKeeping.NOTE: "",
    ScoreKeeping.TRACKER: "score tracker",
    ScoreKeeping.LINES: "score lines",
}


@click.command()
@click.argument("name", metavar="[NAME]", required=False, shell_complete=options.complete_edition)
@click.argument("rules", nargs=-1, metavar="[RULE=VALUE]...")
@options.json
def command(name: str | None, rules: tuple[str, ...], as_json: bool) -> None:
    """List the editions, or show one of them.

    An edition can be shown with house rules.

    \b
    codepegs editions
    codepegs editions invicta
    codepegs editions invicta rows=8 scoring=codebreaker
    """
    if name is None:
        _list(as_json=as_json)
    else:
        _show(edition_line.read(" ".join([name.lower(), *rules])), as_json=as_json)


def _list(*, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([_as_data(edition) for edition in CATALOGUE.values()]))
        return
    row = "{:<18}{:>5}{:>6}{:>9}{:>6}{:>8}  {}"
    click.echo(row.format("edition", "sheet", "pegs", "colours", "rows", "codes", "special"))
    for edition in CATALOGUE.values():
        notes = [
            "" if edition.code_repeats else "no repeats",
            "empty holes" if edition.blanks else "",
            "even number of games" if edition.even else "",
            "" if edition.bonus else "no bonus",
            _SCORE_KEEPING[edition.box.score_keeping],
            sentences.pluralize(len(edition.box.options), "option") if edition.box.options else "",
        ]
        numbers = (edition.pegs, edition.colours, edition.rows, f"{edition.size:,}")
        special = ", ".join(filter(None, notes))
        click.echo(row.format(edition.slug, edition.box.sheet or "-", *numbers, special).rstrip())


def _show(edition: Edition, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_as_data(edition)))
        return
    for line in edition_facts.lines(edition):
        click.echo(line)
    click.echo("\nHouse rules, as RULE=VALUE:")
    for line in edition_facts.list_house_rules(edition):
        click.echo(line)


def _as_data(edition: Edition) -> dict[str, Any]:
    box = edition.box
    return {
        "slug": edition.slug,
        "line": edition_line.write(edition),
        "title": box.title,
        "sheet": box.sheet,
        "codes": edition.size,
        "rules": {rule.word: _plain(getattr(edition, rule.field)) for rule in RULES.values()},
        "colours": [
            {"name": hue.name, "letter": hue.letter, "fill": hue.paint.fill, "ink": hue.paint.ink}
            for hue in edition.hues
        ],
        "keys": {**asdict(box.keys), "style": box.keys.style.value},
        "titles": {"codemaker": box.codemaker, "codebreaker": box.codebreaker},
        "award": box.award,
        "score_keeping": box.score_keeping.value,
        "printed": edition_line.write(printed_edition(edition.slug)),
        "options": [asdict(option) for option in box.options],
        "note": box.ours,
    }


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value
