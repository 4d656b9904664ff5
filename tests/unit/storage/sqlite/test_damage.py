"""Damage to the file of an archive: it is noticed, and affects no other match."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from codepegs.errors import CodepegsError
from codepegs.rules import Match, find_edition
from codepegs.storage import MatchId, TableRow, backup, open_archive, open_tables
from codepegs.storage.errors import ArchiveUnavailable, BackupFailed, CannotOpenArchive, DamagedMatch
from codepegs.storage.sql.checksum import Sealed, checksum
from codepegs.storage.sql.schema import MOVE, RESULT, TABLE, TERMS
from codepegs.storage.sql.tables import SqlTables
from tests.support.databases import open_sqlite
from tests.support.strategies import alone, play_out, spelled, two

MINI = find_edition("mini")
BAD, GOOD = MatchId("bad"), MatchId("good")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.fixture
def tables(path: Path) -> Iterator[SqlTables]:
    tables = open_sqlite(path)
    yield tables
    tables.close()


def execute(path: Path, *statements: str) -> None:
    """Change the file behind the back of the archive."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def play(tables: SqlTables, name: MatchId) -> None:
    """Open a table, join it, play three moves with keys, and make an offer."""
    row = TableRow(name, MINI, 2, ("Ada", None), ("a", None), ("ada", None), invitation="please")
    tables.open(row, at=1).result()
    tables.join(name, client="b", owner="bob", name="Bob", invitation="please", at=2).result()
    for number, text in enumerate(("code ABC", "guess AAA", "guess BBB")):
        tables.add_later(name, number, spelled(text), at=3 + number, seat=0, key=f"k{number}").result()
    tables.save_offers(name, version=4, offers="hints", at=7).result()


def load(tables: SqlTables, name: MatchId) -> object:
    """Read everything that a server needs to continue a match."""
    return tables.table(name), tables.match(name), tables.keys(name)


def damaged(tables: SqlTables) -> set[str]:
    return {error.match for error in tables.archive.damaged() if isinstance(error, DamagedMatch)}


# Rows ----------------------------------------------------------------------------------

CHANGES = {
    "moves": ["match = 'worse'", "number = 7", "text = 'guess CCC'", "text = x'ff00'", "at = 9", "seat = 1",
              "text = CAST(x'ff00' AS TEXT)", "client_key = 'k9'", "client_key = NULL", "turn = 0",
              "turn = NULL", "game = 2", "guesses = 0", "checksum = 0"],
    "matches": ["id = 'worse'", "edition = 'invicta'", "games = 4", "codemaker = 'Eve'",
                "codebreaker = x'ff00'", "codebreaker = CAST(x'ff00' AS TEXT)", "hints = 1", "friendly = 1",
                "daily = '2026-11-17'", "begun = 9", "terms_checksum = 0", "changed = 9", "moves = 2",
                "moves = 4", "over = 1", "points_one = 5", "points_two = 5", "winner = 1", "abandoned_by = 0",
                "stopped = 1", "cracked_in = 2", "results = '1:2'", "result_checksum = 0",
                "table_checksum = 0", "table_checksum = NULL"],
    "tables": ["id = 'worse'", "id = CAST(x'ff00' AS TEXT)", "edition = 'invicta'", "games = 4", "hints = 1",
               "offline = 1", "friendly = 1", "daily = '2026-11-17'", "name_one = 'Eve'", "name_two = NULL",
               "client_one = 'e'", "client_two = 'e'", "owner_one = 'eve'", "owner_two = 'eve'",
               "invitation = 'please'", "challenge = 1", "events = 1", "offers = ''", "rematch = 'worse'",
               "rematch_of = 'worse'", "hidden_one = 1", "hidden_two = 1", "opened = 9",
               "changed = 9", "checksum = 0"],
}  # fmt: skip


@pytest.mark.parametrize(("kind", "change"), [(kind, one) for kind, all_ in CHANGES.items() for one in all_])
def test_a_change_of_any_column_closes_only_its_match(
    tables: SqlTables, path: Path, kind: str, change: str
) -> None:
    play(tables, BAD)
    execute(path, f"UPDATE {kind} SET {change}" + (" WHERE number = 2" if kind == "moves" else ""))
    play(tables, GOOD)
    with pytest.raises((DamagedMatch, LookupError)):
        load(tables, BAD)
    assert [row.id for row in tables.tables_of("ada")] == [GOOD]
    assert [entry.id for entry in tables.archive.entries()] == [GOOD]
    assert {*tables.idle_tables(solo_before=99, match_before=99)} == {GOOD}
    assert tables.add_later(GOOD, 3, spelled("guess CCC"), at=9).result().number == 3
    found = damaged(tables)
    assert BAD in found
    assert GOOD not in found


def test_every_column_is_changed_by_a_test() -> None:
    changed = {(kind, one.split()[0]) for kind, changes in CHANGES.items() for one in changes}
    assert changed == {
        (sealed.checksum.table.name, column.name)
        for sealed in (MOVE, TERMS, RESULT, TABLE)
        for column in sealed.checksum.table.columns
    }


def test_a_damaged_match_can_be_deleted(tables: SqlTables, path: Path) -> None:
    for table in ("matches", "tables", "moves"):
        play(tables, BAD)
        execute(path, f"DELETE FROM {table}")
        assert damaged(tables) == {BAD}
        tables.archive.delete(BAD)
        assert tables.archive.damaged() == []


def test_an_earlier_move_is_noticed_when_the_match_is_read(tables: SqlTables, path: Path) -> None:
    play(tables, BAD)
    execute(path, "UPDATE moves SET text = 'guess CCC' WHERE number = 1")
    assert [entry.id for entry in tables.archive.entries()] == [BAD]
    with pytest.raises(DamagedMatch, match="move 1 is not what was stored"):
        tables.match(BAD)
    with pytest.raises(DamagedMatch):
        tables.keys(BAD)
    with pytest.raises(DamagedMatch):
        tables.add_later(BAD, 1, spelled("guess AAA"), at=9, seat=0, key="k1").result()


@pytest.mark.parametrize("kind", ["matches", "tables", "moves"])
def test_rows_of_an_older_version_are_noticed(tables: SqlTables, path: Path, kind: str) -> None:
    """As if the disk had lost a write: the old rows have the right checksums."""
    play(tables, BAD)
    execute(path, f"CREATE TABLE older AS SELECT * FROM {kind}")
    tables.add_later(BAD, 3, spelled("guess CCC"), at=9, offers="").result()
    load(tables, BAD)
    execute(path, f"DELETE FROM {kind}", f"INSERT INTO {kind} SELECT * FROM older", "DROP TABLE older")
    with pytest.raises(DamagedMatch):
        load(tables, BAD)
    assert damaged(tables) == {BAD}


@pytest.mark.parametrize("columns", ["text, checksum", "text, at, seat, checksum"])
def test_swapped_rows_are_noticed(tables: SqlTables, path: Path, columns: str) -> None:
    play(tables, BAD)
    other = f"SELECT {columns} FROM old WHERE old.number = 3 - moves.number"
    execute(
        path,
        "CREATE TABLE old AS SELECT * FROM moves",
        f"UPDATE moves SET ({columns}) = ({other}) WHERE number > 0",
        "DROP TABLE old",
    )
    with pytest.raises(DamagedMatch):
        load(tables, BAD)


def reseal(path: Path) -> None:
    """Give all rows the right checksums, as somebody could who edits the file."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.row_factory = sqlite3.Row
        connection.text_factory = lambda text: text.decode(errors="surrogateescape")
        for sealed in (MOVE, TERMS, RESULT, TABLE):
            _reseal(connection, sealed)
        connection.execute(
            "UPDATE matches SET table_checksum = (SELECT checksum FROM tables WHERE id = matches.id)"
        )


def _reseal(connection: sqlite3.Connection, sealed: Sealed) -> None:
    table = sealed.checksum.table
    keys = [column.name for column in table.primary_key]
    for row in connection.execute(f"SELECT * FROM {table.name}").fetchall():
        values = [
            bool(row[one.name]) if one.type.python_type is bool else row[one.name] for one in sealed.columns
        ]
        found = checksum(sealed.kind, values)
        where = " AND ".join(f"{key} = ?" for key in keys)
        statement = f"UPDATE {table.name} SET {sealed.checksum.name} = ? WHERE {where}"
        connection.execute(statement, [found, *(row[key] for key in keys)])


EDITED = {
    "UPDATE moves SET text = 'guess QQQ' WHERE number = 1": "move 1 is not a legal move",
    "UPDATE moves SET text = 'castle' WHERE number = 1": "move 1 is not a legal move",
    "UPDATE moves SET text = 'own up' WHERE number = 1": "move 1 is not a legal move",
    "UPDATE moves SET text = 'code veiled 081FFF' WHERE number = 0": "move 0 is not a legal move",
    "DELETE FROM moves WHERE number = 0": "move 0 is missing",
    "DELETE FROM moves WHERE number = 2": "moves are missing",
    "UPDATE moves SET number = 7 WHERE number = 1": "moves are missing",
    "UPDATE matches SET points_two = 50": "do not agree with its points_two",
    "UPDATE matches SET over = 1": "do not agree with its over",
    "UPDATE matches SET results = '1:2'": "do not agree with its results",
    "UPDATE matches SET edition = 'chess'": "its terms are not valid",
    "UPDATE matches SET codemaker = 'Bob'": "its terms are not valid",
    "UPDATE matches SET codebreaker = CAST(x'e29c' AS TEXT)": "its terms are not valid",
    "UPDATE matches SET daily = 'today'": "its terms are not valid",
    "UPDATE matches SET daily = '2026-11-17'": "its terms are not valid",
    "UPDATE tables SET edition = 'chess'": "its terms are not valid",
    "UPDATE tables SET name_one = NULL": "its players do not agree",
}


@pytest.mark.parametrize("statement", EDITED)
def test_an_edited_match_must_obey_the_rules(tables: SqlTables, path: Path, statement: str) -> None:
    play(tables, BAD)
    execute(path, statement)
    reseal(path)
    with pytest.raises(DamagedMatch, match=EDITED[statement]) as refused:
        load(tables, BAD)
    assert refused.value.match == BAD


def test_a_resealed_archive_is_intact(tables: SqlTables, path: Path) -> None:
    play(tables, BAD)
    reseal(path)
    assert tables.archive.damaged() == []
    load(tables, BAD)


# The file ------------------------------------------------------------------------------


def test_an_error_that_quotes_invalid_text_is_reported_as_damage(path: Path, tmp_path: Path) -> None:
    """SQLite quotes the schema in its message, which is not UTF-8 any more."""
    open_archive(f"sqlite:///{path}").close()
    content = bytearray(path.read_bytes())
    content[content.index(b"CREATE TABLE moves") + 3] = 0xCF
    path.write_bytes(content)
    for attempt in (open_archive, open_tables):
        with pytest.raises(CannotOpenArchive, match="the file is damaged"):
            attempt(f"sqlite:///{path}")
    with pytest.raises(BackupFailed, match="the file is damaged"):
        backup(f"sqlite:///{path}", tmp_path / "copy.db")


def damage_index(path: Path) -> None:
    """Change an entry of the index of owners, so that it differs from its table."""
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'ix_tables_owner_one'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(path.read_bytes())
    place = content.index(b"ada", size * (page - 1), size * page)
    content[place : place + 3] = b"adb"
    path.write_bytes(content)


def test_a_damaged_index_is_found_by_a_check_and_a_backup(path: Path, tmp_path: Path) -> None:
    tables = open_sqlite(path)
    play(tables, GOOD)
    tables.close()
    damage_index(path)
    tables = open_sqlite(path)
    load(tables, GOOD)
    assert tables.tables_of("ada") == tables.tables_of("adb") == []
    (error,) = tables.archive.damaged()
    assert isinstance(error, ArchiveUnavailable)
    assert "the file is damaged" in error.reason
    tables.close()
    with pytest.raises(BackupFailed, match="the file is damaged"):
        backup(f"sqlite:///{path}", tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy.db*"))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE token_key SET id = 2",
        "DELETE FROM token_key",
        *(f"UPDATE token_key SET key = {key}" for key in ("''", f"'{'00' * 31}'", f"'{'zz' * 32}'", "7")),
        *(f"UPDATE token_key SET key = {key}" for key in (f"x'{'3030' * 32}'", f"'{'ü' * 64}'")),
    ],
)
def test_a_check_notices_a_damaged_token_key(tables: SqlTables, path: Path, change: str) -> None:
    execute(path, change)
    with pytest.raises(ArchiveUnavailable, match="token key is damaged"):
        tables.token_key()
    assert [type(error) for error in tables.archive.damaged()] == [ArchiveUnavailable]


def test_statistics_leave_out_a_damaged_match(tables: SqlTables, path: Path) -> None:
    over = play_out(Match.start(two(MINI)))
    names = [tables.archive.begin(over.agreement, at=0) for _ in range(2)]
    for name in names:
        for number, move in enumerate(over.moves):
            tables.archive.add(name, number, move, at=number)
    whole = tables.archive.statistics()
    execute(path, f"UPDATE matches SET results = '1:9' WHERE id = '{names[0]}'")
    found = tables.archive.statistics()
    assert sum(one.games for one in whole) == 2 * sum(one.games for one in found) == 4


def test_only_readable_idle_solo_games_are_deleted(tables: SqlTables, path: Path) -> None:
    name = tables.archive.begin(alone(MINI), at=500)
    execute(path, "UPDATE matches SET changed = 5")
    tables.archive.delete_idle_solo(100)
    with pytest.raises(DamagedMatch):
        tables.match(name)


def test_damage_is_never_an_error_of_python(tables: SqlTables, path: Path) -> None:
    play(tables, BAD)
    execute(path, "ALTER TABLE moves RENAME COLUMN text TO words")
    for attempt in (lambda: tables.match(BAD), lambda: tables.keys(BAD), tables.archive.entries):
        with pytest.raises(CodepegsError):
            attempt()
