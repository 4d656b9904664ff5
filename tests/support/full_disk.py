"""Process that stores tables on a disk that gets full, and then has space again.

Usage: full_disk FOLDER safe|early room|limit

`room` fills the disk, which must be small, with a file and removes it. `limit` sets the system's limit for
the size of a file, and then lifts it. It prints the table of each acknowledged change, and each error once.
`early` is the broken twin that responds before the commit.
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
from tests.support.table_history import already_stored, steps
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
                    if already_stored(tables, deed, error):
                        break
                    if not isinstance(error, ArchiveUnavailable):
                        raise
                    refused.append(str(error))
                    # Stored tables must be readable while nothing can be written.
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
