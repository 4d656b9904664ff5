"""Files of matches: where they are kept, and how they are written."""

from __future__ import annotations

import os
import re
import tempfile
from datetime import datetime
from pathlib import Path

import click
import platformdirs

SUFFIX = ".pegs"


def new_file(players: tuple[str, str], now: datetime) -> Path:
    """A file for a new match, in the folder for this user's data."""
    folder = platformdirs.user_data_path("codepegs", appauthor=False) / "matches"
    names = "-".join(re.sub(r"\W+", "-", name.casefold()) for name in players)
    return folder / f"{now:%Y-%m-%d-%H%M%S}-{names}{SUFFIX}"


def keep(file: Path, content: str) -> None:
    """Write a file as a whole or not at all, and have it on the disk before going on."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        try:
            with open(handle, "w", encoding="utf-8", newline="\n") as draft:
                draft.write(content)
                draft.flush()
                os.fsync(draft.fileno())
            os.replace(name, file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise click.ClickException(
            f"The match cannot be kept in {file} ({error.strerror}). Name another file with --save."
        ) from error
