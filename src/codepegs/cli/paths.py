"""Places: the folders of this user that something is kept in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from codepegs.notation.sentences import printable
from codepegs.storage.errors import CannotOpenArchive

if TYPE_CHECKING:
    from codepegs.storage import Archive


def settings_file() -> Path:
    """The file of the settings."""
    return platformdirs.user_config_path("codepegs", appauthor=False) / "settings.json"


def records_folder() -> Path:
    """The folder for matches of line mode, a file each."""
    return _data() / "matches"


def archive_file() -> Path:
    """The file of the archive: matches of the application, and of a server that is given no other."""
    return _data() / "archive.db"


def archive_url() -> str:
    """The URL of the archive, whose folder is made if it is not there."""
    file = archive_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotOpenArchive(f"in {printable(str(file.parent))}", error.strerror or "no folder") from None
    return f"sqlite:///{file}"


def open_archive() -> Archive:
    """That archive, made if it is not there."""
    from codepegs import storage

    return storage.open_archive(archive_url())


def _data() -> Path:
    return platformdirs.user_data_path("codepegs", appauthor=False)
