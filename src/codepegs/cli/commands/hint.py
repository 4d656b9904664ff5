"""`codepegs hint`: help with the next guess, in steps."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from codepegs.cli import options
from codepegs.cli.console_text import say
from codepegs.cli.process_pool import exit_on_interrupt
from codepegs.notation import position, user_input

if TYPE_CHECKING:
    from codepegs.analysis.hint import Hint

STEPS = ("nudge", "colours", "guess")
"""The steps of a hint by name: `analysis.hint.Kind`, which loads numpy."""


@click.command()
@click.argument("line", metavar="POSITION")
@click.option("--plan", metavar="CODE", help="The guess that you have in mind.")
@click.option("--step", type=click.Choice(STEPS), default="nudge", show_default=True, help="How far to go.")
@options.json
def command(line: str, plan: str | None, step: str, as_json: bool) -> None:
    """Help with the next guess, in steps that tell more and more.

    POSITION is an edition and the rows so far, in one line. The steps: what the codes left
    have in common, and whether the guess that you plan can be one of them (nudge); the pegs
    of the best guess, but not their places (colours); the best guess, and why (guess).

    \b
    codepegs hint "classic-1 / RRBB 1+1 / RYGK 0+2"
    codepegs hint "classic-1 / RRBB 1+1 / RYGK 0+2" --plan GBKB
    codepegs hint "classic-1 / RRBB 1+1 / RYGK 0+2" --step guess
    """
    board = position.read(line)
    planned = None if plan is None else user_input.code(board.edition, plan)
    from codepegs.analysis.hint import Kind, find_hint

    with exit_on_interrupt("Stopped before there was anything to say."):
        found = find_hint(board, planned, remedy="correct it, or claim it in a match")
    if as_json:
        from codepegs.analysis.review.data import hint_data

        click.echo(json.dumps(hint_data(found, found.upto(Kind(step))), indent=2))
        return
    _show(found, step)


def _show(found: Hint, step: str) -> None:
    from codepegs.analysis.hint import Kind

    for shown in found.upto(Kind(step)):
        say(" ".join(shown.sentences))
    further = STEPS[STEPS.index(step) + 1 :]
    if further:
        click.echo(f"For more: --step {further[0]}", err=True)
