"""Paths of the user's files: settings, archive, and tokens of servers."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING

from codepegs.notation.sentences import escape_unprintable

if TYPE_CHECKING:
    from codepegs.storage import Archive


def settings_file() -> Path:
    """Return the settings file of the application."""
    import platformdirs

    return platformdirs.user_config_path("codepegs", appauthor=False) / "settings.json"


def archive_file() -> Path:
    """Return the file of the archive, which the application, line mode and, by default, the server use."""
    import platformdirs

    return platformdirs.user_data_path("codepegs", appauthor=False) / "archive.db"


def tokens_file() -> Path:
    """Return the file of the tokens that return the user to seats at servers."""
    return archive_file().with_name("tokens.json")


def archive_url() -> str:
    """Return the URL of the archive. Create its folder if it is missing."""
    from codepegs.storage.errors import CannotOpenArchive

    file = archive_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotOpenArchive(
            f"in {escape_unprintable(str(file.parent))}", error.strerror or "no folder"
        ) from None
    return f"sqlite:///{file}"


def open_archive() -> Archive:
    """Open the archive. Create it if it is missing, and delete solo games that nobody continues."""
    from codepegs import storage
    from codepegs.storage.archive import DAY, SOLO_DAYS
    from codepegs.storage.errors import ArchiveUnavailable

    archive = storage.open_archive(archive_url())
    # If another program is writing to the archive, the games can be deleted another time.
    with suppress(ArchiveUnavailable):
        archive.delete_idle_solo(time_ns() // 1000 - SOLO_DAYS * DAY)
    return archive
