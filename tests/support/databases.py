"""Fixtures of the databases in which an archive can be.

A test that uses `address` runs once with each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.postgresql import MISSING, Cluster, programs

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL server for all tests of this process."""
    if programs() is None:
        pytest.skip(MISSING)
    with Cluster() as cluster:
        yield cluster


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a new archive in each kind of database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/matches.db"
    cluster: Cluster = request.getfixturevalue("postgresql")
    return cluster.new_schema()


@pytest.fixture
def other_address(address: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a second archive of the same kind."""
    if address.startswith("sqlite"):
        return f"sqlite:///{tmp_path}/other.db"
    return str(request.getfixturevalue("postgresql").new_schema())
