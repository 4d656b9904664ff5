"""Copies of a whole archive between any two databases."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, RowMapping, Table, select

from codepegs.rules import Agreement, Match, find_edition
from codepegs.rules.daily import FIRST_DAY
from codepegs.storage import check, copy, open_archive, open_tables
from codepegs.storage.errors import CannotOpenArchive, CopyFailed
from codepegs.storage.sql import copy as copying
from codepegs.storage.sql.archive import SqlArchive
from codepegs.storage.sql.schema import METADATA, MOVES
from tests.contracts.test_archive import store
from tests.contracts.test_tables import join, play_solo, seated, solo, waiting
from tests.support.databases import DATABASES
from tests.support.postgresql import Cluster
from tests.support.strategies import play_out, played, two

MINI = two(find_edition("mini"))
KINDS = [(one, other) for one in DATABASES for other in DATABASES]


@pytest.fixture(params=KINDS, ids="-".join)
def urls(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """A source with something of everything, and the URL of a target."""

    def new(kind: str, name: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path}/{name}.db"
        cluster: Cluster = request.getfixturevalue("postgresql")
        return cluster.new_schema()

    source = new(request.param[0], "source")
    fill(source)
    return source, new(request.param[1], "target")


def fill(url: str) -> None:
    archive = open_archive(url)
    store(archive, play_out(Match.start(MINI)), at=1_700_000_000_000_000)
    store(archive, played(Agreement(MINI.edition, ("Zoë", "李"), games=2), "code ABC"))
    archive.begin(MINI, at=3)
    archive.close()
    tables = open_tables(url)
    tables.open(waiting(challenge=True), at=1).result()
    joined = tables.open(waiting(), at=1).result().id
    join(tables, joined).result()
    move = played(MINI, "code ABC").moves[0]
    tables.add_later(joined, 0, move, at=2, seat=0, key="k1", offers="draw").result()
    version = tables.table(joined).version
    again = waiting(names=("Bob", "Ada"), owners=("bob", "ada"), invitation=None)
    tables.rematch(joined, version=version, new=again, at=3).result()
    tables.hide(seated(tables), "bob").result()
    for days in range(3):
        play_solo(tables, solo(day=FIRST_DAY + timedelta(days=days)), at=days, cracked=days < 2)
    tables.close()


Rows = dict[str, set[tuple[Any, ...]]]


def rows(url: str) -> Rows:
    """Return all rows of an archive by table."""
    archive = open_archive(url)
    assert isinstance(archive, SqlArchive)

    def read(table: Table) -> set[tuple[Any, ...]]:
        with archive.connect() as connection:
            return {tuple(row) for row in connection.execute(select(table))}

    found = {table.name: read(table) for table in METADATA.sorted_tables}
    archive.close()
    return found


def is_empty(url: str) -> bool:
    found = rows(url)
    return not any(found[name] for name in ("matches", "moves", "tables")) and len(found["token_key"]) == 1


def test_a_copy_has_everything(urls: tuple[str, str]) -> None:
    source, target = urls
    seen: list[tuple[int, int]] = []
    copied = copy(source, target, progress=lambda done, total: seen.append((done, total)))
    expected = rows(source)
    assert rows(target) == expected
    assert (copied.matches, copied.moves, copied.tables) == tuple(
        len(expected[name]) for name in ("matches", "moves", "tables")
    )
    assert copied.matches >= 8
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1] > 0
    assert check(target) == []
    old, new = open_archive(source), open_archive(target)
    assert old.statistics() == new.statistics() != []
    assert old.entries() == new.entries()
    old.close()
    new.close()
    here, there = open_tables(source), open_tables(target)
    assert here.token_key() == there.token_key()
    assert here.tables_of("ada") == there.tables_of("ada") != []
    assert here.solo_statistics("ada", today=FIRST_DAY) == there.solo_statistics("ada", today=FIRST_DAY)
    name = there.tables_of("ada")[0].id
    assert here.keys(name) == there.keys(name)
    here.close()
    there.close()


def test_a_target_with_matches_is_refused(urls: tuple[str, str]) -> None:
    source, target = urls
    archive = open_archive(target)
    archive.begin(MINI, at=0)
    archive.close()
    before = rows(target)
    with pytest.raises(CopyFailed, match="already has matches, so choose an empty one"):
        copy(source, target)
    assert rows(target) == before


def test_an_interrupted_copy_leaves_an_empty_target(urls: tuple[str, str]) -> None:
    source, target = urls
    expected = rows(source)

    def interrupt(done: int, total: int) -> None:
        if done > total * 3 // 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy(source, target, progress=interrupt)
    assert is_empty(target)
    copy(source, target)
    assert rows(target) == expected


def test_a_copy_that_differs_is_caught(urls: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The broken version loses a move."""
    source, target = urls
    insert_all = copying._insert

    def insert(new: Connection, table: Table, found: Sequence[RowMapping]) -> None:
        insert_all(new, table, found[1:] if table is MOVES else found)

    monkeypatch.setattr(copying, "_insert", insert)
    with pytest.raises(CopyFailed, match="differ from the original ones"):
        copy(source, target)
    assert is_empty(target)


def test_a_damaged_archive_is_not_copied(urls: tuple[str, str]) -> None:
    source, target = urls
    damage = "UPDATE moves SET text = 'guess ABC' WHERE number = 1"
    if source.startswith("sqlite"):
        with closing(sqlite3.connect(source.removeprefix("sqlite:///"))) as file, file:
            file.execute(damage)
    else:
        with psycopg.connect(source) as connection:
            connection.execute(damage)
    with pytest.raises(CopyFailed, match="of its moves is damaged, so run codepegs matches check"):
        copy(source, target)
    assert is_empty(target)


@pytest.mark.parametrize("which", [0, 1])
def test_a_copy_is_refused_while_a_server_runs(urls: tuple[str, str], which: int) -> None:
    server = open_tables(urls[which])
    with pytest.raises(CannotOpenArchive, match="server"):
        copy(*urls)
    server.close()
    copy(*urls)


def test_no_server_can_start_during_a_copy(urls: tuple[str, str]) -> None:
    refused: list[str] = []

    def start(done: int, total: int) -> None:
        if done == total:
            for url in urls:
                with pytest.raises(CannotOpenArchive) as error:
                    open_tables(url)
                refused.append(error.value.reason)

    copy(*urls, progress=start)
    assert len(refused) == 2


def test_an_archive_that_does_not_exist_is_not_copied(urls: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(CannotOpenArchive, match="does not exist"):
        copy(f"sqlite:///{tmp_path}/missing.db", urls[1])
