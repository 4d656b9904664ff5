"""The key with which a server marks its tokens."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from codepegs.storage import open_tables
from codepegs.storage.errors import ArchiveUnavailable


@pytest.mark.parametrize("stored", ["", "00" * 31, "zz" * 32, b"00" * 32, 7, "ü" * 64])
def test_a_damaged_token_key_is_refused(tmp_path: Path, stored: object) -> None:
    tables = open_tables(f"sqlite:///{tmp_path}/matches.db")
    tables.token_key()
    with closing(sqlite3.connect(tmp_path / "matches.db")) as connection, connection:
        connection.execute("UPDATE token_key SET key = ?", (stored,))
    with pytest.raises(ArchiveUnavailable, match="token key is damaged"):
        tables.token_key()
    tables.close()
