"""A new archive of each kind, and tables in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from codepegs.storage import Tables, open_tables
from tests.contracts.test_archive import ADDRESSES


@pytest.fixture(params=ADDRESSES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return ADDRESSES[request.param](tmp_path)


@pytest.fixture
def tables(address: str) -> Iterator[Tables]:
    opened = open_tables(address)
    yield opened
    opened.close()
