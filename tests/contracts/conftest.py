"""Tables in a new archive of each kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codepegs.storage import Tables, open_tables


@pytest.fixture
def tables(address: str) -> Iterator[Tables]:
    opened = open_tables(address)
    yield opened
    opened.close()
