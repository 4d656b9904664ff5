"""Record files of matches that are played in line mode."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

import click

from codepegs.cli import paths
from codepegs.notation.sentences import escape_unprintable
from codepegs.storage import atomic_file

SUFFIX = ".pegs"


class MatchFile:
    """The file of a match that is being played. Nobody else may change it meanwhile."""

    def __init__(self, path: Path) -> None:
        """Open a file that exists."""
        self.path = path
        self._content = _read(path)

    @classmethod
    def new(cls, path: Path) -> MatchFile:
        """Create a file. Raises FileExistsError if it exists."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _error(path, error) from error
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            raise
        except OSError as error:
            raise _error(path, error) from error
        return cls(path)

    @classmethod
    def for_match(cls, players: tuple[str, str], now: datetime) -> MatchFile:
        """Create a file in the user's data folder, named after the time and the players."""
        folder = paths.records_folder()
        names = "-".join(re.sub(r"\W+", "-", name.casefold()).strip("-") for name in players)
        for number in count(1):
            again = "" if number == 1 else f"-{number}"
            with suppress(FileExistsError):
                return cls.new(folder / f"{now:%Y-%m-%d-%H%M%S}-{names}{again}{SUFFIX}")
        raise AssertionError("count never ends")

    def save(self, content: str) -> None:
        """Replace the content atomically and durably."""
        if _read(self.path) != self._content:
            raise click.ClickException(
                f"{escape_unprintable(str(self.path))} was changed by another program. "
                f"Resume that match with --resume, or start a new one."
            )
        try:
            atomic_file.write(self.path, content)
        except OSError as error:
            raise _error(self.path, error) from error
        self._content = content


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode(errors="replace")
    except OSError as error:
        raise _error(path, error) from error


def _error(path: Path, error: OSError) -> click.ClickException:
    place = escape_unprintable(str(path))
    return click.ClickException(
        f"Cannot save the match in {place}: {error.strerror}. Choose another file with --save."
    )
