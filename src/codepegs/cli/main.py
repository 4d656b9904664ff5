"""`codepegs`: the group of commands, and the one place that words refusals."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module

import click

from codepegs import CodepegsError, __version__
from codepegs.notation.sentences import printable

COMMANDS = {
    "play": "Play a match in line mode, against a person or the computer.",
    "serve": "Run a game server for browsers and programs.",
    "matches": "List, show, export and delete the matches of the application.",
    "editions": "List the editions.",
    "edition": "Show one edition, with house rules if you like.",
    "mark": "Answer a guess as an honest codemaker must.",
    "replay": "Check a record move by move and show its games.",
    "verify": "Check that no code of a record was changed after it was set.",
    "review": "Look back at the games of a record: what was best, and what was luck.",
    "hint": "Help with the next guess, in steps that tell more and more.",
    "draw": "Draw a board of a record, in characters or as SVG.",
    "solve": "Break a code on a real table: you enter the answers, it gives the guesses.",
    "puzzle": "Solve a puzzle: find the one code that fits some rows, or the best guess.",
    "census": "Play a strategy against every code of an edition.",
    "optimal": "Prove the fewest guesses that any strategy can need.",
    "tree": "Write, read and verify strategies written out.",
    "about": "Say what this installation is and has.",
}
"""Every command with its short help, so that `--help` need not import them."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"codepegs.cli.commands.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run a command. Whatever it refuses is one sentence that leaves the terminal alone."""
        try:
            return super().invoke(ctx)
        except CodepegsError as refusal:
            raise click.ClickException(printable(str(refusal))) from refusal
        except click.UsageError:
            raise
        except click.ClickException as refusal:
            raise click.ClickException(printable(refusal.message)) from refusal
        except BrokenPipeError:
            raise  # click ends quietly
        except OSError as error:
            raise click.ClickException(f"That went wrong: {error.strerror}.") from error
        except MemoryError as error:
            sentence = "There is not enough memory for that. Choose fewer pegs or colours, or fewer workers."
            raise click.ClickException(sentence) from error
        except KeyboardInterrupt:
            click.echo(err=True)
            sys.exit(130)


@click.group(
    cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, message="codepegs %(version)s")
@click.pass_context
def group(ctx: click.Context) -> None:
    """The code-breaking peg game, by every rule sheet.

    Without a command it opens the application. Where there is no terminal for that, it
    asks what you want to play, line by line.
    """
    if ctx.invoked_subcommand is not None:
        return
    if _has_terminal():
        gc.disable()  # what is loaded now stays: looking through it for waste takes a tenth of the time
        from codepegs.cli import run_tui as application

        gc.freeze()
        gc.enable()
        application.run()
    else:
        play = group.get_command(ctx, "play")
        assert play is not None
        with play.make_context("play", [], parent=ctx) as alone:
            play.invoke(alone)


def _has_terminal() -> bool:
    """Whether there is a screen to draw on and a keyboard at it; the application draws on standard error."""
    kind = os.environ.get("TERM", "" if os.name == "nt" else "dumb")
    return kind != "dumb" and all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def main() -> None:
    """The console script."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A character that cannot be read or shown becomes another; that is no reason to stop.
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    group(prog_name="codepegs")
