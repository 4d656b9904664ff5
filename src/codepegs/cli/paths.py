"""Paths of the user's files: settings, archive, and tokens of servers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from codepegs.notation.sentences import escape_unprintable
from codepegs.storage.errors import CannotOpenArchive

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
    file = archive_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotOpenArchive(
            f"in {escape_unprintable(str(file.parent))}", error.strerror or "no folder"
        ) from None
    return f"sqlite:///{file}"


def open_archive() -> Archive:
    """Open the archive. Create it if it is missing."""
    from codepegs import storage

    return storage.open_archive(archive_url())
