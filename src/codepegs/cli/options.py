"""Options and arguments that several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click
from click.core import ParameterSource

from codepegs.errors import NotationError
from codepegs.notation import edition_line, record
from codepegs.rules.match import Match

F = TypeVar("F", bound=Callable[..., Any])


def edition(function: F) -> F:
    """`--edition`: an edition line, given to the command as an Edition."""
    return click.option(
        "-e",
        "--edition",
        "edition",
        default="classic-1",
        show_default=True,
        metavar="EDITION",
        callback=lambda ctx, param, value: edition_line.read(value.lower()),
        help='An edition, and house rules behind it if you like: "classic-1 rows=8".',
    )(function)


def given(name: str) -> bool:
    """Whether the running command was given an option, and did not fall back on its default."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def json(function: F) -> F:
    """`--json`: the result for a program to read."""
    return click.option("--json", "as_json", is_flag=True, help="Write JSON.")(function)


def colour(function: F) -> F:
    """`--colour`: whether pegs are painted, given to the command as a bool."""

    def decide(ctx: click.Context, param: click.Parameter, value: str) -> bool:
        # The context passes the decision on to click.echo, which would strip paint from a pipe.
        ctx.color = value == "always" or (value == "auto" and paints(sys.stdout))
        return ctx.color

    return click.option(
        "--colour",
        "ansi",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        callback=decide,
        help="Paint the pegs; auto paints on a terminal unless NO_COLOR is set.",
    )(function)


def ascii_only(function: F) -> F:
    """`--ascii`: no character beyond ASCII."""
    return click.option(
        "--ascii",
        "ascii_only",
        is_flag=True,
        callback=lambda ctx, param, value: value or not shows_symbols(sys.stdout),
        help="Draw with ASCII characters only.",
    )(function)


def record_file(function: F) -> F:
    """`RECORD`: a file, or - for standard input, given to the command as a Match."""
    return click.argument("match", metavar="RECORD", callback=lambda ctx, param, value: read_record(value))(
        function
    )


def read_record(name: str, *, opened: bool = True) -> Match:
    """The match of a record in a file, or on standard input for `-`; see record.read for `opened`."""
    try:
        # Four bytes a character at the most; and no line end is translated on the way in.
        with click.open_file(name, "rb") as file:
            text = file.read(4 * record.LONGEST + 1).decode()
    except UnicodeDecodeError:
        raise NotationError(f"{name} is no record: it is not text in UTF-8.") from None
    except OSError as error:
        refusal = f"{name or repr(name)} cannot be read: {error.strerror}."
        raise click.ClickException(f"{refusal}{_exported(name)}") from None
    return record.read(text, opened=opened)


def _exported(name: str) -> str:
    """How a match of the application becomes a record, for whoever gives its ID in place of one."""
    if not name.isalnum():
        return ""
    command = click.get_current_context().command_path
    return f" Of a match of that ID: codepegs matches export {name} | {command} -"


def output(function: F) -> F:
    """`--output`: a file instead of standard output, given to the command as a Path; see `write`."""
    return click.option(
        "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file."
    )(function)


def write(text: str, file: Path | None, *, new: bool = False) -> None:
    """Write whole lines to a file, or to standard output without one; `new` refuses a file that exists."""
    if file is None:
        click.echo(text, nl=False)
        return
    try:
        with file.open("x" if new else "w", encoding="utf-8", newline="\n") as target:
            target.write(text)
    except FileExistsError:
        raise click.ClickException(f"{file} exists: name another file.") from None
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}.") from None


def paints(stream: TextIO) -> bool:
    """Whether a stream is a terminal that may be painted."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def shows_symbols(stream: TextIO) -> bool:
    """Whether the symbols for key pegs can be written to a stream."""
    try:
        "●○".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
