"""A server for the examples that need one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.serving import Server


@pytest.fixture(autouse=True)
def _served(
    request: pytest.FixtureRequest, doctest_namespace: dict[str, object], tmp_path: Path
) -> Iterator[None]:
    if request.node.name != "client.md":
        yield
        return
    with Server(tmp_path) as server:
        doctest_namespace["url"] = server.address
        yield
