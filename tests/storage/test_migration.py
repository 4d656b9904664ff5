"""Migrations: every archive becomes what this program's tables are."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from codepegs.rules import Ending, Match, edition
from codepegs.storage import TableRow, new_id, open_archive, open_tables
from codepegs.storage.archive import SYSTEM
from codepegs.storage.migration import SCRIPTS
from codepegs.storage.schema import HEAD, METADATA
from tests.strategies import play_out, played, spelled, two

GOLDEN = Path(__file__).parents[1] / "golden"
MINI = two(edition("mini"))


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    return ScriptDirectory.from_config(config)


def test_the_last_migration_is_the_one_that_is_looked_for() -> None:
    assert scripts().get_heads() == [HEAD]


def test_migrations_from_an_empty_file_make_the_tables(tmp_path: Path) -> None:
    (tmp_path / "matches.db").touch()
    open_archive(f"sqlite:///{tmp_path}/matches.db").close()
    engine = create_engine(f"sqlite:///{tmp_path}/matches.db")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert context.get_current_revision() == HEAD
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


@pytest.mark.parametrize("golden", ["archive-1.sql"])
def test_an_archive_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path, golden: str) -> None:
    """The file is what that version wrote; it has every match as it was, and goes on."""
    path = tmp_path / "matches.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((GOLDEN / golden).read_text(encoding="utf-8"))
    tables = open_tables(f"sqlite:///{path}")
    archive = open_archive(f"sqlite:///{path}")
    assert archive.damaged() == []
    void, going, over = (archive.match(entry.id) for entry in archive.entries())
    assert over == play_out(Match.start(MINI))
    assert going == played(MINI, "code ABC", "guess AAA")
    assert void.games[0].ending is Ending.VOID
    assert [one.games for one in archive.statistics()] == [1, 1]
    name = archive.entries()[1].id
    archive.add(name, 2, spelled("guess ABC"), at=1_800_000_000_000_000)
    assert archive.match(name) == played(going, "guess ABC")
    row = TableRow(new_id(SYSTEM), MINI.edition, 2, ("Ada", None), ("ada", None), invitation="please")
    assert tables.table(tables.open(row, at=1).result().id).free == 1
    for one in (tables, archive):
        one.close()
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_an_archive_that_is_up_to_date_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    open_archive(f"sqlite:///{path}").close()
    before = path.read_bytes()
    open_archive(f"sqlite:///{path}").close()
    assert path.read_bytes() == before


def test_a_folder_with_signs_in_its_name_is_no_trouble(tmp_path: Path) -> None:
    folder = tmp_path / "50% off #1 ünï"
    folder.mkdir()
    open_archive(f"sqlite:///{folder}/matches.db").close()
    assert (folder / "matches.db").stat().st_size
