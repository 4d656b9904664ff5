"""A server in this process, and a browser at it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.visitor import Visitor
from tests.support.world import World, world


@pytest.fixture
def here() -> Iterator[World]:
    with world() as here:
        yield here


@pytest.fixture
def ada(here: World) -> Visitor:
    return Visitor(here)
