"""Migrations: archives of earlier versions get the current schema."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from codepegs.rules import Match, find_edition
from codepegs.storage import open_archive
from codepegs.storage.errors import CannotOpenArchive
from codepegs.storage.sql.migrate import SCRIPTS
from codepegs.storage.sql.schema import HEAD, METADATA
from tests.support.strategies import play_out, played, spelled, two

MINI = two(find_edition("mini"))
FIRST_SCHEMA = """
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES ('initial');
CREATE TABLE matches (
    id VARCHAR NOT NULL PRIMARY KEY, edition VARCHAR NOT NULL, games SMALLINT NOT NULL,
    codemaker VARCHAR NOT NULL, codebreaker VARCHAR NOT NULL, hints BOOLEAN NOT NULL, begun BIGINT NOT NULL,
    changed BIGINT NOT NULL, moves INTEGER NOT NULL, over BOOLEAN NOT NULL, points_one INTEGER NOT NULL,
    points_two INTEGER NOT NULL, winner SMALLINT, abandoned_by SMALLINT
);
INSERT INTO matches VALUES ('k7m2abcdef', 'mini', 2, 'Ada', 'Bob', 0, 1, 1, 0, 0, 0, 0, NULL, NULL);
"""
"""The schema before solo games: its records are of another version of the rules."""
NOTES = f"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "r2", "{HEAD}"


def upgrade() -> None:
    op.add_column("matches", sa.Column("note", sa.String, nullable=False, server_default="old"))
    op.create_table("notes", sa.Column("id", sa.String, primary_key=True))
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Archive of this version with a finished and an unfinished match."""
    path = tmp_path / "matches.db"
    archive = open_archive(f"sqlite:///{path}")
    for at, match in enumerate([play_out(Match.start(MINI)), played(MINI, "code ABC", "guess AAA")]):
        name = archive.begin(match.agreement, at=at)
        for number, move in enumerate(match.moves):
            archive.add(name, number, move, at=at)
    archive.close()
    return path


def asked(path: Path, question: str) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    return ScriptDirectory.from_config(config)


def test_the_last_migration_is_the_head_of_the_schema() -> None:
    assert scripts().get_heads() == [HEAD]


def test_migrations_of_an_empty_file_create_the_schema(tmp_path: Path) -> None:
    (tmp_path / "matches.db").touch()
    open_archive(f"sqlite:///{tmp_path}/matches.db").close()
    engine = create_engine(f"sqlite:///{tmp_path}/matches.db")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert context.get_current_revision() == HEAD
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This program with one more revision, which adds a column and a table; returns its module."""
    folder = tmp_path / "migrations"
    copytree(SCRIPTS, folder)
    module = folder / "versions" / "r2_notes.py"
    module.write_text(NOTES, encoding="utf-8")
    monkeypatch.setattr("codepegs.storage.sql.migrate.SCRIPTS", folder)
    monkeypatch.setattr("codepegs.storage.sql.migrate.HEAD", "r2")
    monkeypatch.setattr("codepegs.storage.sqlite.engine.HEAD", "r2")
    return module


def test_an_archive_of_an_earlier_version_is_migrated(old: Path, next_version: Path) -> None:
    """All matches stay the same, and the unfinished one can continue."""
    archive = open_archive(f"sqlite:///{old}")
    going, over = (archive.match(entry.id) for entry in archive.entries())
    assert archive.damaged() == []
    assert over == play_out(Match.start(MINI))
    assert going == played(MINI, "code ABC", "guess AAA")
    name = archive.entries()[0].id
    archive.add(name, 2, spelled("guess ABC"), at=3)
    assert archive.match(name) == played(going, "guess ABC")
    archive.close()
    assert asked(old, "SELECT note FROM matches") == [("old",), ("old",)]
    assert asked(old, "SELECT version_num FROM alembic_version") == [("r2",)]


def test_an_archive_without_solo_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(FIRST_SCHEMA)
    with pytest.raises(CannotOpenArchive) as refused:
        open_archive(f"sqlite:///{path}")
    assert refused.value.place == str(path)
    assert "another version of codepegs" in refused.value.reason
    assert str(refused.value).count(".") - str(path).count(".") == 1  # one sentence
    assert asked(path, "SELECT id, codemaker FROM matches") == [("k7m2abcdef", "Ada")]


def test_a_failed_migration_changes_nothing(old: Path, next_version: Path) -> None:
    before = asked(old, "SELECT sql FROM sqlite_master")
    next_version.write_text(NOTES + "    raise ZeroDivisionError\n", encoding="utf-8")
    with pytest.raises(ZeroDivisionError):
        open_archive(f"sqlite:///{old}")
    assert asked(old, "SELECT sql FROM sqlite_master") == before
    assert asked(old, "SELECT version_num FROM alembic_version") == [(HEAD,)]


def test_a_current_archive_is_not_changed_by_opening(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    open_archive(f"sqlite:///{path}").close()
    before = path.read_bytes()
    open_archive(f"sqlite:///{path}").close()
    assert path.read_bytes() == before


def test_a_folder_name_can_contain_special_characters(tmp_path: Path) -> None:
    folder = tmp_path / "50% off #1 ünï"
    folder.mkdir()
    open_archive(f"sqlite:///{folder}/matches.db").close()
    assert (folder / "matches.db").stat().st_size
