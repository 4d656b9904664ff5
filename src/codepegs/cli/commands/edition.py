"""`codepegs edition`: everything about one edition."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

import click

from codepegs.cli import options
from codepegs.notation import edition_facts, edition_line
from codepegs.rules.edition import Edition


@click.command()
@click.argument("slug", metavar="EDITION")
@click.argument("rules", nargs=-1, metavar="[RULE=VALUE]...")
@options.json
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
    for line in edition_facts.lines(edition):
        click.echo(line)
    click.echo("\nHouse rules, as RULE=VALUE:")
    for line in edition_facts.rules_of(edition):
        click.echo(line)


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
