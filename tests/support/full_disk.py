"""A process that keeps tables on a disk that gets full, and then has room again.

Usage: full FOLDER safe|early room|limit

`room` fills the disk with a file and removes it; the disk must be a small one. `limit` has the system
refuse any file above a size, and then lift that. It prints what is acknowledged, a table a line, and each
refusal once. `early` is the twin that answers before the commit.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from pathlib import Path

from codepegs.errors import CodepegsError
from codepegs.storage import open_tables
from codepegs.storage.errors import ArchiveUnavailable
from codepegs.storage.sql.tables import SqlTables
from codepegs.storage.sql.writer import GroupWriter
from tests.support.archive_writer import AnswersFirst
from tests.support.table_history import kept_before, steps
from tests.support.table_writer import LENGTH, name_of


def fill(folder: Path) -> Callable[[], None]:
    ballast = folder / "ballast"
    with open(ballast, "wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)) == 4096:
                pass
        except OSError:
            pass
    return ballast.unlink


def limit(folder: Path) -> Callable[[], None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = (folder / "matches.db-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20_000, hard))
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def main(place: str, mode: str, fault: str) -> None:
    folder = Path(place)
    tables = open_tables(f"sqlite:///{folder}/matches.db")
    assert isinstance(tables, SqlTables)
    if mode == "early":
        assert isinstance(tables.archive.writer, GroupWriter)
        tables.archive.writer = AnswersFirst(tables.archive.writer._engine)
    refused: list[str] = []
    release: Callable[[], None] | None = None
    for table in range(4):
        for deed, ask in steps(tables, length=LENGTH, name=name_of(table)):
            if table == 1 and deed.number == 3 and release is None:
                release = fill(folder) if fault == "room" else limit(folder)
            while True:
                try:
                    ask().result()
                except CodepegsError as error:
                    if kept_before(tables, deed, error):
                        break
                    if not isinstance(error, ArchiveUnavailable):
                        raise
                    refused.append(str(error))
                    # What was kept can still be read while nothing can be written.
                    assert tables.tables_of("ada")
                    if len(refused) == 3 and release is not None:
                        release()
                    if len(refused) > 50:
                        raise
                else:
                    break
            print(table, flush=True)
    for sentence in sorted({*refused}):
        print(sentence, flush=True)
    tables.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
