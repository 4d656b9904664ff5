"""Migrations: every archive becomes what this program's tables are."""

from __future__ import annotations

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from codepegs.storage import open_archive
from codepegs.storage.migration import SCRIPTS
from codepegs.storage.schema import HEAD, METADATA


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
