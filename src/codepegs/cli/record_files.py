"""Files of matches: where they are kept, and how they are written."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

import click

from codepegs.cli import paths
from codepegs.notation.sentences import printable
from codepegs.storage import atomic_file

SUFFIX = ".pegs"


class MatchFile:
    """The file that a match is kept in. It must not be changed by anyone else meanwhile."""

    def __init__(self, path: Path) -> None:
        """A file that exists."""
        self.path = path
        self._content = _read(path)

    @classmethod
    def new(cls, path: Path) -> MatchFile:
        """A file that did not exist; FileExistsError where it did."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _refusal(path, error) from error
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            raise
        except OSError as error:
            raise _refusal(path, error) from error
        return cls(path)

    @classmethod
    def for_match(cls, players: tuple[str, str], now: datetime) -> MatchFile:
        """A new file in the folder for this user's data, named for the time and the players."""
        folder = paths.records_folder()
        names = "-".join(re.sub(r"\W+", "-", name.casefold()).strip("-") for name in players)
        for number in count(1):
            again = "" if number == 1 else f"-{number}"
            with suppress(FileExistsError):
                return cls.new(folder / f"{now:%Y-%m-%d-%H%M%S}-{names}{again}{SUFFIX}")
        raise AssertionError("count never ends")

    def save(self, content: str) -> None:
        """Write the file as a whole or not at all, and have it on the disk before going on."""
        if _read(self.path) != self._content:
            raise click.ClickException(
                f"{printable(str(self.path))} was changed by someone else. "
                f"Go on from there with --resume, or begin anew."
            )
        try:
            atomic_file.write(self.path, content)
        except OSError as error:
            raise _refusal(self.path, error) from error
        self._content = content


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode(errors="replace")
    except OSError as error:
        raise _refusal(path, error) from error


def _refusal(path: Path, error: OSError) -> click.ClickException:
    return click.ClickException(
        f"The match cannot be kept in {printable(str(path))}: {error.strerror}. --save names another file."
    )
