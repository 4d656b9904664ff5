"""Options and arguments that several commands share."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from codepegs.cli import match_list, paths
from codepegs.cli.console_text import Style, can_paint, can_show_symbols
from codepegs.errors import NotationError, UnknownEdition
from codepegs.notation import edition_line, record
from codepegs.notation import position as position_line
from codepegs.rules.board import Board
from codepegs.rules.catalogue import ALIASES, CATALOGUE
from codepegs.rules.match import Match

F = TypeVar("F", bound=Callable[..., Any])

OUTPUT_FILE = click.Path(dir_okay=False, allow_dash=True, path_type=Path)
"""The type of a file to write; - means standard output (see `write`)."""


def complete_edition(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the editions that start with some letters, for the completion of a shell."""
    return [
        CompletionItem(slug, help=edition.box.title)
        for slug, edition in CATALOGUE.items()
        if slug.startswith(incomplete)
    ]


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
        shell_complete=complete_edition,
        help='An edition, optionally followed by house rules: "classic-1 rows=8".',
    )(function)


def board(function: Callable[..., None]) -> Callable[..., None]:
    """`[POSITION]` or `--edition`: the rows so far, given to the command as a Board.

    Instead of a position it takes a match, as `match` does, for the rows of its last game.
    """

    @click.argument("position", metavar="[POSITION]", required=False, shell_complete=complete_match)
    @edition
    @wraps(function)
    def command(*, position: str | None, edition: Any, **others: Any) -> None:
        if position is not None and given("edition"):
            raise click.UsageError("A position starts with its edition. Leave out --edition.")
        function(Board(edition) if position is None else _read_board(position), **others)

    return command


def given(name: str) -> bool:
    """Return whether an option of the running command was given, and is not just its default."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def json(function: F) -> F:
    """`--json`: the result for a program to read."""
    return click.option("--json", "as_json", is_flag=True, help="Write JSON.")(function)


def style(function: F) -> F:
    """`--style`: how pegs are drawn, given to the command as a Style."""

    def choose(ctx: click.Context, param: click.Parameter, value: str | None) -> Style:
        painted = value == "colour" or (value in (None, "ascii") and can_paint(sys.stdout))
        ctx.color = painted  # unless told so, click.echo removes colours from a pipe
        ascii_only = value == "ascii" or not can_show_symbols(sys.stdout)
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
        return Style(painted, ascii_only, value == "compact", width)

    return click.option(
        "--style",
        type=click.Choice(["colour", "plain", "ascii", "compact"]),
        callback=choose,
        envvar="CODEPEGS_STYLE",
        help="Draw boards in colour, without colour, with ASCII characters only, or compact: a line of "
        "words per row, for screen readers. Default: CODEPEGS_STYLE, or what the terminal can show. "
        "NO_COLOR turns colours off.",
    )(function)


def complete_match(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return IDs of matches, or let the shell complete the name of a file."""
    return match_list.complete_id(ctx, param, incomplete) or [CompletionItem(incomplete, type="file")]


def match(function: F) -> F:
    """`MATCH`: a record or a match of the archive, given to the command as a Match."""
    return click.argument(
        "match",
        metavar="MATCH",
        callback=lambda ctx, param, value: read_match(value),
        shell_complete=complete_match,
    )(function)


def is_position(source: str) -> bool:
    """Return whether a text is a position: it starts with an edition, or has rows."""
    head = source.partition("/")[0].split()
    named = bool(head) and (head[0] in CATALOGUE or head[0] in ALIASES)
    return " / " in source or (named and not os.path.exists(source))


def _read_board(source: str) -> Board:
    if source == "-" or os.path.exists(source):
        return read_match(source).game.board
    try:
        return position_line.read(source)
    except UnknownEdition:
        if source.isalnum():
            with suppress(click.ClickException):
                return read_match(source).game.board
        raise


def read_match(name: str, *, verify: bool = True) -> Match:
    """Return the match of a record file, of an ID in the archive, or of a record on standard input (`-`).

    See record.read for `verify`.
    """
    if name.isalnum() and not os.path.exists(name):
        return _read_archive(name)
    try:
        # A character has at most four bytes. Bytes keep line ends as they are.
        with click.open_file(name, "rb") as file:
            text = file.read(4 * record.MAX_LENGTH + 1).decode()
    except UnicodeDecodeError:
        raise NotationError(f"{name} is not a record: it is not UTF-8 text.") from None
    except OSError as error:
        raise click.ClickException(f"Cannot read {name or repr(name)}: {error.strerror}.") from None
    return record.read(text, verify=verify)


def _read_archive(name: str) -> Match:
    # Do not create an archive only to look into it.
    if not paths.archive_file().exists():
        raise click.ClickException(
            f"No such file: {name!r}. Your archive has no matches yet. To play one, run codepegs."
        )
    archive = paths.open_archive()
    try:
        return archive.match(match_list.find_id(archive, name))
    except click.ClickException as error:
        raise click.ClickException(f"No such file: {name!r}. {error.message}") from None
    finally:
        archive.close()


def output(function: F) -> F:
    """`--output`: a file instead of standard output, given to the command as a Path; see `write`."""
    return click.option("-o", "--output", type=OUTPUT_FILE, help="Write to a file.")(function)


def write(text: str, file: Path | None, *, new: bool = False) -> None:
    """Write text to a file, or to standard output. With `new`, refuse to overwrite a file."""
    if file is None or str(file) == "-":
        click.echo(text, nl=False)
        return
    try:
        with file.open("x" if new else "w", encoding="utf-8", newline="\n") as target:
            target.write(text)
    except FileExistsError:
        raise click.ClickException(f"{file} already exists. Choose another file.") from None
    except OSError as error:
        raise click.ClickException(f"Cannot write {file}: {error.strerror}.") from None
