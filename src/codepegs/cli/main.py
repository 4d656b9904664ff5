"""`codepegs`: the group of commands, and the one place that prints errors."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module

import click

from codepegs import CodepegsError, __version__
from codepegs.cli.console_text import has_terminal
from codepegs.errors import suggest
from codepegs.notation.sentences import escape_unprintable

COMMANDS = {
    "play": "Play line by line: alone, against the computer, or two people.",
    "join": "Join a match on a server by its link.",
    "puzzle": "Solve a puzzle.",
    "solve": "Get help while you play on a real board.",
    "review": "Review a match: best guesses, mistakes and luck.",
    "matches": "List, search, export, delete and back up your matches.",
    "show": "Show a match or a position.",
    "verify": "Check that no code in a match was changed after it was set.",
    "editions": "List the editions, or show one of them.",
    "mark": "Mark a guess: count its black and white key pegs.",
    "strategy": "Prove the best strategy; measure, save and check others.",
    "serve": "Run a game server for browsers and programs.",
    "about": "Show version, paths and installed features.",
}
"""Every command with its short help, so that `--help` does not import them."""

_RENAMED = {
    "edition": "editions",
    "replay": "show",
    "draw": "show",
    "hint": "solve --once",
    "optimal": "strategy prove",
    "census": "strategy census",
    "tree": "strategy tree",
}


class _Commands(click.Group):
    """Group that imports a command when it is used, and turns errors into one sentence."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take `help COMMAND` for `COMMAND --help`."""
        return super().parse_args(ctx, [*args[1:], "--help"] if args[:1] == ["help"] else args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in _RENAMED:
            raise click.UsageError(f"codepegs {name} is now codepegs {_RENAMED[name]}.")
        if name not in COMMANDS:
            if name.startswith("-"):
                return None
            hint = suggest(name, COMMANDS)
            raise click.UsageError(
                f"There is no command {name!r}. {hint}To see all commands, run codepegs -h."
            )
        command: click.Command = import_module(f"codepegs.cli.commands.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run a command. An error becomes one sentence without control characters."""
        try:
            return super().invoke(ctx)
        except CodepegsError as error:
            raise click.ClickException(escape_unprintable(str(error))) from error
        except click.UsageError:
            raise
        except click.ClickException as error:
            raise click.ClickException(escape_unprintable(error.message)) from error
        except BrokenPipeError:
            raise  # click exits quietly
        except OSError as error:
            raise click.ClickException(f"The system reported an error: {error.strerror}.") from error
        except MemoryError as error:
            sentence = "There is not enough memory. Choose fewer pegs, colours or workers."
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
    """A code-breaking peg game, known as Mastermind.

    Without a command, codepegs opens the application. If standard input or output is not a
    terminal, it runs codepegs play instead.
    """
    if ctx.invoked_subcommand is not None:
        return
    if has_terminal():
        # What is imported here stays in memory. Collecting it takes a tenth of the time to start.
        gc.disable()
        from codepegs.cli import run_tui

        gc.freeze()
        gc.enable()
        run_tui.run()
    else:
        play = group.get_command(ctx, "play")
        assert play is not None
        with play.make_context("play", [], parent=ctx) as alone:
            play.invoke(alone)


def main() -> None:
    """Run the console script."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was closed
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        # A character that cannot be decoded or encoded is replaced, and the command goes on.
        getattr(sys, name).reconfigure(errors="replace")
    group(prog_name="codepegs")
