"""`codepegs solve`: help with a game, as a conversation or as one piece of advice."""

from __future__ import annotations

import sys
from shlex import quote
from typing import TYPE_CHECKING

import click

from codepegs.cli import options
from codepegs.cli.console_text import Style, say
from codepegs.cli.cores import exit_on_interrupt
from codepegs.cli.repl.console import EARLY_EXITS, Console, explain_exit
from codepegs.notation import position, user_input
from codepegs.notation.sentences import spell_out
from codepegs.rules.board import Board
from codepegs.rules.game import HINT_STEPS

if TYPE_CHECKING:
    from codepegs.analysis.hint import Hint

STEPS = ("nudge", "colours", "guess")
"""The values of `analysis.hint.Kind`, whose module loads numpy."""


@click.command()
@options.board
@click.option("--once", is_flag=True, help="Print one piece of advice and exit.")
@click.option(
    "--step",
    type=click.Choice(STEPS),
    default="nudge",
    show_default=True,
    help="With --once: how much to reveal.",
)
@click.option("--plan", metavar="CODE", help="With --once: a guess that you have in mind.")
@options.json
@options.style
def command(board: Board, once: bool, step: str, plan: str | None, as_json: bool, style: Style) -> None:
    """Get help while you play on a real board.

    POSITION is an edition and the rows so far, in one line. Play the suggested guess on your board
    and type its answer. If you play another guess, type the guess and its answer. Type help for more.

    With --once it prints advice for the next guess. The steps are: what the possible codes have in
    common, and whether your plan is possible (nudge); the pegs of the best guess, but not their
    places (colours); the best guess and the reason (guess).

    \b
    codepegs solve
    codepegs solve -e bulls-and-cows
    codepegs solve "classic-1 / RRBB 1+1 / RYGK 0+2"
    codepegs solve "classic-1 / RRBB 1+1 / RYGK 0+2" --once --plan GBKB
    codepegs solve "classic-1 / RRBB 1+1 / RYGK 0+2" --once --step guess
    """
    if once:
        _advise(board, step, plan, as_json=as_json)
    elif options.given("step") or plan is not None or as_json:
        raise click.UsageError("--step, --plan and --json need --once.")
    else:
        _converse(board, style)


def _advise(board: Board, step: str, plan: str | None, *, as_json: bool) -> None:
    planned = None if plan is None else user_input.read_code(board.edition, plan)
    from codepegs.analysis.hint import HintKind, find_hint

    with exit_on_interrupt("Stopped before there was any advice."):
        found = find_hint(board, planned, remedy="correct it, or claim it in a match")
    if as_json:
        from codepegs.protocol import learn, messages

        steps = len(found.up_to(HintKind(step)))
        shown = learn.make_hints(found).only(HINT_STEPS[:steps], HINT_STEPS[steps:])
        click.echo(messages.encode(shown))
    else:
        _show(found, step)


def _show(found: Hint, step: str) -> None:
    from codepegs.analysis.hint import HintKind

    for shown in found.up_to(HintKind(step)):
        say(spell_out(" ".join(shown.sentences)))
    further = STEPS[STEPS.index(step) + 1 :]
    if further:
        click.echo(f"For more: --step {further[0]}", err=True)


def _converse(board: Board, style: Style) -> None:
    # This loads numpy, which --help does not need.
    from codepegs.cli.repl.assistant import Assistant

    assistant = Assistant(Console(sys.stdin, sys.stdout, style), board)
    try:
        assistant.run()
    except EARLY_EXITS as reason:
        exit_code = explain_exit(reason)
        if assistant.board.rows:
            line = quote(position.write(assistant.board))
            click.echo(f"To continue, run: codepegs solve {line}", err=True)
        sys.exit(exit_code)
